import { addDays } from '../../format/dates';
import { payKey } from '../grossPay';
import type { Contradiction, PayStub } from './documentChecks';
import { checkRules } from './rules';

/** Finds contradictions within each stub of a job, and between stubs. */
export function findContradictions(stubs: readonly PayStub[]): Contradiction[] {
  return stubs.flatMap((stub) => [...(stub.contradictions ?? []), ...comparedToOthers(stub, stubs)]);
}

/** Returns a contradiction if a stub's year-to-date total doesn't fit the previous stub's total. */
export function comparedToOthers(stub: PayStub, all: readonly PayStub[]): Contradiction[] {
  const before = all
    .filter((one) => isEarlier(one, stub))
    .sort((one, other) => getDay(other).localeCompare(getDay(one)))[0];
  if (before?.grossToDate === undefined || stub.grossToDate === undefined) return [];
  const { sumTolerance } = checkRules().gross;
  const growth = stub.grossToDate - before.grossToDate;
  const isNext = before.to !== undefined && stub.from === addDays(before.to, 1);
  const isFit =
    stub.gross === undefined
      ? growth >= -sumTolerance
      : growth >= stub.gross - sumTolerance && (!isNext || growth <= stub.gross + sumTolerance);
  if (isFit) return [];
  const values = { before: before.grossToDate, toDate: stub.grossToDate, day: getDay(before) };
  return [
    stub.gross === undefined
      ? { kind: 'otherStub', values }
      : { kind: 'otherStubPay', values: { ...values, gross: stub.gross } },
  ];
}

const getDay = ({ payDate, to }: PayStub): string => payDate ?? to ?? '';

/** A second printout of the same paycheck isn't an earlier stub. */
function isEarlier(one: PayStub, stub: PayStub): boolean {
  const isOther = payKey(one) === undefined || payKey(one) !== payKey(stub);
  const isOfYear = getDay(one).slice(0, 4) === getDay(stub).slice(0, 4);
  return isOther && isOfYear && getDay(one) < getDay(stub) && !isOtherPerson(one.employee, stub.employee);
}

const isOtherPerson = (one?: string, other?: string): boolean =>
  one !== undefined && other !== undefined && letters(one) !== letters(other);

const letters = (name: string) => [...name.toLowerCase().replace(/[^\p{L}]/gu, '')].sort().join('');
