import { addDays } from '../../src/model/dates';
import type { StubFacts } from './people';
import { type Block, grid, money, pairs, printDay, type StubStyle, text, title } from './sheet';

/** A pay whose sums are true to the cent: the lines make the gross, the gross less what is withheld makes the net. */
interface Sums {
  regular: number;
  overtime: number;
  federal: number;
  social: number;
  medicare: number;
  health: number;
  taxes: number;
  all: number;
  net: number;
}

const cents = (dollars: number): number => Math.round(dollars * 100) / 100;

function sumsOf(gross: number): Sums {
  const overtime = cents(gross * 0.11);
  const [federal, social, medicare] = [cents(gross * 0.091), cents(gross * 0.062), cents(gross * 0.0145)];
  const health = cents(Math.min(41.2, gross * 0.05));
  const taxes = cents(federal + social + medicare);
  const all = cents(taxes + health);
  return {
    regular: cents(gross - overtime),
    overtime,
    federal,
    social,
    medicare,
    health,
    taxes,
    all,
    net: cents(gross - all),
  };
}

const both = ({ gross, toDate }: StubFacts): [Sums, Sums] => [sumsOf(gross), sumsOf(toDate)];
const whole = (dollars: number): string => `$${Math.round(dollars).toLocaleString('en-US')}`;
const minus = (dollars: number): string => `-${money(dollars)}`;
const brackets = (dollars: number): string => `(${money(dollars)})`;
const behind = (dollars: number): string => `${money(dollars)}-`;
const dotted = (label: string, value: string): Block =>
  text(`${label} ${'.'.repeat(60 - label.length - value.length)} ${value}`);

/**
 * How other programs print a stub, laid out after papers that the reader once got wrong and in words that were not chosen with it in
 * mind: columns side by side, whole dollars, the year under its own head or in front, minus signs of three kinds, totals far right.
 */
