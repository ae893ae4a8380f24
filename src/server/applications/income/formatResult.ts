import type { Messages } from '../../../messages/files';
import { messages } from '../../../messages/serverMessages';
import { capitalize } from '../../../model/format/capitalize';
import { formatDay, joinDays } from '../../../model/format/dates';
import { formatDollars } from '../../../model/format/money';
import type { Outcome, ShownValues, ValidationMessage } from '../../../model/income/checks/documentChecks';
import { fillText } from '../../../model/messages/fillText';
import { translateAll } from '../../../model/messages/translate';
import { documentId } from '../../../model/section/documentTypes';
import { languageIn, type Translations } from '../../forms/languages';

/** Bank names are masked for the office. */
export type Reader = 'applicant' | 'office';

export interface FormatOptions {
  language?: Translations;
  reader?: Reader;
}

type Formatted = Pick<ValidationMessage, 'message' | 'expected' | 'found' | 'facts' | 'help'>;

/** Returns a check's message for the reader. For a misread document, `facts` lists what was read. */
export function formatResult(
  { rule, outcome, type }: { rule: string; outcome: Outcome; type: number },
  { expected, found }: { expected: ShownValues | null; found: ShownValues | null },
  { language = {}, reader = 'applicant' }: FormatOptions = {},
): Formatted {
  const texts = translateAll(messages('checks'), language);
  const written = reader === 'office' ? translateAll(messages('server-office').checks, language) : texts.rules;
  const format = { texts, reader, inWords: (day: string) => formatDay(day, languageIn(language)) };
  const values = { expected: formatShown(expected, format), found: formatShown(found, format) };
  const own: Partial<Record<Outcome, string>> | undefined =
    type === documentId('banking') && rule === 'duplicate' ? written.duplicateStatement : undefined;
  const rules: Record<string, Partial<Record<Outcome | 'misread' | 'help', string>>> = written;
  const misread = outcome === 'inconclusive' && found ? rules[rule]?.misread : undefined;
  const template = own?.[outcome] ?? misread ?? rules[rule]?.[outcome] ?? '';
  const facts = misread && found && 'all' in found ? { facts: listFacts(found.all, format) } : {};
  const help = misread && rules[rule]?.help;
  return { message: fillText(template, { ...values }), ...values, ...facts, ...(help && { help }) };
}

interface Format {
  texts: Messages<'checks'>;
  reader: Reader;
  inWords(day: string): string;
}

function formatShown(shown: ShownValues | null, format: Format): string | null {
  if (!shown) return null;
  const { texts, inWords } = format;
  const single: Record<string, string> = texts.words;
  if ('text' in shown) return shown.text;
  if ('bank' in shown) return format.reader === 'office' ? null : shown.bank;
  if ('word' in shown) return single[shown.word] ?? shown.word;
  if ('classes' in shown) return shown.classes.map((name) => texts.classes[name]).join(', ');
  if ('since' in shown) return fillText(texts.since, { from: inWords(shown.since) });
  if ('days' in shown)
    return joinDays(shown.days)
      .map(({ from, to }) => fillText(texts.days, { from: inWords(from), to: inWords(to) }))
      .join(', ');
  if ('all' in shown) return joinFacts(shown.all, format);
  return formatDollars(shown.dollars);
}

/** Lists equal facts once, such as a name that's on two pay stubs. */
function joinFacts(all: readonly ShownValues[], format: Format): string | null {
  const facts = all.map((one) =>
    'dollars' in one ? fillText(format.texts.gross, { amount: formatDollars(one.dollars) }) : formatShown(one, format),
  );
  return [...new Set(facts.filter(Boolean))].join('\u00a0· ') || null;
}

/** Returns one entry per kind of fact: `{ label: 'Gross pay', text: '$1,900.00, $2,000.00' }`. */
function listFacts(all: readonly ShownValues[], format: Format): { label: string; text: string }[] {
  const labels: Record<string, string> = format.texts.labels;
  const kinds = new Map<string, Set<string>>();
  for (const one of all) {
    const label = labels[Object.keys(one)[0] ?? ''];
    const text = formatShown(one, format);
    if (label && text) kinds.set(label, (kinds.get(label) ?? new Set()).add(text));
  }
  return [...kinds].map(([label, texts]) => ({ label, text: capitalize([...texts].join(', ')) }));
}
