import { addDays, daysBetween } from '../../../../model/format/dates';
import type { Contradiction, PayStub } from '../../../../model/income/checks/documentChecks';
import { checkRules } from '../../../../model/income/checks/rules';
import type { PayFrequency } from '../../../../model/income/pay';
import { isPeriodOf } from '../../../../model/income/payPeriods';
import table from '../labels.json';
import type { TextLine } from '../readPdfText';
import { findSpan, findValue, labels, readFrequency } from './findValue';
import { findDays, readDay } from './readDays';

interface Period extends Pick<PayStub, 'from' | 'to' | 'payDate' | 'frequency'> {
  contradictions: Contradiction[];
}

export function readPeriod(lines: readonly TextLine[], hours: number | undefined): Period {
  const payDate = findValue(lines, labels.payDate, readDay) ?? dayInText(lines);
  const span = findSpan(lines) ?? findWeeks(lines, hours);
  const frequency = findValue(lines, labels.frequency, readFrequency) ?? frequencyInText(lines);
  const to = span?.to ?? findValue(lines, labels.to, readDay);
  const days = { from: span?.from, to, payDate };
  return { ...days, frequency, contradictions: span ? addContradiction({ ...span, payDate }, frequency, hours) : [] };
}

const WEEKS = [
  { least: 30, most: 50, days: 7 },
  { least: 70, most: 90, days: 14 },
];

/** Counts back from the last day of the week. The hours show whether the period has one or two weeks. */
function findWeeks(lines: readonly TextLine[], hours = 0) {
  const to = findValue(lines, labels.weekEnding, readDay);
  const found = WEEKS.find(({ least, most }) => hours >= least && hours <= most);
  return to && found ? { from: addDays(to, 1 - found.days), to } : undefined;
}

/** `'Paid every two weeks'` → 'Bi-Weekly'. Ignores 'weekly' and 'monthly' alone. */
function frequencyInText(lines: readonly TextLine[]): PayFrequency | undefined {
  for (const { text } of lines.flat()) {
    const words = ` ${text.toLowerCase().replace(/[^\p{L}-]+/gu, ' ')} `;
    const found = table.frequencyWords.find(({ phrases }) => phrases.some((phrase) => words.includes(` ${phrase} `)));
    if (found) return readFrequency(found.name);
  }
  return undefined;
}

interface PaidDays {
  from: string;
  to: string;
  payDate?: string;
}

function addContradiction(
  { from, to, payDate }: PaidDays,
  frequency: PayFrequency | undefined,
  hours: number | undefined,
): Contradiction[] {
  const { mostHoursPerDay, daysPaidAhead } = checkRules().gross;
  const length = daysBetween(from, to) + 1;
  const values = { from, to };
  return [
    ...(frequency && !isPeriodOf({ from, to }, frequency)
      ? [{ kind: 'frequency' as const, values: { ...values, frequency, days: String(length) } }]
      : []),
    ...(hours !== undefined && hours > length * mostHoursPerDay
      ? [{ kind: 'hoursInPeriod' as const, values: { ...values, hours: String(hours) } }]
      : []),
    ...(payDate && daysBetween(payDate, from) > daysPaidAhead
      ? [{ kind: 'payDate' as const, values: { ...values, payDate } }]
      : []),
  ];
}

/** `'Pay period … through …, paid November 22, 2026'` → '2026-11-22' */
function dayInText(lines: readonly TextLine[]): string | undefined {
  const words = new RegExp(String.raw`\b(?:${[...labels.payDate, 'paid'].join('|')})\b[\s:]*(?:on\s)?(.*)`, 'i');
  for (const { text } of lines.flat()) {
    const [first] = findDays(words.exec(text)?.[1] ?? '');
    if (first?.start === 0) return first.day;
  }
  return undefined;
}
