import texts from '../../../schemas/texts/server.json';
import { bodyPath, fromBody, type StepAnswers } from '../../model/body';
import { bounds } from '../../model/bounds';
import type { StoredDocument } from '../../model/formContext';
import { toPointer } from '../../model/paths';
import type { Answers, Context, Overlay, Path, SchemaNode, Step } from '../../model/types';
import type { Forms } from '../forms/forms';
import { refuse } from './errors';

export interface BodyError {
  /** JSON pointer into the request body. */
  path: string;
  message: string;
}

interface BodyVerdict {
  /** Each section's answers as they would be saved. */
  answers: StepAnswers;
  errors: BodyError[];
}

/** How a body is read and judged: `also` names the members it has next to the answers. */
interface Judging {
  also: string[];
  documents?: StoredDocument[];
  schemaOf(section: string): SchemaNode;
  /** The verdict on one section. */
  judge(section: string, given: Answers): { answers: Answers; errors: { path: Path; message: string }[] };
}

/**
 * The verdict on a step's request body: what is wrong with each section, every error pointing into the body that was sent.
 * A member that no section asks for is an error, never dropped.
 */
export function judgeBody(step: Step, body: unknown, { also, documents, schemaOf, judge }: Judging): BodyVerdict {
  const given = fromBody(step, body, schemaOf, also, documents);
  const errors: BodyError[] = given.unknown.map((name) => ({ path: `/${name}`, message: texts.unknownField }));
  const answers: StepAnswers = {};
  for (const { section } of step.sections) {
    const verdict = judge(section, given.answers[section] ?? {});
    answers[section] = verdict.answers;
    for (const { path, message } of verdict.errors)
      errors.push({ path: toPointer(bodyPath(step, section, path, body)), message });
  }
  return { answers, errors: errors.slice(0, bounds.errors) };
}

/** The verdict on a body that needs nothing but the questions: a registration, a login, the account. */
export function checkBody(
  forms: Forms,
  step: Step,
  overlay: Overlay,
  context: Context,
  body: unknown,
  also: string[] = [],
): BodyVerdict {
  const asked: Step = { ...step, sections: forms.sectionsOf(step, context) };
  return judgeBody(asked, body, {
    also,
    schemaOf: (name) => forms.plainOf(name, overlay).schema,
    judge: (section, given) => forms.checkerFor(section, overlay).check(given, context),
  });
}

/** The answers in a body. Throws `invalid` when anything is wrong. */
export function assertBody(...given: Parameters<typeof checkBody>): StepAnswers {
  const { answers, errors } = checkBody(...given);
  if (errors.length > 0) throw refuse('invalid', { errors });
  return answers;
}
