import { officeAccommodation } from '../../../src/contract/accommodation';
import { ledger } from '../../../src/contract/ledger';
import { officeEmails, officeThread } from '../../../src/contract/messages';
import { office, officeLogin, officePeople } from '../../../src/contract/office';
import { officeAudit, officeFigures, officeViews } from '../../../src/contract/officeDesk';
import { officeHouseholds } from '../../../src/contract/officeHousehold';
import type { OfficeRole } from '../../../src/model/office';
import type { StudioRole } from '../../../src/model/studio/roles';
import { contractCalls, type DescribedCall, sampleOf } from '../support/contractCalls';
import type { TestData, Victim } from './testData';

/** One registered route: who may call it, and a call that is valid except for its caller. */
export type Row = OpenRow | ApplicantRow | OfficeRow | StudioRow;

interface OpenRow {
  /**
   * Who may call it:
   * - public: everyone, without personal data
   * - secret: needs a secret in its body or a header
   * - phone, ticket, webhook: needs its own key
   * - development: absent in production
   * - operator: needs the operator's token
   */
  who: 'public' | 'secret' | 'phone' | 'ticket' | 'webhook' | 'development' | 'operator';
}

export interface ApplicantRow {
  who: 'applicant';
  /** Adds to PARAMS in attacks.ts, or overrides them. */
  params?: (victim: Victim) => Record<string, string | number>;
  /** A JSON body without `trn_id`. */
  body?: (victim: Victim) => Record<string, unknown>;
  /** Set if the body names something of the victim's: the response to another applicant. */
  bodyRefusal?: 403 | 404;
  multipart?: { document_id: string; source_id: string };
  /** The owner's response; 200 by default. */
  owner?: number;
  /** For a call that changes something: the response after submission, or why it's allowed. */
  submitted?: number | string;
}

/** A route of the landlord's office, tested on the submitted application. */
export interface OfficeRow {
  who: 'office';
  /** Roles that can call it. Others get a 403. */
  roles: readonly OfficeRole[];
  params?: (data: TestData) => Record<string, string | number>;
  body?: (data: TestData) => Record<string, unknown>;
  /** The response to those who may call it; 200 by default. */
  allowed?: number;
  /** The response to an owner of another office. Undefined if it has their own data. */
  stranger?: 404;
  /** Part of the login: doesn't need the second factor. */
  isLogin?: true;
}

/** A route of the Studio for people with a role or a higher one (studioAttacks.ts). */
export interface StudioRow {
  who: 'studio';
  role: StudioRole;
}

const DECIDING_ROLES: readonly OfficeRole[] = ['reviewer', 'owner'];
const ALL_ROLES: readonly OfficeRole[] = ['reader', 'reviewer', 'owner'];

/** Who can call an office resource. Open calls of other resources have an entry in OWN. */
const OFFICE: Record<string, (method: string) => Pick<OfficeRow, 'roles' | 'isLogin'>> = {
  [officeLogin.tag]: () => ({ roles: [...ALL_ROLES, 'accommodation'], isLogin: true }),
  [officeAccommodation.tag]: () => ({ roles: ['accommodation'] }),
  [officePeople.tag]: () => ({ roles: ['owner'] }),
  [officeHouseholds.tag]: (method) => ({ roles: method === 'GET' ? ALL_ROLES : DECIDING_ROLES }),
  [officeViews.tag]: () => ({ roles: ALL_ROLES }),
  [officeFigures.tag]: () => ({ roles: ALL_ROLES }),
  [officeAudit.tag]: () => ({ roles: ['owner'] }),
  [ledger.tag]: (method) => ({ roles: method === 'GET' ? ALL_ROLES : DECIDING_ROLES }),
  [officeThread.tag]: (method) => ({ roles: method === 'GET' ? ALL_ROLES : DECIDING_ROLES }),
  [officeEmails.tag]: () => ({ roles: ALL_ROLES }),
  [office.tag]: (method) => ({ roles: method === 'GET' ? ALL_ROLES : DECIDING_ROLES }),
};

