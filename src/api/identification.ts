import { get, idempotent, post } from './client';
import type { StepRecords, StepSave } from './stepRecords';

/** Answers, files and warnings of step 1 (spec 001, section 7); what the licence's barcode says is no answer and stands in `barcode`. */
export async function getIdentification(trnId: string): Promise<StepRecords> {
  const records = await get<IdentificationRecords>(`/applicant/getidentification/${encodeURIComponent(trnId)}`);
  const { Barcodedata: _fields, BarcodeDocumentID: _document, ...answers } = records.identification_data ?? {};
  return { ...records, identification_data: answers };
}

interface IdentificationRecords extends StepRecords {
  identification_data?: Record<string, unknown>;
}

/** Saves step 1 as a whole. Rejects with 422 (rules), 409 (a newer version is stored). */
export function saveIdentification({ trnId, version, key, body }: StepSave): Promise<{ version: number }> {
  return post('/applicant/saveiddetail', { trn_id: trnId, version, ...body }, idempotent(key));
}
