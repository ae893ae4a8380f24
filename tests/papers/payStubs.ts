import { FOREIGN_STUBS } from './foreignStubs';
import type { StubFacts } from './people';
import { money, pairs, printDay, type Sheet, type StubStyle, table, text, title } from './sheet';

const tax = (gross: number, share: number): string => money(gross * share);
const net = (gross: number): string => money(gross * 0.79);
const OFTEN = {
  Weekly: 'Weekly',
  'Bi-Weekly': 'Biweekly',
  'Bi-Monthly': 'Semi-Monthly',
  Monthly: 'Monthly',
  Yearly: 'Annual',
  'One-Time': 'Off-cycle',
};

export const STUB_STYLES: Record<string, StubStyle> = {
  brightledger: {
    producer: 'Brightledger Payroll 8.2',
    draw: (f) => [
      title(f.employer),
      text('Earnings Statement'),
      pairs('colon', {
        Employee: f.employee,
        'Pay Period': `${printDay(f.from, 'us')} to ${printDay(f.to, 'us')}`,
        'Pay Date': printDay(f.payDate, 'us'),
        'Pay Frequency': OFTEN[f.frequency],
      }),
      table(
        ['Earnings', 'Rate', 'Hours', 'This Period', 'Year to Date'],
        ['Regular', '25.00', '80.00', money(f.gross), money(f.toDate)],
        ['Gross Pay', '', '', money(f.gross), money(f.toDate)],
      ),
      table(
        ['Deductions', 'This Period', 'Year to Date'],
        ['Federal Income Tax', tax(f.gross, 0.12), tax(f.toDate, 0.12)],
        ['Social Security Tax', tax(f.gross, 0.062), tax(f.toDate, 0.062)],
        ['Medicare Tax', tax(f.gross, 0.0145), tax(f.toDate, 0.0145)],
        ['Net Pay', net(f.gross), net(f.toDate)],
      ),
      text('Your federal taxable wages this period. Direct deposit to checking account.'),
    ],
  },
  paywell: {
    producer: 'Paywell Print Service',
    draw: (f) => [
      title('Pay Statement'),
      pairs('columns', {
        Company: f.employer,
        'Employee Name': f.employee,
        'Period Beginning': printDay(f.from, 'us'),
        'Period Ending': printDay(f.to, 'us'),
        'Check Date': printDay(f.payDate, 'us'),
      }),
      table(
        ['Description', 'Hours', 'Rate', 'Current', 'YTD'],
        ['Hourly wages', '40.00', '21.50', money(f.gross), money(f.toDate)],
        ['Total Gross', '', '', money(f.gross), money(f.toDate)],
        ['FICA', '', '', tax(f.gross, 0.0765), tax(f.toDate, 0.0765)],
        ['State withholding', '', '', tax(f.gross, 0.03), tax(f.toDate, 0.03)],
        ['401(k)', '', '', tax(f.gross, 0.04), tax(f.toDate, 0.04)],
        ['Net Amount', '', '', net(f.gross), net(f.toDate)],
      ),
      text('Vacation balance 32.00 hours. Sick balance 12.00 hours.'),
    ],
  },
  northgate: {
    producer: 'Northgate HR Documents',
    font: 'Times-Roman',
    draw: (f) => [
      title('PAYSLIP'),
      pairs('stacked', { Employer: f.employer, Employee: f.employee, 'Pay cycle': OFTEN[f.frequency] }),
      pairs('stacked', {
        'Period start': printDay(f.from, 'brief'),
        'Period end': printDay(f.to, 'brief'),
        'Payment date': printDay(f.payDate, 'brief'),
      }),
      pairs('stacked', { 'Gross earnings': money(f.gross), 'Gross YTD': money(f.toDate), 'Net pay': net(f.gross) }),
      table(
        ['Taxes and deductions', 'Amount'],
        ['Federal tax', tax(f.gross, 0.12)],
        ['Medicare', tax(f.gross, 0.0145)],
        ['Health insurance', '88.00'],
      ),
      text('Questions about your payslip? Ask your payroll administrator.'),
    ],
  },
  tally: {
    producer: 'TallyPay Batch',
    font: 'Courier',
    draw: (f) => [
      text(f.employer.toUpperCase()),
      text('PAYROLL CHECK STUB'),
      table([`EMP: ${lastFirst(f.employee)}`, 'SSN: XXX-XX-0000']),
      table([
        `PERIOD ${printDay(f.from, 'short')} THRU ${printDay(f.to, 'short')}`,
        `CHECK DATE ${printDay(f.payDate, 'short')}`,
      ]),
      table(
        ['', 'CURRENT', 'Y-T-D'],
        ['GROSS PAY', money(f.gross), money(f.toDate)],
        ['FED W/H', tax(f.gross, 0.12), tax(f.toDate, 0.12)],
        ['SOC SEC', tax(f.gross, 0.062), tax(f.toDate, 0.062)],
        ['NET PAY', net(f.gross), net(f.toDate)],
      ),
      text('HOURS 80.00 RATE OF PAY 25.00 EXEMPTIONS 1 NOT NEGOTIABLE'),
    ],
  },
  quillstone: {
    producer: 'Quillstone Pay Archive',
    draw: (f) => [
      title('Advice of Deposit'),
      text('This is not a check. Non-negotiable.'),
      pairs('columns', { 'Issued by': f.employer, 'Paid to': f.employee, 'Advice Date': printDay(f.payDate, 'us') }),
      pairs('columns', { 'Pay Begin Date': printDay(f.from, 'us'), 'Pay End Date': printDay(f.to, 'us') }),
      table(
        ['', 'Total Gross', 'Fed Taxable Gross', 'Total Taxes', 'Net Pay'],
        ['Current', money(f.gross), tax(f.gross, 0.95), tax(f.gross, 0.2), net(f.gross)],
        ['YTD', money(f.toDate), tax(f.toDate, 0.95), tax(f.toDate, 0.2), net(f.toDate)],
      ),
      text('Leave accrued this pay period: annual 4.0, sick 4.0'),
    ],
  },
  corvus: {
    producer: 'Corvus Workforce',
    font: 'Times-Roman',
    draw: (f) => [
      title(`${f.employer} · Wage statement`),
      pairs('colon', {
        Worker: f.employee,
        'Work period': `${printDay(f.from, 'brief')} – ${printDay(f.to, 'brief')}`,
        'Paid on': printDay(f.payDate, 'brief'),
        'Total earnings': `$${money(f.gross)}`,
        'Earnings to date': `$${money(f.toDate)}`,
        'Withheld for taxes': `$${tax(f.gross, 0.2)}`,
        'Take-home pay': `$${net(f.gross)}`,
      }),
      text('Overtime is paid at one and a half times your hourly rate.'),
    ],
  },
};

/** Every vendor's style, those laid out by other hands too. */
export const ALL_STUBS: Record<string, StubStyle> = { ...STUB_STYLES, ...FOREIGN_STUBS };

/** One file with a page for each pay. */
export function payStubSheet(vendor: string, stubs: readonly StubFacts[]): Sheet {
  const style = ALL_STUBS[vendor];
  if (!style) throw new Error(`No payroll vendor is called '${vendor}'`);
  return { producer: style.producer, font: style.font, pages: stubs.map((facts) => style.draw(facts)) };
}

/** `'Robin J Hale'` → `'HALE, ROBIN J'`. */
function lastFirst(name: string): string {
  const words = name.toUpperCase().split(' ');
  return `${words.at(-1)}, ${words.slice(0, -1).join(' ')}`;
}
