import type { TextLine } from '../readPdfText';
import { type Segment, splitSegments, type Token } from './amounts';
import { labels } from './findValue';

export type Rows = Segment[][];

export interface Figure {
  row: number;
  label: Token;
  /** The likeliest amount is first. */
  current: Token[];
  toDate?: number;
}

type Amounts = Pick<Figure, 'current' | 'toDate'>;

/** 'amount' is for headings like 'Amount' that name no period. */
export type Role = 'current' | 'toDate' | 'hours' | 'rate' | 'quantity' | 'amount';

const HEADS_ABOVE = 45;
const SPANS_ABOVE = 3;
const ROWS_BELOW = 4;

export function toRows(lines: readonly TextLine[]): Rows {
  return lines
    .map(splitSegments)
    .map((row) => (row.some(({ numbers }) => numbers.length) ? row : row.flatMap(splitHead)));
}

/** Splits headings that were read as one cell: `'HOURS CURRENT TOTAL'` → 'HOURS', 'CURRENT TOTAL'. */
function splitHead({ label }: Segment): Segment[] {
  if (!label) return [];
  const { x, end, text } = label;
  const starts = [...text.matchAll(PERIODS)].flatMap(({ index }) => (isNextHead(text, index) ? [index] : []));
  if (text.split(' ').length > LONGEST_HEAD || starts.length === 0) return [{ label, numbers: [] }];
  return [0, ...starts].map((start, n, all) => {
    const [from, to] = [start, all[n + 1] ?? text.length].map((at) => x + ((end - x) * at) / text.length);
    return {
      label: { ...label, x: from ?? x, end: to ?? end, text: text.slice(start, all[n + 1]).trim() },
      numbers: [],
    };
  });
}

const LONGEST_HEAD = 8;
const PERIODS = new RegExp(String.raw`\b(?:${[...labels.toDate, ...labels.current].join('|')})\b`, 'gi');
const AMOUNT_HEAD = new RegExp(String.raw`^\S+\s(?:total|${labels.amount.join('|')})\b`, 'i');

/** 'Hours YTD' is one heading, but 'Hours YTD total' is two. */
function isNextHead(text: string, start: number): boolean {
  const [before, after] = [headToRole(text.slice(0, start)), text.slice(start)];
  if (before === 'toDate' || before === 'current') return true;
  return (before === 'hours' || before === 'rate') && AMOUNT_HEAD.test(after);
}

/** Finds amounts by label: in the label's row, or below the label if it's a column heading. */
export function findFigures(rows: Rows, words: readonly string[]): Figure[] {
  return rows.flatMap((segments, row) =>
    segments.flatMap(({ label, numbers }): Figure[] => {
      if (!label || !words.map(plainLabel).includes(parseLabel(label.text).name)) return [];
      const read = readAmounts(rows, row, label, numbers);
      const found = { ...read, toDate: read.toDate ?? readYearToDate(segments, label) };
      return found.current.length || found.toDate !== undefined ? [{ row, label, ...found }] : [];
    }),
  );
}

/** `'Gross pay: $2,000.00 (year to date $40,000.00)'` → 40000 */
function readYearToDate(segments: readonly Segment[], label: Token): number | undefined {
  const next = segments[segments.findIndex((one) => one.label === label) + 1];
  const parsed = next?.label && parseLabel(next.label.text);
  return parsed?.isToDate && parsed.name === '' ? next?.numbers[0]?.amount : undefined;
}

/** Reads the amounts beside or below a label. The label or the heading above can make them year-to-date amounts. */
export function readAmounts(rows: Rows, row: number, label: Token, numbers: readonly Token[]): Amounts {
  const amounts = numbers.filter(({ amount }) => amount !== undefined);
  const found = amounts.length ? amountsInRow(rows, row, amounts) : amountsBelow(rows, row, label);
  if (!parseLabel(label.text).isToDate && !isUnderToDate(rows, row, label)) return found;
  return { current: [], toDate: found.toDate ?? found.current[0]?.amount };
}

/** Without headings, the last of several amounts is year-to-date. */
function amountsInRow(rows: Rows, row: number, amounts: readonly Token[]): Amounts {
  const roles = amounts.map((token) => ({ token, role: findRole(rows, row, token) }));
  const withRole = (wanted: Role) => roles.filter(({ role }) => role === wanted).map(({ token }) => token);
  const toDate = withRole('toDate')[0]?.amount;
  const current = withRole('current');
  if (current.length || toDate !== undefined)
    return { current: current.length ? current : [...withRole('amount'), ...withoutRole(roles)].slice(0, 1), toDate };
  const open = [...withRole('amount'), ...withoutRole(roles)];
  return {
    current: open.length > 1 ? open.slice(0, -1) : open,
    toDate: open.length > 1 ? open.at(-1)?.amount : undefined,
  };
}

