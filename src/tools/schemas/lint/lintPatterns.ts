import { isSafePattern } from 'redos-detector';
import type { Problem } from '../../../model/catalogueError';
import { isRecord, messageIn } from '../../../model/paths';
import { type LintCheck, visitNodes } from './sources';

/**
 * `bad-pattern`: no regular expression, so that the form could not be compiled; `slow-pattern`: one that some text keeps busy for ever.
 * Conditions have patterns too. A pattern is judged by steps and not by the clock, so that the same file always has the same findings.
 */
export const lintPatterns: LintCheck = ({ sections }) =>
  sections.flatMap(({ name, schema }) =>
    visitNodes(schema).flatMap(({ node, path }) =>
      [...own(node.pattern, path), ...inConditions(node['x-conditions'], `${path}/x-conditions`)].flatMap(
        ({ pattern, path: at }) =>
          judge(pattern).map((fault): Problem => ({ ...fault, file: `${name}.schema.json`, path: at })),
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

type Fault = Pick<Problem, 'code' | 'mend'>;

/** The same few patterns are asked for at every change of a file. */
const judged = new Map<string, Fault[]>();
const MOST_JUDGED = 1000;

function judge(pattern: string): Fault[] {
  const found = judged.get(pattern) ?? faultsOf(pattern);
  if (judged.size >= MOST_JUDGED) judged.clear();
  judged.set(pattern, found);
  return found;
}

/** So many ways to read one text are taken for harmless; an exponential pattern passes any number. */
const MOST_WAYS = 50;
const MOST_STEPS = 3_000;

function faultsOf(pattern: string): Fault[] {
  const broken = reasonOf(pattern);
  if (broken)
    return [
      {
        code: 'bad-pattern',
        mend: `This is no regular expression (${broken}); close what it opens, or put \\ before the sign.`,
      },
    ];
  const { safe } = isSafePattern(pattern, {
    unicode: true,
    maxScore: MOST_WAYS,
    maxSteps: MOST_STEPS,
    timeout: Number.POSITIVE_INFINITY,
  });
  if (safe) return [];
  return [
    {
      code: 'slow-pattern',
      mend: 'A text that almost fits would keep the program busy, for it can be read in too many ways; repeat nothing that repeats itself: ^[0-9]+$ in place of ^([0-9]+)+$.',
    },
  ];
}

/** V8's own words after the pattern: 'Unterminated group'. */
function reasonOf(pattern: string): string | undefined {
  try {
    new RegExp(pattern, 'u');
    return undefined;
  } catch (error) {
    return messageIn(error).split(': ').at(-1);
  }
}
