import { expandPattern, getIn, setIn } from './paths';
import { shapeOf } from './shape';
import type { Answers, Context, PlainSection, Test } from './types';

/** Answers without what is not asked: fields hidden by the settings, then by conditions until nothing more falls away. */
export function prune(
  section: Pick<PlainSection, 'rules' | 'removed'>,
  tests: Record<string, Test>,
  answers: Answers,
  context: Context,
): Answers {
  let kept = withoutRemoved(section, answers);
  for (;;) {
    const { hidden } = shapeOf(section.rules, tests, kept, context);
    const next = dropAll(kept, [...hidden].map(splitKey));
    if (next === kept) return kept;
    kept = next;
  }
}

/** Answers without those to questions that the settings take away: never asked, so never kept. */
export function withoutRemoved({ removed }: Pick<PlainSection, 'removed'>, answers: Answers): Answers {
  return removed.reduce((left, pattern) => dropAll(left, expandPattern(pattern, left)), answers);
}

function dropAll(answers: Answers, paths: (string | number)[][]): Answers {
  return paths.reduce((left, path) => (getIn(left, path) === undefined ? left : setIn(left, path, undefined)), answers);
}

function splitKey(key: string): (string | number)[] {
  return key.split('/').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}
