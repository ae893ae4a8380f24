import type { OfficeRole } from '../../../src/model/office';
import type { StudioRole } from '../../../src/model/studio';
import type { TestApplicant } from '../../support/serverApplicants';
import type { Cast, Victim } from './cast';

/** One registered route: for whom it is, and what a call of it needs so that nothing but the caller is wrong with it. */
export type Row = OpenRow | ApplicantRow | OfficeRow | StudioRow;

interface OpenRow {
  /**
   * public: the same for everybody, nothing personal · secret: takes a secret in its body (or, for an invitation, in the header) ·
   * phone, ticket, webhook: by a key of their own · development: absent in production · operator: by the operator's token there.
   */
  who: 'public' | 'secret' | 'phone' | 'ticket' | 'webhook' | 'development' | 'operator';
}

export interface ApplicantRow {
  who: 'applicant';
  /** Fills `:id`, `:file`, `:step`, `:section`; `:trn` is the transaction. */
  params?: (victim: Victim) => Record<string, string | number>;
  /** A JSON body, `trn_id` left out. */
  body?: (victim: Victim) => Record<string, unknown>;
  /** The body names something of the victim's: what another applicant is answered. */
  bodyRefusal?: 403 | 404;
  multipart?: { document_id: string; source_id: string };
  /** What the owner is answered; 200 unless said. */
  owner?: number;
  /** Of a call that changes something: what a submitted application is answered, or why it may be changed. */
  submitted?: number | string;
}

/** A route of the landlord's office, tried upon the submitted application. */
export interface OfficeRow {
  who: 'office';
  /** Whom it is for; the others of the office are answered 403. */
  roles: readonly OfficeRole[];
  params?: (cast: Cast) => Record<string, string | number>;
  body?: (cast: Cast) => Record<string, unknown>;
  /** What those are answered whom it is for; 200 unless said. */
  allowed?: number;
  /** What an owner of another office is answered; none where the answer is their own. */
  stranger?: 404;
  /** Part of the log-in: the second factor is not asked for. */
  isLogin?: true;
}

/** A route of the Studio for people of a role and those above it (studioAttacks.ts). */
export interface StudioRow {
  who: 'studio';
  role: StudioRole;
}

const inStudio = (role: StudioRole): StudioRow => ({ who: 'studio', role });
const open = (who: OpenRow['who']): OpenRow => ({ who });
const read = (row: Omit<ApplicantRow, 'who'> = {}): ApplicantRow => ({ who: 'applicant', ...row });
const change = (row: Omit<ApplicantRow, 'who'> & { submitted: number | string }): ApplicantRow => read(row);

const FILES_MAY = 'documents may be added and deleted after signing (spec 003 §2)';
const AFTERWARDS = 'asked after submitting (spec 003 §2)';
const upload = (document_id: string, source_id: string): ApplicantRow =>
  change({ multipart: { document_id, source_id }, submitted: FILES_MAY });
/** Refused for its version or answers, once the caller is known to be the owner. */
const save = (owner: number, submitted: number | string): ApplicantRow =>
  change({ body: () => ({ version: 0, hat: 1 }), owner, submitted });
const signatureOf = ({ token }: TestApplicant) => ({
  token,
  file: 'data:,',
  document_id: '8',
  amount: 4500,
  terms: '',
});

/** The session that an access token speaks of. */
const sessionOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid;

const DECIDING: readonly OfficeRole[] = ['reviewer', 'owner'];
const EVERYBODY: readonly OfficeRole[] = ['reader', 'reviewer', 'owner'];
const atOffice = (roles: readonly OfficeRole[], row: Omit<OfficeRow, 'who' | 'roles'> = {}): OfficeRow => ({
  who: 'office',
  roles,
  ...row,
});
const ofLogin = (row: Omit<OfficeRow, 'who' | 'roles' | 'isLogin'> = {}): OfficeRow =>
  atOffice(EVERYBODY, { ...row, isLogin: true });

