import { bounds, clip } from './bounds';
import { fieldErrors, type RawError } from './fieldErrors';
import { normalise } from './normalise';
import { prune } from './prune';
import { shapeOf } from './shape';
import type { Answers, Checker, Context, PlainSection, Test } from './types';

/** What AJV made of a section, in this process or in a module. */
export interface CompiledFunctions {
  validate: Test & { errors?: RawError[] | null };
  tests: Record<string, Test>;
}

/** The one verdict on a section's answers, the same on both sides: clip, normalise, drop what is not asked, validate. */
export function createChecker(
  section: Pick<PlainSection, 'schema' | 'rules' | 'removed'>,
  functions: CompiledFunctions,
): Checker {
  const { validate, tests } = functions;
  const asked = (answers: Answers, context: Context) =>
    prune(section, tests, normalise(section.schema, clip(section.schema, answers)), context);
  return {
    // Of what is asked alone: a hidden answer must not go on showing others.
    shape: (answers, context) => shapeOf(section.rules, tests, asked(answers, context), context),
    check(answers, context) {
      const kept = asked(answers, context);
      const valid = validate(withContext(kept, context));
      return { answers: kept, errors: valid ? [] : fieldErrors(validate.errors).slice(0, bounds.errors) };
    },
  };
}

function withContext(answers: Record<string, unknown>, context: Context): Record<string, unknown> {
  return { ...answers, $context: context };
}
