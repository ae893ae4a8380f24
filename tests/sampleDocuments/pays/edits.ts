import { addDays } from '../../../src/model/format/dates';
import { cents, type Pay, type PayLine, payBefore } from './inventPay';

const RAISE = 1200;
const more = (amount: number) => cents(amount + RAISE);
const first = (lines: PayLine[], change: (line: PayLine) => Partial<PayLine>): PayLine[] =>
  lines.map((line, n) => (n === 0 ? { ...line, ...change(line) } : line));
const raisedLine = ({ earnings }: Pay) => first(earnings, ({ amount }) => ({ amount: more(amount) }));

/**
 * Twenty ways to edit a stub. Of two stubs, the later one is edited. An edit of a figure that a layout doesn't print
 * changes nothing.
 */
export const EDITS: Record<string, (pay: Pay) => Pay> = {
  'gross raised': (pay) => ({ ...pay, gross: more(pay.gross) }),
  'gross and net raised': (pay) => ({ ...pay, gross: more(pay.gross), net: more(pay.net) }),
  'gross and line raised': (pay) => ({ ...pay, gross: more(pay.gross), earnings: raisedLine(pay) }),
  'gross, line and net raised': (pay) => ({
    ...pay,
    gross: more(pay.gross),
    net: more(pay.net),
    earnings: raisedLine(pay),
  }),
  'gross, net and deductions raised': (pay) => ({
    ...pay,
    gross: more(pay.gross),
    net: more(pay.net),
    deductions: more(pay.deductions),
  }),
  'line raised': (pay) => ({ ...pay, earnings: raisedLine(pay) }),
  'hours raised': (pay) => ({ ...pay, earnings: first(pay.earnings, ({ hours }) => ({ hours: hours && hours + 20 })) }),
  'rate raised': (pay) => ({
    ...pay,
    earnings: first(pay.earnings, ({ rate }) => ({ rate: rate && cents(rate + 15) })),
  }),
  'net raised': (pay) => ({ ...pay, net: cents(pay.net + pay.deductions / 2) }),
  'net above gross': (pay) => ({ ...pay, net: cents(pay.gross + 300) }),
  'gross lowered below net': (pay) => ({ ...pay, gross: cents(pay.net - 50) }),
  'deduction lowered': (pay) => ({ ...pay, taxes: first(pay.taxes, ({ amount }) => ({ amount: cents(amount / 3) })) }),
  'deductions total lowered': (pay) => ({
    ...pay,
    deductions: cents(pay.deductions / 2),
    taxTotal: cents(pay.taxTotal / 2),
  }),
  'year below this pay': (pay) => ({ ...pay, grossYear: cents(pay.gross * 0.6) }),
  'year raised': (pay) => ({ ...pay, grossYear: cents(pay.grossYear + 9000) }),
  'year as before': (pay) => ({ ...pay, grossYear: payBefore(pay).grossYear }),
  'all but the taxes raised': (pay) => ({
    ...pay,
    gross: more(pay.gross),
    net: more(pay.net),
    grossYear: more(pay.grossYear),
    earnings: first(raisedLine(pay), ({ hours, amount }) => ({ rate: hours && cents(amount / hours) })),
  }),
  'paid before the period': (pay) => ({ ...pay, payDate: addDays(pay.from, -20) }),
  'period halved': (pay) => ({ ...pay, from: addDays(pay.to, -6) }),
  'every amount raised by a half but the year': (pay) => {
    const half = (lines: PayLine[]) => lines.map((line) => ({ ...line, amount: cents(line.amount * 1.5) }));
    const by = (amount: number) => cents(amount * 1.5);
    return {
      ...pay,
      earnings: half(pay.earnings),
      taxes: half(pay.taxes),
      benefits: half(pay.benefits),
      gross: by(pay.gross),
      net: by(pay.net),
      taxTotal: by(pay.taxTotal),
      benefitTotal: by(pay.benefitTotal),
      deductions: by(pay.deductions),
    };
  },
};
