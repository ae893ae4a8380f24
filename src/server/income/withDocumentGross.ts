import type { StepAnswers } from '../../model/body';
import type { IncomeChecks } from '../../model/checks/findings';
import { isRecord } from '../../model/paths';

/** The income step's answers, each employer with the monthly gross of its own documents, or none. */
export function withDocumentGross(all: StepAnswers, gross: IncomeChecks['monthly_avr_gross']): StepAnswers {
  const { employers } = all;
  if (!employers || !Array.isArray(employers.employer)) return all;
  const rows = employers.employer.map((row: unknown) => {
    if (!isRecord(row)) return row;
    const { monthly_avr_gross, ...rest } = row;
    const found = gross[String(row.id)] ?? undefined;
    return found === undefined ? rest : { ...rest, monthly_avr_gross: found };
  });
  return { ...all, employers: { ...employers, employer: rows } };
}
