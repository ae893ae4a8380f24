import { addDays, type Days } from '../../../model/dates';
import type { TextLine } from '../readPdfText';
import { findValue } from './findValue';
import { labels } from './labelIn';
import { readDay, readSpan } from './readDays';

/** The days a stub pays or a statement tells of: at its label, from a first and a last day, or the first span on the page. */
export function findSpan(lines: readonly TextLine[]): Days | undefined {
  const told = findValue(lines, labels.period, readSpan);
  if (told) return told;
  const from = findValue(lines, labels.from, readDay);
  const to = findValue(lines, labels.to, readDay);
  if (from && to && from <= to) return { from, to };
  const week = findValue(lines, labels.weekEnding, readDay);
  if (week) return { from: addDays(week, -6), to: week };
  for (const line of lines) {
    const span = readSpan(line.map(({ text }) => text).join(' '));
    if (span) return span;
  }
  return undefined;
}
