import { type Block, grid, money, pairs, printDay, text, title } from '../sheet';
import type { Pay, PayLine } from './inventPay';
import type { PayLayout } from './tunedLayouts';

const upper = (pay: Pay) => `${pay.last}, ${pay.first} ${pay.middle}`.toUpperCase();
const row = ({ name, amount, year }: PayLine) => [name, money(amount), money(year)];
const earningRows = ({ earnings }: Pay) =>
  earnings.map(({ name, hours, rate, amount, year }) => [
    name,
    hours ? money(hours) : '',
    rate ? money(rate) : '',
    money(amount),
    money(year),
  ]);
const all = (pay: Pay) => [...pay.taxes, ...pay.benefits];

/** Held out until we looked at their results once, then used to improve the reader. */
export const SECOND_LAYOUTS: Record<string, PayLayout> = {
  /** A cloud suite: a strip of totals first, then lists side by side. */
  cloudSuite: (pay) => [
    [
      grid(
        [0, 130, 230, 330, 430],
        ['Name', 'Company', 'Pay Period Begin', 'Pay Period End', 'Check Date'],
        [
          `${pay.first} ${pay.last}`,
          pay.employer,
          printDay(pay.from, 'us'),
          printDay(pay.to, 'us'),
          printDay(pay.payDate, 'us'),
        ],
      ),
      grid(
        [0, -150, -240, -330, -420, -500],
        ['', 'Gross Pay', 'Pre Tax Deductions', 'Employee Taxes', 'Post Tax Deductions', 'Net Pay'],
        ['Current', money(pay.gross), money(pay.benefitTotal), money(pay.taxTotal), '0.00', money(pay.net)],
        [
          'YTD',
          money(pay.grossYear),
          money(pay.grossYear * 0.05),
          money(pay.grossYear * 0.2),
          '0.00',
          money(pay.netYear),
        ],
      ),
      grid(
        [0, 90, -200, -250, -320, -400],
        ['Earnings'],
        ['Description', 'Dates', 'Hours', 'Rate', 'Amount', 'YTD'],
        ...pay.earnings.map(({ name, hours, rate, amount, year }) => [
          name,
          '',
          hours ? money(hours) : '',
          rate ? money(rate) : '',
          money(amount),
          money(year),
        ]),
        ['Earnings', '', '', '', money(pay.gross), money(pay.grossYear)],
      ),
      grid(
        [0, -160, -240, 270, -420, -500],
        ['Employee Taxes', '', '', 'Pre Tax Deductions'],
        ['Description', 'Amount', 'YTD', 'Description', 'Amount', 'YTD'],
        ...pay.taxes.map((tax, n) => [...row(tax), ...(pay.benefits[n] ? row(pay.benefits[n]) : [])]),
        ['Employee Taxes', money(pay.taxTotal), '', 'Pre Tax Deductions', money(pay.benefitTotal)],
      ),
    ],
  ],
  /** A mid-size service: the person in capitals with a number, the totals below the lists. */
  capitals: (pay) => [
    [
      grid([0, 300], [pay.employer.toUpperCase(), 'EARNINGS STATEMENT']),
      grid(
        [0, 300],
        [`${upper(pay)}  ID: 004410`, `PAY PERIOD ${printDay(pay.from, 'us')} - ${printDay(pay.to, 'us')}`],
        ['118 ALDER STREET', `PAY DATE ${printDay(pay.payDate, 'us')}`],
        [
          'AUSTIN TX 78701',
          `PAY CYCLE ${pay.frequency === 'Bi-Monthly' ? 'SEMI-MONTHLY' : pay.frequency.toUpperCase()}`,
        ],
      ),
      grid(
        [0, -90, -140, -210, -280, 300, -440, -504],
        ['INCOME', 'RATE', 'HOURS', 'CURRENT TOTAL', 'YTD TOTAL', 'DEDUCTIONS', 'CURRENT', 'YTD'],
        ...[0, 1, 2, 3, 4, 5, 6].map((n) => {
          const [earned, taken] = [pay.earnings[n], all(pay)[n]];
          return [
            earned?.name.toUpperCase() ?? '',
            earned?.rate ? money(earned.rate) : '',
            earned?.hours ? money(earned.hours) : '',
            earned ? money(earned.amount) : '',
            earned ? money(earned.year) : '',
            ...(taken ? row(taken).map((cell) => cell.toUpperCase()) : []),
          ];
        }),
      ),
      grid(
        [0, -120, -240, -360, -500],
        ['YTD GROSS', 'YTD DEDUCTIONS', 'YTD NET PAY', 'CURRENT GROSS', 'NET PAY'],
        [money(pay.grossYear), money(pay.deductionsYear), money(pay.netYear), money(pay.gross), money(pay.net)],
      ),
    ],
  ],
  /** A timekeeping service: one narrow list, deductions in parentheses. */
  timeClock: (pay) => [
    [
      title('Statement of Earnings and Deductions'),
      pairs('colon', {
        Worker: upper(pay),
        Employer: pay.employer,
        'Pay period': `${printDay(pay.from, 'long')} to ${printDay(pay.to, 'long')}`,
        'Date paid': printDay(pay.payDate, 'long'),
      }),
      grid(
        [0, -220, -300, -400],
        ['Item', 'Hours', 'This check', 'Year to date'],
        ...pay.earnings.map(({ name, hours, amount, year }) => [
          name,
          hours ? money(hours) : '',
          money(amount),
          money(year),
        ]),
        ['Total Gross Earnings', '', money(pay.gross), money(pay.grossYear)],
        ...all(pay).map(({ name, amount, year }) => [name, '', `(${money(amount)})`, `(${money(year)})`]),
        ['Total Deductions', '', `(${money(pay.deductions)})`, `(${money(pay.deductionsYear)})`],
        ['Take Home Pay', '', money(pay.net), money(pay.netYear)],
      ),
    ],
  ],
  /** A shop's register service: sentences and few lines. */
  register: (pay) => [
    [
      title(pay.employer),
      text(`Pay stub for ${pay.first} ${pay.last}`),
      text(`${printDay(pay.from, 'brief')} – ${printDay(pay.to, 'brief')}, paid ${printDay(pay.payDate, 'brief')}`),
      grid([0, -300, -420], ['Wages', 'Current', 'Year to date'], ...pay.earnings.map(row), [
        'Gross wages',
        money(pay.gross),
        money(pay.grossYear),
      ]),
      grid([0, -300, -420], ['Taxes withheld', 'Current', 'Year to date'], ...pay.taxes.map(row)),
      grid([0, -300, -420], ['Benefits', 'Current', 'Year to date'], ...pay.benefits.map(row)),
      grid([0, -300, -420], ['Net pay', money(pay.net), money(pay.netYear)]),
    ],
  ],
  /** The armed forces: entitlements, deductions and a column of totals. */
  forces: (pay) => [
    [
      text('DEFENSE EXAMPLE SERVICE MILITARY LEAVE AND EARNINGS STATEMENT'),
      grid(
        [0, 180, 300, 420],
        ['NAME (LAST, FIRST, MI)', 'GRADE', 'PAY DATE', 'PERIOD COVERED'],
        [upper(pay), 'E5', printDay(pay.payDate, 'short'), `${printDay(pay.from, 'us')} - ${printDay(pay.to, 'us')}`],
      ),
      grid(
        [0, -120, 150, -290, 320, -500],
        ['ENTITLEMENTS', '', 'DEDUCTIONS', '', 'SUMMARY', ''],
        ...[0, 1, 2, 3, 4, 5, 6].map((n) => {
          const [earned, taken] = [pay.earnings[n], all(pay)[n]];
          const summary = [
            ['TOT ENT', money(pay.gross)],
            ['TOT DED', money(pay.deductions)],
            ['NET AMT', money(pay.net)],
            ['EOM PAY', money(pay.net)],
          ][n];
          return [
            earned ? (n ? earned.name.toUpperCase() : 'BASE PAY') : '',
            earned ? money(earned.amount) : '',
            taken?.name.toUpperCase() ?? '',
            taken ? money(taken.amount) : '',
            ...(summary ?? []),
          ];
        }),
      ),
      grid([0, 200], ['WAGE PERIOD YTD', money(pay.grossYear)]),
    ],
  ],
  /** A union's fund office: dues and a fund among the deductions. */
  union: (pay) => [
    [
      title('Local 000 Members at Work'),
      pairs('stacked', {
        Employee: `${pay.last} ${pay.first} ${pay.middle}`,
        Contractor: pay.employer,
        'Period ending': printDay(pay.to, 'us'),
        'Period beginning': printDay(pay.from, 'us'),
        'Check date': printDay(pay.payDate, 'us'),
      }),
      grid([0, -160, -230, -320, -420], ['Description', 'Hours', 'Rate', 'Current', 'YTD'], ...earningRows(pay), [
        'Gross',
        '',
        '',
        money(pay.gross),
        money(pay.grossYear),
      ]),
      grid(
        [0, -320, -420],
        ['Less taxes'],
        ...pay.taxes.map(row),
        ['Less dues and funds'],
        ...pay.benefits.map(({ amount, year }, n) => [n ? 'Vacation fund' : 'Union dues', money(amount), money(year)]),
        ['Net check', money(pay.net), money(pay.netYear)],
      ),
    ],
  ],
  /** The pay goes to two people. Only the first one is the employee. */
  household: (pay) => [
    [
      text(`${pay.employer} · Household payroll`),
      text(`Paid to: ${pay.first} & Sam ${pay.last}`),
      text(
        `For ${printDay(pay.from, 'us')} through ${printDay(pay.to, 'us')}. Payment date: ${printDay(pay.payDate, 'us')}.`,
      ),
      ...pay.earnings.map(({ name, amount }) => text(`${name}: $${money(amount)}`)),
      text(`Gross pay: $${money(pay.gross)} (year to date $${money(pay.grossYear)})`),
      ...all(pay).map(({ name, amount }) => text(`${name}: -$${money(amount)}`)),
      text(`Net pay: $${money(pay.net)}`),
    ],
  ],
  /** Continued on a second page, totals last. */
  continued: (pay) => [
    [
      grid(
        [0, 300],
        [pay.employer, 'Payroll Advice'],
        [`${pay.first} ${pay.middle} ${pay.last}`, `Payment Date ${printDay(pay.payDate, 'us')}`],
        ['118 Alder Street', `Period Start ${printDay(pay.from, 'us')}`],
        ['Austin, TX 78701', `Period End ${printDay(pay.to, 'us')}`],
      ),
      grid([0, -200, -260, -330, -420], ['Pay Type', 'Hours', 'Rate', 'Current', 'YTD'], ...earningRows(pay)),
      grid([0, -330, -420], ['Taxes', 'Current', 'YTD'], ...pay.taxes.map(row)),
      text('Continued on the next page'),
    ],
    [
      grid([0, -330, -420], ['Deductions', 'Current', 'YTD'], ...pay.benefits.map(row)),
      grid(
        [0, -330, -420],
        ['Totals', 'Current', 'YTD'],
        ['Gross Pay', money(pay.gross), money(pay.grossYear)],
        ['Taxes', money(pay.taxTotal)],
        ['Deductions', money(pay.benefitTotal)],
        ['Net Pay', money(pay.net), money(pay.netYear)],
      ),
    ] satisfies Block[],
  ],
};
