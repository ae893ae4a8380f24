import type { TextLine } from '../readPdfText';
import { type Segment, segmentsOf, type Token } from './amounts';
import { labels } from './findValue';

/** A page as rows of labels with their numbers. */
export type Rows = Segment[][];

/** What the amounts at one label say: of this period, and of the year so far. `row` and `column` are where the amount stands. */
export interface Figure {
  row: number;
  label: Token;
  /** Amounts that can be this period's, the likeliest first; several where no head tells them apart. */
  current: Token[];
  toDate?: number;
}

/** What a column holds by its head: 'amount' when the head says dollars and not which. */
type Role = 'current' | 'toDate' | 'quantity' | 'amount';

const HEADS_ABOVE = 45;
const SPANS_ABOVE = 3;
const ROWS_BELOW = 4;

export function rowsOf(lines: readonly TextLine[]): Rows {
  return lines.map(segmentsOf);
}

/** Every figure whose label is one of the words, in its row or as the head of a column. */
export function findFigures(rows: Rows, words: readonly string[]): Figure[] {
  return rows.flatMap((segments, row) =>
    segments.flatMap(({ label, numbers }): Figure[] => {
      const named = label && nameOf(label.text);
      if (!label || !named || !words.includes(named.name)) return [];
      const amounts = numbers.filter(({ amount }) => amount !== undefined);
      const isToDate = named.isToDate || isUnderToDate(rows, row, label);
      const found = amounts.length ? inRow(rows, row, amounts) : inColumn(rows, row, label);
      if (!isToDate) return found.current.length || found.toDate !== undefined ? [{ row, label, ...found }] : [];
      const toDate = found.toDate ?? found.current[0]?.amount;
      return toDate === undefined ? [] : [{ row, label, current: [], toDate }];
    }),
  );
}

/** Which of a row's amounts stand under heads for this period, and which under one for the year; without heads the year's is last. */
function inRow(rows: Rows, row: number, amounts: readonly Token[]): Pick<Figure, 'current' | 'toDate'> {
  const roles = amounts.map((token) => ({ token, role: roleOf(rows, row, token) }));
  const of = (wanted: Role) => roles.filter(({ role }) => role === wanted).map(({ token }) => token);
  const toDate = of('toDate')[0]?.amount;
  const current = of('current');
  if (current.length || toDate !== undefined)
    return { current: current.length ? current : [...of('amount'), ...unnamed(roles)].slice(0, 1), toDate };
  const open = [...of('amount'), ...unnamed(roles)];
  return {
    current: open.length > 1 ? open.slice(0, -1) : open,
    toDate: open.length > 1 ? open.at(-1)?.amount : undefined,
  };
}

const unnamed = (roles: { token: Token; role?: Role }[]) =>
  roles.filter(({ role }) => role === undefined).map(({ token }) => token);

/** The label is a column's head: the amounts below it, distinguished by the heads of their rows. */
function inColumn(rows: Rows, row: number, head: Token): Pick<Figure, 'current' | 'toDate'> {
  const found: { token: Token; isToDate: boolean }[] = [];
  for (const below of rows.slice(row + 1, row + 1 + ROWS_BELOW)) {
    if (below.some(({ label }) => label && isUnder(label, head))) break;
    const token = below.flatMap(({ numbers }) => numbers).find((one) => one.amount !== undefined && isUnder(one, head));
    const first = below[0]?.label;
    if (token) found.push({ token, isToDate: first !== undefined && roleIn(first.text) === 'toDate' });
  }
  return {
    current: found
      .filter(({ isToDate }) => !isToDate)
      .map(({ token }) => token)
      .slice(0, 1),
    toDate: found.find(({ isToDate }) => isToDate)?.token.amount,
  };
}

/** The role of an amount by the nearest head above it; one that says only 'Earnings' or 'Amount' may itself stand under another. */
export function roleOf(rows: Rows, row: number, token: Token): Role | undefined {
  let fallback: Role | undefined;
  let left = HEADS_ABOVE;
  for (let above = row - 1; above >= 0 && left > 0; above -= 1, left -= 1) {
    const role = headRole(rows[above] ?? [], token);
    if (role && role !== 'amount') return role;
    if (role && !fallback) {
      fallback = role;
      left = SPANS_ABOVE;
    }
  }
  return fallback;
}

function headRole(segments: readonly Segment[], token: Token): Role | undefined {
  const heads = segments.flatMap(({ label, numbers }) => (label && numbers.length === 0 ? [label] : []));
  const near = heads
    .filter((head) => isUnder(token, head) && roleIn(head.text))
    .sort((one, other) => distance(one, token) - distance(other, token))[0];
  return near && roleIn(near.text);
}

const distance = (head: Token, token: Token) => Math.abs(head.x + head.end - token.x - token.end);

const SLACK = 12;

/** Whether a cell stands in the column of another: they overlap, or their left or their right edges meet. */
function isUnder(cell: Token, head: Token): boolean {
  const overlap = Math.min(cell.end, head.end) - Math.max(cell.x, head.x);
  return overlap > 0 || Math.abs(cell.x - head.x) <= SLACK || Math.abs(cell.end - head.end) <= SLACK;
}

/** Whether the block that a label stands in is headed 'Year to date'. */
function isUnderToDate(rows: Rows, row: number, label: Token): boolean {
  for (const above of rows.slice(0, row).reverse()) {
    const head = above.find((one) => one.label && Math.abs(one.label.x - label.x) <= SLACK / 2);
    if (head?.label && head.numbers.length === 0) return roleIn(head.label.text) === 'toDate';
  }
  return false;
}

const clean = (text: string) =>
  text
    .toLowerCase()
    .replace(/[\s:.#*=_-]+$|^[\s*]+/g, '')
    .replace(/\s+/g, ' ');

const has = (text: string, words: readonly string[]) => words.find((word) => ` ${text} `.includes(` ${word} `));

function roleIn(head: string): Role | undefined {
  const text = clean(head.replace(/[-=_()]{2,}|[()]/g, ' ')).trim();
  if (text.split(' ').length > 6) return undefined;
  if (has(text.replaceAll('/', ' '), labels.quantity)) return 'quantity';
  if (has(text, labels.toDate)) return 'toDate';
  if (has(text, labels.current)) return 'current';
  return labels.amount.some((word) => text === word || text.startsWith(`${word} `)) ? 'amount' : undefined;
}

/** A label without its words for this period or the year: `'YTD Gross Pay:'` → 'gross pay', to date. */
function nameOf(text: string): { name: string; isToDate: boolean } {
  const plain = clean(text.replace(/[()]/g, ' '));
  const toDate = has(plain, labels.toDate);
  const words = [toDate, has(plain, labels.current)].filter((word) => word !== undefined);
  const name = words.reduce((left, word) => left.replace(word, ' '), plain);
  return { name: clean(name.trim()), isToDate: toDate !== undefined };
}
