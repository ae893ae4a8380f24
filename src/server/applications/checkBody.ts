import type { BodyError } from '../../contract/call';
import { messages } from '../../messages/serverMessages';
import { ownMember, parsePointer, toPointer } from '../../model/answers/paths';
import { bodyPath, fromBody, type SchemaOf, type StepAnswers, sectionPath } from '../../model/answers/stepBody';
import { todayIn } from '../../model/format/todayIn';
import type { StoredDocument } from '../../model/formContext';
import { hiddenAnswers } from '../../model/section/prune';
import type { Answers, Context, Path, PlainSection, Step, SubscriberSettings } from '../../model/types';
import { boundErrors } from '../../model/validation/bounds';
import { type Forms, noSettings } from '../forms/forms';
import type { ApplicationDeps } from './applicationDeps';
import { refuse } from './applicationErrors';

interface ValidatedBody {
  answers: StepAnswers;
  errors: BodyError[];
}

/** `also` lists body members that aren't answers. */
interface BodyRules {
  also: string[];
  documents?: StoredDocument[];
  forms: Forms;
  settings: SubscriberSettings;
  check(section: string, input: Answers): { answers: Answers; errors: { path: Path; message: string }[] };
}

/** Validates a body. Unknown members and answers to hidden questions are errors. */
export function validateBody(
  step: Step,
  body: unknown,
  { also, documents, forms, settings, check }: BodyRules,
): ValidatedBody {
  const wholeSchema = (section: string) => forms.catalog.section(section).schema;
  const input = fromBody(step, body, wholeSchema, also, documents);
  const errors: (Omit<BodyError, 'path'> & { path: Path })[] = input.unknown.map((name) => ({
    path: parsePointer(`/${name}`),
    message: messages('server').unknownField,
  }));
  const answers: StepAnswers = {};
  for (const { section } of step.sections) {
    const own = ownMember(input.answers, section) ?? {};
    const result = check(section, own);
    answers[section] = result.answers;
    for (const { path, message } of [
      ...hiddenAnswerErrors(forms.getPlainSection(section, settings), own),
      ...result.errors,
    ])
      errors.push({ path: bodyPath(step, section, path, body), section, field: toPointer(path), message });
  }
  return { answers, errors: boundErrors(errors).map((error) => ({ ...error, path: toPointer(error.path) })) };
}

export function hiddenAnswerErrors(section: Pick<PlainSection, 'removed'>, input: Answers) {
  return hiddenAnswers(section, input).map((path) => ({ path, message: messages('server').hiddenField }));
}

/** Adds the section and field to each error about an answer. */
export function locateErrors(
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

export function checkBody(
  forms: Forms,
  step: Step,
  settings: SubscriberSettings,
  context: Context,
  body: unknown,
  also: string[] = [],
): ValidatedBody {
  const visibleStep: Step = { ...step, sections: forms.listSections(step, context) };
  return validateBody(visibleStep, body, {
    also,
    forms,
    settings,
    check: (section, input) => forms.getChecker(section, settings).check(input, context),
  });
}

/** Returns the answers. Throws `invalid`. */
export function assertBody(...args: Parameters<typeof checkBody>): StepAnswers {
  const { answers, errors } = checkBody(...args);
  if (errors.length > 0) throw refuse('invalid', { errors });
  return answers;
}

/** Returns the answers of all sections in one object. Throws `invalid`. */
export function assertForm(
  { forms, clock }: Pick<ApplicationDeps, 'forms' | 'clock'>,
  flow: string,
  step: string,
  body: unknown,
  also?: string[],
  timeZone = 'UTC',
): Answers {
  const context = { today: todayIn(timeZone, clock()) };
  return Object.assign(
    {},
    ...Object.values(assertBody(forms, forms.findStep(flow, step), noSettings, context, body, also)),
  );
}
