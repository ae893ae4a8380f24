import { addDays, addMonths, type Days, daysBetween, missingDays } from './days';
import type { Coverage } from './findings';
import type { CheckRules } from './rules';

type Window = CheckRules['window'];

const LONGEST_MONTH = 31;
const WEEK = 7;

/**
 * The four most recent weeks and which of them the pay periods cover (spec 002 §5). They end where the newest stub ends that can
 * be had by now: the next period's stub is out only some days after that period. Without one they end with last Saturday.
 */
export function coverWeeks(today: string, periods: readonly Days[], { weeks, daysUntilIssued }: Window): Coverage {
  const isNewest = ({ from, to }: Days) => daysBetween(to, today) < daysBetween(from, to) + 1 + daysUntilIssued;
  const end = latestEnd(periods, today, isNewest) ?? lastSaturday(today);
  const needed = Array.from({ length: weeks }, (_, n) => {
    const to = addDays(end, -WEEK * (weeks - 1 - n));
    return withCover({ from: addDays(to, 1 - WEEK), to }, periods, 0);
  });
  return { unit: 'week', needed };
}

/**
 * The most recent months and which of them the statements cover: two, three for the self-employed (spec 002 §5, 003 §9). A
 * month ends where the newest statement ends, else with the calendar's; banks close a statement on a working day, hence the grace.
 */
export function coverMonths(today: string, periods: readonly Days[], months: number, window: Window): Coverage {
  const isNewest = ({ to }: Days) => daysBetween(to, today) <= LONGEST_MONTH + window.daysUntilIssued;
  const end = latestEnd(periods, today, isNewest) ?? addDays(`${today.slice(0, 8)}01`, -1);
  const after = addDays(end, 1);
  const needed = Array.from({ length: months }, (_, n) => {
    const back = months - 1 - n;
    const days = { from: addMonths(after, -back - 1), to: addDays(addMonths(after, -back), -1) };
    return withCover(days, periods, window.daysOfGrace);
  });
  return { unit: 'month', needed };
}

function latestEnd(periods: readonly Days[], today: string, isNewest: (period: Days) => boolean): string | undefined {
  return periods
    .filter((period) => period.to <= today && isNewest(period))
    .map(({ to }) => to)
    .sort()
    .at(-1);
}

function lastSaturday(today: string): string {
  return addDays(today, -((new Date(today).getUTCDay() + 1) % WEEK));
}

const withCover = (days: Days, periods: readonly Days[], grace: number) => ({
  ...days,
  covered: missingDays(days, periods) <= grace,
});
