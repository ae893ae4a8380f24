import { addDays, addMonths } from '../../src/model/format/dates';
import { statementSheet } from './bankStatements';
import { drawSheet } from './drawSheet';
import { payStubSheet } from './payStubs';
import type { StubFacts } from './people';

const ROBIN = { employee: 'Robin J Hale', employer: 'Bluebonnet Books', frequency: 'Bi-Weekly', gross: 2000 } as const;

/** Returns Robin Hale's two biweekly stubs for the four weeks that ended six days ago, with changes to both. */
export function recentStubs(
  change: Partial<StubFacts> = {},
  today = new Date().toISOString().slice(0, 10),
  password?: string,
) {
  const { gross = ROBIN.gross, toDate = gross * 20 } = change;
  const stubs = [20, 6].map((past, n): StubFacts => {
    const to = addDays(today, -past);
    return { ...ROBIN, from: addDays(to, -13), to, payDate: addDays(to, 5), ...change, toDate: toDate + gross * n };
  });
  return drawSheet(payStubSheet('brightledger', stubs), { password });
}

/** Returns Robin Hale's statements for this many months before the current one. */
export function recentStatements(months: number, today = new Date().toISOString().slice(0, 10)) {
  const all = Array.from({ length: months }, (_, n) => {
    const from = addMonths(`${today.slice(0, 8)}01`, -n - 1);
    const to = addDays(addMonths(from, 1), -1);
    return { holder: 'Robin J Hale', bank: 'Pecan Street Credit Union', from, to, opening: 900, closing: 5230.15 };
  });
  return drawSheet(statementSheet('ledgerline', all));
}
