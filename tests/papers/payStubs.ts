import styles from './pay-stubs.json' with { type: 'json' };
import type { StubFacts } from './people';
import { type PaperStyle, printPages, stubValues } from './printPages';
import type { Sheet } from './sheet';

export const STUB_STYLES: Record<string, PaperStyle> = styles.ours;

/**
 * How other programs print a stub, laid out after papers that the reader once got wrong: columns side by side, whole dollars, the year
 * under its own head or in front, minus signs of three kinds, totals far right.
 */
export const FOREIGN_STUBS: Record<string, PaperStyle> = styles.foreign;

/** A stub whose sums don't hold: the gross pay was raised, the rest wasn't. */
export const RAISED_STUB: PaperStyle = styles.raised;

export const ALL_STUBS = { ...STUB_STYLES, ...FOREIGN_STUBS };

/** One file with a page for each pay. */
export function payStubSheet(vendor: string, stubs: readonly StubFacts[]): Sheet {
  const style = ALL_STUBS[vendor];
  if (!style) throw new Error(`No payroll vendor is called '${vendor}'`);
  return printPages(style, stubs.map(stubValues));
}
