import texts from '../../../schemas/texts/steps.json';
import { type AnswerLine, answerLines } from '../../model/answerLines';
import type { StepAnswers } from '../../model/body';
import type { ServedSection } from '../../model/types';

/** An answer that stands differently here and on the server; an empty text is no answer. */
export interface Difference {
  key: string;
  label: string;
  mine: string;
  theirs: string;
}

/** Where two sets of answers of a step differ, in the order of the sections. */
export function differences(sections: readonly ServedSection[], mine: StepAnswers, theirs: StepAnswers): Difference[] {
  return sections.flatMap((section) => {
    const ours = linesOf(section, mine);
    const stored = linesOf(section, theirs);
    return [...new Map([...ours, ...stored])]
      .map(([key, { label }]) => ({ key, label, mine: ours.get(key)?.text ?? '', theirs: stored.get(key)?.text ?? '' }))
      .filter((line) => line.mine !== line.theirs);
  });
}

function linesOf({ name, schema, ui }: ServedSection, answers: StepAnswers): Map<string, AnswerLine> {
  const lines = answerLines(schema, ui, answers[name], texts.answers, { key: name, label: '' });
  return new Map(lines.map((line) => [line.key, line]));
}
