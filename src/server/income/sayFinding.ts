import texts from '../../../schemas/texts/checks.json';
import type { Outcome, Shown } from '../../model/checks/findings';
import { dateText } from '../../model/dates';
import { documentId } from '../../model/documents';
import { fillText } from '../../model/fillText';
import { formatDollars } from '../../model/format';
import { sayAll } from '../../model/translate';
import type { Words } from '../forms/languages';

interface Said {
  message: string;
  expected: string | null;
  found: string | null;
}

/** A verdict in the reader's words. */
export function sayFinding(
  { rule, outcome, type }: { rule: string; outcome: Outcome; type: number },
  { expected, found }: { expected: Shown | null; found: Shown | null },
  language: Words = {},
): Said {
  const words = sayAll(texts, language);
  const said = { expected: sayShown(expected, words), found: sayShown(found, words) };
  const own: Partial<Record<Outcome, string>> | undefined =
    type === documentId('banking') && rule === 'duplicate' ? words.rules.duplicateStatement : undefined;
  const rules: Record<string, Partial<Record<Outcome | 'misread', string>>> = words.rules;
  const misread = outcome === 'inconclusive' && found ? rules[rule]?.misread : undefined;
  const template = own?.[outcome] ?? misread ?? words.rules[rule as 'class'][outcome];
  return { message: fillText(template, { ...said }), ...said };
}

type CheckTexts = typeof texts;

function sayShown(shown: Shown | null, words: CheckTexts): string | null {
  if (!shown) return null;
  if ('text' in shown) return shown.text;
  if ('word' in shown) return words.words[shown.word as keyof CheckTexts['words']];
  if ('classes' in shown) return shown.classes.map((name) => words.classes[name]).join(', ');
  if ('since' in shown) return fillText(words.since, { from: dateText(shown.since) });
  if ('days' in shown)
    return shown.days
      .map(({ from, to }) => fillText(words.days, { from: dateText(from), to: dateText(to) }))
      .join(', ');
  if ('all' in shown) return shown.all.map((one) => sayShown(one, words)).join('; ');
  return formatDollars(shown.dollars);
}