/** Derives from the contract who can make a call, and a valid body. */
function derive(key: string, { tag, open, form, content, body }: DescribedCall): Partial<Row> {
  const [method = ''] = key.split(' ');
  const rule = OFFICE[tag];
  if (rule) return { who: 'office', ...rule(method), ...(key.includes(':id') && { stranger: 404 }) };
  if (open) return {};
  if (method === 'GET') return { who: 'applicant' };
  // The owner's call is rejected only for its version or answers.
  const sample: Record<string, unknown> = form
    ? { version: 0, hat: 1 }
    : { ...(sampleOf(body) as object), trn_id: undefined, email: undefined };
  return {
    who: 'applicant',
    submitted: 409,
    ...(content !== 'upload' && method !== 'DELETE' && { body: (victim: Victim) => withRevision(sample, victim) }),
  };
}

/** Uses the victim's revision, because with any other, even members would be refused. */
const withRevision = (sample: Record<string, unknown>, { revision }: Victim) =>
  'revision' in sample ? { ...sample, revision } : sample;

const FILES_MAY = 'documents can be added and deleted after signing (docs/spec/003.md, section 2)';
const HOUSEHOLD_AFTER_SUBMISSION = 'a household can change after submitting (schemas/household.json)';
const AFTER_SUBMISSION = 'answered after submitting (docs/spec/003.md, section 2)';
const upload = (document_id: string, source_id: string): Partial<ApplicantRow> => ({
  multipart: { document_id, source_id },
  submitted: FILES_MAY,
});

/** Returns the session id in an access token. */
const sessionOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid;

const all = (who: OpenRow['who'], keys: string): Record<string, OpenRow> =>
  Object.fromEntries(
    keys
      .trim()
      .split(/\s*\n\s*/)
      .map((key) => [key, { who }]),
  );
const inStudio = (role: StudioRole, keys: string): Record<string, StudioRow> =>
  Object.fromEntries(
    keys
      .trim()
      .split(/\s*\n\s*/)
      .map((key) => [key, { who: 'studio', role }]),
  );

/**
 * Additions to the contract: who can make an open call, statuses other than 200, and what's allowed after submission.
 */
