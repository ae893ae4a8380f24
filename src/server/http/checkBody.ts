import texts from '../../../schemas/texts/server.json';
import type { BodyError } from '../../contract/call';
import { bodyPath, fromBody, type SchemaOf, type StepAnswers, sectionPath } from '../../model/body';
import { boundErrors } from '../../model/bounds';
import type { StoredDocument } from '../../model/formContext';
import { parsePointer, toPointer } from '../../model/paths';
import type { Answers, Context, Overlay, Path, Step } from '../../model/types';
import type { Deps } from '../deps';
import { type Forms, noOverlay, todayIn } from '../forms/forms';
import { refuse } from './errors';

interface BodyVerdict {
  /** Each section's answers as they would be saved. */
  answers: StepAnswers;
  errors: BodyError[];
}

/** How a body is read and judged: `also` names the members it has next to the answers. */
interface Judging {
  also: string[];
  documents?: StoredDocument[];
  schemaOf: SchemaOf;
  /** The verdict on one section. */
  judge(section: string, given: Answers): { answers: Answers; errors: { path: Path; message: string }[] };
}

/**
 * The verdict on a step's request body: what is wrong with each section, every error pointing into the body that was sent.
 * A member that no section asks for is an error, never dropped.
 */
export function judgeBody(step: Step, body: unknown, { also, documents, schemaOf, judge }: Judging): BodyVerdict {
  const given = fromBody(step, body, schemaOf, also, documents);
  const errors: (Omit<BodyError, 'path'> & { path: Path })[] = given.unknown.map((name) => ({
    path: parsePointer(`/${name}`),
    message: texts.unknownField,
  }));
  const answers: StepAnswers = {};
  for (const { section } of step.sections) {
    const verdict = judge(section, given.answers[section] ?? {});
    answers[section] = verdict.answers;
    for (const { path, message } of verdict.errors)
      errors.push({ path: bodyPath(step, section, path, body), section, field: toPointer(path), message });
  }
  return { answers, errors: boundErrors(errors).map((error) => ({ ...error, path: toPointer(error.path) })) };
}

/** What is wrong at places of the body, with the section and the field that each place is. */
export function placeInSections(
  errors: readonly { path: string; message: string }[],
  step: Step,
  schemaOf: SchemaOf,
  body: unknown,
): BodyError[] {
  return errors.map((error) => {
    const place = sectionPath(step, parsePointer(error.path), schemaOf, body);
    return place ? { ...error, section: place.section, field: toPointer(place.path) } : error;
  });
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

/** The answers in the body of a form that belongs to no application: a log-in, a note of the office. Throws `invalid` when anything is wrong. */
export function assertForm(
  { forms, clock }: Pick<Deps, 'forms' | 'clock'>,
  flow: string,
  step: string,
  body: unknown,
  also?: string[],
): Answers {
  const context = { today: todayIn('UTC', clock()) };
  return Object.assign(
    {},
    ...Object.values(assertBody(forms, forms.stepOf(flow, step), noOverlay, context, body, also)),
  );
}
