import type { Figures } from '../../../contract/officeDesk';
import { messages } from '../../../messages/serverMessages';
import { DAY_MS } from '../../../model/format/dates';
import { todayIn } from '../../forms/todayIn';
import type { Db } from '../../platform/db/transaction';
import { countByPeriod, type Period, sumFigures } from './figuresRepository';
import { refuse } from './officeErrors';

/** Without a period: so many days until today. */
const USUAL_DAYS = 90;
const MAX_DAYS = 731;

/** Longer periods are counted by week, then by month. */
const MAX_DAILY = 45;
const MAX_WEEKLY = 200;

/** The asked days in the landlord's time zone. Throws `badRequest`. */
export function readPeriod(
  query: { from?: string; to?: string },
  timeZone: string,
  now: Date,
): Pick<Period, 'from' | 'to' | 'unit'> {
  const to = query.to ?? todayIn(timeZone, now);
  const from = query.from ?? new Date(Date.parse(to) - (USUAL_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (!isDay(from) || !isDay(to) || days < 1 || days > MAX_DAYS) {
    const message = messages('server-office').needs.period;
    throw refuse('badRequest', { message, errors: [{ path: '/from', parameter: 'from', message }] });
  }
  return { from, to, unit: days <= MAX_DAILY ? 'day' : days <= MAX_WEEKLY ? 'week' : 'month' };
}

const isDay = (day: string): boolean => !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);

/** Submissions, times to a decision and missing documents of a period, in all and by property. */
export async function describeFigures(db: Db, period: Period): Promise<Figures> {
  const sums = await sumFigures(db, period);
  const [all] = sums.filter(({ isAll }) => isAll);
  if (!all) throw new Error('The figures have no total');
  const { isAll: _all, code: _code, name: _name, ...totals } = all;
  const properties = sums
    .filter(({ isAll }) => !isAll)
    .map(({ isAll: _, name, ...own }) => ({ ...own, name: name ?? '' }));
  const { from, to, unit } = period;
  return { from, to, ...totals, unit, periods: await countByPeriod(db, period), properties };
}
