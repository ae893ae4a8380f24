import { expandPattern, getIn, isRecord, keyOf, ownMember, setIn } from '../answers/paths';
import type { Answers, Context, Path, PlainSection, Rule, Shape, Test } from '../types';

/** Removes hidden answers until nothing changes, because removing an answer can hide other answers. */
export function prune(
  section: Pick<PlainSection, 'rules' | 'removed'>,
  tests: Record<string, Test>,
  answers: Answers,
  context: Context,
): Answers {
  let kept = withoutRemoved(section, answers);
  for (;;) {
    const { hidden } = computeShape(section.rules, tests, kept, context);
    const next = dropAll(kept, [...hidden].map(splitKey));
    if (next === kept) return kept;
    kept = next;
  }
}

export function withoutRemoved({ removed }: Pick<PlainSection, 'removed'>, answers: Answers): Answers {
  return removed.reduce((left, pattern) => dropAll(left, expandPattern(pattern, left)), answers);
}

/** Returns the paths of answers that settings hide, except blank answers. */
export function hiddenAnswers({ removed }: Pick<PlainSection, 'removed'>, answers: Answers): Path[] {
  return removed.flatMap((pattern) => expandPattern(pattern, answers)).filter((path) => isGiven(getIn(answers, path)));
}

function isGiven(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isGiven);
  if (isRecord(value)) return Object.values(value).some(isGiven);
  return typeof value === 'string' ? value.trim() !== '' : value !== undefined && value !== null;
}

function dropAll(answers: Answers, paths: (string | number)[][]): Answers {
  return paths.reduce((left, path) => (getIn(left, path) === undefined ? left : setIn(left, path, undefined)), answers);
}

function splitKey(key: string): (string | number)[] {
  return key.split('/').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/** Returns the fields that rules hide or require. A field in `show` is hidden unless one of its conditions is true. */
export function computeShape(
  rules: readonly Rule[],
  tests: Record<string, Test>,
  answers: Answers,
  context: Context,
): Shape {
  const shown = new Set<string>();
  const hidden = new Set<string>();
  const required = new Set<string>();
  const targets = new Map<string, Target[]>();
  for (const rule of rules) {
    const test = findTest(rule, tests);
    // Several rules can share a place, so its targets are cached.
    const found = targets.get(rule.at) ?? targetsAt(rule.at, answers, context);
    targets.set(rule.at, found);
    for (const { prefix, data } of found) {
      const holds = test(data);
      for (const name of rule.show) (holds ? shown : hidden).add(prefix + name);
      if (holds) for (const name of rule.require) required.add(prefix + name);
    }
  }
  for (const key of shown) hidden.delete(key);
  for (const key of hidden) required.delete(key);
  return { hidden, required };
}

interface Target {
  prefix: string;
  data: Record<string, unknown>;
}

function targetsAt(pattern: string, answers: Answers, context: Context): Target[] {
  return expandPattern(pattern, answers).map((path) => {
    const target = getIn(answers, path);
    const prefix = path.length ? `${keyOf(path)}/` : '';
    return { prefix, data: { ...(isRecord(target) ? target : {}), $context: context } };
  });
}

function findTest(rule: Rule, tests: Record<string, Test>): Test {
  const test = ownMember(tests, rule.test);
  if (!test) throw new Error(`Condition '${rule.test}' at '${rule.at}' was not compiled`);
  return test;
}
