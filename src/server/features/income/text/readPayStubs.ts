import type { PayStub } from '../../../../model/income/checks/documentChecks';
import type { TextLine } from '../readPdfText';
import { findFigures, toRows } from './figures';
import { placesOfStub, withPlaces } from './findPlaces';
import { findTraces } from './findTraces';
import { findValue, labels, readCompany, startsWithLabel } from './findValue';
import { readDay } from './readDays';
import { readGross } from './readGross';
import { findEmployee, findNames } from './readNames';
import { readPeriod } from './readPeriod';

/** Reads pay stubs. A page may have several stubs, and a stub may have several pages. */
export function readPayStubs(pages: readonly TextLine[][]): PayStub[] {
  const stubs: TextLine[][] = [];
  for (const part of pages.flatMap(splitPage)) {
    const last = stubs.at(-1);
    if (last && isContinued(last, part)) stubs[stubs.length - 1] = [...last, ...part];
    else stubs.push(part);
  }
  return stubs.map(readPayStub).filter((stub) => Object.keys(stub).length > 0);
}

/** Splits a page where its first row is repeated, if both parts have net pay. */
function splitPage(lines: TextLine[]): TextLine[][] {
  const [first] = lines;
  const next = first ? lines.findIndex((line, row) => row > 0 && headText(line) === headText(first)) : -1;
  if (next < 0) return [lines];
  const parts = [lines.slice(0, next), lines.slice(next)];
  return parts.every((part) => hasFigure(part, labels.net)) ? [parts[0] ?? [], ...splitPage(parts[1] ?? [])] : [lines];
}

const headText = (line: TextLine): string => line.map(({ text }) => text.replace(/\d+/g, '')).join(' ');

/**
 * True if `page` continues the stub in `before`: the pay date and last day are the same if known, and at most one of
 * the two has net pay.
 */
function isContinued(before: readonly TextLine[], page: readonly TextLine[]): boolean {
  const [one, other] = [before, page].map((lines) => readPeriod(lines, undefined));
  const isOther = (name: 'payDate' | 'to') => Boolean(one?.[name] && other?.[name] && one[name] !== other[name]);
  if (isOther('payDate') || isOther('to')) return false;
  return !(hasFigure(before, labels.net) && hasFigure(page, labels.net));
}

const hasFigure = (lines: readonly TextLine[], words: readonly string[]): boolean =>
  findFigures(toRows(lines), words).some(({ current }) => current.length > 0);

function readPayStub(lines: readonly TextLine[]): PayStub {
  const { hours, token, contradictions: ofSums, ...gross } = readGross(lines);
  const { contradictions: ofDays, ...period } = readPeriod(lines, hours);
  const contradictions = [...ofSums, ...ofDays].map((one) => withPlaces(lines, one)).concat(findTraces(lines));
  const stub: PayStub = {
    employee: findEmployee(lines),
    names: findNames(lines),
    employer: findValue(lines, labels.employer, readCompany) ?? companyAtTop(lines),
    ...period,
    ...gross,
    ...(contradictions.length ? { gross: undefined, contradictions } : {}),
  };
  const places = placesOfStub(lines, stub, token);
  // The type stays the same, because only optional fields can be undefined.
  return Object.fromEntries(Object.entries({ ...stub, places }).filter(([, value]) => value !== undefined));
}

const TITLES = /\b(?:pay|payroll|payslip|earnings|wage|statement|advice|stub|check|deposit|non-negotiable)\b/i;

function companyAtTop(lines: readonly TextLine[]): string | undefined {
  const top = lines.slice(0, 3).flatMap(([cell]) => cell?.text.split(/\s[·|–]\s/) ?? []);
  return top
    .filter((text) => !TITLES.test(text) && !startsWithLabel(text) && !readDay(text))
    .flatMap((text) => readCompany(text) ?? [])[0];
}
