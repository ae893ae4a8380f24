import { keyOf } from '../../src/model/paths';
import { resolveSection } from '../../src/model/resolveSection';
import type { Answers, Checker, Context, Overlay, Setting } from '../../src/model/types';
import { compileSection } from '../../src/server/forms/compile';
import { realCatalogue } from '../support/schemaFiles';

const catalogue = realCatalogue();
const checkers = new Map<string, Checker>();

export const TODAY: Context = { today: '2026-11-21', applicant: { first_name: 'Robin', last_name: 'Hale' } };

/** The real section's checker under an overlay; compiled once for each. */
export function checkerOf(name: string, overlay: Overlay): Checker {
  const key = `${name} ${JSON.stringify(overlay)}`;
  const known =
    checkers.get(key) ?? compileSection(resolveSection(catalogue.section(name), overlay, catalogue.messages));
  checkers.set(key, known);
  return known;
}

/** The messages of a section's verdict by path: `{ 'employer/0/phone_no': 'Required' }`. */
export function messagesFor(
  name: string,
  answers: unknown,
  settings: Record<string, Setting> = {},
  context: Context = TODAY,
): Record<string, string> {
  const { errors } = checkerOf(name, { settings }).check(answers as Answers, context);
  return Object.fromEntries(errors.map(({ path, message }) => [keyOf(path), message]));
}

/** The answers that would be saved. */
export function savedAnswers(name: string, answers: unknown, settings: Record<string, Setting> = {}): Answers {
  return checkerOf(name, { settings }).check(answers as Answers, TODAY).answers;
}
