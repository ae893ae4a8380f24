import type { StepAnswers } from '../../model/body';
import type { ValidationMessages } from '../../model/checks/findings';
import { recordsIn } from '../../model/paths';
import { isPayFrequency, monthlyPay, yearlyPay } from '../../model/pay';

type Row = Record<string, unknown>;

/**
 * What follows from the income's answers: how many sources and files there are, each employer's pay in dollars a month and a year,
 * and whether a check of its documents is open (spec 002 §3). It stands next to the answers, since it is never sent back with them.
 */
export function incomeFigures(answers: StepAnswers, messages: ValidationMessages): Row {
  const employers = recordsIn(answers.employers?.employer);
  const incomes = recordsIn(answers['other-income']?.otherincome);
  const open = messages['3'] ?? {};
  return {
    employment_details: {
      employerCount: employers.length,
      employer: employers.map((row) => ({
        ...counted(row),
        ...totals(row),
        validation_message_status: (open[`source_${row.id}`]?.applicant ?? []).some(
          ({ isDeleted, outcome }) => !isDeleted && outcome === 'failed',
        ),
      })),
    },
    other_income_details: { employerCount: incomes.length, otherincome: incomes.map(counted) },
    banking_details: { banking: recordsIn(answers.banking?.banking).map(counted) },
  };
}

function counted({ id, files }: Row): Row {
  return { id, fileCount: Array.isArray(files) ? files.length : 0 };
}

/** Of the value that was verified against the documents, where that is another one than the applicant's. */
function totals({ avrgross_pay: gross, pay_frequency: often, gross_pay_verify, new_avrgross_pay: verified }: Row): Row {
  if (gross_pay_verify === true && typeof verified === 'number')
    return { total_income: verified, total_annual_income: yearlyPay(verified, 'Monthly') };
  if (typeof gross !== 'number' || !isPayFrequency(often)) return {};
  return { total_income: monthlyPay(gross, often), total_annual_income: yearlyPay(gross, often) };
}
