import { isRecord, ownMember } from '../answers/paths';
import { daysBetween } from '../format/dates';
import type { Context } from '../types';

const ISO = /^(\d{4})-(\d{2})-(\d{2})$/;

/** True for a day in the format `YYYY-MM-DD`. */
export function isDate(value: unknown): value is string {
  const [, year, month, day] = (typeof value === 'string' && ISO.exec(value)) || [];
  if (!year) return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

const TYPED = /^(\d{2})\/(\d{2})\/(\d{4})$/;

/** False for an impossible day, typed or stored (`x-day`). */
function isDay(value: unknown): boolean {
  if (typeof value !== 'string') return true;
  const stored = value.replace(TYPED, '$3-$1-$2');
  return !ISO.test(stored) || isDate(stored);
}

function yearsBetween(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  return to.slice(5) < from.slice(5) ? years - 1 : years;
}

/** True if a day is after a sibling's day (docs/spec/002-income.md, §5, employment end date). */
function isAfter(value: unknown, sibling: string, parent: Record<string, unknown>): boolean {
  const other = ownMember(parent, sibling);
  return !isDate(value) || !isDate(other) || value > other;
}

/** True if a day isn't before a sibling's day (docs/spec/001.md, §5, move-out date). */
function isNotBefore(value: unknown, sibling: string, parent: Record<string, unknown>): boolean {
  const other = ownMember(parent, sibling);
  return !isDate(value) || !isDate(other) || value >= other;
}

function isNotInFuture(value: unknown, _on: true, _parent: unknown, { today }: Context): boolean {
  return !isDate(value) || value <= today;
}

function isNotInPast(value: unknown, _on: true, _parent: unknown, { today }: Context): boolean {
  return !isDate(value) || value >= today;
}

function isInFuture(value: unknown, _on: true, _parent: unknown, { today }: Context): boolean {
  return !isDate(value) || value > today;
}

/** True for a day in the future, or at most `days` ago. */
function isWithinDays(value: unknown, days: number, _parent: unknown, { today }: Context): boolean {
  return !isDate(value) || daysBetween(value, today) <= days;
}

function hasAge(
  value: unknown,
  { min = 0, max = Infinity }: { min?: number; max?: number },
  _parent: unknown,
  { today }: Context,
): boolean {
  if (!isDate(value)) return true;
  const age = value > today ? -1 : yearsBetween(value, today);
  return age >= min && age <= max;
}

/** False for a year before `min` or after this year plus `ahead` (docs/spec/001.md, vehicle year). */
function isYear(
  value: unknown,
  { min, ahead }: { min: number; ahead: number },
  _parent: unknown,
  { today }: Context,
): boolean {
  const year = Number(value);
  return !/^\d{4}$/.test(String(value)) || (year >= min && year <= Number(today.slice(0, 4)) + ahead);
}

const WHOLE_SYLLABLE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** True if a text is long enough. Han, kana and Hangul count twice, since 李 is a whole name. */
function hasLetters(value: unknown, least: number): boolean {
  if (typeof value !== 'string') return true;
  return [...value].reduce((count, sign) => count + (WHOLE_SYLLABLE.test(sign) ? 2 : 1), 0) >= least;
}

const REFUSED = /^(?:000|666|9\d\d)-|-00-|-0000$|^(\d)\1\1-\1\1-\1{4}$|^123-45-6789$/;

const MASKED_SSN = /^\*{3}-\*{2}-\d{4}$/;

/** True for a valid or masked SSN (docs/spec/001.md, §5). */
function isRightSsn(value: unknown): boolean {
  return typeof value !== 'string' || isSsn(value);
}

export function isSsn(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  return MASKED_SSN.test(value) || (/^\d{3}-\d{2}-\d{4}$/.test(value) && !REFUSED.test(value));
}

type RuleFunction = (value: never, setting: never, parent: never, context: Context) => boolean;

/** Functions for our keywords. A comparison with a missing sibling passes. */
export const rules = {
  'x-after': isAfter,
  'x-age': hasAge,
  'x-chosen': isChosen,
  'x-containsName': containsName,
  'x-day': isDay,
  'x-firstOnly': isFirstOnly,
  'x-inFuture': isInFuture,
  'x-maxDaysAgo': isWithinDays,
  'x-minLetters': hasLetters,
  'x-notBefore': isNotBefore,
  'x-notInFuture': isNotInFuture,
  'x-notInPast': isNotInPast,
  'x-sameAs': isSameAs,
  'x-sameText': isSameText,
  'x-ssn': isRightSsn,
  'x-together': areListsUnique,
  'x-uniqueBy': isUniqueBy,
  'x-year': isYear,
} satisfies Record<string, RuleFunction>;

interface Chosen {
  field: string;
  list: string;
  key: string;
  property: string;
  const?: unknown;
  minimum?: number;
  exclusiveMaximum?: number;
}

/** True if the chosen list entry passes the test (docs/spec/000.md, desired rent). */
function isChosen(answers: Record<string, unknown>, spec: Chosen, _parent: unknown, { lists }: Context): boolean {
  const answer = ownMember(answers, spec.field);
  const row =
    answer === undefined
      ? undefined
      : ownMember(lists, spec.list)?.find((item) => String(ownMember(item, spec.key)) === String(answer));
  if (!row) return false;
  const value = ownMember(row, spec.property);
  if ('const' in spec && value !== spec.const) return false;
  if (spec.minimum !== undefined && !(Number(value) >= spec.minimum)) return false;
  return spec.exclusiveMaximum === undefined || Number(value) < spec.exclusiveMaximum;
}

function isSameAs(value: unknown, sibling: string, parent: Record<string, unknown>): boolean {
  const other = ownMember(parent, sibling);
  return other === undefined || value === other;
}

function isSameText(value: unknown, sibling: string, parent: Record<string, unknown>): boolean {
  const [one, other] = [value, ownMember(parent, sibling)].map((text) =>
    typeof text === 'string' ? text.toLowerCase() : text,
  );
  return other === undefined || one === other;
}

/** True if no two rows have the same values. Ignores case, surrounding spaces and rows that lack a value. */
function isUniqueBy(rows: unknown, names: string[]): boolean {
  if (!Array.isArray(rows)) return true;
  const keys = rows.map((row) => rowKey(row, names)).filter((key) => key !== undefined);
  return new Set(keys).size === keys.length;
}

/** True if `name` is true in the first row and in no other (docs/spec/001.md, current address). */
function isFirstOnly(rows: unknown, name: string): boolean {
  if (!Array.isArray(rows)) return true;
  return rows.every((row, place) => (isRecord(row) && ownMember(row, name) === true) === (place === 0));
}

function rowKey(row: unknown, names: string[]): string | undefined {
  const values = names.length ? names.map((name) => (isRecord(row) ? ownMember(row, name) : undefined)) : [row];
  if (values.some((value) => value === undefined || value === '')) return undefined;
  return JSON.stringify(values.map((value) => (typeof value === 'string' ? value.trim().toLowerCase() : value)));
}

/** True if two lists together have at most `max` entries and no duplicates (docs/spec/000.md, extra phone numbers). */
function areListsUnique(
  rows: unknown,
  { with: sibling, key, max }: { with: string; key: string; max: number },
  parent: Record<string, unknown>,
): boolean {
  const values = [rows, ownMember(parent, sibling)]
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .map((row) => (isRecord(row) ? ownMember(row, key) : row))
    .filter((value) => value !== undefined && value !== '');
  return values.length <= max && new Set(values).size === values.length;
}

/** True if a typed signature contains the applicant's first or last name (docs/spec/002-payment.md, §5). */
function containsName(value: unknown, _on: true, _parent: unknown, { applicant }: Context): boolean {
  if (typeof value !== 'string' || !applicant) return true;
  const text = squeeze(value);
  return [applicant.first_name, applicant.last_name].map(squeeze).some((name) => name !== '' && text.includes(name));
}

function squeeze(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, '');
}
