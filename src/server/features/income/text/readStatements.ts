import type { BankStatement } from '../../../../model/income/checks/documentChecks';
import type { TextLine } from '../readPdfText';
import usBanks from '../us-banks.json';
import { readMoney } from './amounts';
import { placesOfStatement } from './findPlaces';
import { findTraces } from './findTraces';
import { findSpan, findValue, labels, readName } from './findValue';
import { BANKING, findAddressee, findNames, MAX_NAMES } from './readNames';

/** Reads bank statements. Later pages add missing values. */
export function readStatements(pages: TextLine[][]): BankStatement[] {
  const found: BankStatement[] = [];
  for (const one of pages.map(readStatement)) {
    const last = found.at(-1);
    if (!last || (last.from !== undefined && one.from !== undefined)) found.push(one);
    else found[found.length - 1] = joinStatements(last, one);
  }
  return found.map(omitUndefined).filter((one) => Object.keys(one).length > 0);
}

const joinStatements = (last: BankStatement, one: BankStatement): BankStatement => ({
  ...omitUndefined(one),
  ...omitUndefined(last),
  names: joinNames(last, one),
  places: { ...one.places, ...last.places },
  contradictions: someOf([...(last.contradictions ?? []), ...(one.contradictions ?? [])]),
});

export const someOf = <T>(all: T[]): T[] | undefined => (all.length ? all : undefined);

/** Returns the last four digits of `'****-1234'` or `'000012345678'`. */
function readAccount(text: string): string | undefined {
  const number = /[\dxX*•.\s-]*\d{4}(?![\d.,/])/.exec(text)?.[0] ?? '';
  const signs = number.replace(/[\s.-]/g, '');
  return signs.length >= MIN_ACCOUNT_DIGITS ? signs.slice(-4) : undefined;
}

/** Minimum characters, including masked digits. */
const MIN_ACCOUNT_DIGITS = 6;

const joinNames = (...all: BankStatement[]) => {
  const names = [...new Set(all.flatMap(({ names = [] }) => names))];
  return names.length ? names.slice(0, MAX_NAMES) : undefined;
};

function omitUndefined<T extends object>(one: T): T {
  // The type stays the same, because only optional fields can be undefined.
  return Object.fromEntries(Object.entries(one).filter(([, value]) => value !== undefined)) as T;
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

function findBank(lines: readonly TextLine[]): string | undefined {
  const top = lines
    .slice(0, TOP)
    .flat()
    .map(({ text }) => text.replace(/^issued by\s+/i, '').split(/:\s/)[0] ?? '');
  const known = usBanks.banks.find((bank) => top.some((text) => text.toLowerCase() === bank.toLowerCase()));
  return known ?? top.find((text) => BANKING.test(text) && text.length <= 60);
}