const OWN: Record<string, Partial<Row>> = {
  ...all(
    'public',
    `
    GET /healthz
    GET /readyz
    GET /metrics
    GET /sandbox/stripe.js
    POST /sandbox/v1/tokens
    POST /sandbox/v1/payment_methods
    POST /sandbox/v1/payment_intents/:id/:verb
    GET /favicon.ico
    GET /*
    GET /api/openapi.json
    GET /api/openapi/applicant.json
    GET /api/openapi/office.json
    GET /api/openapi/studio.json
    GET /api/docs
    GET /api/docs/swagger-ui.css
    GET /api/docs/swagger-ui-bundle.js
    GET /api/docs/swagger-ui-standalone-preset.js
    GET /api/docs/docs.js
    GET /assets/:name
    GET /api/logos/:file
    GET /api/translate-widget.js
    GET /api/forms/validators/:file
    GET /api/forms/rules/:trn/:step
    GET /api/forms/words
    GET /api/forms/entry/:step
    GET /api/forms/office/:step
    GET /api/users/registrationpage
    GET /api/users/states
    GET /api/address/suggest
    POST /api/studio/login
    POST /api/users/forgotPassword
    POST /api/office/login`,
  ),
  ...all('development', 'GET /api/forms/changes'),
  ...all(
    'operator',
    `
    GET /api/studio
    POST /api/studio/section
    POST /api/studio/rehearsal
    GET /api/studio/sources/:section
    GET /api/studio/files
    GET /api/studio/comments/:section
    GET /api/studio/settings/:subscriber
    GET /api/studio/versions
    GET /api/studio/versions/:id`,
  ),
  ...all(
    'secret',
    `
    GET /api/applicant/validate-invitation
    GET /api/open/registration
    POST /api/users/register
    POST /api/users/login
    POST /api/users/exchange
    GET /api/users/resetlink
    POST /api/users/resetPassword
    POST /api/users/refreshToken
    POST /api/auth/refreshtoken
    POST /api/token/refresh
    POST /api/studio/enter
    POST /api/household/decline
    POST /api/office/enter`,
  ),
  ...all(
    'phone',
    `
    POST /api/scan/:id/open
    GET /api/scan/:id
    POST /api/applicant/mobile_scan_saveonly`,
  ),
  ...all('ticket', 'GET /api/files/*'),
  ...all(
    'webhook',
    `
    POST /api/payment/webhook
    POST /api/mail/inbound
    POST /api/mail/events`,
  ),
  ...inStudio(
    'look',
    `
    GET /api/studio/session
    POST /api/studio/logout
    POST /api/studio/comments
    POST /api/studio/comments/:id/resolve`,
  ),
  ...inStudio(
    'edit',
    `
    POST /api/studio/check
    POST /api/studio/editor
    POST /api/studio/newer
    POST /api/studio/restructure
    POST /api/studio/versions
    POST /api/studio/versions/:id/withdraw`,
  ),
  ...inStudio(
    'publish',
    `
    POST /api/studio/versions/:id/undo
    GET /api/studio/acts`,
  ),

  // The code is wrong, so only a logged-in user's attempts are counted and nothing else changes.
  'POST /api/office/factor': { body: () => ({ code: '000000' }), allowed: 400 },
  'POST /api/office/views': { body: () => ({ name: 'Mine', query: { status: 'submitted' } }) },
  'POST /api/office/views/remove': { body: ({ office }: TestData) => ({ id: office.view }), allowed: 404 },
  'POST /api/office/people': { body: () => ({ email: 'new.person@example.com', name: 'New', role: 'reader' }) },
  'POST /api/office/people/role': {
    body: ({ office }: TestData) => ({ id: office.leaving.id, role: 'reader' }),
    stranger: 404,
  },
  'POST /api/office/people/remove': { body: ({ office }: TestData) => ({ id: office.leaving.id }), stranger: 404 },
  'GET /api/office/applications/:id/documents/:document': {
    // The file can show masked facts, so it can be opened only after a reveal.
    roles: DECIDING_ROLES,
    params: ({ submittedDocument }: TestData) => ({ document: submittedDocument }),
  },
  'GET /api/office/applications/:id/reveal': { roles: DECIDING_ROLES },
  // An allowed caller's request is rejected only for its revision.
  'POST /api/office/applications/:id/acts': { body: () => ({ act: 'review', revision: 99 }), allowed: 409 },
  'POST /api/office/applications/:id/assign': { body: () => ({ person: null, revision: 99 }), allowed: 409 },
  'POST /api/office/applications/:id/duties': { body: () => ({ duty: 'none' }), allowed: 404 },
  'POST /api/office/applications/:id/letter': { body: () => ({ act: 'review', revision: 99 }), allowed: 409 },
  'POST /api/office/applications/:id/costs': { body: () => ({ amount: 5, what: 'A credit report' }) },
  'POST /api/office/applications/:id/refunds': { body: () => ({ amount: 1, why: 'A reason' }) },
  'GET /api/receipt/:trn': { owner: 404 },
  'POST /api/notices/confirm': { body: () => ({ notice: 'electronic-records', digest: 'another' }), owner: 409 },
  'POST /api/accommodation': { body: () => ({ text: 'A ramp.' }), submitted: 'available at every step and later' },
  'POST /api/office/accommodation/answered': { body: () => ({ id: 4711 }), allowed: 404 },
  // An allowed caller's request is rejected only for its kind of body.
  'POST /api/office/applications/:id/messages/files': { allowed: 415 },
  'POST /api/office/applications/:id/messages': { body: () => ({ text: 'A message.' }) },
  'POST /api/office/applications/:id/messages/read': { body: () => ({ last: 1 }) },
  'POST /api/office/emails': { body: () => ({ emails: 'now' }) },
  'POST /api/messages': { body: () => ({ text: 'A message.' }), owner: 409, submitted: AFTER_SUBMISSION },
  'POST /api/messages/read': { body: () => ({ last: 1 }), submitted: AFTER_SUBMISSION },
  'POST /api/office/applications/:id/notes': { body: () => ({ text: 'A note.' }) },
  'POST /api/office/applications/:id/reveal': {
    body: () => ({ why: 'For the credit check', kinds: ['ssn', 'dob', 'bank'] }),
  },

  // The sample has no household member. Responses are tested in tests/server/features/household/household.test.ts.
  'POST /api/household/add': { owner: 422, submitted: HOUSEHOLD_AFTER_SUBMISSION },
  'POST /api/household/invite': { owner: 422, submitted: HOUSEHOLD_AFTER_SUBMISSION },
  'POST /api/household/replace': { owner: 422, submitted: HOUSEHOLD_AFTER_SUBMISSION },
  'POST /api/household/remind': { owner: 404, submitted: HOUSEHOLD_AFTER_SUBMISSION },
  'POST /api/household/revoke': { owner: 404, submitted: HOUSEHOLD_AFTER_SUBMISSION },
  'POST /api/household/remove': { owner: 404, submitted: HOUSEHOLD_AFTER_SUBMISSION },
  'POST /api/household/lead': { owner: 404, submitted: HOUSEHOLD_AFTER_SUBMISSION },
  'POST /api/household/join': { owner: 404, submitted: HOUSEHOLD_AFTER_SUBMISSION },
  'POST /api/household/leave': { submitted: HOUSEHOLD_AFTER_SUBMISSION },
  'GET /api/office/households/:id': { params: ({ household }: TestData) => ({ id: household }) },
  'GET /api/office/households/:id/export': { params: ({ household }: TestData) => ({ id: household }) },
  // An allowed caller's request is rejected only for its revision.
  'POST /api/office/households/:id/acts': {
    params: ({ household }: TestData) => ({ id: household }),
    body: ({ submitted }: TestData) => ({ act: 'review', people: [{ id: submitted.number, revision: 99 }] }),
    allowed: 409,
  },

  'GET /api/forms/success/:step': { params: () => ({ step: 'desired-unit' }) },
  // All actual steps have their own calls. These two are for steps without any
  // (tests/server/forms/anotherStep.test.ts).
  'GET /api/steps/:step/:trn': { owner: 404 },
  'POST /api/steps/:step': { owner: 404, submitted: 404 },
  // An application by a property link has no desired address.
  'GET /api/desired/address/:trn': { owner: 404 },

  // The id of the current session, which only a logout ends.
  'POST /api/users/sessions/end': {
    body: ({ token }: Victim) => ({ id: sessionOf(token) }),
    bodyRefusal: 404,
    owner: 404,
    submitted: 'sessions can be ended at any time',
  },
  'POST /api/users/changePassword': {
    body: () => ({ oldPassword: 'Wrong!View2026', password: 'Newer!View2026', reEnterPassword: 'Newer!View2026' }),
    owner: 422,
    submitted: 'a password can be changed at any time',
  },
  'POST /api/users/updateTandC': {
    body: ({ trn }: Victim) => ({ trn_id: trn }),
    submitted: 'the terms can be agreed to again',
  },
  // Nothing was read from this document, so there is nothing to choose.
  'POST /api/applicant/licencematch': {
    body: ({ documents }: Victim) => ({ document: documents.scan, name: 'typed' }),
    bodyRefusal: 404,
    owner: 404,
  },
  'POST /api/applicant/saveiddetail': { owner: 409 },
  'POST /api/contextual/savedetails': { owner: 422 },
  'POST /api/income/savedetails': { owner: 409 },
  'PUT /api/drafts/:trn/:section': { body: () => ({ answers: { address: [] } }) },
  'POST /api/income/addsource': { body: () => ({ document_id: 6 }) },
  'POST /api/income/offerletter': {
    body: () => ({ document_id: 3, source_id: 1, allowOfferLetter: true }),
    bodyRefusal: 404,
    submitted: FILES_MAY,
  },
  'POST /api/income/deletesource': { body: () => ({ document_id: 3, source_id: 1 }), bodyRefusal: 404 },
  // The victim has no failed check. tests/server/applications/incomeChecks.test.ts answers one.
  'POST /api/income/checkanswer': { bodyRefusal: 404, owner: 404 },
  'POST /api/ml/predictclass': { body: () => ({}), owner: 415, submitted: 'stores nothing' },
  'POST /api/payment': {
    body: ({ token }: Victim) => ({ token, file: 'data:,', document_id: '8', amount: 4500, terms: '' }),
    owner: 409,
    submitted: 200,
  },
  'POST /api/application/submit': { owner: 409, submitted: 200 },
  'POST /api/payment/intent': {
    body: () => ({ file: 'data:,', document_id: '8', amount: 4500, terms: '' }),
    owner: 409,
    submitted: 200,
  },
  // The victim has no payment yet. tests/server/features/payment/intents.test.ts completes someone else's.
  'POST /api/payment/settle': { body: () => ({ intent: 'pi_sandbox_none' }), owner: 404, submitted: 404 },
  'POST /api/application/another': { body: () => ({ link: 0 }), owner: 409, submitted: 404 },
  'POST /api/application/switch': { owner: 404, submitted: 404 },
  'POST /api/application/registration': { body: () => ({ desiredMoveInDate: '2035-03-01' }), submitted: 409 },
  'POST /api/application/confirm': { owner: 404, submitted: 404 },
  'POST /api/application/appeal': { body: () => ({ text: 'It is another person.' }), owner: 409, submitted: 409 },
  'POST /api/application/withdraw': { owner: 409, submitted: 'an applicant can withdraw a submitted application' },
  'POST /api/application/inreview': {
    body: ({ number }: Victim) => ({ applicationnumber: number, isInReview: 1 }),
    bodyRefusal: 403,
    owner: 409,
    submitted: 'an applicant puts a submitted application in review',
  },
  'POST /api/desired/address': { owner: 404, submitted: AFTER_SUBMISSION },
  'POST /api/desired/unit': { owner: 409, submitted: AFTER_SUBMISSION },
  'POST /api/secondary/save': { owner: 409, submitted: AFTER_SUBMISSION },
  'POST /api/scan/link': { submitted: FILES_MAY },
  'DELETE /api/scan/:id': { params: ({ scanId }: Victim) => ({ id: scanId }), submitted: FILES_MAY },
  'POST /api/applicant/document': upload('2', '0'),
  'POST /api/contextual/petimage': upload('14', '0'),
  'POST /api/secondary/proof': { ...upload('15', '1'), owner: 415 },
  'DELETE /api/applicant/deletedocument/:id': {
    params: ({ documents }: Victim) => ({ id: documents.deleted }),
    submitted: FILES_MAY,
  },
  'DELETE /api/applicant/barcodedocument/:id': {
    params: ({ documents }: Victim) => ({ id: documents.barcode }),
    submitted: FILES_MAY,
  },
  'DELETE /api/contextual/petimage/:id': {
    params: ({ documents }: Victim) => ({ id: documents.pet }),
    submitted: FILES_MAY,
  },
  'DELETE /api/secondary/proof/:file': {
    params: ({ proofName }: Victim) => ({ file: proofName }),
    submitted: FILES_MAY,
  },
  // Another applicant's key: tests/server/features/documents/documents.test.ts.
  'POST /api/applicant/upload/cancel': { body: () => ({ key: 'key-of-an-upload' }), submitted: FILES_MAY },
  'POST /api/contextual/deletedocument': {
    body: ({ documents }: Victim) => ({ document_id: 4, source_id: 0, application_document_id: documents.ssn }),
    bodyRefusal: 404,
    submitted: FILES_MAY,
  },
  'POST /api/users/logout': { submitted: 'a session can end at any time' },
};

/** Calls that need or delete what others create, so they run last. */
const LAST = [/documents\/:document$/, /scan\/link/, /deletesource/, /logout/];
const place = (key: string) => LAST.findIndex((one) => one.test(key));

/**
 * Every route of the server. Rows come from the contract. Open calls, and calls with other responses, need a row in
 * OWN. A route without a row, or a row without a route, fails the suite.
 */
export const rows: Record<string, Row> = Object.fromEntries(
  Object.keys({ ...contractCalls, ...OWN })
    .sort((a, b) => place(a) - place(b))
    .flatMap((key) => {
      const call = contractCalls[key];
      const row: Partial<Row> = { ...(call && derive(key, call)), ...OWN[key] } as Partial<Row>;
      return row.who ? [[key, row as Row]] : [];
    }),
);
