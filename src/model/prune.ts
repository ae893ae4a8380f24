import { expandPattern, getIn, isRecord, keyOf, setIn } from './paths';
import type { Answers, Context, PlainSection, Rule, Shape, Test } from './types';

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

/**
 * Which fields the conditions hide and which they star for these answers. A field some condition shows is hidden unless one of
 * those conditions holds. Keys are paths joined by '/'.
 */
export function shapeOf(
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
    const test = testOf(rule, tests);
    // Several rules speak of the same objects; laying the context into each once is most of the work.
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

/** An object that rules speak of, the context laid in, and what the keys of its members begin with. */
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

function testOf(rule: Rule, tests: Record<string, Test>): Test {
  const test = tests[rule.test];
  if (!test) throw new Error(`Condition '${rule.test}' at '${rule.at}' was not compiled`);
  return test;
}
