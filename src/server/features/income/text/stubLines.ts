import table from '../labels.json';
import type { Segment, Token } from './amounts';
import {
  type Figure,
  findFigures,
  findRole,
  headToRole,
  parseLabel,
  type Role,
  type Rows,
  readAmounts,
} from './figures';
import { labels } from './findValue';

export interface StubLine {
  kind: 'earned' | 'withheld';
  name: string;
  row: number;
  list: Token | undefined;
  token: Token;
  amount: number;
  toDate?: number;
  hours?: number;
  rate?: number;
}

export interface StubFigures {
  rows: Rows;
  lines: StubLine[];
  gross: Figure[];
  /** Used if the gross pay has no year-to-date amount. */
  earnings: Figure[];
  net: Figure[];
  /** Totals of deductions. */
  withheld: Figure[];
}

export const NEAR = 8;

export function readStubFigures(rows: Rows): StubFigures {
  const net = findFigures(rows, labels.net);
  const totals = findFigures(rows, labels.total);
  const labeled = findFigures(rows, labels.gross);
  const ofEarnings = totals.filter(({ row, label }) => findList(rows, row, label)?.kind !== 'withheld');
  const gross = labeled.some(({ current }) => current.length) ? labeled : [...labeled, ...ofEarnings];
  const ofDeductions = totals.filter(({ row, label }) => findList(rows, row, label)?.kind === 'withheld');
  const withheld = [...findFigures(rows, labels.deductions), ...ofDeductions];
  const used = new Set([...gross, ...ofEarnings, ...net, ...withheld, ...totals].map(({ label }) => label));
  return {
    rows,
    gross,
    earnings: findFigures(rows, labels.earnings),
    net,
    withheld,
    lines: withoutCopies(readLines(rows, used, gross[0]?.row)),
  };
}

/** A page may show the whole stub twice. */
function withoutCopies(lines: StubLine[]): StubLine[] {
  const copies = new Map<string, StubLine[]>();
  for (const line of lines) {
    const key = [line.kind, line.name, line.amount, line.toDate].join(' ');
    copies.set(key, [...(copies.get(key) ?? []), line]);
  }
  const counts = new Set([...copies.values()].map((same) => same.length));
  return counts.size === 1 && !counts.has(1) ? [...copies.values()].flatMap(([first]) => first ?? []) : lines;
}

export function findYear({ gross, earnings }: StubFigures, chosen?: Figure): number | undefined {
  return [...(chosen ? [chosen] : []), ...gross, ...earnings].find(({ toDate }) => toDate !== undefined)?.toDate;
}

function readLines(rows: Rows, totals: ReadonlySet<Token>, grossRow = Number.POSITIVE_INFINITY): StubLine[] {
  return rows.flatMap((segments, row) =>
    segments.flatMap(({ label, numbers }): StubLine[] => {
      const { name } = parseLabel(label?.text ?? '');
      if (!label || totals.has(label) || isHead(label.text)) return [];
      const list = findList(rows, row, label);
      const kind = findKind(name, list?.kind) ?? (row < grossRow ? 'earned' : 'withheld');
      if (kind === 'memo') return [];
      const roles = numbers.map((token) => ({ token, role: findRole(rows, row, token) }));
      const money = moneyOf(roles);
      if (money.length === 0) return [];
      const { current, toDate } = readAmounts(rows, row, label, money);
      const [token] = current;
      if (token?.amount === undefined) return [];
      const quantity = (wanted: Role) => roles.find(({ role }) => role === wanted)?.token;
      const [hours, rate] = [quantity('hours'), quantity('rate')].map((one) => one && toNumber(one));
      return [{ kind, name, row, list: list?.head, token, amount: token.amount, toDate, hours, rate }];
    }),
  );
}

/** 'Current' is a heading, but 'Earnings' may be a line. */
const isHead = (text: string) => !['amount', undefined].includes(headToRole(text));

const moneyOf = (roles: readonly { token: Token; role?: Role }[]): Token[] =>
  roles
    .filter(({ token, role }) => token.amount !== undefined && !['hours', 'rate', 'quantity'].includes(role ?? ''))
    .map(({ token }) => token);

const toNumber = ({ text }: Token): number | undefined => {
  const value = Number(text.replace(/[^\d.-]/g, ''));
  return text && !Number.isNaN(value) ? Math.abs(value) : undefined;
};

type Kind = StubLine['kind'] | 'memo';

const hasWord = (text: string, words: readonly string[]) => words.some((word) => ` ${text} `.includes(` ${word} `));
const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}/]+/gu, ' ')
    .trim();

/** Returns a line's kind. Taxes and benefits count as withheld, even in a list of earnings. */
function findKind(name: string, list?: Kind): Kind | undefined {
  const text = plain(name);
  const { memo, taxes, withheld, earned } = table.lines;
  if (list === 'memo' || hasWord(text, memo)) return 'memo';
  if (hasWord(text, taxes) || hasWord(text, table.lines.benefits)) return 'withheld';
  if (list) return list;
  if (hasWord(text, withheld)) return 'withheld';
  return hasWord(text, earned) ? 'earned' : undefined;
}

/** Finds the nearest list heading above a label, with the same left edge. */
export function findList(rows: Rows, row: number, label: Token): { kind: Kind; head: Token } | undefined {
  for (const above of rows.slice(0, row).reverse()) {
    const head = above.find((one) => one.label && isListHead(one) && Math.abs(one.label.x - label.x) <= NEAR);
    const kind = head?.label && listKind(head.label.text);
    if (head?.label && kind) return { kind, head: head.label };
  }
  return undefined;
}

/** 'Deductions' may have a total beside it. */
const isListHead = ({ label, numbers }: Segment) =>
  numbers.length === 0 || table.sections.withheld.includes(plain(label?.text ?? ''));

const LONGEST_HEAD = 5;

function listKind(head: string): Kind | undefined {
  const text = plain(head);
  const { title, memo, earned, withheld } = table.sections;
  if (text.split(' ').length > LONGEST_HEAD || hasWord(text, title)) return undefined;
  const isAt = (word: string) => text === word || text.endsWith(` ${word}`) || text.startsWith(`${word} `);
  if (memo.some(isAt)) return 'memo';
  const [isEarned, isWithheld] = [earned.some(isAt), withheld.some(isAt)];
  if (isEarned === isWithheld) return undefined;
  return isEarned ? 'earned' : 'withheld';
}
