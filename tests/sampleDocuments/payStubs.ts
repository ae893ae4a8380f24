import styles from './pay-stubs.json' with { type: 'json' };
import type { StubFacts } from './people';
import { type DocumentStyle, printPages, stubValues } from './printPages';
import type { Sheet } from './sheet';

export const STUB_STYLES: Record<string, DocumentStyle> = styles.ours;

/**
 * How other programs print a stub, based on documents that were once misread: side-by-side columns, whole dollars,
 * the year under its own heading or first, three kinds of minus signs, totals at the far right.
 */
export const FOREIGN_STUBS: Record<string, DocumentStyle> = styles.foreign;

/** A stub with wrong sums: only the gross pay was raised. */
export const RAISED_STUB: DocumentStyle = styles.raised;

export const ALL_STUBS = { ...STUB_STYLES, ...FOREIGN_STUBS };

/** Returns one file with a page per stub. */
export function payStubSheet(vendor: string, stubs: readonly StubFacts[]): Sheet {
  const style = ALL_STUBS[vendor];
  if (!style) throw new Error(`No payroll vendor is called '${vendor}'`);
  return printPages(style, stubs.map(stubValues));
}
