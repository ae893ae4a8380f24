import type { Answers, Checker, FieldError } from '../types';

/** Drops errors on fields in `names` (the section's `keeps`) if their answers equal the `known` answers. */
export function withoutKnown(
  errors: readonly FieldError[],
  names: readonly string[],
  answers: Answers,
  known: Answers,
): FieldError[] {
  const isKnown = (name: string) => names.includes(name) && known[name] !== undefined && answers[name] === known[name];
  return errors.filter(({ path: [name, ...rest] }) => rest.length > 0 || !isKnown(String(name)));
}

export function acceptKnown<C extends Checker>(checker: C, names: readonly string[], known: Answers): C {
  if (names.length === 0) return checker;
  return {
    ...checker,
    check(answers, context) {
      const result = checker.check(answers, context);
      return { ...result, errors: withoutKnown(result.errors, names, result.answers, known) };
    },
  };
}
