import { isRecord } from '../paths';
import type { Context } from '../types';

const ISO = /^(\d{4})-(\d{2})-(\d{2})$/;

/** True for a day that exists, written `YYYY-MM-DD`. */
export function isDate(value: unknown): value is string {
  const [, year, month, day] = (typeof value === 'string' && ISO.exec(value)) || [];
  if (!year) return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

const TYPED = /^(\d{2})\/(\d{2})\/(\d{4})$/;

/** `x-day`: a date that is written whole, as it is typed or as it is stored, is a day of the calendar. */
function isDay(value: unknown): boolean {
  if (typeof value !== 'string') return true;
  const stored = value.replace(TYPED, '$3-$1-$2');
  return !ISO.test(stored) || isDate(stored);
}

/** Whole years from one ISO date to another: `('2000-03-01', '2018-02-28')` → 17. */
function yearsBetween(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  return to.slice(5) < from.slice(5) ? years - 1 : years;
}

/** `x-after`: later than the sibling (spec 002 §5, employment end date). */
function isAfter(value: unknown, sibling: string, parent: Record<string, unknown>): boolean {
  const other = parent[sibling];
  return !isDate(value) || !isDate(other) || value > other;
}

/** `x-notBefore`: on or after the sibling (spec 001 §5, move-out date). */
function isNotBefore(value: unknown, sibling: string, parent: Record<string, unknown>): boolean {
  const other = parent[sibling];
  return !isDate(value) || !isDate(other) || value >= other;
}

/** `x-notInFuture`: today or earlier. */
function isNotInFuture(value: unknown, _on: true, _parent: unknown, { today }: Context): boolean {
  return !isDate(value) || value <= today;
}

/** `x-notInPast`: today or later. */
function isNotInPast(value: unknown, _on: true, _parent: unknown, { today }: Context): boolean {
  return !isDate(value) || value >= today;
}

/** `x-inFuture`: later than today. */
function isInFuture(value: unknown, _on: true, _parent: unknown, { today }: Context): boolean {
  return !isDate(value) || value > today;
}

/** `x-age`: whole years from the date to today lie within the bounds, both included. */
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

/** `x-year`: four digits between `min` and the current year plus `ahead` (spec 001 §5, vehicle year). */
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

/** `x-minLetters`: at least that many characters, a Han, kana or Hangul sign counting as two, for a whole name may be 李. */
function hasLetters(value: unknown, least: number): boolean {
  if (typeof value !== 'string') return true;
  return [...value].reduce((count, sign) => count + (WHOLE_SYLLABLE.test(sign) ? 2 : 1), 0) >= least;
}

const REFUSED = /^(?:000|666|9\d\d)-|-00-|-0000$|^(\d)\1\1-\1\1-\1{4}$|^123-45-6789$/;

/** A stored number as the server shows it: `***-**-1234`. */
const MASKED_SSN = /^\*{3}-\*{2}-\d{4}$/;

/** `x-ssn`: `999-99-9999` that can have been given out (spec 001 §5, SSN), or the mask of a stored one. */
function isRightSsn(value: unknown): boolean {
  return typeof value !== 'string' || isSsn(value);
}

/** Whether this is such a number, whole. */
export function isSsn(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  return MASKED_SSN.test(value) || (/^\d{3}-\d{2}-\d{4}$/.test(value) && !REFUSED.test(value));
}

/** A rule of ours: the value, the keyword's own value, the object around it, what is known next to the answers. */
type RuleFunction = (value: never, setting: never, parent: never, context: Context) => boolean;

/** Every keyword of ours that judges, by name; the same functions run inside AJV and inside compiled modules. */
export const rules = {
  'x-after': isAfter,
  'x-age': hasAge,
  'x-chosen': isChosen,
  'x-containsName': containsName,
  'x-day': isDay,
  'x-firstOnly': isFirstOnly,
  'x-inFuture': isInFuture,
  'x-minLetters': hasLetters,
  'x-notBefore': isNotBefore,
  'x-notInFuture': isNotInFuture,
  'x-notInPast': isNotInPast,
  'x-sameAs': isSameAs,
  'x-sameText': isSameText,
  'x-ssn': isRightSsn,
  'x-together': areTogether,
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

/** `x-chosen`: the row that an answer names in one of the server's lists meets the test (spec 000 §2, desired rent). False while nothing is chosen. */
function isChosen(answers: Record<string, unknown>, spec: Chosen, _parent: unknown, { lists }: Context): boolean {
  const answer = answers[spec.field];
  const row =
    answer === undefined ? undefined : lists?.[spec.list]?.find((item) => String(item[spec.key]) === String(answer));
  if (!row) return false;
  const value = row[spec.property];
  if ('const' in spec && value !== spec.const) return false;
  if (spec.minimum !== undefined && !(Number(value) >= spec.minimum)) return false;
  return spec.exclusiveMaximum === undefined || Number(value) < spec.exclusiveMaximum;
}

/** `x-sameAs`: equal to the sibling; nothing to say while the sibling is absent. */
function isSameAs(value: unknown, sibling: string, parent: Record<string, unknown>): boolean {
  return parent[sibling] === undefined || value === parent[sibling];
}

/** `x-sameText`: the same as `x-sameAs` but for capitals, as two mail addresses are compared (spec 000 §5, reEmail). */
function isSameText(value: unknown, sibling: string, parent: Record<string, unknown>): boolean {
  const [one, other] = [value, parent[sibling]].map((text) => (typeof text === 'string' ? text.toLowerCase() : text));
  return other === undefined || one === other;
}

/** `x-uniqueBy`: no two rows alike in all the named members, trimmed and ignoring case; `[]` compares scalars. */
function isUniqueBy(rows: unknown, names: string[]): boolean {
  if (!Array.isArray(rows)) return true;
  const keys = rows.map((row) => rowKey(row, names)).filter((key) => key !== undefined);
  return new Set(keys).size === keys.length;
}

/** `x-firstOnly`: the named member is true in the first row and in no other (spec 001 §4, the current address). */
function isFirstOnly(rows: unknown, name: string): boolean {
  if (!Array.isArray(rows)) return true;
  return rows.every((row, place) => (isRecord(row) && row[name] === true) === (place === 0));
}

function rowKey(row: unknown, names: string[]): string | undefined {
  const values = names.length ? names.map((name) => (isRecord(row) ? row[name] : undefined)) : [row];
  if (values.some((value) => value === undefined || value === '')) return undefined;
  return JSON.stringify(values.map((value) => (typeof value === 'string' ? value.trim().toLowerCase() : value)));
}

/** `x-together`: these rows and the sibling list are at most `max` together, and no value stands twice (spec 000 §9, extra phone numbers). */
function areTogether(
  rows: unknown,
  { with: sibling, key, max }: { with: string; key: string; max: number },
  parent: Record<string, unknown>,
): boolean {
  const values = [rows, parent[sibling]]
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .map((row) => (isRecord(row) ? row[key] : row))
    .filter((value) => value !== undefined && value !== '');
  return values.length <= max && new Set(values).size === values.length;
}

/** `x-containsName`: holds the applicant's first or last name, ignoring case and spaces (spec 002 §5, typed signature). */
function containsName(value: unknown, _on: true, _parent: unknown, { applicant }: Context): boolean {
  if (typeof value !== 'string' || !applicant) return true;
  const text = squeeze(value);
  return [applicant.first_name, applicant.last_name].map(squeeze).some((name) => name !== '' && text.includes(name));
}

function squeeze(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, '');
}
