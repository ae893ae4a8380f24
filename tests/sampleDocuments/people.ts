import type { Random } from '../../e2e/support/scan/random';
import { addDays, addMonths } from '../../src/model/format/dates';
import type { PayFrequency } from '../../src/model/income/pay';

/** Data of a pay stub. Every person and company is invented. */
export interface StubFacts {
  employee: string;
  employer: string;
  payDate: string;
  from: string;
  to: string;
  frequency: PayFrequency;
  gross: number;
  toDate: number;
}

/** Data of a bank statement. */
export interface StatementFacts {
  holder: string;
  bank: string;
  from: string;
  to: string;
  opening: number;
  closing: number;
}

const FIRST = 'Robin Alma Teo Ines Marlo Juno Petra Silas Noor Wanda Ezra Lena Omar Vida Kit Dario'.split(' ');
const LAST =
  'Hale Castellan Birchwood Ferrante Okonjo Lindqvist Marsh Tolliver Abernathy Quill Sorrel Vega Whitlock'.split(' ');
const FIRMS = [
  'Bluebonnet Books',
  'Mission Tile Works',
  'Cedar & Pine Joinery LLC',
  'Larkspur Clinics Inc',
  'Ostrich Freight Co',
  'Pebble Creek Diner',
  'Tern Analytics Inc',
  'Copperline Electric LLC',
];
const BANKS = [
  'Pecan Street Credit Union',
  'Bay Leaf Bank',
  'First Meadow Bank',
  'Harborline Savings',
  'Juniper Trust Bank',
  'Red Mesa Federal Credit Union',
];
const LENGTH: Partial<Record<PayFrequency, number>> = { Weekly: 7, 'Bi-Weekly': 14 };

const dollars = (random: Random, least: number, most: number): number => random.int(least * 100, most * 100) / 100;

export function inventName(random: Random): string {
  return `${random.pick(FIRST)} ${random.next() < 0.4 ? `${random.pick(FIRST)[0]} ` : ''}${random.pick(LAST)}`;
}

export const inventFirm = (random: Random): string => random.pick(FIRMS);
export const inventBank = (random: Random): string => random.pick(BANKS);

export function inventStub(random: Random, today: string): StubFacts {
  const frequency = random.pick<PayFrequency>(['Weekly', 'Bi-Weekly', 'Monthly']);
  const to = addDays(today, -random.int(3, 14));
  const from = frequency === 'Monthly' ? addDays(addMonths(to, -1), 1) : addDays(to, 1 - (LENGTH[frequency] ?? 7));
  const gross = dollars(random, 400, 6000);
  const [employee, employer] = [inventName(random), inventFirm(random)];
  return { employee, employer, payDate: addDays(to, 5), from, to, frequency, gross, toDate: gross * random.int(1, 20) };
}

export function inventStatement(random: Random, today: string): StatementFacts {
  const from = `${addMonths(today, -random.int(1, 3)).slice(0, 8)}01`;
  const to = addDays(addMonths(from, 1), -1);
  const [holder, bank] = [inventName(random), inventBank(random)];
  return { holder, bank, from, to, opening: dollars(random, 100, 9000), closing: dollars(random, 100, 9000) };
}
