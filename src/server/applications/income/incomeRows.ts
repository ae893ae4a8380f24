import { recordsIn } from '../../../model/answers/paths';
import type { StepAnswers } from '../../../model/answers/stepBody';
import { sectionFor } from '../../../model/section/flow';
import type { Step } from '../../../model/types';

type Rows = Record<string, unknown>[];

export interface IncomeRows {
  employers: Rows;
  others: Rows;
  accounts: Rows;
}

/** Returns empty lists if the flow has no income step. */
export function incomeRows(step: Pick<Step, 'sections'> | undefined, answers: StepAnswers): IncomeRows {
  const read = (member: string, list: string) => recordsIn(answers[sectionFor(step, member)]?.[list]);
  return {
    employers: read('employment_details', 'employer'),
    others: read('other_income_details', 'otherincome'),
    accounts: read('banking_details', 'banking'),
  };
}
