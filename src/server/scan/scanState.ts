import type { FastifyRequest } from 'fastify';
import type { ScanSide, ScanState } from '../../contract/scan';
import { isOf } from '../../model/documents';
import type { StoredDocument } from '../../model/formContext';
import { namesMatch, type OcrField, ocrFields } from '../../model/ocrFields';
import { bearerOf, refuseOtherClaims } from '../auth/session';
import type { Applicant } from '../auth/sessions';
import { seal, unseal } from '../crypto/seal';
import type { Deps } from '../deps';
import { refuse } from '../http/errors';
import { PHONE_KEY, type ScanLink } from './scanStore';

const SECTION = 'proof-of-identity';

/** What there is of the applicant's identity document. */
export async function sidesOf(deps: Deps, applicant: Applicant): Promise<ScanState & { documents: StoredDocument[] }> {
  const overlay = await deps.forms.overlayOf(applicant.subscriberId);
  const all = deps.forms.catalogue.section(SECTION).schema.properties?.documenttype_id?.oneOf ?? [];
  const shown = deps.forms.plainOf(SECTION, overlay).schema.properties?.documenttype_id?.enum ?? [];
  const fronts = all.map((option) => Number(option.const));
  const documents = (await deps.stores.documents.list(applicant.trn)).filter(
    ({ document_id }) => fronts.includes(document_id) || isOf('identityBack', document_id),
  );
  const front = documents.find(({ document_id }) => !isOf('identityBack', document_id));
  const back = documents.find(({ document_id }) => isOf('identityBack', document_id));
  return { front: sideOf(front), back: sideOf(back), types: shown.map(Number), documents };
}

/** What the desktop follows: the sides with their files, the phone, and what the barcode says of the name. */
export async function followedState(deps: Deps, applicant: Applicant, link: ScanLink) {
  const sides = await sidesOf(deps, applicant);
  const known = sides.back.res ? await findBarcode(deps, applicant.trn) : undefined;
  const typed = { first_name: applicant.firstName, last_name: applicant.lastName };
  return {
    ...sides,
    opened: link.opened_at !== null,
    live: link.expires_at > deps.clock(),
    expires_at: link.expires_at.toISOString(),
    barcode: known ? (known.fields ? 'read' : 'unread') : null,
    name_matches: known?.fields ? namesMatch(known.fields, typed) : null,
  };
}

function sideOf(document: StoredDocument | undefined): ScanSide {
  return { res: document !== undefined, document_typeid: document?.document_id ?? null };
}

export interface Phone {
  link: ScanLink;
  applicant: Applicant;
}

/** Whether a call comes from the scan pages rather than from a session. */
export function isPhone(request: FastifyRequest): boolean {
  return bearerOf(request)?.startsWith(PHONE_KEY) ?? false;
}

/** The phone that calls, and for whom; `id` is the link it speaks of. Throws `scanEnded`, and `notYours` for another's transaction. */
export async function requirePhone(deps: Deps, request: FastifyRequest, id?: string): Promise<Phone> {
  const link = await deps.stores.scans.findByKey(bearerOf(request) ?? '', deps.clock());
  if (!link || (id !== undefined && link.id !== id)) throw refuse('scanEnded');
  const applicant = await applicantOf(deps, link);
  refuseOtherClaims(applicant, request);
  return { link, applicant };
}

/** Who issued the link; it ends with their session. */
export async function applicantOf(deps: Deps, link: ScanLink): Promise<Applicant> {
  return deps.sessions.applicantIn(link.session_id).catch(() => {
    throw refuse('scanEnded');
  });
}

export interface KnownBarcode {
  /** The document that carries it. */
  document: number;
  /** Undefined when no barcode could be read. */
  fields: OcrField[] | undefined;
}

/** Keeps a barcode's text with its document, sealed with the applicant's key; undefined says that there was nothing to read. */
export async function keepBarcode(deps: Deps, trn: string, document: number, text: string | undefined): Promise<void> {
  const key = await deps.keyring.keyOf(trn);
  const sealed = text === undefined ? null : seal(key, Buffer.from(text), boundTo(document));
  await deps.stores.barcodes.keep({ document, trn, sealed, now: deps.clock() });
}

/** What the application's licence says; undefined while there is no back side, or it has not been looked at. */
export async function findBarcode(deps: Deps, trn: string): Promise<KnownBarcode | undefined> {
  const row = await deps.stores.barcodes.latest(trn);
  if (!row) return undefined;
  if (!row.sealed) return { document: row.document, fields: undefined };
  const text = unseal(await deps.keyring.keyOf(trn), row.sealed, boundTo(row.document)).toString();
  return { document: row.document, fields: ocrFields(text) };
}

const boundTo = (document: number) => `barcode/${document}`;
