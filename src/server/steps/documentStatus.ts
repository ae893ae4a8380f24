import type { StepAnswers } from '../../model/body';
import type { StoredDocument } from '../../model/formContext';
import { isRecord } from '../../model/paths';
import type { Overlay } from '../../model/types';

const LICENCE = [2, 13];
const ONE_SIDED = [1, 10, 11];
const IDENTITY_KEYS = ['PermanentResidentID', 'USDriversLicense', 'Passport', 'Visa'];

/** Whether every proof that the subscriber's settings require is there: one of identity (of a license both sides, as step 1 asks), the SSN's, and one for each source (spec 003 §4). */
export function hasRequiredDocuments(
  overlay: Overlay,
  documents: readonly StoredDocument[],
  income: StepAnswers,
): boolean {
  const requires = (key: string) => overlay.settings[key] === 'Required';
  const has = (type: number, source?: number) =>
    documents.some((one) => one.document_id === type && (source === undefined || one.source_id === source));
  const each = (rows: unknown, type: number) =>
    !Array.isArray(rows) || rows.every((row) => !isRecord(row) || has(type, Number(row.id)));
  const isIdentityShown = LICENCE.every((type) => has(type)) || ONE_SIDED.some((type) => has(type));
  return (
    (isIdentityShown || !IDENTITY_KEYS.some(requires)) &&
    (has(4) || !requires('SSNCard')) &&
    (each(income.employers?.employer, 3) || !requires('Paystub')) &&
    (each(income['other-income']?.otherincome, 7) || !requires('OtherIncome')) &&
    (each(income.banking?.banking, 6) || !requires('BankStatements'))
  );
}
