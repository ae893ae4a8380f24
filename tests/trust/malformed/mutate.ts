import type { Random } from '../../../e2e/support/scan/random';
import { isRecord } from '../../../src/model/answers/paths';
import { texts, values } from './hostile';

/** Breaks a valid body in some places: other values, hostile names, missing members. */
export function mutate(random: Random, body: unknown): string {
  const times = random.int(1, 3);
  let spoilt = body;
  for (let n = 0; n < times; n += 1) spoilt = mutateNode(random, spoilt, 0);
  return JSON.stringify(spoilt) ?? 'null';
}

/** Adds NUL characters, lone surrogates or `__proto__` to a valid body, as values or names. */
export function insertHostile(random: Random, body: unknown): string {
  const text = random.pick(['a\u0000b', '\ud800', 'x\udfff', '__proto__']);
  const asValue = JSON.stringify(mutateNode(random, body, 0, [text])) ?? 'null';
  if (random.next() < 0.5 || !asValue.startsWith('{"')) return asValue;
  return `{${JSON.stringify(text)}:{"isAdmin":true},${asValue.slice(1)}`;
}

/** Repeats a member of a valid body with another value. */
export function duplicateMember(random: Random, body: unknown): string {
  const text = JSON.stringify({ trn_id: 'a', ...(body as object) });
  const [name, value] = random.pick(Object.entries(JSON.parse(text) as object));
  const again = `"trn_id":"other",${JSON.stringify(name)}:${JSON.stringify(random.pick([value, null, [], 'x', 1]))}`;
  return random.next() < 0.5 ? `{${again},${text.slice(1)}` : `${text.slice(0, -1)},${again}}`;
}

const DEPTHS = [45, 500, 5000, 20_000];

/** A valid body with one value nested very deeply. */
export function nestDeeply(random: Random, body: unknown): string {
  const depth = random.pick(DEPTHS);
  const [open, close] = random.pick([
    ['[', ']'],
    ['{"a":', '}'],
  ]);
  const inner = open === '[' ? '' : '1';
  const mark = '"@"';
  return JSON.stringify(mutateNode(random, body, 0, ['@'])).replace(
    mark,
    () => open.repeat(depth) + inner + close.repeat(depth),
  );
}

function mutateNode(random: Random, node: unknown, depth: number, by: unknown[] = values): unknown {
  const goesOn = isBranch(node) && random.next() < 0.85 - depth * 0.1;
  if (!goesOn) return random.pick(by);
  if (Array.isArray(node)) return mutateItem(random, node, depth, by);
  const names = Object.keys(node);
  const name = random.pick(names);
  const { [name]: old, ...rest } = node;
  const way = by === values ? random.next() : 1;
  if (way < 0.12) return rest;
  if (way < 0.24) return { ...rest, [random.pick(texts)]: old };
  return { ...rest, [name]: mutateNode(random, old, depth + 1, by) };
}

const isBranch = (node: unknown): node is Record<string, unknown> =>
  (isRecord(node) && Object.keys(node).length > 0) || (Array.isArray(node) && node.length > 0);

function mutateItem(random: Random, list: unknown[], depth: number, by: unknown[]): unknown[] {
  const chosen = random.int(0, list.length - 1);
  return list.map((one, n) => (n === chosen ? mutateNode(random, one, depth + 1, by) : one));
}
