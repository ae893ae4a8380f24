import { keysOf } from '../../../../model/answers/paths';
import type { Days } from '../../../../model/format/dates';
import type { PayFrequency } from '../../../../model/income/pay';
import table from '../labels.json';
import type { TextCell, TextLine } from '../readPdfText';
import { readDay, readSpan } from './readDays';

type Read<T> = (text: string) => T | undefined;

/** Finds a label's value in the same cell, in the next cell or below. */
export function findValue<T>(lines: readonly TextLine[], labels: readonly string[], read: Read<T>): T | undefined {
  for (const [row, line] of lines.entries())
    for (const [column, cell] of line.entries()) {
      const label = parseLabel(cell.text, labels);
      if (label === undefined) continue;
      const value = read(label.rest) ?? readRight(line, column, read) ?? readBelow(lines, row, cell, read);
      if (value !== undefined) return value;
    }
  return undefined;
}

function readRight<T>(line: TextLine, column: number, read: Read<T>): T | undefined {
  const next = line[column + 1];
  return next && read(next.text);
}

function readBelow<T>(lines: readonly TextLine[], row: number, label: TextCell, read: Read<T>): T | undefined {
  const under = lines[row + 1]?.find((cell) => isUnder(cell, label));
  return under && read(under.text);
}

const TOLERANCE = 12;

function isUnder(cell: TextCell, head: TextCell): boolean {
  return Math.abs(cell.x - head.x) <= TOLERANCE || Math.abs(cell.end - head.end) <= TOLERANCE;
}

export function findSpan(lines: readonly TextLine[]): Days | undefined {
  const stated = findValue(lines, labels.period, readSpan);
  if (stated) return stated;
  const from = findValue(lines, labels.from, readDay);
  const to = findValue(lines, labels.to, readDay);
  if (from && to && from <= to) return { from, to };
  for (const line of lines) {
    const span = readSpan(line.map(({ text }) => text).join(' '));
    if (span) return span;
  }
  return undefined;
}

const NAME_ENDS = /\b(?:(?:ssn|id|no|number|department|dept|address|title|date|period)\b|\d).*$/i;

export function readName(text: string): string | undefined {
  const name = text.replace(NAME_ENDS, '').trim();
  if (isLabel(text) || name.length > 60 || !/^[\p{L}][\p{L}\p{M}\s.,'’`-]*$/u.test(name)) return undefined;
  const words = name.split(/[\s,]+/).filter(Boolean);
  if (words.some((word) => table.notNames.includes(word.toLowerCase()))) return undefined;
  return words.length >= 2 && words.length <= 8 ? name : undefined;
}

export function readCompany(text: string): string | undefined {
  const name = text.trim();
  return !isLabel(name) && name.length >= 3 && name.length <= 80 && /\p{L}{2}/u.test(name) ? name : undefined;
}

export function readFrequency(text: string): PayFrequency | undefined {
  const words = text.toLowerCase().trim();
  const all = keysOf(table.frequencies).flatMap((name) => table.frequencies[name].map((word) => ({ name, word })));
  const found = all.sort((a, b) => b.word.length - a.word.length).find(({ word }) => words.startsWith(word));
  return found?.name;
}

/** Some forms number their labels: '2. Pay Date'. */
const NUMBERED = /^\d{1,2}[.)]\s+/;

export const labels = table.labels;

const ALL = Object.values(table.labels).flat();

/** Splits text after the longest label: `('Pay Date: 11/20/26', ['pay date'])` → rest '11/20/26'. */
function parseLabel(text: string, allowed: readonly string[]): { label: string; rest: string } | undefined {
  const plain = text.replace(NUMBERED, '');
  const words = plain.toLowerCase();
  const found = ALL.filter((label) => beginsWith(words, label)).sort((a, b) => b.length - a.length)[0];
  if (found === undefined || !allowed.includes(found)) return undefined;
  return { label: found, rest: plain.slice(found.length).replace(/^[\s:.#-]+/, '') };
}

export function startsWithLabel(text: string): boolean {
  return ALL.some((label) => text.toLowerCase().startsWith(`${label}:`));
}

function isLabel(text: string): boolean {
  return ALL.includes(text.toLowerCase().replace(/[\s:.#-]+$/, ''));
}

function beginsWith(words: string, label: string): boolean {
  return words.startsWith(label) && !/[a-z0-9]/.test(words[label.length] ?? '');
}
