import type { ValidationMessages } from '../../../model/income/checks/documentChecks';
import { isPayFrequency, monthlyPay, yearlyPay } from '../../../model/income/pay';
import type { IncomeRows } from './incomeRows';
import type { Row } from './saveIncome';

/** Returns the figures that the server computes from the income answers (docs/spec/002-income.md). */
export function incomeFigures({ employers, others, accounts }: IncomeRows, messages: ValidationMessages): Row {
  const open = messages['3'] ?? {};
  return {
    employment_details: {
      employerCount: employers.length,
      employer: employers.map((row) => ({
        ...countFiles(row),
        ...totalPay(row),
        validation_message_status: (open[`source_${row.id}`]?.applicant ?? []).some(
          ({ isDeleted, outcome }) => !isDeleted && outcome === 'failed',
        ),
      })),
    },
    other_income_details: { employerCount: others.length, otherincome: others.map(countFiles) },
    banking_details: { banking: accounts.map(countFiles) },
  };
}

function countFiles({ id, files }: Row): Row {
  return { id, fileCount: Array.isArray(files) ? files.length : 0 };
}

function totalPay({
  avrgross_pay: gross,
  pay_frequency: frequency,
  gross_pay_verify,
  new_avrgross_pay: verified,
}: Row): Row {
  if (gross_pay_verify === true && typeof verified === 'number')
    return { total_income: verified, total_annual_income: yearlyPay(verified, 'Monthly') };
  if (typeof gross !== 'number' || !isPayFrequency(frequency)) return {};
  return { total_income: monthlyPay(gross, frequency), total_annual_income: yearlyPay(gross, frequency) };
}
