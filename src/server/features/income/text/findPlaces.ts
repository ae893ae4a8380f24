import { keysOf } from '../../../../model/answers/paths';
import type { BankStatement, Contradiction, PayStub, Place } from '../../../../model/income/checks/documentChecks';
import type { TextCell, TextLine } from '../readPdfText';
import { splitSegments, type Token } from './amounts';
import { findDays } from './readDays';
import { isSame } from './sums';

const MAX_PLACES = 6;

export function placesOfStub(lines: readonly TextLine[], stub: PayStub, gross?: Token): PayStub['places'] {
  const places = {
    employee: placesOfText(lines, stub.employee),
    employer: placesOfText(lines, stub.employer),
    period: placesOfDays(lines, [stub.from, stub.to]),
    gross: gross?.at ? [gross.at] : placesOfAmount(lines, stub.gross),
  };
  return withoutEmpty(places);
}

export function placesOfStatement(lines: readonly TextLine[], statement: BankStatement): BankStatement['places'] {
  return withoutEmpty({
    holder: placesOfText(lines, statement.holder),
    period: placesOfDays(lines, [statement.from, statement.to]),
    account: placesOfText(lines, statement.account),
  });
}

function withoutEmpty<Name extends string>(places: Record<Name, Place[]>): Partial<Record<Name, Place[]>> | undefined {
  const found = keysOf(places).filter((name) => places[name].length > 0);
  if (found.length === 0) return undefined;
  return Object.fromEntries(found.map((name) => [name, places[name]])) as Partial<Record<Name, Place[]>>;
}

export function withPlaces(lines: readonly TextLine[], one: Contradiction): Contradiction {
  const amounts = Object.values(one.values).filter((value) => typeof value === 'number');
  const days = Object.values(one.values).filter((value) => typeof value === 'string');
  const places = [...amounts.flatMap((amount) => placesOfAmount(lines, amount)), ...placesOfDays(lines, days)];
  return places.length ? { ...one, places: places.slice(0, MAX_PLACES) } : one;
}

/** Finds the first cell with the text, or a line's cells that contain the text's words. */
export function placesOfText(lines: readonly TextLine[], text: string | undefined): Place[] {
  if (!text) return [];
  const has = ({ text: other }: TextCell) => other.toLowerCase().includes(text.toLowerCase());
  const whole = lines.flat().find(has);
  if (whole) return getBox(whole);
  const words = text.split(/\s+/);
  const line = lines.find((cells) => words.every((word) => cells.some((cell) => cell.text.includes(word))));
  return (line ?? []).filter((cell) => words.some((word) => cell.text.includes(word))).flatMap(getBox);
}

export function placesOfDays(lines: readonly TextLine[], days: readonly (string | undefined)[]): Place[] {
  const cells = lines.flat().map((cell) => ({ cell, days: findDays(cell.text).map(({ day }) => day) }));
  const found = days.flatMap((day) => (day ? (cells.find((one) => one.days.includes(day))?.cell ?? []) : []));
  return [...new Set(found)].flatMap(getBox);
}

function placesOfAmount(lines: readonly TextLine[], amount: number | undefined): Place[] {
  if (amount === undefined) return [];
  const numbers = lines.flatMap((line) => splitSegments(line).flatMap((segment) => segment.numbers));
  return numbers
    .filter((token) => token.amount !== undefined && isSame(Math.abs(token.amount), amount))
    .flatMap(getBox);
}

const getBox = ({ at }: TextCell): Place[] => (at ? [at] : []);
