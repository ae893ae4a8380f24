const HOUSEHOLD = 'a repeat finds the first by its key, or the current state: tests/server/features/household';

/** Calls that change something. `byPage`: a page makes the call. `without`: why its response isn't lost here. */
export const calls: Record<string, { byPage?: true; without?: string }> = {
  'POST /api/users/register': { byPage: true },
  'POST /api/users/login': { byPage: true },
  'POST /api/users/exchange': { byPage: true },
  'POST /api/users/logout': { byPage: true },
  'POST /api/users/forgotPassword': { byPage: true },
  'POST /api/users/resetPassword': { byPage: true },
  'POST /api/users/sessions/end': {
    byPage: true,
    without: 'a repeat ends nothing more: tests/server/features/account/account.test.ts',
  },
  'POST /api/users/changePassword': {
    byPage: true,
    without: 'a repeat finds the first by its key: trust answers',
  },
  'POST /api/users/updateTandC': { byPage: true },
  'POST /api/users/refreshToken': { byPage: true },
  'PUT /api/drafts/:trn/:section': { byPage: true },
  'POST /api/applicant/saveiddetail': { byPage: true },
  'POST /api/contextual/savedetails': { byPage: true },
  'POST /api/income/savedetails': { byPage: true },
  'POST /api/steps/:step': {
    byPage: true,
    without: 'every step has its own calls; one without: tests/server/forms/anotherStep.test.ts',
  },
  'POST /api/applicant/licencematch': { byPage: true },
  'POST /api/income/addsource': { byPage: true },
  'POST /api/income/deletesource': { byPage: true },
  'POST /api/income/offerletter': {
    byPage: true,
    without: 'the box is reset and checked again, which sets one value: tests/app/success/SuccessPage.test.tsx',
  },
  'POST /api/income/checkanswer': { byPage: true },
  'POST /api/payment': {
    byPage: true,
    without: 'sent when the server confirms, and repeated with its key: tests/app/payment/PaymentPage.test.tsx',
  },
  'POST /api/application/submit': {
    byPage: true,
    without: 'only for applications that cost nothing; repeated with its key: e2e/jobApplication.test.ts',
  },
  'POST /api/payment/intent': { byPage: true },
  'POST /api/payment/settle': { byPage: true },
  'POST /api/application/inreview': { byPage: true },
  'POST /api/application/another': {
    byPage: true,
    without: 'a repeat finds the first by its key: tests/server/features/success/newApplication.test.ts',
  },
  'POST /api/application/switch': { byPage: true, without: 'starts another session of the same account' },
  'POST /api/application/registration': {
    byPage: true,
    without: 'a repeat sets the same answers: tests/server/features/entry/applicationShell.test.ts',
  },
  'POST /api/application/confirm': {
    byPage: true,
    without: 'a repeat changes nothing: tests/server/features/success/newApplication.test.ts',
  },
  'POST /api/application/appeal': {
    byPage: true,
    without: 'a repeat finds nothing to appeal: tests/server/features/office/offers.test.ts',
  },
  'POST /api/application/withdraw': {
    byPage: true,
    without: 'a repeat changes nothing and returns the same: trust answers',
  },
  'POST /api/household/add': { byPage: true, without: HOUSEHOLD },
  'POST /api/household/invite': { byPage: true, without: HOUSEHOLD },
  'POST /api/household/remind': { byPage: true, without: HOUSEHOLD },
  'POST /api/household/replace': { byPage: true, without: HOUSEHOLD },
  'POST /api/household/revoke': { byPage: true, without: HOUSEHOLD },
  'POST /api/household/remove': { byPage: true, without: HOUSEHOLD },
  'POST /api/household/lead': { byPage: true, without: HOUSEHOLD },
  'POST /api/household/leave': { byPage: true, without: HOUSEHOLD },
  'POST /api/household/join': { byPage: true, without: HOUSEHOLD },
  'POST /api/household/decline': { byPage: true, without: HOUSEHOLD },
  'POST /api/office/households/:id/acts': {
    byPage: true,
    without: 'a repeat is stale: tests/server/features/household/office.test.ts',
  },
  'POST /api/notices/confirm': {
    byPage: true,
    without: 'a repeat changes nothing: tests/server/features/notices/notices.test.ts',
  },
  'POST /api/accommodation': {
    byPage: true,
    without: 'stored once per key: tests/server/features/accommodation/accommodation.test.ts',
  },
  'POST /api/office/accommodation/answered': {
    byPage: true,
    without: 'a repeat changes nothing: tests/server/features/accommodation/accommodation.test.ts',
  },
  'POST /api/desired/unit': { byPage: true },
  'POST /api/desired/address': { byPage: true },
  'POST /api/secondary/save': { byPage: true },
  'POST /api/scan/link': { byPage: true },
  'DELETE /api/scan/:id': { byPage: true },
  'POST /api/scan/:id/open': { byPage: true },
  'POST /api/applicant/mobile_scan_saveonly': { byPage: true },
  'POST /api/applicant/document': { byPage: true },
  'POST /api/contextual/petimage': { byPage: true },
  'POST /api/secondary/proof': { byPage: true },
  'DELETE /api/applicant/deletedocument/:id': { byPage: true },
  'DELETE /api/contextual/petimage/:id': { byPage: true },
  'DELETE /api/secondary/proof/:file': { byPage: true },
  'POST /api/office/login': { byPage: true },
  'POST /api/office/enter': { byPage: true },
  'POST /api/office/factor/begin': { byPage: true },
  'POST /api/office/factor': { byPage: true },
  'POST /api/office/logout': { byPage: true },
  'POST /api/office/people': { byPage: true },
  'POST /api/office/people/role': { byPage: true },
  'POST /api/office/people/remove': { byPage: true },
  'POST /api/office/views': {
    byPage: true,
    without: 'a repeat replaces the view with the same name: tests/server/features/office/desk.test.ts',
  },
  'POST /api/office/views/remove': {
    byPage: true,
    without: 'a repeat finds nothing to delete: tests/server/features/office/desk.test.ts',
  },
  'POST /api/office/applications/:id/acts': { byPage: true },
  'POST /api/office/applications/:id/assign': { byPage: true },
  'POST /api/office/applications/:id/duties': {
    byPage: true,
    without: 'a repeat changes nothing and returns the same: deadlines.test.ts',
  },
  'POST /api/office/applications/:id/letter': { byPage: true, without: 'a preview: stores nothing' },
  'POST /api/office/applications/:id/costs': {
    byPage: true,
    without: 'a repeat finds the first by its key: tests/server/features/ledger/ledger.test.ts',
  },
  'POST /api/office/applications/:id/refunds': {
    byPage: true,
    without: 'a repeat finds the first by its key: tests/server/features/ledger/ledger.test.ts',
  },
  'POST /api/office/applications/:id/notes': { byPage: true },
  'POST /api/office/applications/:id/reveal': { byPage: true },
  'POST /api/studio/login': { byPage: true, without: 'emails another link: trust answers' },
  'POST /api/studio/enter': {
    byPage: true,
    without: 'a link works once, and another one can be emailed: trust answers',
  },
  'POST /api/studio/logout': { byPage: true, without: 'a repeat ends nothing more: trust answers' },
  'POST /api/studio/editor': { byPage: true, without: 'stores nothing' },
  'POST /api/studio/check': { byPage: true, without: 'stores nothing' },
  'POST /api/studio/newer': { byPage: true, without: 'stores nothing' },
  'POST /api/studio/restructure': { byPage: true, without: 'stores nothing' },
  'POST /api/studio/comments': { byPage: true, without: 'a repeat adds another comment: trust answers' },
  'POST /api/studio/comments/:id/resolve': { byPage: true, without: 'resolved once: trust answers' },
  'POST /api/studio/versions': { byPage: true, without: 'a repeat is stale: trust answers' },
  'POST /api/studio/versions/:id/undo': { byPage: true, without: 'a repeat undoes nothing more: trust answers' },
  'POST /api/studio/versions/:id/withdraw': { byPage: true, without: 'a repeat changes nothing: trust answers' },
  'POST /api/studio/section': { byPage: true, without: 'a preview: stores nothing' },
  'POST /api/studio/rehearsal': { byPage: true, without: 'a comparison: stores nothing' },
  'POST /api/ml/predictclass': { byPage: true, without: 'a guess: stores nothing' },
  'POST /api/auth/refreshtoken': { without: 'the page uses users/refreshToken, which does the same' },
  'POST /api/token/refresh': { without: 'the page uses users/refreshToken, which does the same' },
  'DELETE /api/applicant/barcodedocument/:id': { without: 'the page uses applicant/deletedocument' },
  'POST /api/applicant/upload/cancel': {
    byPage: true,
    without: 'a repeat changes nothing, and the page sends it until it is accepted: tests/api/documents.test.ts',
  },
  'POST /api/contextual/deletedocument': { without: 'the page uses applicant/deletedocument' },
  'POST /api/payment/webhook': { without: 'the card provider calls it' },
  'POST /api/messages': { byPage: true, without: 'stored once per key: trust answers' },
  'POST /api/messages/read': { byPage: true, without: 'a repeat changes nothing: trust answers' },
  'POST /api/office/applications/:id/messages': { byPage: true, without: 'sent once per key: trust answers' },
  'POST /api/office/applications/:id/messages/read': {
    byPage: true,
    without: 'a repeat changes nothing: trust answers',
  },
  'POST /api/office/applications/:id/messages/files': {
    byPage: true,
    without: 'stored once per key: trust answers',
  },
  'POST /api/office/emails': { byPage: true, without: 'sets one choice: trust answers' },
  'POST /api/mail/inbound': { without: 'the email provider calls it' },
  'POST /api/mail/events': { without: 'the email provider calls it' },
  'POST /sandbox/v1/tokens': { without: "the card provider's part, which stores nothing" },
  'POST /sandbox/v1/payment_methods': { without: "the card provider's part, which stores nothing" },
  'POST /sandbox/v1/payment_intents/:id/:verb': { without: "the card provider's part; intents.test.ts" },
};

/** Calls whose responses are lost in each round. */
export const droppableCalls = Object.entries(calls).flatMap(([route, { without }]) => (without ? [] : route));

const patterns = Object.keys(calls).map(
  (route) => [new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}/?$`), route] as const,
);

/**
 * Returns the name of a request's row in `calls`, or the request without its query if there is none:
 * `('PUT', '/api/drafts/1/ssn?x')` → `'PUT /api/drafts/:trn/:section'`
 */
export function callOf(method: string, url: string): string {
  const call = `${method} ${url.replace(/\?.*/, '')}`;
  return patterns.find(([pattern]) => pattern.test(call))?.[1] ?? call;
}
