import { LRUCache } from 'lru-cache';
import { isSafePattern } from 'redos-detector';
import { isRecord, messageIn } from '../../model/answers/paths';
import type { SchemaIssue } from '../../model/section/catalogError';
import { type LintCheck, visitNodes } from './sources';

/**
 * `bad-pattern`: an invalid pattern. `slow-pattern`: a pattern that backtracks too much. Counts steps, not time, so
 * that results are repeatable.
 */
export const lintPatterns: LintCheck = ({ sections }) =>
  sections.flatMap(({ name, schema }) =>
    visitNodes(schema).flatMap(({ node, path }) =>
      [...own(node.pattern, path), ...inConditions(node['x-conditions'], `${path}/x-conditions`)].flatMap(
        ({ pattern, path: at }) =>
          findFaults(pattern).map((fault): SchemaIssue => ({ ...fault, file: `${name}.schema.json`, path: at })),
      ),
    ),
  );

interface Written {
  pattern: string;
  path: string;
}

function own(pattern: unknown, path: string): Written[] {
  return typeof pattern === 'string' ? [{ pattern, path: `${path}/pattern` }] : [];
}

function inConditions(node: unknown, path: string): Written[] {
  if (Array.isArray(node)) return node.flatMap((one, i) => inConditions(one, `${path}/${i}`));
  if (!isRecord(node)) return [];
  return [
    ...own(node.pattern, path),
    ...Object.entries(node).flatMap(([key, value]) => inConditions(value, `${path}/${key}`)),
  ];
}

type Fault = Pick<SchemaIssue, 'code' | 'fix'>;

/** Cached, because the same patterns are checked on every change. */
const faultsByPattern = new LRUCache<string, Fault[]>({ max: 1000 });

function findFaults(pattern: string): Fault[] {
  const found = faultsByPattern.get(pattern) ?? faultsOf(pattern);
  faultsByPattern.set(pattern, found);
  return found;
}

/** The exact limits don't matter, because exponential patterns exceed any limit. */
const MAX_PATHS = 50;
const MAX_STEPS = 3_000;

function faultsOf(pattern: string): Fault[] {
  const broken = findReason(pattern);
  if (broken)
    return [
      {
        code: 'bad-pattern',
        fix: `This isn't a valid regular expression (${broken}). Close every group, and check for a missing or extra backslash.`,
      },
    ];
  const { safe } = isSafePattern(pattern, {
    unicode: true,
    maxScore: MAX_PATHS,
    maxSteps: MAX_STEPS,
    timeout: Number.POSITIVE_INFINITY,
  });
  if (safe) return [];
  return [
    {
      code: 'slow-pattern',
      fix: "This pattern would take a very long time on a string that almost matches. Don't repeat a group that already contains a repetition. For example, use ^[0-9]+$ instead of ^([0-9]+)+$.",
    },
  ];
}

function findReason(pattern: string): string | undefined {
  try {
    new RegExp(pattern, 'u');
    return undefined;
  } catch (error) {
    return messageIn(error).split(': ').at(-1);
  }
}
