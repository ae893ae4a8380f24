import type { IncomeChecks } from '../../../model/income/checks/documentChecks';
import type { Translations } from '../../forms/languages';
import type { Applicant } from '../../platform/sessions/sessions';
import type { ApplicationDeps } from '../applicationDeps';
import { findBarcode } from '../documents/barcodes';
import { identityChecks } from '../documents/identityChecks';
import { incomeChecks } from './incomeChecks';

interface DocumentChecks extends IncomeChecks {
  barcodes: number;
}

export async function documentChecks(
  deps: ApplicationDeps,
  applicant: Applicant,
  language?: Translations,
): Promise<DocumentChecks> {
  const barcode = await findBarcode(deps, applicant.trn);
  const [income, identity] = await Promise.all([
    incomeChecks(deps, applicant.trn, language),
    identityChecks(deps, applicant, barcode, language),
  ]);
  return {
    ...income,
    reading: income.reading + identity.reading,
    validation_messages: { ...income.validation_messages, ...identity.validation_messages },
    barcodes: identity.reading,
  };
}
