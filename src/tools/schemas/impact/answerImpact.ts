import { getIn, isRecord, keyOf, patternOf } from '../../../model/paths';
import type { Answers, Checker, Context, Path } from '../../../model/types';

/** What a change does to one section's stored answers. */
export interface AnswerImpact {
  /** `'address/[]/zipcode required'`: what was right and is not any more. */
  stops: string[];
  /** Patterns of the answers that nobody asks for any more. */
  lost: string[];
}

/** Compares the verdicts of two versions; `migrated` are the answers after the migrations, `moved` the fields these speak of. */
export function answerImpact(
  before: Checker,
  after: Checker,
  {
    answers,
    migrated,
    moved,
    context,
  }: { answers: Answers; migrated: Answers; moved: ReadonlySet<string>; context: Context },
): AnswerImpact {
  const old = before.check(answers, context);
  const now = after.check(migrated, context);
  const wrongBefore = new Set(old.errors.map(({ path }) => keyOf(path)));
  const unknown = now.errors.filter(({ keyword }) => keyword === 'additionalProperties');
  const stops = now.errors.filter((error) => !unknown.includes(error) && !wrongBefore.has(keyOf(error.path)));
  const gone = leaves(old.answers).filter((path) => getIn(now.answers, path) === undefined);
  const lost = [...gone, ...unknown.map(({ path }) => path)].filter((path) => !moved.has(patternOf(path)));
  return {
    stops: unique(stops.map(({ path, keyword }) => `${patternOf(path)} ${keyword}`)),
    lost: unique(lost.map((path) => patternOf(path))),
  };
}

function leaves(value: unknown, path: Path = []): Path[] {
  if (Array.isArray(value)) return value.flatMap((row, i) => leaves(row, [...path, i]));
  if (isRecord(value)) return Object.entries(value).flatMap(([name, member]) => leaves(member, [...path, name]));
  return [path];
}

function unique(names: string[]): string[] {
  return [...new Set(names)];
}
