import type { BankStatement, DocumentReading } from '../../../model/income/checks/documentChecks';
import weights from './class-weights.json';
import type { PdfText, TextLine } from './readPdfText';
import { readMoney } from './text/amounts';
import { type ClassWeights, classify } from './text/classify';
import { placesOfStatement } from './text/findPlaces';
import { findTraces } from './text/findTraces';
import { findSpan, findValue, labels, readName } from './text/findValue';
import { normalizeNumbers } from './text/normalizeNumbers';
import { BANKING, findAddressee, findNames, MAX_NAMES } from './text/readNames';
import { readPayStubs } from './text/readPayStubs';
import usBanks from './us-banks.json';

const MIN_LETTERS = 40;
/** Fewer fields don't make a form. */
const MIN_FIELDS = 4;

/** Classifies a document and reads its stubs or statements. */
export function understandDocument({
  count,
  pages: printed,
  fields = 0,
  filledFields = 0,
  updates,
  producer,
  creator,
  createdAt,
  modifiedAt,
}: PdfText): DocumentReading {
  const pages = normalizeNumbers(printed);
  const cells = pages.flat(2).map(({ text }) => text);
  const hasText = cells.reduce((sum, text) => sum + text.length, 0) >= MIN_LETTERS;
  if (fields >= MIN_FIELDS && filledFields === 0)
    return { problem: 'blankForm', pages: count, hasText, stubs: [], statements: [] };
  // Written by `npm run bench:classifier`.
  const found = hasText ? classify(weights as ClassWeights, cells) : undefined;
  return {
    pages: count,
    hasText,
    updates,
    producer,
    creator,
    createdAt: parsePdfTime(createdAt),
    modifiedAt: parsePdfTime(modifiedAt),
    class: found,
    stubs: found?.name === 'paystub' ? readPayStubs(pages) : [],
    statements: found?.name === 'bank_statement' ? groupStatements(pages) : [],
    contradictions: READ.includes(found?.name ?? '') ? undefined : someOf(findTraces(pages.flat())),
  };
}

/** Following pages add what is missing. */
function groupStatements(pages: TextLine[][]): BankStatement[] {
  const found: BankStatement[] = [];
  for (const one of pages.map(readStatement)) {
    const last = found.at(-1);
    if (!last || (last.from !== undefined && one.from !== undefined)) found.push(one);
    else found[found.length - 1] = joined(last, one);
  }
  return found.map(omitUndefined).filter((one) => Object.keys(one).length > 0);
}

const joined = (last: BankStatement, one: BankStatement): BankStatement => ({
  ...omitUndefined(one),
  ...omitUndefined(last),
  names: joinNames(last, one),
  places: { ...one.places, ...last.places },
  contradictions: someOf([...(last.contradictions ?? []), ...(one.contradictions ?? [])]),
});

const someOf = <T>(all: T[]): T[] | undefined => (all.length ? all : undefined);

/** Classes whose figures are read. */
const READ = ['paystub', 'bank_statement'];

/** `'****-1234'`, `'000012345678'` → the last four digits */
function readAccount(text: string): string | undefined {
  const number = /[\dxX*•.\s-]*\d{4}(?![\d.,/])/.exec(text)?.[0] ?? '';
  const signs = number.replace(/[\s.-]/g, '');
  return signs.length >= LEAST_ACCOUNT ? signs.slice(-4) : undefined;
}

/** Digits and the signs that hide some of them. */
const LEAST_ACCOUNT = 6;

const joinNames = (...all: BankStatement[]) => {
  const names = [...new Set(all.flatMap(({ names = [] }) => names))];
  return names.length ? names.slice(0, MAX_NAMES) : undefined;
};

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

function readStatement(lines: readonly TextLine[]): BankStatement {
  const span = findSpan(lines);
  const statement = {
    holder: findValue(lines, labels.holder, readName) ?? findAddressee(lines),
    names: findNames(lines),
    bank: findBank(lines),
    from: span?.from,
    to: span?.to,
    closingBalance: findValue(lines, labels.closing, readMoney),
    account: findValue(lines, labels.account, readAccount),
  };
  return { ...statement, places: placesOfStatement(lines, statement), contradictions: someOf(findTraces(lines)) };
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