export const FOREIGN_STUBS: Record<string, StubStyle> = {
  sideBySide: {
    producer: 'Fernwood Payroll 3',
    draw: (f) => {
      const [now, year] = both(f);
      return [
        title(f.employer),
        grid(
          [0, 300],
          ['Associate', 'Pay Period'],
          [f.employee, `${printDay(f.from, 'us')} - ${printDay(f.to, 'us')}`],
        ),
        grid([0, 300], ['Pay Date', printDay(f.payDate, 'us')]),
        grid(
          [0, -180, -245, 270, -430, -500],
          ['Earnings', 'Current', 'YTD', 'Taxes and Deductions', 'Current', 'YTD'],
          [
            'Regular',
            money(now.regular),
            money(year.regular),
            'Federal Withholding',
            money(now.federal),
            money(year.federal),
          ],
          [
            'Overtime',
            money(now.overtime),
            money(year.overtime),
            'Social Security',
            money(now.social),
            money(year.social),
          ],
          ['', '', '', 'Medicare', money(now.medicare), money(year.medicare)],
          ['', '', '', 'Medical', money(now.health), money(year.health)],
          ['Gross', money(f.gross), money(f.toDate), 'Total', money(now.all), money(year.all)],
        ),
        grid([380, -500], ['Net Pay', money(now.net)]),
      ];
    },
  },
  linesOnly: {
    producer: 'Wren & Lark Payroll',
    draw: (f) => {
      const [now, year] = both(f);
      return [
        title('Earnings Statement'),
        pairs('columns', { Employer: f.employer, Employee: f.employee }),
        pairs('columns', {
          'Pay period': `${printDay(f.from, 'us')} - ${printDay(f.to, 'us')}`,
          'Check date': printDay(f.payDate, 'us'),
        }),
        grid([0, -300], ['Earnings', 'Amount'], ['Regular', money(now.regular)], ['Overtime', money(now.overtime)]),
        text('Statutory taxes'),
        grid(
          [0, -300],
          ['Federal Income Tax', money(now.federal)],
          ['Social Security', money(now.social)],
          ['Medicare', money(now.medicare)],
        ),
        text('Year to date information'),
        grid([0, -300], ['Gross Pay', money(f.toDate)], ['Federal Income Tax', money(year.federal)]),
      ];
    },
  },
  linesBeside: {
    producer: 'Pebble Payroll Online',
    draw: (f) => {
      const [now, year] = both(f);
      return [
        title(f.employer),
        text(`Employee: ${f.employee}`),
        text(`Pay period: ${printDay(f.from, 'us')} - ${printDay(f.to, 'us')}`),
        text(`Pay date: ${printDay(f.payDate, 'us')}`),
        grid(
          [0, -200, 260, -460],
          ['EARNINGS', '', 'TAXES & DEDUCTIONS', ''],
          ['Regular Pay', money(now.regular), 'Federal Income Tax', money(now.federal)],
          ['Overtime Pay', money(now.overtime), 'Social Security', money(now.social)],
          ['', '', 'Medicare', money(now.medicare)],
          ['', '', 'YTD TOTALS', ''],
          ['', '', 'YTD Gross', money(f.toDate)],
          ['', '', 'YTD Medicare', money(year.medicare)],
        ),
      ];
    },
  },
  wholeDollars: {
    producer: 'Cornerstone Office Paychecks',
    draw: (f) => {
      const now = { federal: Math.round(f.gross * 0.08), social: Math.round(f.gross * 0.0765) };
      const gross = Math.round(f.gross);
      return [
        text(f.employer),
        text(`Paycheck for ${f.employee}`),
        pairs('columns', { 'Week ending': printDay(f.to, 'us'), 'Date paid': printDay(f.payDate, 'us') }),
        grid(
          [0, -240],
          ['Gross wages', whole(gross)],
          ['Federal income tax', whole(now.federal)],
          ['FICA', whole(now.social)],
        ),
        grid([0, -240], ['Net check', whole(gross - now.federal - now.social)]),
        text('Hourly employee. Please keep this stub for your records.'),
      ];
    },
    isWhole: true,
  },
  yearBelow: {
    producer: 'Saltmarsh Checks',
    font: 'Times-Roman',
    draw: (f) => {
      const [now, year] = both(f);
      const part = (gross: number, sums: Sums): string[][] => [
        ['Gross Pay', money(gross)],
        ['Federal Income Tax', money(sums.federal)],
        ['Social Security', money(sums.social)],
        ['Medicare', money(sums.medicare)],
        ['Health plan', money(sums.health)],
        ['Net Pay', money(sums.net)],
      ];
      return [
        title('Statement of earnings'),
        pairs('columns', { Employer: f.employer, Employee: f.employee }),
        pairs('columns', {
          'Period beginning': printDay(f.from, 'us'),
          'Period ending': printDay(f.to, 'us'),
          'Check date': printDay(f.payDate, 'us'),
        }),
        text('This check'),
        grid([0, -260], ...part(f.gross, now)),
        text('Year to date'),
        grid([0, -260], ...part(f.toDate, year)),
      ];
    },
  },
  hoursTimesRate: {
    producer: 'Ridgeline Time & Pay',
    draw: (f) => {
      const [now, year] = both(f);
      const rate = cents(now.regular / 40);
      const regular = cents(rate * 40);
      const other = cents(f.gross - regular);
      return [
        grid([0, 300], [f.employer, 'Earnings Statement']),
        grid(
          [300, 390],
          ['Period Beginning:', printDay(f.from, 'us')],
          ['Period Ending:', printDay(f.to, 'us')],
          ['Pay Date:', printDay(f.payDate, 'us')],
        ),
        grid([300], [f.employee.toUpperCase()]),
        grid(
          [0, -120, -180, -250, -330],
          ['Earnings', 'rate', 'hours', 'this period', 'year to date'],
          ['Regular', money(rate), '40.00', money(regular), money(year.regular)],
          ['Shift premium', '', '', money(other), money(year.overtime)],
          ['Gross Pay', '', '', `$${money(f.gross)}`, money(f.toDate)],
        ),
        grid(
          [0, -250, -330],
          ['Deductions', 'this period', 'year to date'],
          ['Federal Income Tax', minus(now.federal), money(year.federal)],
          ['Social Security Tax', minus(now.social), money(year.social)],
          ['Medicare Tax', minus(now.medicare), money(year.medicare)],
          ['Dental*', minus(now.health), money(year.health)],
          ['Net Pay', `$${money(now.net)}`, ''],
        ),
        text('* Excluded from federal taxable wages. Your federal taxable wages this period are the gross less these.'),
      ];
    },
  },
  brackets: {
    producer: 'Almond Grove HCM',
    draw: (f) => {
      const [now, year] = both(f);
      return [
        title('Pay slip'),
        pairs('stacked', { 'Paid to': f.employee, 'Paid by': f.employer }),
        pairs('stacked', {
          'Pay period begin': printDay(f.from, 'brief'),
          'Pay period end': printDay(f.to, 'brief'),
          'Payment date': printDay(f.payDate, 'brief'),
        }),
        grid(
          [0, -300, -420],
          ['Description', 'This pay', 'To date'],
          ['Salary', money(now.regular), money(year.regular)],
          ['Bonus', money(now.overtime), money(year.overtime)],
          ['Total gross pay', money(f.gross), money(f.toDate)],
          ['Income tax', brackets(now.federal), brackets(year.federal)],
          [
            'Social insurance',
            brackets(cents(now.social + now.medicare)),
            brackets(cents(year.social + year.medicare)),
          ],
          ['Health', brackets(now.health), brackets(year.health)],
          ['Take home pay', money(now.net), money(year.net)],
        ),
      ];
    },
  },
  minusBehind: {
    producer: 'STATE PAYROLL 77',
    font: 'Courier',
    draw: (f) => {
      const [now, year] = both(f);
      return [
        grid([0, 300], [f.employer.toUpperCase(), `PAY DATE ${printDay(f.payDate, 'short')}`]),
        grid(
          [0, 300],
          [`NAME ${f.employee.toUpperCase()}`, `PERIOD ${printDay(f.from, 'short')} - ${printDay(f.to, 'short')}`],
        ),
        grid(
          [0, -240, -360],
          ['', 'CURRENT', 'YEAR-TO-DATE'],
          ['GROSS EARNINGS', money(f.gross), money(f.toDate)],
          ['FED TAX', behind(now.federal), behind(year.federal)],
          ['OASDI', behind(now.social), behind(year.social)],
          ['MEDICARE', behind(now.medicare), behind(year.medicare)],
          ['INSURANCE', behind(now.health), behind(year.health)],
          ['NET', money(now.net), money(year.net)],
        ),
      ];
    },
  },
  strip: {
    producer: 'Tamarack People Cloud',
    draw: (f) => {
      const [now, year] = both(f);
      return [
        title(f.employer),
        grid(
          [0, 180, 360],
          ['Name', 'Pay Period Begin', 'Pay Period End'],
          [f.employee, printDay(f.from, 'us'), printDay(f.to, 'us')],
        ),
        grid([0], [`Check Date: ${printDay(f.payDate, 'us')}`]),
        grid(
          [0, -170, -260, -350, -440, -504],
          ['', 'Hours Worked', 'Gross Pay', 'Employee Taxes', 'Deductions', 'Net Pay'],
          ['Current', '80.00', money(f.gross), money(now.taxes), money(now.health), money(now.net)],
          ['YTD', '1,600.00', money(f.toDate), money(year.taxes), money(year.health), money(year.net)],
        ),
        grid(
          [0, -170, 300, -440],
          ['Earnings', 'Amount', 'Employee Taxes', 'Amount'],
          ['Hourly', money(now.regular), 'OASDI', money(now.social)],
          ['Holiday', money(now.overtime), 'Medicare', money(now.medicare)],
          ['', '', 'Federal Withholding', money(now.federal)],
        ),
      ];
    },
  },
  spanned: {
    producer: 'Sunshine Public Payroll',
    draw: (f) => {
      const [now, year] = both(f);
      return [
        grid([0, 300], [f.employer, `Advice Date: ${printDay(f.payDate, 'us')}`]),
        grid(
          [0, 300],
          [`Employee: ${f.employee}`, `Pay Begin Date: ${printDay(f.from, 'us')}`],
          ['', `Pay End Date: ${printDay(f.to, 'us')}`],
        ),
        grid([110, 270, 420], ['HOURS AND EARNINGS', '', 'TAXES'], ['-------- Current --------', '---- YTD ----', '']),
        grid(
          [0, -140, -210, -270, -335, 350, -440, -504],
          ['Description', 'Hours', 'Earnings', 'Hours', 'Earnings', 'Description', 'Current', 'YTD'],
          [
            'Regular',
            '80.00',
            money(now.regular),
            '640.00',
            money(year.regular),
            'Fed',
            money(now.federal),
            money(year.federal),
          ],
          [
            'Incentive',
            '',
            money(now.overtime),
            '',
            money(year.overtime),
            'OASDI',
            money(now.social),
            money(year.social),
          ],
          ['', '', '', '', '', 'MED', money(now.medicare), money(year.medicare)],
          ['TOTAL:', '80.00', money(f.gross), '640.00', money(f.toDate), 'TOTAL:', money(now.taxes), money(year.taxes)],
        ),
        grid(
          [0, -140, -210],
          ['BEFORE-TAX DEDUCTIONS', 'Current', 'YTD'],
          ['Health', money(now.health), money(year.health)],
        ),
        grid(
          [0, -160, -300, -420, -504],
          ['', 'TOTAL GROSS', 'TOTAL TAXES', 'TOTAL DEDUCTIONS', 'NET PAY'],
          ['Current', money(f.gross), money(now.taxes), money(now.health), money(now.net)],
          ['YTD', money(f.toDate), money(year.taxes), money(year.health), money(year.net)],
        ),
      ];
    },
  },
  yearFirst: {
    producer: 'Nettle Bay Accounting',
    draw: (f) => {
      const [now, year] = both(f);
      return [
        title('Wage Statement'),
        pairs('columns', { Company: f.employer, Worker: f.employee }),
        text(
          `Pay period ${printDay(f.from, 'long')} through ${printDay(f.to, 'long')}, paid ${printDay(f.payDate, 'long')}`,
        ),
        grid(
          [0, -300, -420],
          ['', 'Year to Date', 'Current Period'],
          ['Wages', money(year.regular), money(now.regular)],
          ['Tips', money(year.overtime), money(now.overtime)],
          ['Gross Wages', money(f.toDate), money(f.gross)],
          ['Federal', money(year.federal), money(now.federal)],
          ['FICA and Medicare', money(cents(year.social + year.medicare)), money(cents(now.social + now.medicare))],
          ['Benefits', money(year.health), money(now.health)],
          ['Total deductions', money(year.all), money(now.all)],
          ['Net wages', money(year.net), money(now.net)],
        ),
      ];
    },
  },
  dotted: {
    producer: 'Homestead Bookkeeping',
    font: 'Courier',
    draw: (f) => {
      const now = sumsOf(f.gross);
      return [
        text(f.employer),
        text(`Pay stub for ${f.employee}`),
        text(`Week of ${printDay(f.from, 'us')} to ${printDay(f.to, 'us')}   Payday ${printDay(f.payDate, 'us')}`),
        dotted('Regular wages', money(now.regular)),
        dotted('Overtime wages', money(now.overtime)),
        dotted('Total gross wages', money(f.gross)),
        dotted('Federal income tax', money(now.federal)),
        dotted('Social Security', money(now.social)),
        dotted('Medicare', money(now.medicare)),
        dotted('Health insurance', money(now.health)),
        dotted('Net amount of this check', money(now.net)),
      ];
    },
  },
};

/** A stub whose sums do not hold: somebody raised the gross and left the rest. */
export const RAISED_STUB: StubStyle = {
  producer: 'Fernwood Payroll 3',
  draw: (f) => {
    const now = sumsOf(f.gross);
    return [
      title(f.employer),
      text(`Earnings statement of ${f.employee}`),
      pairs('columns', {
        'Pay Period': `${printDay(f.from, 'us')} - ${printDay(f.to, 'us')}`,
        'Pay Date': printDay(addDays(f.to, 5), 'us'),
      }),
      grid(
        [0, -300],
        ['Earnings', 'Current'],
        ['Regular', money(now.regular)],
        ['Overtime', money(now.overtime)],
        ['Gross Pay', money(f.gross + 1000)],
      ),
      grid(
        [0, -300],
        ['Federal Withholding', money(now.federal)],
        ['Social Security', money(now.social)],
        ['Medicare', money(now.medicare)],
        ['Health', money(now.health)],
        ['Net Pay', money(now.net)],
      ),
    ];
  },
};
