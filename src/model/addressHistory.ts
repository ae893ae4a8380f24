import { isRecord } from './paths';

/** Days without an address, first and last inclusive, ISO. */
export interface HistoryGap {
  from: string;
  to: string;
}

const YEARS = 2;
const DAY = 86_400_000;

/**
 * Where a list of addresses leaves days of the two most recent years uncovered (spec 001 §2 and §9), oldest first. An address without
 * a move-out date reaches to `today` when it is the current one. Undefined while a date is missing, impossible or the wrong way round:
 * nothing can be measured then.
 */
export function historyGaps(rows: readonly unknown[], today: string): HistoryGap[] | undefined {
  const stays = rows.map((row) => stayOf(row, today));
  const known = stays.filter((stay) => stay !== undefined);
  if (stays.length === 0 || known.length < stays.length) return undefined;
  const now = dayOf(today) ?? 0;
  const gaps: HistoryGap[] = [];
  let next = dayOf(yearsBefore(today, YEARS)) ?? 0;
  for (const [from, to] of known.sort(([one], [other]) => one - other)) {
    if (from > next) gaps.push({ from: isoOf(next), to: isoOf(Math.min(from, now) - 1) });
    next = Math.max(next, to + 1);
  }
  if (next <= now) gaps.push({ from: isoOf(next), to: isoOf(now) });
  return gaps;
}

/** First and last day, counted since 1970. */
type Stay = readonly [number, number];

function stayOf(row: unknown, today: string): Stay | undefined {
  if (!isRecord(row)) return undefined;
  const from = dayOf(row.move_in_date);
  const to = dayOf(row.is_current_address === true ? today : row.move_out_date);
  return from !== undefined && to !== undefined && from <= to ? [from, to] : undefined;
}

function dayOf(date: unknown): number | undefined {
  if (typeof date !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(date)) return undefined;
  const time = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(time) ? undefined : time / DAY;
}

const isoOf = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);

/** The same day of an earlier year; 29 February becomes 1 March. */
function yearsBefore(date: string, years: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(Date.UTC(year - years, month - 1, day)).toISOString().slice(0, 10);
}
