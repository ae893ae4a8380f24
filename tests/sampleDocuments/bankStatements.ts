import styles from './bank-statements.json' with { type: 'json' };
import type { StatementFacts } from './people';
import { type DocumentStyle, printPages, statementValues } from './printPages';
import type { Sheet } from './sheet';

/** How an invented bank's program prints a statement. */
export const STATEMENT_STYLES: Record<string, DocumentStyle> = styles;

/** Returns one file with a page per month. */
export function statementSheet(style: string, statements: readonly StatementFacts[]): Sheet {
  const chosen = STATEMENT_STYLES[style];
  if (!chosen) throw new Error(`No statement style is called '${style}'`);
  return printPages(chosen, statements.map(statementValues));
}
