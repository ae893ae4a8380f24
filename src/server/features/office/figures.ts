import type { Figures } from '../../../contract/officeDesk';
import { messages } from '../../../messages/serverMessages';
import { DAY_MS } from '../../../model/format/dates';
import { todayIn } from '../../../model/format/todayIn';
import type { Db } from '../../platform/db/transaction';
import { listPeriods, listProperties, type Period, sumFigures, type Totals } from './figuresRepository';
import { refuse } from './officeErrors';

const USUAL_DAYS = 90;
const MAX_DAYS = 731;

/** Longer periods are counted by week or month. */
const MAX_DAILY = 45;
const MAX_WEEKLY = 200;

/** Reads a period. The default is the last 90 days in the landlord's time zone. Throws `badRequest`. */
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

export async function describeFigures(db: Db, period: Period): Promise<Figures> {
  const rows = await sumFigures(db, period);
  const days = await listPeriods(db, period);
  const known = await listProperties(db, period.subscriberId);
  const all = rows.find(({ part }) => part === ALL);
  if (!all) throw new Error('The figures have no total');
  const countOn = (part: number, day: string) => rows.find((row) => row.part === part && row.day === day);
  const properties = rows.filter(({ part }) => part === PROPERTY).sort((one, other) => other.submitted - one.submitted);
  return {
    from: period.from,
    to: period.to,
    ...toTotals(all),
    unit: period.unit,
    periods: days.map((day) => ({
      from: day,
      submitted: countOn(SUBMITTED, day)?.submitted ?? 0,
      decided: countOn(DECIDED, day)?.decided ?? 0,
    })),
    properties: properties.map((row) => {
      const { code = null, name = '' } = known.find(({ id }) => id === row.property_id) ?? {};
      return { code, name, ...toTotals(row) };
    }),
  };
}

/** Values of `part` in the rows of `sumFigures`. */
const [PROPERTY, SUBMITTED, DECIDED, ALL] = [0, 1, 2, 3];

const toTotals = ({ submitted, decided, days_to_decision, missing, requested }: Totals): Totals => ({
  submitted,
  decided,
  days_to_decision,
  missing,
  requested,
});
