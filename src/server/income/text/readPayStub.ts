import type { PayStub } from '../../../model/checks/reading';
import type { TextLine } from '../readPdfText';
import { findSpan } from './findSpan';
import { findValue } from './findValue';
import { labels, startsWithLabel } from './labelIn';
import { findDays, readDay } from './readDays';
import { readGross } from './readGross';
import { readFirm, readFrequency, readName } from './readWords';

/** What a page says of one pay; members that cannot be found are left out. */
export function readPayStub(lines: readonly TextLine[]): PayStub {
  const span = findSpan(lines);
  return {
    employee: findValue(lines, labels.employee, readName),
    employer: findValue(lines, labels.employer, readFirm) ?? firmAtTop(lines),
    payDate: findValue(lines, labels.payDate, readDay) ?? dayInSentence(lines),
    from: span?.from,
    to: span?.to ?? findValue(lines, labels.to, readDay),
    frequency: findValue(lines, labels.frequency, readFrequency),
    ...readGross(lines),
  };
}

/** `'Pay period … through …, paid November 22, 2026'`. */
function dayInSentence(lines: readonly TextLine[]): string | undefined {
  const words = new RegExp(String.raw`\b(?:${[...labels.payDate, 'paid'].join('|')})\b[\s:]*(?:on\s)?(.*)`, 'i');
  for (const { text } of lines.flat()) {
    const [first] = findDays(words.exec(text)?.[1] ?? '');
    if (first?.start === 0) return first.day;
  }
  return undefined;
}

const TITLES = /\b(?:pay|payroll|payslip|earnings|wage|statement|advice|stub|check|deposit|non-negotiable)\b/i;

/** The first words of the page that are no title. */
function firmAtTop(lines: readonly TextLine[]): string | undefined {
  const top = lines.slice(0, 3).flatMap(([cell]) => cell?.text.split(/\s[·|–]\s/) ?? []);
  return top
    .filter((text) => !TITLES.test(text) && !startsWithLabel(text) && !readDay(text))
    .flatMap((text) => readFirm(text) ?? [])[0];
}
