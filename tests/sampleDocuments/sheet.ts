/** A part of a page. `pairs` are labels with values: on one line, in two columns, or each value below its label. */
export type Block =
  | { kind: 'title'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'pairs'; style: 'colon' | 'columns' | 'stacked'; rows: [label: string, value: string][] }
  | { kind: 'table'; head: string[]; rows: string[][] }
  /** Column positions in points from the left margin. At a negative position, cells are right-aligned and end there. */
  | { kind: 'grid'; columns: number[]; rows: string[][] };

/** A document before it's drawn. `producer` is the program named in its metadata. */
export interface Sheet {
  producer: string;
  font?: 'Helvetica' | 'Courier' | 'Times-Roman';
  pages: Block[][];
}

export const title = (text: string): Block => ({ kind: 'title', text });
export const text = (words: string): Block => ({ kind: 'text', text: words });
export const table = (head: string[], ...rows: string[][]): Block => ({ kind: 'table', head, rows });

export const grid = (columns: number[], ...rows: string[][]): Block => ({ kind: 'grid', columns, rows });

export function pairs(style: 'colon' | 'columns' | 'stacked', rows: Record<string, string>): Block {
  return { kind: 'pairs', style, rows: Object.entries(rows) };
}

/** `2000` → `'2,000.00'`. */
export function money(dollars: number): string {
  return dollars.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** Formats an ISO day: `'us'` 11/13/2026, `'short'` 11/13/26, `'long'` November 13, 2026, `'brief'` Nov 13, 2026. */
export function printDay(iso: string, style: 'us' | 'short' | 'long' | 'brief'): string {
  const [year = '', month = '', day = ''] = iso.split('-');
  if (style === 'us') return `${month}/${day}/${year}`;
  if (style === 'short') return `${month}/${day}/${year.slice(2)}`;
  const name = MONTHS[Number(month) - 1] ?? '';
  return `${style === 'long' ? name : name.slice(0, 3)} ${Number(day)}, ${year}`;
}
