import type { LicenceChoice, LicenceDifference, LicencePart } from '../model/licenceMatch';
import { idempotent } from './act';
import { get, post } from './client';

/** Where the saved step 1 and the licence's barcode differ, `document` being its back side. */
export interface LicenceMatch {
  document: number;
  differences: LicenceDifference[];
}

/** What there is to choose; null without a back side or a barcode that can be read. */
export function getLicenceMatch(trnId: string): Promise<LicenceMatch | null> {
  return get(`/applicant/licencematch/${encodeURIComponent(trnId)}`);
}

/** Says whose word counts. Rejects with 422 when the document's is no answer, 404 when the document is another by now. */
export function chooseLicence(
  trnId: string,
  document: number,
  choices: Partial<Record<LicencePart, LicenceChoice>>,
): Promise<unknown> {
  return post('/applicant/licencematch', { trn_id: trnId, document, ...choices }, idempotent());
}
