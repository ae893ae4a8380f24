import type { StatementFacts, StubFacts } from './people';
import { type Block, money, printDay, type Sheet } from './sheet';

const FREQUENCY_NAMES = {
  Weekly: 'Weekly',
  'Bi-Weekly': 'Biweekly',
  'Bi-Monthly': 'Semi-Monthly',
  Monthly: 'Monthly',
  Yearly: 'Annual',
  'One-Time': 'Off-cycle',
};
const HOURS = { Weekly: 40, 'Bi-Weekly': 80, 'Bi-Monthly': 86.67, Monthly: 173.33, Yearly: 2080, 'One-Time': 8 };
/** Fractions of the gross pay that our styles print. Those around 0.8 are the net pay. */
const SHARES = [0.0145, 0.03, 0.04, 0.062, 0.0765, 0.12, 0.2, 0.8, 0.8035, 0.818, 0.8355, 0.8535, 0.95];
const LINE = 62;

const cents = (dollars: number): number => Math.round(dollars * 100) / 100;

/**
 * How an invented vendor or bank prints a document. `page` has blocks (sheet.ts) with placeholders like `{from us}`.
 */
export interface DocumentStyle {
  producer: string;
  font?: string;
  /** True if it rounds to whole dollars. */
  isWhole?: boolean;
  page: unknown[];
}

/** Prints one page for each set of values. */
export function printPages({ producer, font, page }: DocumentStyle, all: readonly Record<string, string>[]): Sheet {
  return { producer, font: font as Sheet['font'], pages: all.map((values) => fillPage(page, values)) };
}

/** `'{from us}'` → `'03/02/2026'`. `{dots}` fills the line. */
function fillPage(page: readonly unknown[], values: Record<string, string>): Block[] {
  const fill = (text: string): string => {
    const filled = text.replace(/\{([^}]+)\}/g, (place, name: string) => values[name] ?? place);
    return filled.replace('{dots}', '.'.repeat(Math.max(0, LINE + '{dots}'.length - filled.length)));
  };
  return JSON.parse(JSON.stringify(page), (_, value) => (typeof value === 'string' ? fill(value) : value));
}

export function stubValues({
  employee,
  employer,
  gross,
  toDate,
  frequency,
  ...days
}: StubFacts): Record<string, string> {
  const words = employee.toUpperCase().split(' ');
  const rate = cents(sumsOf(gross).regular / 40);
  const yearRated = cents((rate * 40 * toDate) / gross);
  const whole = { gross: Math.round(gross), federal: Math.round(gross * 0.08), social: Math.round(gross * 0.0765) };
  return {
    ...texts({ employee, employer }),
    ...allDays(days),
    lastFirst: `${words.at(-1)}, ${words.slice(0, -1).join(' ')}`,
    often: FREQUENCY_NAMES[frequency],
    ...amounts({ hours: HOURS[frequency], hourly: gross / HOURS[frequency] }),
    ...amounts({ gross, toDate, raised: gross + 1000, rate, rated: rate * 40, rest: gross - cents(rate * 40) }),
    ...amounts({ rated: yearRated, rest: toDate - yearRated }, 'year '),
    ...amounts(sumsOf(gross), 'now '),
    ...amounts(sumsOf(toDate), 'year '),
    ...amounts(Object.fromEntries(SHARES.map((share) => [`gross × ${share}`, gross * share]))),
    ...amounts(Object.fromEntries(SHARES.map((share) => [`toDate × ${share}`, toDate * share]))),
    ...wholeAmounts({ ...whole, net: whole.gross - whole.federal - whole.social }),
  };
}

export function statementValues({ holder, bank, opening, closing, from, to }: StatementFacts): Record<string, string> {
  return {
    ...texts({ holder, bank }),
    ...allDays({ from, to }),
    'from day': printDay(from, 'brief').replace(/, \d+$/, ''),
    ...amounts({ opening, closing, afterDeposit: opening + 1200 }),
  };
}

/** Adds each text in capitals, under its name in capitals. */
const texts = (all: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(all).flatMap(([name, text]) => [
      [name, text],
      [name.toUpperCase(), text.toUpperCase()],
    ]),
  );

const allDays = (days: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(days).flatMap(([name, day]) =>
      (['us', 'short', 'long', 'brief'] as const).map((style) => [`${name} ${style}`, printDay(day, style)]),
    ),
  );

const amounts = (all: object, prefix = '') =>
  Object.fromEntries(Object.entries(all).map(([name, dollars]) => [prefix + name, money(dollars)]));

const wholeAmounts = (all: Record<string, number>) =>
  Object.fromEntries(Object.entries(all).map(([name, dollars]) => [`whole ${name}`, dollars.toLocaleString('en-US')]));

/**
 * Returns sums that are correct to the cent: the lines add up to the gross, and the gross minus deductions is the net.
 */
function sumsOf(gross: number) {
  const overtime = cents(gross * 0.11);
  const [federal, social, medicare] = [cents(gross * 0.091), cents(gross * 0.062), cents(gross * 0.0145)];
  const health = cents(Math.min(41.2, gross * 0.05));
  const taxes = cents(federal + social + medicare);
  const all = cents(taxes + health);
  const insurance = cents(social + medicare);
  return {
    regular: cents(gross - overtime),
    overtime,
    federal,
    social,
    medicare,
    health,
    taxes,
    all,
    insurance,
    net: cents(gross - all),
  };
}