/** Every route of the server. A route without a row here, or a row without a route, fails the suite. */
export const rows: Record<string, Row> = {
  'GET /healthz': open('public'),
  'GET /readyz': open('public'),
  'GET /metrics': open('public'),
  'GET /sandbox/stripe.js': open('public'),
  'POST /sandbox/v1/tokens': open('public'),
  'POST /sandbox/v1/payment_methods': open('public'),
  'GET /favicon.ico': open('public'),
  'GET /*': open('public'),

  'GET /api/openapi.json': open('public'),
  'GET /api/docs': open('public'),
  'GET /api/logos/:file': open('public'),
  'GET /api/translate-widget.js': open('public'),
  'GET /api/forms/validators/:file': open('public'),
  'GET /api/forms/rules/:trn/:step': open('public'),
  'GET /api/forms/words': open('public'),
  'GET /api/forms/entry/:step': open('public'),
  'GET /api/forms/office/:step': open('public'),
  'GET /api/users/registrationpage': open('public'),
  'GET /api/users/states': open('public'),
  'GET /api/address/suggest': open('public'),
  'GET /api/forms/changes': open('development'),
  'GET /api/studio': open('operator'),
  'POST /api/studio/section': open('operator'),
  'POST /api/studio/login': open('public'),
  'POST /api/studio/enter': open('secret'),
  'GET /api/studio/session': inStudio('look'),
  'GET /api/studio/sources/:section': open('operator'),
  'GET /api/studio/settings/:subscriber': open('operator'),
  'GET /api/studio/versions': open('operator'),
  'GET /api/studio/versions/:id': open('operator'),
  'POST /api/studio/judge': inStudio('edit'),
  'POST /api/studio/editor': inStudio('edit'),
  'POST /api/studio/versions': inStudio('edit'),
  'POST /api/studio/versions/:id/undo': inStudio('publish'),
  'POST /api/studio/versions/:id/withdraw': inStudio('edit'),
  'GET /api/studio/acts': inStudio('publish'),
  'POST /api/studio/logout': inStudio('look'),

  'GET /api/applicant/validate-invitation': open('secret'),
  'GET /api/open/registration': open('secret'),
  'POST /api/users/register': open('secret'),
  'POST /api/users/login': open('secret'),
  'POST /api/users/exchange': open('secret'),
  'POST /api/users/forgotPassword': open('public'),
  'GET /api/users/resetlink': open('secret'),
  'POST /api/users/resetPassword': open('secret'),
  'POST /api/users/refreshToken': open('secret'),
  'POST /api/auth/refreshtoken': open('secret'),
  'POST /api/token/refresh': open('secret'),

  'POST /api/office/login': open('public'),
  'POST /api/office/enter': open('secret'),
  'GET /api/office/session': ofLogin(),
  // Nobody but who is logged in is counted or changed: the code is wrong.
  'POST /api/office/factor': ofLogin({ body: () => ({ code: '000000' }), allowed: 400 }),
  'GET /api/office/people': atOffice(['owner']),
  'POST /api/office/people': atOffice(['owner'], {
    body: () => ({ email: 'new.person@example.com', name: 'New', role: 'reader' }),
  }),
  'POST /api/office/people/role': atOffice(['owner'], {
    body: ({ office }) => ({ id: office.leaving.id, role: 'reader' }),
    stranger: 404,
  }),
  'POST /api/office/people/remove': atOffice(['owner'], {
    body: ({ office }) => ({ id: office.leaving.id }),
    stranger: 404,
  }),
  'GET /api/office/applications': atOffice(EVERYBODY),
  'GET /api/office/applications.csv': atOffice(EVERYBODY),
  'GET /api/office/applications/:id': atOffice(EVERYBODY, { stranger: 404 }),
  'GET /api/office/applications/:id/documents/:document': atOffice(EVERYBODY, {
    params: ({ submittedDocument }) => ({ document: submittedDocument }),
    stranger: 404,
  }),
  'GET /api/office/applications/:id/record': atOffice(EVERYBODY, { stranger: 404 }),
  // Refused for its revision, once the caller is known to be allowed.
  'POST /api/office/applications/:id/acts': atOffice(DECIDING, {
    body: () => ({ act: 'review', revision: 99 }),
    allowed: 409,
    stranger: 404,
  }),
  'POST /api/office/applications/:id/assign': atOffice(DECIDING, {
    body: () => ({ person: null, revision: 99 }),
    allowed: 409,
    stranger: 404,
  }),
  'POST /api/office/applications/:id/notes': atOffice(DECIDING, { body: () => ({ text: 'A note.' }), stranger: 404 }),
  'POST /api/office/applications/:id/reveal': atOffice(DECIDING, {
    body: () => ({ why: 'For the credit check', kinds: ['ssn'] }),
    stranger: 404,
  }),
  'POST /api/office/factor/begin': ofLogin(),
  // Last of the office's, since it ends the sessions.
  'POST /api/office/logout': ofLogin(),

  'POST /api/scan/:id/open': open('phone'),
  'GET /api/scan/:id': open('phone'),
  'POST /api/applicant/mobile_scan_saveonly': open('phone'),
  'GET /api/files/*': open('ticket'),
  'POST /api/payment/webhook': open('webhook'),

  'GET /api/forms/application/:step': read({ params: () => ({ step: 'income' }) }),
  'GET /api/forms/success/:step': read({ params: () => ({ step: 'desired-unit' }) }),
  'GET /api/open/:flow/:step': read({ params: () => ({ flow: 'application', step: 'identification' }) }),
  // Every step of the product has calls of its own; these two are for one that names none (tests/server/anotherStep.test.ts).
  'GET /api/steps/:step/:trn': read({ params: () => ({ step: 'identification' }), owner: 404 }),
  'GET /api/users/getTandCpageforregistration/:trn': read(),
  'GET /api/users/sectionstatus/:trn': read(),
  'GET /api/users/applicationstatus/:trn': read(),
  'GET /api/users/applicationdetail': read(),
  'GET /api/applicant/configuration/:trn': read(),
  'GET /api/applicant/getidentification/:trn': read(),
  'GET /api/applicant/getIDValidationCheck/:trn': read(),
  'GET /api/contextual/getdetails/:trn': read(),
  'GET /api/income/getdetails/:trn': read(),
  'GET /api/income/checks/:trn': read(),
  'GET /api/applicant/licencematch/:trn': read(),
  'GET /api/ml/mlbanklist': read(),
  'GET /api/ml/predictclass': read(),
  'GET /api/drafts/:trn/:section': read({ params: () => ({ section: 'address' }) }),
  'GET /api/application/summary/:trn': read(),
  // An application that comes by a property has no desired address.
  'GET /api/desired/address/:trn': read({ owner: 404 }),
  'GET /api/desired/unit/:trn': read(),
  'GET /api/secondary/questions/:trn': read(),
  'GET /api/applicant/getiddocumentstatus/:trn': read(),
  'GET /api/payment/fees/:trn': read(),
  'GET /api/payment/consent/:trn': read(),
  'GET /api/record/:trn': read(),
  'GET /api/applicant/ticket/:id': read({ params: ({ documents }) => ({ id: documents.scan }) }),
  'GET /api/applicant/getdocumentImg/:id': read({ params: ({ documents }) => ({ id: documents.scan }) }),

  'GET /api/users/sessions': read(),
  'POST /api/users/sessions/end': change({
    body: ({ token }) => ({ id: sessionOf(token) }),
    bodyRefusal: 404,
    // The id is that of the session that asks, which ends by a log-out only.
    owner: 404,
    submitted: 'sessions are ended whatever became of the application',
  }),
  'POST /api/users/changePassword': change({
    body: () => ({ oldPassword: 'Wrong!View2026', password: 'Newer!View2026', reEnterPassword: 'Newer!View2026' }),
    owner: 422,
    submitted: 'a password may be changed whatever became of the application',
  }),
  'POST /api/users/updateTandC': change({
    body: ({ trn }) => ({ trn_id: trn }),
    submitted: 'the terms may be agreed to again',
  }),
  'POST /api/applicant/licencematch': change({
    body: ({ documents }) => ({ document: documents.scan, name: 'typed' }),
    bodyRefusal: 404,
    // Nothing was read off this document, so there is nothing to choose.
    owner: 404,
    submitted: 409,
  }),
  'POST /api/steps/:step': change({
    params: () => ({ step: 'identification' }),
    body: () => ({ version: 0 }),
    owner: 404,
    submitted: 404,
  }),
  'POST /api/applicant/saveiddetail': save(409, 409),
  'POST /api/contextual/savedetails': save(422, 409),
  'POST /api/income/savedetails': save(409, 409),
  'PUT /api/drafts/:trn/:section': change({
    params: () => ({ section: 'address' }),
    body: () => ({ answers: { address: [] } }),
    submitted: 409,
  }),
  'POST /api/income/addsource': change({ body: () => ({ document_id: 6 }), submitted: 409 }),
  // Before the source is deleted.
  'POST /api/income/offerletter': change({
    body: () => ({ document_id: 3, source_id: 1, allowOfferLetter: true }),
    bodyRefusal: 404,
    submitted: FILES_MAY,
  }),
  'POST /api/income/deletesource': change({
    body: () => ({ document_id: 3, source_id: 1 }),
    bodyRefusal: 404,
    submitted: 409,
  }),
  // The victim has no failed check; tests/server/incomeChecks.test.ts answers one.
  'POST /api/income/checkanswer': change({
    body: () => ({ id: 1, answer: 'I moved.' }),
    bodyRefusal: 404,
    owner: 404,
    submitted: 409,
  }),
  'POST /api/ml/predictclass': change({ body: () => ({}), owner: 415, submitted: 'nothing is kept of it' }),
  'POST /api/payment': change({ body: signatureOf, owner: 409, submitted: 200 }),
  'GET /api/application/export/:trn': read(),
  'GET /api/application/another': read(),
  'POST /api/application/another': change({ body: () => ({ link: 0 }), owner: 409, submitted: 404 }),
  'POST /api/application/switch': change({ body: () => ({ number: '0' }), owner: 404, submitted: 404 }),
  'POST /api/application/confirm': change({ body: () => ({ section: 'address' }), owner: 404, submitted: 404 }),
  'POST /api/application/withdraw': change({
    body: () => ({}),
    owner: 409,
    submitted: 'an applicant may withdraw a submitted application',
  }),
  'POST /api/application/inreview': change({
    body: ({ number }) => ({ applicationnumber: number, isInReview: 1 }),
    bodyRefusal: 403,
    owner: 409,
    submitted: 'an applicant puts a submitted application in review',
  }),
  'POST /api/desired/address': save(404, AFTERWARDS),
  'POST /api/desired/unit': save(409, AFTERWARDS),
  'POST /api/secondary/save': save(409, AFTERWARDS),
  'DELETE /api/scan/:id': change({ params: ({ scanId }) => ({ id: scanId }), submitted: FILES_MAY }),
  'POST /api/scan/link': change({ body: () => ({}), submitted: FILES_MAY }),
  'POST /api/applicant/document': upload('2', '0'),
  'POST /api/contextual/petimage': upload('14', '0'),
  'POST /api/secondary/proof': { ...upload('15', '1'), owner: 415 },
  'DELETE /api/applicant/deletedocument/:id': change({
    params: ({ documents }) => ({ id: documents.deleted }),
    submitted: FILES_MAY,
  }),
  'DELETE /api/applicant/barcodedocument/:id': change({
    params: ({ documents }) => ({ id: documents.barcode }),
    submitted: FILES_MAY,
  }),
  'DELETE /api/contextual/petimage/:id': change({
    params: ({ documents }) => ({ id: documents.pet }),
    submitted: FILES_MAY,
  }),
  'DELETE /api/secondary/proof/:file': change({
    params: ({ proofName }) => ({ file: proofName }),
    submitted: FILES_MAY,
  }),
  'POST /api/contextual/deletedocument': change({
    body: ({ documents }) => ({ document_id: 4, source_id: 0, application_document_id: documents.ssn }),
    bodyRefusal: 404,
    submitted: FILES_MAY,
  }),
  // Last, since the owner's own call of it ends the session.
  'POST /api/users/logout': change({ body: () => ({}), submitted: 'a session may end at any time' }),
};
