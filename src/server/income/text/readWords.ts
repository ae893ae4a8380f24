import type { PayFrequency } from '../../../model/pay';
import table from '../labels.json';
import { isLabel } from './labelIn';

const NAME_ENDS = /\b(?:(?:ssn|id|no|number|department|dept|address|title|date|period)\b|\d).*$/i;

/** A person's name, or nothing where the text cannot be one. */
export function readName(text: string): string | undefined {
  const name = text.replace(NAME_ENDS, '').trim();
  if (isLabel(text) || name.length > 60 || !/^[\p{L}][\p{L}\p{M}\s.,'’`-]*$/u.test(name)) return undefined;
  const words = name.split(/[\s,]+/).filter(Boolean);
  if (words.some((word) => table.notNames.includes(word.toLowerCase()))) return undefined;
  return words.length >= 2 && words.length <= 8 ? name : undefined;
}

/** The name of a firm or a bank. */
export function readFirm(text: string): string | undefined {
  const name = text.trim();
  return !isLabel(name) && name.length >= 3 && name.length <= 80 && /\p{L}{2}/u.test(name) ? name : undefined;
}

/** How often pay comes, in any of its usual words. */
export function readFrequency(text: string): PayFrequency | undefined {
  const words = text.toLowerCase().trim();
  const all = Object.entries(table.frequencies).flatMap(([name, said]) => said.map((word) => ({ name, word })));
  const found = all.sort((a, b) => b.word.length - a.word.length).find(({ word }) => words.startsWith(word));
  return found?.name as PayFrequency | undefined;
}
