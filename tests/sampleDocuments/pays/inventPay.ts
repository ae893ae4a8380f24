import type { Random } from '../../../e2e/support/scan/random';
import { addDays, addMonths } from '../../../src/model/format/dates';
import type { PayFrequency } from '../../../src/model/income/pay';
import { inventFirm } from '../people';

export interface PayLine {
  name: string;
  hours?: number;
  rate?: number;
  amount: number;
  year: number;
}

/** A paycheck with correct sums, and each figure that a stub can print. */
export interface Pay {
  first: string;
  middle: string;
  last: string;
  employer: string;
  frequency: PayFrequency;
  from: string;
  to: string;
  payDate: string;
  earnings: PayLine[];
  taxes: PayLine[];
  benefits: PayLine[];
  gross: number;
  grossYear: number;
  taxTotal: number;
  benefitTotal: number;
  deductions: number;
  deductionsYear: number;
  net: number;
  netYear: number;
}

const FIRST = ['Robin', 'Alma', 'Teo', 'Marlo', 'Petra', 'Silas', 'Wanda', 'Omar'];
const LAST = ['Hale', 'Castellan', 'Okonjo', 'Lindqvist', 'Tolliver', 'Quill', 'Vega', 'Whitlock'];
const HOURS = { Weekly: 40, 'Bi-Weekly': 80, 'Bi-Monthly': 86.67, Monthly: 173.33 };

export const cents = (dollars: number): number => Math.round(dollars * 100) / 100;
export const total = (lines: readonly PayLine[], of: 'amount' | 'year'): number =>
  cents(lines.reduce((sum, line) => sum + line[of], 0));

/** Returns a pay period that ended before `today`. */
function inventDays(random: Random, frequency: PayFrequency, today: string) {
  if (frequency === 'Monthly') {
    const from = `${addMonths(today, -random.int(1, 4)).slice(0, 8)}01`;
    return { from, to: addDays(addMonths(from, 1), -1) };
  }
  if (frequency === 'Bi-Monthly') {
    const month = addMonths(today, -random.int(1, 4)).slice(0, 8);
    return random.next() < 0.5
      ? { from: `${month}01`, to: `${month}15` }
      : { from: `${month}16`, to: addDays(addMonths(`${month}01`, 1), -1) };
  }
  const to = addDays(today, -random.int(3, 60));
  return { from: addDays(to, frequency === 'Weekly' ? -6 : -13), to };
}

export type Job = 'hourly' | 'salaried' | 'tips' | 'commission';

/** Returns an invented paycheck. Every person and company is invented. */
export function inventPay(random: Random, today: string, job: Job, frequency?: PayFrequency): Pay {
  const often = frequency ?? random.pick(['Weekly', 'Bi-Weekly', 'Bi-Monthly', 'Monthly'] as const);
  const days = inventDays(random, often, today);
  const lines = earnedLines(random, job, HOURS[often as keyof typeof HOURS]);
  const count = random.int(3, 18);
  const earnings = lines.map((line) => ({ ...line, year: cents(line.amount * count + random.int(0, 9999) / 100) }));
  return withSums({
    first: random.pick(FIRST),
    middle: random.pick(['J', 'K', 'M']),
    last: random.pick(LAST),
    employer: inventFirm(random),
    frequency: often,
    ...days,
    payDate: addDays(days.to, random.int(3, 7)),
    earnings,
    ...withheld(random, earnings, count),
  });
}

function earnedLines(random: Random, job: Job, hours: number): Omit<PayLine, 'year'>[] {
  const rate = random.int(1500, 4800) / 100;
  const line = (name: string, at: number, worked: number) => ({
    name,
    hours: worked,
    rate: at,
    amount: cents(at * worked),
  });
  const regular = line('Regular', rate, hours);
  if (job === 'salaried') return [{ name: 'Salary', amount: cents(rate * hours) }];
  if (job === 'tips') return [regular, { name: 'Paid Tips', amount: random.int(4000, 30_000) / 100 }];
  if (job === 'commission') return [regular, { name: 'Commission', amount: random.int(20_000, 150_000) / 100 }];
  return [regular, line('Overtime', cents(rate * 1.5), random.int(1, 10)), line('Holiday', rate, 8)];
}

function withheld(random: Random, earnings: readonly PayLine[], count: number): Pick<Pay, 'taxes' | 'benefits'> {
  const [gross, year] = [total(earnings, 'amount'), total(earnings, 'year')];
  const health = random.int(1500, 9000) / 100;
  const share = (name: string, part: number) => ({
    name,
    amount: cents((gross - health) * part),
    year: cents((year - health * count) * part),
  });
  const federal = random.int(6, 14) / 100;
  return {
    taxes: [
      share('Federal Income Tax', federal),
      share('Social Security', 0.062),
      share('Medicare', 0.0145),
      share('State Income Tax', 0.0375),
    ],
    benefits: [
      { name: 'Medical', amount: health, year: cents(health * count) },
      { name: '401(k)', amount: cents(gross * 0.04), year: cents(year * 0.04) },
    ],
  };
}

type Lines = Omit<
  Pay,
  'gross' | 'grossYear' | 'taxTotal' | 'benefitTotal' | 'deductions' | 'deductionsYear' | 'net' | 'netYear'
>;

export function withSums(pay: Lines): Pay {
  const [gross, grossYear] = [total(pay.earnings, 'amount'), total(pay.earnings, 'year')];
  const [taxTotal, benefitTotal] = [total(pay.taxes, 'amount'), total(pay.benefits, 'amount')];
  const deductions = cents(taxTotal + benefitTotal);
  const deductionsYear = cents(total(pay.taxes, 'year') + total(pay.benefits, 'year'));
  const sums = { gross, grossYear, taxTotal, benefitTotal, deductions, deductionsYear };
  return { ...pay, ...sums, net: cents(gross - deductions), netYear: cents(grossYear - deductionsYear) };
}

/** Returns the previous weekly or biweekly paycheck of the same job, with the same amounts. */
export function payBefore(pay: Pay): Pay {
  const before = (lines: PayLine[]) => lines.map((line) => ({ ...line, year: cents(line.year - line.amount) }));
  const back = pay.frequency === 'Weekly' ? -7 : -14;
  return withSums({
    ...pay,
    from: addDays(pay.from, back),
    to: addDays(pay.to, back),
    payDate: addDays(pay.payDate, back),
    earnings: before(pay.earnings),
    taxes: before(pay.taxes),
    benefits: before(pay.benefits),
  });
}

const withEarning = (pay: Pay, line: PayLine, changes: Partial<Pay> = {}): Pay =>
  withSums({ ...pay, ...changes, earnings: [...pay.earnings, line] });

/** What can make a genuine stub look odd. */
export const QUIRKS: Record<string, (pay: Pay) => Pay> = {
  none: (pay) => pay,
  'expenses repaid': (pay) => withEarning(pay, { name: 'Expenses', amount: 86.4, year: 412.1 }),
  'life insurance taxed': (pay) => {
    const life = { name: 'Group Term Life', amount: 6.15, year: 61.5 };
    return withEarning(pay, life, { benefits: [...pay.benefits, { ...life, name: 'GTL Offset' }] });
  },
  'no social security': (pay) => withSums({ ...pay, taxes: pay.taxes.filter(({ name }) => /Income/.test(name)) }),
  'first pay of the year': (pay) => {
    const fresh = (lines: PayLine[]) => lines.map((line) => ({ ...line, year: line.amount }));
    return withSums({ ...pay, earnings: fresh(pay.earnings), taxes: fresh(pay.taxes), benefits: fresh(pay.benefits) });
  },
};
