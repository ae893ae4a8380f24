import { isRecord } from '../paths';
import type { Context } from '../types';

/** `x-sameAs`: equal to the sibling; nothing to say while the sibling is absent. */
export function isSameAs(value: unknown, sibling: string, parent: Record<string, unknown>): boolean {
  return parent[sibling] === undefined || value === parent[sibling];
}

/** `x-sameText`: the same as `x-sameAs` but for capitals, as two mail addresses are compared (spec 000 §5, reEmail). */
export function isSameText(value: unknown, sibling: string, parent: Record<string, unknown>): boolean {
  const [one, other] = [value, parent[sibling]].map((text) => (typeof text === 'string' ? text.toLowerCase() : text));
  return other === undefined || one === other;
}

/** `x-uniqueBy`: no two rows alike in all the named members, trimmed and ignoring case; `[]` compares scalars. */
export function isUniqueBy(rows: unknown, names: string[]): boolean {
  if (!Array.isArray(rows)) return true;
  const keys = rows.map((row) => rowKey(row, names)).filter((key) => key !== undefined);
  return new Set(keys).size === keys.length;
}

/** `x-firstOnly`: the named member is true in the first row and in no other (spec 001 §4, the current address). */
export function isFirstOnly(rows: unknown, name: string): boolean {
  if (!Array.isArray(rows)) return true;
  return rows.every((row, place) => (isRecord(row) && row[name] === true) === (place === 0));
}

function rowKey(row: unknown, names: string[]): string | undefined {
  const values = names.length ? names.map((name) => (isRecord(row) ? row[name] : undefined)) : [row];
  if (values.some((value) => value === undefined || value === '')) return undefined;
  return JSON.stringify(values.map((value) => (typeof value === 'string' ? value.trim().toLowerCase() : value)));
}

/** `x-together`: these rows and the sibling list are at most `max` together, and no value stands twice (spec 000 §9, extra phone numbers). */
export function areTogether(
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
export function containsName(value: unknown, _on: true, _parent: unknown, { applicant }: Context): boolean {
  if (typeof value !== 'string' || !applicant) return true;
  const text = squeeze(value);
  return [applicant.first_name, applicant.last_name].map(squeeze).some((name) => name !== '' && text.includes(name));
}

function squeeze(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, '');
}
