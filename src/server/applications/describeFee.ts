import type { FeeTerms } from '../../contract/payment';
import type { Fee } from '../../model/law/feeFor';
import { rulesOfKind } from '../../model/law/jurisdictions';
import type { Translations } from '../forms/languages';
import type { ApplicationDeps } from './applicationDeps';
import type { ApplicationRow } from './applicationRepository';

export function describeFee({ rules, waivedBy, cents }: Omit<Fee, 'cap'>, texts: Translations = {}): FeeTerms {
  return {
    terms: rules.map(({ applicant }) => texts[applicant] ?? applicant),
    is_returned: cents > 0 && rules.some(({ returns = [] }) => returns.length > 0),
    is_waived: waivedBy !== undefined,
  };
}

export function describePaidFee(
  { forms }: Pick<ApplicationDeps, 'forms'>,
  { home }: Pick<ApplicationRow, 'home'>,
  cents: number,
  texts?: Translations,
): FeeTerms {
  return describeFee({ rules: rulesOfKind(forms.getLaw(home), 'fee'), cents }, texts);
}
