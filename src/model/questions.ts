import { isRecord } from './paths';
import type { Answers } from './types';

/** One contextual question on the wire: its name beside its answers (spec 001 §3, contextual question group). */
export type Question = Record<string, unknown> & { name: string };

/** Groups of answers as the ordered list of a save: `{ have_pet: { response: 'No' } }` → `[{ name: 'have_pet', response: 'No' }]`. */
export function toQuestions(groups: Answers, order: readonly string[]): Question[] {
  return order.filter((name) => isRecord(groups[name])).map((name) => ({ ...(groups[name] as Answers), name }));
}

/** The list back as groups by name; entries without a name are left out. */
export function fromQuestions(list: unknown): Answers {
  const questions = Array.isArray(list) ? list.filter((item) => isRecord(item) && typeof item.name === 'string') : [];
  return Object.fromEntries(questions.map(({ name, ...group }) => [name, group]));
}
