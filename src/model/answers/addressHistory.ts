import { addDays, addYears, type Days } from '../format/dates';
import { isRecord } from './paths';

const YEARS = 2;

/**
 * Returns the periods without an address in the last two years, oldest first (docs/spec/001.md, §2 and §9). Undefined
 * if there are no rows, or if a row isn't a valid period.
 */
export function historyGaps(rows: readonly unknown[], today: string): Days[] | undefined {
  const stays = rows.map((row) => findStay(row, today));
  const known = stays.filter((stay) => stay !== undefined);
  if (stays.length === 0 || known.length < stays.length) return undefined;
  const gaps: Days[] = [];
  let next = addYears(today, -YEARS);
  for (const { from, to } of known.sort((one, other) => (one.from < other.from ? -1 : 1))) {
    if (from > next) gaps.push({ from: next, to: addDays(from < today ? from : today, -1) });
    const after = addDays(to, 1);
    if (after > next) next = after;
  }
  if (next <= today) gaps.push({ from: next, to: today });
  return gaps;
}

function findStay(row: unknown, today: string): Days | undefined {
  if (!isRecord(row)) return undefined;
  const from = row.move_in_date;
  const to = row.is_current_address === true ? today : row.move_out_date;
  return isDate(from) && isDate(to) && from <= to ? { from, to } : undefined;
}

function isDate(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
}
