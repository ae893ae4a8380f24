import type { BankStatement, DocumentReading, PayStub } from '../../../model/income/checks/documentChecks';
import weights from './class-weights.json';
import type { PdfText, TextLine } from './readPdfText';
import { readMoney } from './text/amounts';
import { type ClassWeights, classify } from './text/classify';
import { findSpan, findValue, labels, readCompany, readFrequency, readName, startsWithLabel } from './text/findValue';
import { findDays, readDay } from './text/readDays';
import { readGross } from './text/readGross';
import usBanks from './us-banks.json';

const MIN_LETTERS = 40;
/** Fewer fields don't make a form. */
const MIN_FIELDS = 4;

/** Classifies a document and reads its stubs or statements. */
export function understandDocument({
  count,
  pages,
  fields = 0,
  filledFields = 0,
  producer,
  creator,
  createdAt,
  modifiedAt,
}: PdfText): DocumentReading {
  const cells = pages.flat(2).map(({ text }) => text);
  const hasText = cells.reduce((sum, text) => sum + text.length, 0) >= MIN_LETTERS;
  if (fields >= MIN_FIELDS && filledFields === 0)
    return { problem: 'blankForm', pages: count, hasText, stubs: [], statements: [] };
  // Written by `npm run bench:classifier`.
  const found = hasText ? classify(weights as ClassWeights, cells) : undefined;
  return {
    pages: count,
    hasText,
    producer,
    creator,
    createdAt: parsePdfTime(createdAt),
    modifiedAt: parsePdfTime(modifiedAt),
    class: found,
    stubs: found?.name === 'paystub' ? groupPages(pages, readPayStub, ({ gross, payDate }) => gross ?? payDate) : [],
    statements: found?.name === 'bank_statement' ? groupPages(pages, readStatement, ({ from }) => from) : [],
  };
}

/** One reading per stub or statement; following pages add what is missing. */
function groupPages<T extends object>(
  pages: TextLine[][],
  read: (lines: TextLine[]) => T,
  startKey: (one: T) => unknown,
): T[] {
  const found: T[] = [];
  for (const lines of pages) {
    const one = read(lines);
    const last = found.at(-1);
    if (!last || (startKey(last) !== undefined && startKey(one) !== undefined)) found.push(one);
    else found[found.length - 1] = { ...omitUndefined(one), ...omitUndefined(last) };
  }
  return found.map(omitUndefined).filter((one) => Object.keys(one).length > 0);
}

function omitUndefined<T extends object>(one: T): T {
  // `undefined` members may be left out of T.
  return Object.fromEntries(Object.entries(one).filter(([, value]) => value !== undefined)) as T;
}

/** `"D:20261121093000-06'00'"` → `'2026-11-21T09:30:00-06:00'` */
function parsePdfTime(text = ''): string | undefined {
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', zone = 'Z'] =
    /^D:(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(Z|[+-]\d{2}'?\d{2})?/.exec(text) ?? [];
  if (!year) return undefined;
  const offset = zone.startsWith('Z') ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  const time = `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`;
  return Number.isNaN(Date.parse(time)) ? undefined : time;
}

const TOP = 8;
const STREET = /^\d{1,6}\s+\p{L}|^p\.?\s?o\.?\s+box/iu;
const BANKING = /\b(?:bank|banking|credit union|savings|trust|financial)\b/i;

function readStatement(lines: readonly TextLine[]): BankStatement {
  const span = findSpan(lines);
  return {
    holder: findValue(lines, labels.holder, readName) ?? findAddressee(lines),
    bank: findBank(lines),
    from: span?.from,
    to: span?.to,
    closingBalance: findValue(lines, labels.closing, readMoney),
  };
}

/** The name above a street address. */
function findAddressee(lines: readonly TextLine[]): string | undefined {
  for (const [row, line] of lines.entries())
    for (const cell of line) {
      const above = STREET.test(cell.text) && lines[row - 1]?.find(({ x }) => Math.abs(x - cell.x) < 12);
      const name = above ? readName(above.text) : undefined;
      if (name && !BANKING.test(name)) return name;
    }
  return undefined;
}

/** A known bank at the top, else text that sounds like one. */
function findBank(lines: readonly TextLine[]): string | undefined {
  const top = lines
    .slice(0, TOP)
    .flat()
    .map(({ text }) => text.replace(/^issued by\s+/i, '').split(/:\s/)[0] ?? '');
  const known = usBanks.banks.find((bank) => top.some((text) => text.toLowerCase() === bank.toLowerCase()));
  return known ?? top.find((text) => BANKING.test(text) && text.length <= 60);
}

export function readPayStub(lines: readonly TextLine[]): PayStub {
  const span = findSpan(lines);
  return {
    employee: findValue(lines, labels.employee, readName),
    employer: findValue(lines, labels.employer, readCompany) ?? companyAtTop(lines),
    payDate: findValue(lines, labels.payDate, readDay) ?? dayInText(lines),
    from: span?.from,
    to: span?.to ?? findValue(lines, labels.to, readDay),
    frequency: findValue(lines, labels.frequency, readFrequency),
    ...readGross(lines),
  };
}

/** `'Pay period … through …, paid November 22, 2026'` */
function dayInText(lines: readonly TextLine[]): string | undefined {
  const words = new RegExp(String.raw`\b(?:${[...labels.payDate, 'paid'].join('|')})\b[\s:]*(?:on\s)?(.*)`, 'i');
  for (const { text } of lines.flat()) {
    const [first] = findDays(words.exec(text)?.[1] ?? '');
    if (first?.start === 0) return first.day;
  }
  return undefined;
}

const TITLES = /\b(?:pay|payroll|payslip|earnings|wage|statement|advice|stub|check|deposit|non-negotiable)\b/i;

/** The first text that isn't a title. */
function companyAtTop(lines: readonly TextLine[]): string | undefined {
  const top = lines.slice(0, 3).flatMap(([cell]) => cell?.text.split(/\s[·|–]\s/) ?? []);
  return top
    .filter((text) => !TITLES.test(text) && !startsWithLabel(text) && !readDay(text))
    .flatMap((text) => readCompany(text) ?? [])[0];
}
