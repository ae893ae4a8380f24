import { grid, money, pairs, printDay, text, title } from '../sheet';
import type { Pay, PayLine } from './inventPay';
import type { PayLayout } from './tunedLayouts';

const day = (iso: string) => printDay(iso, 'us');
const row = ({ name, amount, year }: PayLine) => [name, money(amount), money(year)];
const hoursOf = ({ hours }: PayLine) => (hours === undefined ? '' : money(hours));
const rateOf = ({ rate }: PayLine) => (rate === undefined ? '' : money(rate));
const withheld = ({ taxes, benefits }: Pay) => [...taxes, ...benefits];

/**
 * Layouts written before the reader's last changes. Don't look at their results while you change the reader. If you
 * did, move them to the other layouts and write new ones.
 */
export const UNSEEN_LAYOUTS: Record<string, PayLayout> = {
  /** A school district: the year-to-date column comes first. */
  district: (pay) => [
    [
      text('Example Independent School District'),
      grid(
        [0, 150, 300],
        ['Employee', 'Pay Date', 'Pay Period'],
        [`${pay.last}, ${pay.first}`, day(pay.payDate), `${day(pay.from)} - ${day(pay.to)}`],
      ),
      grid(
        [0, -240, -350],
        ['Earnings', 'Y-T-D', 'Current'],
        ...pay.earnings.map(({ name, amount, year }) => [name, money(year), money(amount)]),
        ['Total Gross', money(pay.grossYear), money(pay.gross)],
      ),
      grid(
        [0, -240, -350],
        ['Deductions', 'Y-T-D', 'Current'],
        ...withheld(pay).map(({ name, amount, year }) => [name, money(year), money(amount)]),
        ['Total Deductions', money(pay.deductionsYear), money(pay.deductions)],
      ),
      grid([0, -240, -350], ['Net Pay', money(pay.netYear), money(pay.net)]),
    ],
  ],
  /** A hotel: the hours column comes first, three lists below each other, no totals except gross and net pay. */
  hotel: (pay) => [
    [
      title(pay.employer),
      pairs('colon', {
        'Team member': `${pay.first} ${pay.middle} ${pay.last}`,
        'Pay period start date': day(pay.from),
        'Pay period end date': day(pay.to),
        'Payment date': day(pay.payDate),
      }),
      grid(
        [0, 60, -220, -300, -400],
        ['Hours', 'Earnings', 'Rate', 'Current', 'YTD'],
        ...pay.earnings.map((line) => [hoursOf(line), line.name, rateOf(line), money(line.amount), money(line.year)]),
      ),
      grid([60, -300, -400], ['Gross pay', money(pay.gross), money(pay.grossYear)]),
      grid([60, -300, -400], ['Tax deductions', 'Current', 'YTD'], ...pay.taxes.map(row)),
      grid([60, -300, -400], ['Other deductions', 'Current', 'YTD'], ...pay.benefits.map(row)),
      grid([60, -300, -400], ['Net pay', money(pay.net), money(pay.netYear)]),
    ],
  ],
  /** An accountant's program: capitals and narrow columns. */
  accountant: (pay) => [
    [
      grid([0, 250], [pay.employer.toUpperCase(), 'EMPLOYEE EARNINGS RECORD']),
      grid(
        [0, 250],
        [`EMP NAME: ${pay.first} ${pay.last}`.toUpperCase(), `CHECK DATE: ${printDay(pay.payDate, 'short')}`],
        [`PERIOD BEGIN: ${printDay(pay.from, 'short')}`, `PERIOD END: ${printDay(pay.to, 'short')}`],
      ),
      grid(
        [0, -180, -270, 290, -420, -500],
        ['EARNINGS', 'CURRENT', 'Y-T-D', 'TAXES', 'CURRENT', 'Y-T-D'],
        ...[0, 1, 2, 3].map((n) =>
          [...(pay.earnings[n] ? row(pay.earnings[n]) : ['', '', '']), ...(pay.taxes[n] ? row(pay.taxes[n]) : [])].map(
            (cell) => cell.toUpperCase(),
          ),
        ),
        ['TOTAL', money(pay.gross), money(pay.grossYear), 'TOTAL', money(pay.taxTotal)],
      ),
      grid([0, -180, -270], ['DEDUCTIONS', 'CURRENT', 'Y-T-D'], ...pay.benefits.map(row), [
        'TOTAL',
        money(pay.benefitTotal),
      ]),
      grid([0, -180], ['NET CHECK', money(pay.net)]),
    ],
  ],
  /** A mobile service: cards of labels above values. */
  cards: (pay) => [
    [
      title('Pay details'),
      pairs('stacked', {
        Employee: `${pay.first} ${pay.last}`,
        Employer: pay.employer,
        'Pay date': printDay(pay.payDate, 'brief'),
      }),
      pairs('stacked', { 'Pay period': `${printDay(pay.from, 'brief')} – ${printDay(pay.to, 'brief')}` }),
      pairs('stacked', {
        'Gross pay': `$${money(pay.gross)}`,
        'Total taxes': `$${money(pay.taxTotal)}`,
        'Total deductions': `$${money(pay.benefitTotal)}`,
        'Net pay': `$${money(pay.net)}`,
      }),
      grid([0, -300, -420], ['Earnings', 'Current', 'Year to date'], ...pay.earnings.map(row)),
      grid([0, -300, -420], ['Taxes', 'Current', 'Year to date'], ...pay.taxes.map(row)),
      grid([0, -300, -420], ['Deductions', 'Current', 'Year to date'], ...pay.benefits.map(row)),
    ],
  ],
  /** A builder's office: plain lines, with dots before the amounts. */
  builder: (pay) => [
    [
      text(`${pay.employer}   Payroll`),
      text(`Employee: ${pay.first} ${pay.last}   Pay date: ${day(pay.payDate)}`),
      text(`Period: ${day(pay.from)} to ${day(pay.to)}`),
      ...pay.earnings.map(({ name, amount }) => text(`${name} ......................... ${money(amount)}`)),
      text(`Gross wages ......................... ${money(pay.gross)}`),
      ...withheld(pay).map(({ name, amount }) => text(`${name} ......................... ${money(amount)}`)),
      text(`Total deductions ......................... ${money(pay.deductions)}`),
      text(`Net wages ......................... ${money(pay.net)}`),
      text(`Gross wages year to date ......................... ${money(pay.grossYear)}`),
    ],
  ],
};
