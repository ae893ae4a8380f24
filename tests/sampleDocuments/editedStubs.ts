import { type Block, grid, money, pairs, type Sheet, table, text, title } from './sheet';

/** Four amounts of a stub. Changing one of them makes a sum wrong. */
export interface StubSums {
  earnings: number;
  deductions: number;
  net: number;
  gross: number;
}

/** Sums that are correct to the cent. */
export const TRUE_SUMS: StubSums = { earnings: 2000, deductions: 397.96, net: 1602.04, gross: 2000 };

const FICA = 153;

const head = (): Block[] => [
  title('Oak Books Inc'),
  text('Earnings Statement'),
  pairs('colon', {
    Employee: 'Robin Hale',
    'Pay Period': '11/01/2026 to 11/14/2026',
    'Pay Date': '11/19/2026',
    'Pay Frequency': 'Biweekly',
  }),
];

/** Layouts in which a stub shows its earnings, deductions, net and gross pay. */
export const LAYOUTS = {
  table: ({ earnings, deductions, net, gross }: StubSums) => [
    table(
      ['Earnings', 'Rate', 'Hours', 'This Period', 'Year to Date'],
      ['Regular', '25.00', '80.00', money(earnings), money(42_000)],
      ['Gross Pay', '', '', money(gross), money(42_000)],
    ),
    table(
      ['Deductions', 'This Period', 'Year to Date'],
      ['Federal Income Tax', money(deductions - FICA), money(5000)],
      ['FICA', money(FICA), money(2500)],
      ['Total Deductions', money(deductions), money(7500)],
      ['Net Pay', money(net), money(34_500)],
    ),
  ],
  pairs: ({ earnings, deductions, net, gross }: StubSums) => [
    pairs('columns', {
      Earnings: money(earnings),
      Deductions: money(deductions),
      'Net pay': money(net),
      'Gross pay': money(gross),
    }),
  ],
  colon: ({ earnings, deductions, net, gross }: StubSums) => [
    pairs('colon', {
      'Gross pay': money(gross),
      Earnings: money(earnings),
      'Total deductions': money(deductions),
      'Net pay': money(net),
    }),
  ],
  strip: ({ earnings, deductions, net, gross }: StubSums) => [
    grid(
      [0, -200, -300, -400],
      ['', 'Gross Pay', 'Total Deductions', 'Net Pay'],
      ['Current', money(gross), money(deductions), money(net)],
    ),
    grid([0, -200], ['Earnings', 'Amount'], ['Regular', money(earnings)]),
  ],
  noTotal: ({ earnings, deductions, net, gross }: StubSums) => [
    grid([0, -300], ['Earnings', 'Current'], ['Regular', money(earnings)], ['Gross Pay', money(gross)]),
    grid([0, -300], ['Federal Withholding', money(deductions - FICA)], ['FICA', money(FICA)], ['Net Pay', money(net)]),
  ],
};

/** Returns a file with a page for each set of sums. */
export function editedStubs(layout: keyof typeof LAYOUTS, all: readonly StubSums[]): Sheet {
  return { producer: 'Fernwood Payroll 3', pages: all.map((sums) => [...head(), ...LAYOUTS[layout](sums)]) };
}
