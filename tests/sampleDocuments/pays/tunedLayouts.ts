import { type Block, grid, money, pairs, printDay, text, title } from '../sheet';
import type { Pay, PayLine } from './inventPay';

export type PayLayout = (pay: Pay) => Block[][];

const day = (iso: string) => printDay(iso, 'us');
const figures = ({ name, amount, year }: PayLine) => [name, money(amount), money(year)];
const withHours = ({ name, rate, hours, amount, year }: PayLine) => [
  name,
  rate === undefined ? '' : money(rate),
  hours === undefined ? '' : money(hours),
  money(amount),
  money(year),
];
const fullName = ({ first, middle, last }: Pay) => `${first} ${middle} ${last}`;
const FREQUENCY_NAMES = { Weekly: 'Weekly', 'Bi-Weekly': 'Biweekly', 'Bi-Monthly': 'Semi-Monthly', Monthly: 'Monthly' };
const frequencyName = ({ frequency }: Pay) => FREQUENCY_NAMES[frequency as keyof typeof FREQUENCY_NAMES];

/** Layouts that the reader was improved with, based on public descriptions of payroll services' stubs. */
export const TUNED_LAYOUTS: Record<string, PayLayout> = {
  /** A large service: earnings, then deductions with minus signs, then the address for the envelope's window. */
  windowed: (pay) => [
    [
      grid([0, 300], [pay.employer, 'Earnings Statement'], ['40 Foundry Road', `Period Beginning: ${day(pay.from)}`]),
      grid([300], [`Period Ending: ${day(pay.to)}`], [`Pay Date: ${day(pay.payDate)}`]),
      grid(
        [0, -150, -220, -300, -400],
        ['Earnings', 'rate', 'hours', 'this period', 'year to date'],
        ...pay.earnings.map(withHours),
        ['', 'Gross Pay', '', `$${money(pay.gross)}`, money(pay.grossYear)],
      ),
      grid(
        [0, -300, -400],
        ['Deductions', 'this period', 'year to date'],
        ...[...pay.taxes, ...pay.benefits].map(({ name, amount, year }) => [name, `-${money(amount)}`, money(year)]),
        ['Net Pay', `$${money(pay.net)}`],
      ),
      grid([0, 300], [fullName(pay).toUpperCase(), '118 ALDER STREET'], ['', 'AUSTIN TX 78701']),
      text('Deposited to the account of'),
      grid([0, 200], [fullName(pay), 'xxxxxx4410']),
    ],
  ],
  /** 'Gross wages' names the first of several lines, not the total. */
  firstLine: (pay) => [
    [
      title('Pay Statement'),
      pairs('columns', { Employee: fullName(pay), 'Check Date': day(pay.payDate) }),
      pairs('columns', { 'Pay Period': `${day(pay.from)} - ${day(pay.to)}`, 'Pay Frequency': frequencyName(pay) }),
      grid(
        [0, -220, -320],
        ['EARNINGS', 'CURRENT', 'YTD'],
        ...pay.earnings.map(({ name, amount, year }, n) => [
          n ? name.toUpperCase() : 'GROSS WAGES',
          money(amount),
          money(year),
        ]),
        ['TOTAL EARNINGS', money(pay.gross), money(pay.grossYear)],
      ),
      grid([0, -220, -320], ['WITHHOLDINGS', 'CURRENT', 'YTD'], ...pay.taxes.map(figures), [
        'TOTAL',
        money(pay.taxTotal),
      ]),
      grid([0, -220, -320], ['OTHER DEDUCTIONS', 'CURRENT', 'YTD'], ...pay.benefits.map(figures), [
        'TOTAL',
        money(pay.benefitTotal),
      ]),
      grid([0, -220, -320], ['NET PAY', money(pay.net), money(pay.netYear)]),
    ],
  ],
  /** A startup's service: 'Robin Hale | ID 8820', employee taxes beside employer taxes. */
  friendly: (pay) => [
    [
      title(`${pay.employer} paystub`),
      text(`${pay.first} ${pay.last} | ID 8820`),
      text(
        `Pay period: ${printDay(pay.from, 'brief')} - ${printDay(pay.to, 'brief')} | Pay day: ${printDay(pay.payDate, 'brief')}`,
      ),
      grid(
        [0, -200, -280, -360, -460],
        ['Employee Gross Earnings'],
        ['Description', 'Rate', 'Hours', 'Current', 'Year To Date'],
        ...pay.earnings.map(withHours),
      ),
      grid(
        [0, -160, -240, 260, -420, -500],
        ['Employee Taxes Withheld', '', '', 'Employer Tax'],
        ['Description', 'Current', 'Year To Date', 'Company Tax', 'Current', 'Year To Date'],
        ...pay.taxes.map((tax, n) => [
          ...figures(tax),
          ...(n === 1 || n === 2 ? figures(tax) : n === 3 ? ['FUTA', '0.00', '42.00'] : ['', '', '']),
        ]),
      ),
      grid([0, -160, -240], ['Employee Deductions', 'Current', 'Year To Date'], ...pay.benefits.map(figures)),
      grid(
        [0, -240, -340],
        ['Summary', 'Current', 'Year To Date'],
        ['Gross Earnings', `$${money(pay.gross)}`, `$${money(pay.grossYear)}`],
        ['Taxes', `$${money(pay.taxTotal)}`, `$${money(pay.grossYear * 0.2)}`],
        ['Deductions', `$${money(pay.benefitTotal)}`, `$${money(pay.grossYear * 0.05)}`],
        ['Net Pay', `$${money(pay.net)}`, `$${money(pay.netYear)}`],
        ['Check Amount', `$${money(pay.net)}`],
      ),
    ],
  ],
  /** Small-business bookkeeping: earnings and taxes share rows, and the gross pay is only in the summary. */
  books: (pay) => [
    [
      grid(
        [0, 350],
        [pay.employer, `Pay Stub Detail`],
        ['', `PAY DATE: ${day(pay.payDate)}`],
        ['', `NET PAY: $${money(pay.net)}`],
      ),
      grid(
        [0, 260],
        ['EMPLOYEE', 'PAY PERIOD'],
        [fullName(pay), `Period Beginning: ${day(pay.from)}`],
        ['118 Alder Street', `Period Ending: ${day(pay.to)}`],
      ),
      grid(
        [0, -120, -180, -250, 270, -420, -500],
        ['PAY', 'Hours', 'Rate', 'Current', 'TAXES', 'Current', 'YTD'],
        ...[0, 1, 2, 3].map((n) => {
          const [earned, tax] = [pay.earnings[n], pay.taxes[n]];
          return [
            earned ? `${earned.name} Pay` : '',
            earned?.hours === undefined ? '' : money(earned.hours),
            earned?.rate === undefined ? '' : money(earned.rate),
            earned ? money(earned.amount) : '',
            ...(tax ? figures(tax) : []),
          ];
        }),
      ),
      grid([0, -120, -220], ['DEDUCTIONS', 'Current', 'YTD'], ...pay.benefits.map(figures)),
      grid(
        [0, -160, -260],
        ['SUMMARY', 'Current', 'YTD'],
        ['Total Pay', `$${money(pay.gross)}`, `$${money(pay.grossYear)}`],
        ['Taxes', `$${money(pay.taxTotal)}`],
        ['Deductions', `$${money(pay.benefitTotal)}`],
      ),
      grid([0, -160], ['Net Pay', `$${money(pay.net)}`]),
    ],
  ],
  /** A restaurant: shows the last day of the week instead of the pay period. */
  tips: (pay) => [
    [
      text(pay.employer),
      text('Employee Pay Stub'),
      pairs('columns', {
        Name: `${pay.last.toUpperCase()}, ${pay.first.toUpperCase()} ${pay.middle}`,
        'Week Ending': day(pay.to),
        'Pay Date': day(pay.payDate),
      }),
      grid(
        [0, -180, -240, -320, -420],
        ['Earnings', 'Rate', 'Hours', 'Amount', 'YTD'],
        ...pay.earnings.map(withHours),
        ['Gross', '', '', money(pay.gross), money(pay.grossYear)],
      ),
      grid([0, -320, -420], ['Taxes', 'Amount', 'YTD'], ...[...pay.taxes, ...pay.benefits].map(figures), [
        'Total',
        money(pay.deductions),
      ]),
      grid([0, -320], ['Net', money(pay.net)]),
    ],
  ],
  /** A state agency: a line of headings, a line of totals, the taxable wages beside the gross. */
  state: (pay) => [
    [
      grid(
        [0, 300],
        ['STATE OF EXAMPLE', `Advice Date: ${day(pay.payDate)}`],
        [fullName(pay), `Pay Begin Date: ${day(pay.from)}`],
        ['118 Alder Street', `Pay End Date: ${day(pay.to)}`],
      ),
      grid([0, 200], ['Pay Group:', `${frequencyName(pay)}`]),
      grid(
        [0, -130, -190, -260, -330, -420],
        ['HOURS AND EARNINGS', '', '', '', '', 'YTD'],
        ['Description', 'Rate', 'Hours', 'Earnings', 'YTD Hours', 'Earnings'],
        ...pay.earnings.map(({ name, rate, hours, amount, year }) => [
          name,
          rate ? money(rate) : '',
          hours ? money(hours) : '',
          money(amount),
          hours ? money(hours * 9) : '',
          money(year),
        ]),
        ['Total:', '', '', money(pay.gross), '', money(pay.grossYear)],
      ),
      grid(
        [0, -180, -260, 290, -440, -504],
        ['TAXES', 'Current', 'YTD', 'BEFORE-TAX DEDUCTIONS', 'Current', 'YTD'],
        ...pay.taxes.map((tax, n) => [...figures(tax), ...(pay.benefits[n] ? figures(pay.benefits[n]) : [])]),
      ),
      grid(
        [0, -130, -240, -320, -420, -504],
        ['', 'TOTAL GROSS', 'FED TAXABLE GROSS', 'TOTAL TAXES', 'TOTAL DEDUCTIONS', 'NET PAY'],
        [
          'Current',
          money(pay.gross),
          money(pay.gross - pay.benefitTotal),
          money(pay.taxTotal),
          money(pay.benefitTotal),
          money(pay.net),
        ],
        [
          'YTD',
          money(pay.grossYear),
          money(pay.grossYear * 0.95),
          money(pay.grossYear * 0.2),
          money(pay.grossYear * 0.05),
          money(pay.netYear),
        ],
      ),
    ],
  ],
  /** Earnings on the first page, deductions and net pay on the second. */
  twoPages: (pay) => [
    [
      title(pay.employer),
      pairs('columns', {
        'Employee Name': fullName(pay),
        'Pay Date': day(pay.payDate),
        'Pay Period': `${day(pay.from)} - ${day(pay.to)}`,
      }),
      grid(
        [0, -180, -240, -320, -420],
        ['Earnings', 'Rate', 'Hours', 'Current', 'YTD'],
        ...pay.earnings.map(withHours),
        ['Gross Pay', '', '', money(pay.gross), money(pay.grossYear)],
      ),
      text('Page 1 of 2'),
    ],
    [
      title(pay.employer),
      pairs('columns', { 'Employee Name': fullName(pay), 'Pay Date': day(pay.payDate) }),
      grid([0, -320, -420], ['Deductions', 'Current', 'YTD'], ...[...pay.taxes, ...pay.benefits].map(figures), [
        'Total Deductions',
        money(pay.deductions),
        money(pay.deductionsYear),
      ]),
      grid([0, -320, -420], ['Net Pay', money(pay.net), money(pay.netYear)]),
      text('Page 2 of 2'),
    ],
  ],
  /** The stub twice on one page, the second for the employer. */
  twice: (pay) => {
    const half = (): Block[] => [
      grid(
        [0, 300],
        [pay.employer, `Check date ${day(pay.payDate)}`],
        [`Employee: ${fullName(pay)}`, `Period ${day(pay.from)} to ${day(pay.to)}`],
      ),
      grid(
        [0, -150, 180, -350, 380, -500],
        ...[0, 1, 2, 3].map((n) => {
          const [earned, tax, benefit] = [pay.earnings[n], pay.taxes[n], pay.benefits[n]];
          return [
            earned?.name ?? '',
            earned ? money(earned.amount) : '',
            tax?.name ?? '',
            tax ? money(tax.amount) : '',
            benefit?.name ?? '',
            benefit ? money(benefit.amount) : '',
          ];
        }),
        [
          'Gross Pay',
          money(pay.gross),
          'Total Taxes',
          money(pay.taxTotal),
          'Total Deductions',
          money(pay.benefitTotal),
        ],
        ['', '', '', '', 'Net Pay', money(pay.net)],
      ),
    ];
    return [[...half(), ...half()]];
  },
};
