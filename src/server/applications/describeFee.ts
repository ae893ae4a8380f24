import type { FeeTerms } from '../../contract/payment';
import type { Fee } from '../../model/law/feeFor';
import type { Translations } from '../forms/languages';

/** What the place says about the fee, for the applicant. */
export function describeFee({ rules, waivedBy, cents }: Fee, texts: Translations = {}): FeeTerms {
  return {
    terms: rules.map(({ applicant }) => texts[applicant] ?? applicant),
    is_returned: cents > 0 && rules.some(({ returns = [] }) => returns.length > 0),
    is_waived: waivedBy !== undefined,
  };
}
