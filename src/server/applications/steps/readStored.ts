import type { AnswerRow, FoundAnswers } from '../../../model/answers/answerRows';
import { linkedNames } from '../../../model/answers/migrations';
import type { StepAnswers } from '../../../model/answers/stepBody';
import { applicantFlows } from '../../../model/section/flow';
import type { Step, SubscriberSettings } from '../../../model/types';
import type { Forms } from '../../forms/forms';
import type { ApplicationDeps } from '../applicationDeps';
import { openAnswers } from '../sealedAnswers';
import { checkedUnder } from './formsUsed';
import type { StepQuery } from './stepRepository';

export const stepAdditionalData = (trn: string, step: string) => `step_answer/${trn}/${step}`;

export const draftAdditionalData = (trn: string, section: string) => `draft/${trn}/${section}`;

export function toStepQuery(
  { forms }: Pick<ApplicationDeps, 'forms'>,
  step: Step,
  settings: SubscriberSettings,
): StepQuery {
  const sections = step.sections.map(({ section }) => section);
  return {
    step: step.id,
    sections,
    names: sections.flatMap((section) => linkedNames(section, forms.pastMigrations)),
    steps: stepIds(forms),
    checkedUnder: checkedUnder(forms, settings),
  };
}

export const stepIds = ({ catalog }: Pick<Forms, 'catalog'>): string[] =>
  applicantFlows.flatMap((flow) => catalog.flow(flow).steps.map(({ id }) => id));

export interface DecryptOptions {
  key: Buffer;
  trn: string;
  /** Called for each field that can't be decrypted, such as `'ssn/SSNNumber'`. */
  onLost(field: string): void;
}

export function decryptFound(
  { catalog }: Pick<Forms, 'catalog'>,
  found: Record<string, FoundAnswers<AnswerRow>>,
  { key, trn, onLost }: DecryptOptions,
): StepAnswers {
  const each = Object.entries(found).map(([section, { answers, row }]) => [
    section,
    openAnswers(catalog.section(section).schema, answers, key, stepAdditionalData(trn, row.step), (path) =>
      onLost(`${section}/${path}`),
    ),
  ]);
  return Object.fromEntries(each);
}
