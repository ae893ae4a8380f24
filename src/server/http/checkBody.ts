import texts from '../../../schemas/texts/server.json';
import { bodyPath, fromBody, type StepAnswers } from '../../model/body';
import { bounds } from '../../model/bounds';
import { toPointer } from '../../model/paths';
import type { Context, Overlay, Step } from '../../model/types';
import type { Forms } from '../forms/forms';
import { refuse } from './errors';

export interface BodyError {
  /** JSON pointer into the request body. */
  path: string;
  message: string;
}

/**
 * The model's verdict on a step's request body: every section's answers as they would be saved, and what is wrong with them.
 * A member that no section asks for is an error, never dropped. `also` names the members a call has beside the answers.
 */
export function checkBody(
  forms: Forms,
  step: Step,
  overlay: Overlay,
  context: Context,
  body: unknown,
  also: string[] = [],
) {
  const asked: Step = { ...step, sections: forms.sectionsOf(step, context) };
  const given = fromBody(asked, body, (name) => forms.plainOf(name, overlay).schema, also);
  const errors: BodyError[] = given.unknown.map((name) => ({ path: `/${name}`, message: texts.unknownField }));
  const answers: StepAnswers = {};
  for (const { section } of asked.sections) {
    const verdict = forms.checkerFor(section, overlay).check(given.answers[section] ?? {}, context);
    answers[section] = verdict.answers;
    for (const { path, message } of verdict.errors)
      errors.push({ path: toPointer(bodyPath(asked, section, path, body)), message });
  }
  return { answers, errors: errors.slice(0, bounds.errors) };
}

/** The same, throwing the 422 when anything is wrong. */
export function demandBody(...given: Parameters<typeof checkBody>): StepAnswers {
  const { answers, errors } = checkBody(...given);
  if (errors.length > 0) throw refuse('invalid', { errors });
  return answers;
}
