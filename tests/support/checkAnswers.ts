import { keyOf, setIn } from '../../src/model/answers/paths';
import { resolveSection } from '../../src/model/section/resolveSection';
import type { Answers, Checker, Context, Setting } from '../../src/model/types';
import { compileSection } from '../../src/schema-tools/compile';
import { realCatalog } from './schemaFiles';

export interface CheckContext {
  settings?: Record<string, Setting>;
  context?: Partial<Context>;
}

/** A row of a rules table: `change` is merged into valid answers by path (null removes an answer). */
export interface RuleRow extends CheckContext {
  rule: string;
  change?: Record<string, unknown>;
  errors: Record<string, string>;
}

export const TODAY = '2026-11-21';

const catalog = realCatalog();
const checkers = new Map<string, Checker>();

/**
 * Validates answers of an actual section. Returns the answers that would be saved, and the errors by path:
 * `{ 'address/0/zipcode': 'Please enter valid zip code' }`.
 */
export function checkAnswers(section: string, answers: Answers, { settings = {}, context }: CheckContext = {}) {
  const result = checkerOf(section, settings).check(answers, { today: TODAY, ...context });
  const errors: Record<string, string> = {};
  for (const { path, message } of result.errors) errors[keyOf(path)] ??= message;
  return { answers: result.answers, errors };
}

/** Returns answers with changes: `(good, { 'mobile/0/number': '' })`. */
export function changed(answers: Answers, change: Record<string, unknown> = {}): Answers {
  return Object.entries(change).reduce(
    (left, [path, value]) =>
      setIn(
        left,
        path.split('/').map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
        value ?? undefined,
      ),
    answers,
  );
}

function checkerOf(section: string, settings: Record<string, Setting>): Checker {
  const key = `${section} ${JSON.stringify(settings)}`;
  const known = checkers.get(key);
  if (known) return known;
  const plain = resolveSection(catalog.section(section), { settings }, catalog.messages);
  const checker = compileSection(plain);
  checkers.set(key, checker);
  return checker;
}
