import { grid, money, pairs, printDay, text, title } from '../sheet';
import type { Pay, PayLine } from './inventPay';
import type { PayLayout } from './tunedLayouts';

const day = (iso: string) => printDay(iso, 'us');
const row = ({ name, amount, year }: PayLine) => [name, money(amount), money(year)];
const hoursCell = ({ hours }: PayLine) => (hours === undefined ? '' : money(hours));
const rateCell = ({ rate }: PayLine) => (rate === undefined ? '' : money(rate));
const fullName = ({ first, middle, last }: Pay) => `${first} ${middle} ${last}`;

/** Like SECOND_LAYOUTS: held out for one look at their results, then used to improve the reader. */
export const THIRD_LAYOUTS: Record<string, PayLayout> = {
  /** A federal civilian employee's statement. */
  civilian: (pay) => [
    [
      text('CIVILIAN LEAVE AND EARNINGS STATEMENT'),
      grid(
        [0, 200, 340],
        ['1. Pay Period End', '2. Pay Date', '3. Name'],
        [day(pay.to), day(pay.payDate), `${pay.last.toUpperCase()} ${pay.first.toUpperCase()} ${pay.middle}`],
      ),
      grid([0, 200], ['Pay period', `${day(pay.from)} through ${day(pay.to)}`]),
      grid(
        [0, -220, -330],
        ['', 'CURRENT', 'YEAR TO DATE'],
        ['GROSS PAY', money(pay.gross), money(pay.grossYear)],
        ['DEDUCTIONS', money(pay.deductions), money(pay.deductionsYear)],
        ['NET PAY', money(pay.net), money(pay.netYear)],
      ),
      grid(
        [0, -200, -260, -350],
        ['CURRENT EARNINGS'],
        ['TYPE', 'HOURS', 'RATE', 'AMOUNT'],
        ...pay.earnings.map((line) => [line.name.toUpperCase(), hoursCell(line), rateCell(line), money(line.amount)]),
      ),
      grid(
        [0, -220, -330],
        ['DEDUCTIONS'],
        ['TYPE', 'CURRENT', 'YEAR TO DATE'],
        ...[...pay.taxes, ...pay.benefits].map((line) => row(line).map((cell) => cell.toUpperCase())),
      ),
    ],
  ],
  /** A university: sentence-case headings, and the employer's share in its own column. */
  university: (pay) => [
    [
      grid([0, 330], ['Example State University', 'Earnings and Deductions Statement']),
      grid(
        [0, 330],
        [fullName(pay), `Check date: ${day(pay.payDate)}`],
        ['118 Alder Street', `From: ${day(pay.from)}`],
        ['Austin, TX 78701', `To: ${day(pay.to)}`],
      ),
      grid(
        [0, -150, -210, -300, -400],
        ['Earnings', 'Hours', 'Rate', 'This period', 'Calendar year'],
        ...pay.earnings.map((line) => [
          line.name,
          hoursCell(line),
          rateCell(line),
          money(line.amount),
          money(line.year),
        ]),
        ['Total earnings', '', '', money(pay.gross), money(pay.grossYear)],
      ),
      grid(
        [0, -300, -400, -500],
        ['Taxes', 'This period', 'Calendar year', 'Employer share'],
        ...pay.taxes.map((line, n) => [...row(line), n === 1 || n === 2 ? money(line.amount) : '']),
        ['Total taxes', money(pay.taxTotal)],
      ),
      grid(
        [0, -300, -400, -500],
        ['Benefits', 'This period', 'Calendar year', 'Employer share'],
        ...pay.benefits.map((line) => [...row(line), money(line.amount * 2)]),
        ['Total benefits', money(pay.benefitTotal)],
      ),
      grid([0, -300], ['Net payment', money(pay.net)]),
    ],
  ],
  /** A staffing agency: the client on each line, and how often the employee is paid. */
  staffing: (pay) => [
    [
      text(`${pay.employer} Staffing`),
      pairs('columns', {
        Associate: `${pay.first} ${pay.last}`,
        'Pay Begin': day(pay.from),
        'Pay End': day(pay.to),
        'Check Dt': day(pay.payDate),
      }),
      text(
        `Paid ${{ Weekly: 'weekly', 'Bi-Weekly': 'every two weeks', 'Bi-Monthly': 'twice a month' }[pay.frequency as 'Weekly'] ?? 'monthly'}`,
      ),
      grid(
        [0, 110, -250, -320, -400, -490],
        ['Client', 'Pay Code', 'Hrs', 'Rate', 'Gross', 'YTD'],
        ...pay.earnings.map((line) => [
          'Client A',
          line.name,
          hoursCell(line),
          rateCell(line),
          money(line.amount),
          money(line.year),
        ]),
        ['Total', '', '', '', money(pay.gross), money(pay.grossYear)],
      ),
      grid(
        [0, -400, -490],
        ['Withholding', 'Amount', 'YTD'],
        ...pay.taxes.map(row),
        ['Other', 'Amount', 'YTD'],
        ...pay.benefits.map(row),
      ),
      grid([0, -400], ['Total withheld', money(pay.deductions)], ['Check amount', money(pay.net)]),
    ],
  ],
  /** A hospital: accruals and taxable wages around the figures that matter. */
  hospital: (pay) => [
    [
      grid([0, 220, 390], [pay.employer, 'Payroll Advice', `Advice date ${day(pay.payDate)}`]),
      grid(
        [0, 220, 390],
        ['Employee', 'Period beginning', 'Period ending'],
        [fullName(pay), day(pay.from), day(pay.to)],
      ),
      grid(
        [0, -120, -190, -270, -360],
        ['Hours and earnings', 'Rate', 'Hours', 'Current', 'Year to date'],
        ...pay.earnings.map((line) => [
          line.name,
          rateCell(line),
          hoursCell(line),
          money(line.amount),
          money(line.year),
        ]),
        ['Gross earnings', '', '', money(pay.gross), money(pay.grossYear)],
      ),
      grid([0, -270, -360], ['Pre-tax deductions', 'Current', 'Year to date'], ...pay.benefits.map(row)),
      grid(
        [0, -270, -360],
        ['Taxable wages', 'Current', 'Year to date'],
        ['Federal taxable', money(pay.gross - pay.benefitTotal), money(pay.grossYear * 0.95)],
        ['Medicare taxable', money(pay.gross - 20), money(pay.grossYear - 200)],
      ),
      grid([0, -270, -360], ['Taxes', 'Current', 'Year to date'], ...pay.taxes.map(row)),
      grid([0, -270, -360], ['Net pay', money(pay.net), money(pay.netYear)]),
      grid([0, -270], ['Accruals', 'Balance'], ['Vacation', '64.00'], ['Sick', '32.00']),
    ],
  ],
  /** A spreadsheet template: labels left, amounts right, the year in a separate block. */
  template: (pay) => [
    [
      title('Paycheck Stub'),
      pairs('columns', {
        'Company name': pay.employer,
        'Employee name': fullName(pay),
        'Pay period': `${day(pay.from)} to ${day(pay.to)}`,
        'Pay date': day(pay.payDate),
      }),
      grid(
        [0, -150, -230, -320],
        ['Income', 'Rate', 'Hours', 'Current total'],
        ...pay.earnings.map((line) => [line.name, rateCell(line), hoursCell(line), `$${money(line.amount)}`]),
      ),
      grid(
        [0, -320],
        ['Deductions', 'Current total'],
        ...[...pay.taxes, ...pay.benefits].map((line) => [line.name, `$${money(line.amount)}`]),
      ),
      grid(
        [0, 170, 340],
        ['YTD Gross', 'YTD Deductions', 'YTD Net'],
        [`$${money(pay.grossYear)}`, `$${money(pay.deductionsYear)}`, `$${money(pay.netYear)}`],
      ),
      grid(
        [0, 170, 340],
        ['Gross Pay', 'Total Deductions', 'Net Pay'],
        [`$${money(pay.gross)}`, `$${money(pay.deductions)}`, `$${money(pay.net)}`],
      ),
    ],
  ],
  /** An online service: the net pay first, in large type; columns side by side. */
  online: (pay) => [
    [
      title(`Net pay $${money(pay.net)}`),
      text(`${pay.first} ${pay.last} · ${pay.employer}`),
      text(`Pay date ${printDay(pay.payDate, 'long')}`),
      text(`Pay period ${printDay(pay.from, 'brief')} - ${printDay(pay.to, 'brief')}`),
      grid(
        [0, -170, -250, 290, -430, -504],
        ['Gross pay', `$${money(pay.gross)}`, `$${money(pay.grossYear)}`, 'Taxes', `$${money(pay.taxTotal)}`],
        ['Earnings', 'Current', 'YTD', 'Tax', 'Current', 'YTD'],
        ...[0, 1, 2, 3].map((n) => [
          ...(pay.earnings[n] ? row(pay.earnings[n]) : ['', '', '']),
          ...(pay.taxes[n] ? row(pay.taxes[n]) : []),
        ]),
      ),
      grid(
        [0, -170, -250],
        ['Deductions', `$${money(pay.benefitTotal)}`],
        ['Benefit', 'Current', 'YTD'],
        ...pay.benefits.map(row),
      ),
    ],
  ],
  /** A sales company: sentences and a table of totals. */
  sales: (pay) => [
    [
      title('Compensation Statement'),
      grid([0, 260], [`Prepared for ${fullName(pay)}`, `By ${pay.employer}`]),
      text(
        `This statement covers ${printDay(pay.from, 'long')} through ${printDay(pay.to, 'long')}. Payment on ${printDay(pay.payDate, 'long')}.`,
      ),
      grid([0, -260, -380], ['Compensation', 'Current period', 'Year-to-date'], ...pay.earnings.map(row), [
        'Total compensation',
        money(pay.gross),
        money(pay.grossYear),
      ]),
      grid([0, -260, -380], ['Less', 'Current period', 'Year-to-date'], ...[...pay.taxes, ...pay.benefits].map(row), [
        'Total deductions',
        money(pay.deductions),
        money(pay.deductionsYear),
      ]),
      grid([0, -260, -380], ['Net payment', money(pay.net), money(pay.netYear)]),
    ],
  ],
  /** The employee's copy of a stub, and the file copy below. */
  voucher: (pay) => {
    const stub = (copy: string) => [
      grid([0, 280, 400], [pay.employer.toUpperCase(), copy, `CHECK DATE ${printDay(pay.payDate, 'short')}`]),
      grid(
        [0, 280],
        [
          `EMPLOYEE ${fullName(pay).toUpperCase()}`,
          `PERIOD ${printDay(pay.from, 'short')} THRU ${printDay(pay.to, 'short')}`,
        ],
      ),
      grid(
        [0, -90, -140, -210, -280, 300, -440, -504],
        ['EARNINGS', 'RATE', 'HRS', 'AMOUNT', 'YTD', 'DEDUCTIONS', 'AMOUNT', 'YTD'],
        ...[0, 1, 2, 3, 4, 5, 6].map((n) => {
          const [earned, taken] = [pay.earnings[n], [...pay.taxes, ...pay.benefits][n]];
          return [
            ...(earned
              ? [earned.name, rateCell(earned), hoursCell(earned), money(earned.amount), money(earned.year)]
              : ['', '', '', '', '']),
            ...(taken ? row(taken) : []),
          ];
        }),
      ),
      grid(
        [0, -210, -280, 300, -440, -504],
        ['GROSS PAY', money(pay.gross), money(pay.grossYear), 'NET PAY', money(pay.net), money(pay.netYear)],
      ),
    ];
    return [[...stub('EMPLOYEE COPY'), text('NON-NEGOTIABLE'), ...stub('FILE COPY')]];
  },
};