const withoutRole = (roles: { token: Token; role?: Role }[]) =>
  roles.filter(({ role }) => role === undefined).map(({ token }) => token);

function amountsBelow(rows: Rows, row: number, head: Token): Amounts {
  const found: { token: Token; isToDate: boolean }[] = [];
  let lines = 0;
  for (const below of rows.slice(row + 1, row + 1 + ROWS_BELOW)) {
    if (below.some(({ label }) => label && isUnder(label, head))) break;
    const token = below.flatMap(({ numbers }) => numbers).find((one) => one.amount !== undefined && isUnder(one, head));
    if (!token) continue;
    const [role, name] = [headToRole(below[0]?.label?.text ?? ''), below[0]?.label?.text];
    if (name !== undefined && role !== 'current' && role !== 'toDate') lines += 1;
    found.push({ token, isToDate: role === 'toDate' });
  }
  // With several lines, the first amount isn't the column's total.
  if (lines > 1) return { current: [] };
  const current = found.filter(({ isToDate }) => !isToDate).map(({ token }) => token);
  return { current: current.slice(0, 1), toDate: found.find(({ isToDate }) => isToDate)?.token.amount };
}

/** Returns the column heading's role. A heading like 'Amount' can have another heading above it. */
export function findRole(rows: Rows, row: number, token: Token): Role | undefined {
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
    .filter((head) => isUnder(token, head) && headToRole(head.text))
    .sort((one, other) => distance(one, token) - distance(other, token))[0];
  return near && headToRole(near.text);
}

const distance = (head: Token, token: Token) => Math.abs(head.x + head.end - token.x - token.end);

const TOLERANCE = 12;

function isUnder(cell: Token, head: Token): boolean {
  const overlap = Math.min(cell.end, head.end) - Math.max(cell.x, head.x);
  return overlap > 0 || Math.abs(cell.x - head.x) <= TOLERANCE || Math.abs(cell.end - head.end) <= TOLERANCE;
}

function isUnderToDate(rows: Rows, row: number, label: Token): boolean {
  for (const above of rows.slice(0, row).reverse()) {
    const head = above.find((one) => one.label && Math.abs(one.label.x - label.x) <= TOLERANCE / 2);
    if (head?.label && head.numbers.length === 0) return isPeriodHead(head.label.text);
  }
  return false;
}

/** True for 'Year to date information', but not for 'YTD gross'. */
const isPeriodHead = (text: string) => headToRole(text) === 'toDate' && !FIGURES.has(parseLabel(text).name);

const clean = (text: string) =>
  text
    .toLowerCase()
    .replace(/[\s:.#*=_-]+$|^[\s*]+/g, '')
    .replace(/\s+/g, ' ');

const findWord = (text: string, words: readonly string[]) => words.find((word) => ` ${text} `.includes(` ${word} `));

export function headToRole(head: string): Role | undefined {
  const text = clean(head.replace(/[-=_()]{2,}|[()]/g, ' ')).trim();
  if (text.split(' ').length > 6) return undefined;
  const isToDate = findWord(text, labels.toDate);
  const words = text.replaceAll('/', ' ');
  if (findWord(words, labels.hours) && findWord(words, labels.amount)) return undefined;
  if (findWord(words, labels.hours)) return isToDate ? 'quantity' : 'hours';
  if (findWord(words, labels.rate)) return 'rate';
  if (findWord(words, labels.quantity)) return 'quantity';
  if (isToDate) return 'toDate';
  if (findWord(text, labels.current)) return 'current';
  return labels.amount.some((word) => text === word || text.startsWith(`${word} `)) ? 'amount' : undefined;
}

/** `'YTD Gross Pay:'` → 'gross pay', year-to-date */
export function parseLabel(text: string): { name: string; isToDate: boolean } {
  const plain = clean(text.replace(/[()]/g, ' '));
  const toDate = findWord(plain, labels.toDate);
  const words = [toDate, findWord(plain, labels.current)].filter((word) => word !== undefined);
  const name = words.reduce((left, word) => left.replace(word, ' '), plain);
  return { name: plainLabel(clean(name.trim())), isToDate: toDate !== undefined };
}

const plainLabel = (name: string) => name.replaceAll('-', ' ').replaceAll('&', 'and');

const FIGURES = new Set([...labels.gross, ...labels.net, ...labels.deductions].map(plainLabel));
