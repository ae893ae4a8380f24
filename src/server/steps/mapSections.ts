import type { StepAnswers } from '../../model/body';
import type { Answers } from '../../model/types';

/** The same sections with their answers changed. */
export function mapSections(all: StepAnswers, change: (answers: Answers, section: string) => Answers): StepAnswers {
  return Object.fromEntries(Object.entries(all).map(([section, answers]) => [section, change(answers, section)]));
}
