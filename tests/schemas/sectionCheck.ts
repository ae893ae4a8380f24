import { keyOf } from '../../src/model/answers/paths';
import { resolveSection } from '../../src/model/section/resolveSection';
import type { Answers, Checker, Context, Setting, SubscriberSettings } from '../../src/model/types';
import { compileSection } from '../../src/schema-tools/compile';
import { realCatalog } from '../support/schemaFiles';

const catalog = realCatalog();
const checkers = new Map<string, Checker>();

export const TODAY: Context = { today: '2026-11-21', applicant: { first_name: 'Robin', last_name: 'Hale' } };

/** Returns the real section's checker with these settings. Cached. */
export function checkerOf(name: string, settings: SubscriberSettings): Checker {
  const key = `${name} ${JSON.stringify(settings)}`;
  const known = checkers.get(key) ?? compileSection(resolveSection(catalog.section(name), settings, catalog.messages));
  checkers.set(key, known);
  return known;
}

/** Returns a section's messages by path: `{ 'employer/0/phone_no': 'Required' }`. */
export function messagesFor(
  name: string,
  answers: unknown,
  settings: Record<string, Setting> = {},
  context: Context = TODAY,
): Record<string, string> {
  const { errors } = checkerOf(name, { settings }).check(answers as Answers, context);
  return Object.fromEntries(errors.map(({ path, message }) => [keyOf(path), message]));
}

/** Returns the answers that would be saved. */
export function savedAnswers(name: string, answers: unknown, settings: Record<string, Setting> = {}): Answers {
  return checkerOf(name, { settings }).check(answers as Answers, TODAY).answers;
}
