import scanTexts from '../../../schemas/texts/scan.json';
import texts from '../../../schemas/texts/server.json';
import applicationTexts from '../../../schemas/texts/server-application.json';
import officeTexts from '../../../schemas/texts/server-office.json';
import type { BodyError } from '../../contract/call';
import { fillText } from '../../model/fillText';

/** Every refusal this server knows: its code and HTTP status; the words stand under the same code in schemas/texts/server.json. */
export const refusals = {
  badRequest: 400,
  badJson: 400,
  tokenUsed: 400,
  noSession: 401,
  staleSession: 401,
  invalidCredentials: 401,
  notYours: 403,
  notFound: 404,
  invitationExpired: 404,
  unknown: 406,
  revoked: 406,
  expired: 406,
  emailTaken: 409,
  usernameTaken: 409,
  staleVersion: 409,
  formChanged: 409,
  staleDraft: 409,
  alreadyRegistered: 409,
  inProgress: 409,
  tooLarge: 413,
  wrongType: 415,
  invalid: 422,
  keyReused: 422,
  tooMany: 429,
  ownFilesWait: 429,
  broken: 500,
  unavailable: 503,
  busy: 503,
  storageFull: 503,
  // Steps, documents, payment: their words stand in server-application.json.
  fileEmpty: 400,
  fileTooSmall: 400,
  fileDamaged: 400,
  fileProtected: 400,
  filePasswordNeeded: 400,
  filePasswordWrong: 400,
  fileDynamicForm: 400,
  fileTooManyPages: 400,
  pictureTooLarge: 400,
  uploadBroken: 400,
  noSuchDocumentType: 400,
  noSuchSource: 400,
  tooManyDocuments: 400,
  wrongAmount: 400,
  paymentDeclined: 400,
  badEvent: 400,
  otherTerms: 409,
  stepOrder: 409,
  submitted: 409,
  notSubmitted: 409,
  sourcesFull: 409,
  secondaryComplete: 409,
  fileTooBig: 413,
  proofTooBig: 413,
  fileWrongType: 415,
  filePdfOnly: 415,
  filePictureOnly: 415,
  suggestionsDown: 503,
  // The scan on a phone: their words stand in scan.json.
  scanEnded: 401,
  alreadyUploaded: 409,
  scanBusy: 409,
  frontFirst: 409,
  notAPicture: 415,
  // The office: their words stand in server-office.json.
  notAllowed: 403,
  secondFactor: 403,
  wrongCode: 400,
  staleAct: 409,
  noSuchAct: 409,
  lastOwner: 409,
} as const;

export type RefusalCode = keyof typeof refusals;

/** What a refusal may carry next to its code. `values` fill the text's {placeholders}; `message` replaces it where an outside service has its own words. */
export interface RefusalExtra {
  message?: string;
  values?: Record<string, string | number>;
  records?: unknown;
  errors?: BodyError[];
  retryAfter?: number;
}

export class Refusal extends Error {
  readonly status: number;
  constructor(
    readonly code: RefusalCode,
    readonly extra: RefusalExtra = {},
  ) {
    super(extra.message ?? textOf(code, extra.values));
    this.status = refusals[code];
  }
}

/** The refusal to throw: `throw refuse('staleVersion', { records })`. */
export function refuse(code: RefusalCode, extra?: RefusalExtra): Refusal {
  return new Refusal(code, extra);
}

function textOf(code: RefusalCode, values: Record<string, string | number> = {}): string {
  const words: Record<RefusalCode, string> = {
    ...texts.refusals,
    ...applicationTexts.refusals,
    ...scanTexts.refusals,
    ...officeTexts.refusals,
  };
  return fillText(words[code], values);
}
