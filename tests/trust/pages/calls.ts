/** Each call that changes something: the function of src/api that makes it for a page, or why nothing of it can be lost on one. */
export const calls: Record<string, { by?: string; without?: string }> = {
  'POST /api/users/register': { by: 'users.register' },
  'POST /api/users/login': { by: 'users.login' },
  'POST /api/users/exchange': { by: 'users.exchangeCode' },
  'POST /api/users/logout': { by: 'users.logout' },
  'POST /api/users/forgotPassword': { by: 'users.forgotPassword' },
  'POST /api/users/resetPassword': { by: 'users.resetPassword' },
  'POST /api/users/sessions/end': {
    by: 'users.endSessions',
    without: 'asked twice, and what was ended stays ended: tests/server/account.test.ts',
  },
  'POST /api/users/changePassword': {
    by: 'users.changePassword',
    without: 'a second press finds the first under its key: trust answers',
  },
  'POST /api/users/updateTandC': { by: 'users.acceptTerms' },
  'POST /api/users/refreshToken': { by: 'client.refresh' },
  'PUT /api/drafts/:trn/:section': { by: 'drafts.putDraft' },
  'POST /api/applicant/saveiddetail': { by: 'steps.saveIdentification' },
  'POST /api/contextual/savedetails': { by: 'steps.saveQuestions' },
  'POST /api/income/savedetails': { by: 'steps.saveIncome' },
  'POST /api/applicant/licencematch': { by: 'licenceMatch.chooseLicence' },
  'POST /api/income/addsource': { by: 'sources.addSource' },
  'POST /api/income/deletesource': { by: 'sources.deleteSource' },
  'POST /api/income/offerletter': {
    by: 'sources.allowOfferLetter',
    without: 'the box goes back and is ticked again, which sets one value: tests/app/success/SuccessPage.test.tsx',
  },
  'POST /api/income/checkanswer': { by: 'incomeChecks.answerCheck' },
  'POST /api/payment': { by: 'payment.pay' },
  'POST /api/application/inreview': { by: 'success.putInReview' },
  'POST /api/desired/unit': { by: 'success.resource' },
  'POST /api/desired/address': { by: 'success.resource' },
  'POST /api/secondary/save': { by: 'success.resource' },
  'POST /api/scan/link': { by: 'scan.createScanLink' },
  'DELETE /api/scan/:id': { by: 'scan.cancelScanLink' },
  'POST /api/scan/:id/open': { by: 'scan.openScan' },
  'POST /api/applicant/mobile_scan_saveonly': { by: 'scan.saveScan' },
  'POST /api/applicant/document': { by: 'documents.uploadDocument' },
  'POST /api/contextual/petimage': { by: 'documents.uploadDocument' },
  'POST /api/secondary/proof': { by: 'documents.uploadDocument' },
  'DELETE /api/applicant/deletedocument/:id': { by: 'documents.deleteDocument' },
  'DELETE /api/contextual/petimage/:id': { by: 'documents.deleteDocument' },
  'DELETE /api/secondary/proof/:file': { by: 'documents.deleteDocument' },
  'POST /api/studio/section': { by: 'studio.previewSection', without: 'a preview: keeps nothing' },
  'POST /api/ml/predictclass': { by: 'prediction.predictClass', without: 'a guess: keeps nothing' },
  'POST /api/auth/refreshtoken': { without: 'the page renews by users/refreshToken, the same work' },
  'POST /api/token/refresh': { without: 'the page renews by users/refreshToken, the same work' },
  'DELETE /api/applicant/barcodedocument/:id': { without: 'the page deletes by applicant/deletedocument' },
  'POST /api/contextual/deletedocument': { without: 'the page deletes by applicant/deletedocument' },
  'POST /api/payment/webhook': { without: 'the card provider calls it' },
  'POST /sandbox/v1/tokens': { without: "the card provider's part, which keeps nothing" },
  'POST /sandbox/v1/payment_methods': { without: "the card provider's part, which keeps nothing" },
};

/** The calls whose answers are lost in each round. */
export const losable = Object.entries(calls).flatMap(([route, { without }]) => (without ? [] : route));

const patterns = Object.keys(calls).map(
  (route) => [new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}/?$`), route] as const,
);

/** The row of a request; the request itself where it has none: `('PUT', '/api/drafts/1/ssn?x')` → 'PUT /api/drafts/:trn/:section'. */
export function callOf(method: string, url: string): string {
  const asked = `${method} ${url.replace(/\?.*/, '')}`;
  return patterns.find(([pattern]) => pattern.test(asked))?.[1] ?? asked;
}
