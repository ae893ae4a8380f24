import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import address from '../../../schemas/address.schema.json';
import demo from '../../../schemas/configs/demo.json';
import contacts from '../../../schemas/contacts.schema.json';
import { isRecord } from '../../../src/model/answers/paths';
import { type JsonChange, listChanges } from '../../../src/model/studio/merge/listChanges';
import { byKey } from '../../../src/model/studio/merge/listKeys';
import { conflictId, isSame, mergeJson, ORDER, type Picks, type Side } from '../../../src/model/studio/merge/mergeJson';

const RUNS = { numRuns: 3000 };

/** JSON as schema files have it: records, and lists of names, options and conditions. */
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<unknown>('Pet', 'Dog', '', 1, 2, true, null),
    fc.dictionary(fc.constantFrom('title', 'type', 'oneOf', 'properties', 'a', 'b'), tie('json'), { maxKeys: 4 }),
    fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 4 }),
    fc.uniqueArray(fc.record({ const: fc.constantFrom('a', 'b', 'c', 'd'), title: fc.constantFrom('A', 'B') }), {
      maxLength: 4,
      selector: (option) => option.const,
    }),
    fc.array(fc.record({ if: fc.constantFrom('x', 'y'), show: fc.constantFrom('a', 'b') }), { maxLength: 3 }),
  ),
}));

type Random = () => number;
const random = fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }));

/** Edits JSON as people edit sections: texts, options, order, new and removed members. */
function edit(node: unknown, next: Random, rate: number): unknown {
  if (next() < rate / 4) return ['Edited', `Edited ${Math.floor(next() * 3)}`, node, 7][Math.floor(next() * 4)];
  if (Array.isArray(node)) {
    const kept = node.filter(() => next() > rate / 4).map((one) => edit(one, next, rate));
    if (next() < rate / 2) kept.splice(Math.floor(next() * kept.length), 0, `new_${Math.floor(next() * 3)}`);
    return next() < rate / 4 ? kept.reverse() : kept;
  }
  if (!isRecord(node)) return node;
  const kept = Object.entries(node).filter(() => next() > rate / 6);
  const entries = kept.map(([name, value]): [string, unknown] => [name, edit(value, next, rate)]);
  if (next() < rate / 2) entries.push([`new_${Math.floor(next() * 3)}`, { title: `New ${Math.floor(next() * 3)}` }]);
  return Object.fromEntries(next() < rate / 6 ? entries.reverse() : entries);
}

const versions = fc.oneof(
  fc.record({ base: json, theirs: json, mine: json }),
  fc.tuple(json, random).map(([base, stream]) => edits(base, stream, 0.5)),
  fc
    .tuple(fc.constantFrom<unknown>(address, contacts, demo), random)
    .map(([base, stream]) => edits(base, stream, 0.06)),
);

function edits(base: unknown, stream: fc.Stream<number>, rate: number) {
  const next = () => stream.next().value ?? 0;
  return { base, theirs: edit(base, next, rate), mine: edit(base, next, rate) };
}

const merged = (base: unknown, theirs: unknown, mine: unknown, picks?: Picks) =>
  mergeJson({ base, theirs, mine }, picks);

describe('mergeJson', () => {
  it('uses the only side that changed', () => {
    fc.assert(
      fc.property(versions, ({ base, theirs: x }) => {
        expect(merged(base, x, base)).toEqual({ value: x, conflicts: [] });
        expect(merged(base, base, x)).toEqual({ value: x, conflicts: [] });
        expect(JSON.stringify(merged(base, x, base).value)).toBe(JSON.stringify(x));
        expect(JSON.stringify(merged(base, base, x).value)).toBe(JSON.stringify(x));
      }),
      RUNS,
    );
  });

  it('uses what both sides agree on', () => {
    fc.assert(
      fc.property(versions, ({ base, theirs: x }) => {
        expect(JSON.stringify(merged(base, x, x))).toBe(JSON.stringify({ value: x, conflicts: [] }));
      }),
      RUNS,
    );
  });

  it('does not depend on who merges', () => {
    fc.assert(
      fc.property(versions, ({ base, theirs, mine }) => {
        const [one, other] = [merged(base, theirs, mine), merged(base, mine, theirs)];
        expect(one.conflicts.map(({ path }) => conflictId(path)).sort()).toEqual(
          other.conflicts.map(({ path }) => conflictId(path)).sort(),
        );
        const swapped = Object.fromEntries(other.conflicts.map(({ path }) => [conflictId(path), 'theirs' as const]));
        expect(JSON.stringify(merged(base, mine, theirs, swapped).value)).toBe(JSON.stringify(one.value));
      }),
      RUNS,
    );
  });

  it('loses no change outside the conflicts, and takes the picked side in them', () => {
    fc.assert(
      fc.property(versions, fc.boolean(), ({ base, theirs, mine }, isTheirs) => {
        const { conflicts } = merged(base, theirs, mine);
        const side: Side = isTheirs ? 'theirs' : 'mine';
        const picks = Object.fromEntries(conflicts.map(({ path }) => [conflictId(path), side]));
        const { value } = merged(base, theirs, mine, picks);
        const isOutside = ({ path }: JsonChange) => conflicts.every((one) => !areRelated(one.path, path));
        for (const change of [...listChanges(base, theirs), ...listChanges(base, mine)].filter(isOutside))
          expect(change.path.at(-1) === ORDER || contains(at(value, change.path), change.after)).toBe(true);
        for (const { path, ...all } of conflicts) if (path.at(-1) !== ORDER) expect(at(value, path)).toEqual(all[side]);
      }),
      RUNS,
    );
  });

  it('adds nothing that neither side has', () => {
    fc.assert(
      fc.property(versions, ({ base, theirs, mine }) => {
        const known = new Set([theirs, mine].flatMap(scalars));
        expect(scalars(merged(base, theirs, mine).value).filter((one) => !known.has(one))).toEqual([]);
      }),
      RUNS,
    );
  });

  it.each([
    [
      'another label and another help',
      { title: 'A', help: 'H' },
      { title: 'B', help: 'H' },
      { title: 'A', help: 'I' },
      { title: 'B', help: 'I' },
    ],
    [
      'an option from each',
      [{ const: 'a' }],
      [{ const: 'a' }, { const: 'b' }],
      [{ const: 'a' }, { const: 'c' }],
      [{ const: 'a' }, { const: 'b' }, { const: 'c' }],
    ],
    ['an order and a new name', ['a', 'b', 'c'], ['b', 'a', 'c'], ['a', 'b', 'c', 'd'], ['b', 'a', 'c', 'd']],
    ['a removed and an added name', ['a', 'b', 'c'], ['a', 'c'], ['a', 'b', 'x', 'c'], ['a', 'x', 'c']],
    [
      'a changed title of one option and the removal of another',
      [{ const: 'a', title: 'A' }, { const: 'b' }],
      [{ const: 'a', title: 'Z' }, { const: 'b' }],
      [{ const: 'a', title: 'A' }],
      [{ const: 'a', title: 'Z' }],
    ],
    [
      'a condition that shows two more',
      [{ if: 1, show: ['a'] }],
      [{ if: 1, show: ['a', 'b'] }],
      [{ if: 1, show: ['a', 'c'] }],
      [{ if: 1, show: ['a', 'b', 'c'] }],
    ],
  ])('merges %s', (_what, base, theirs, mine, value) => {
    expect(merged(base, theirs, mine)).toEqual({ value, conflicts: [] });
  });

  it.each([
    ['the same label', { title: 'A' }, { title: 'B' }, { title: 'C' }, ['title']],
    [
      'a removed and a changed field',
      { properties: { a: { title: 'A' } } },
      { properties: {} },
      { properties: { a: { title: 'C' } } },
      ['properties', 'a'],
    ],
    ['the same number in a list', [1, 5], [2, 5], [3, 5], []],
    ['an entry twice', ['a', 'b'], ['a', 'b', 'b'], ['a', 'b', 'c'], []],
    ['two orders', ['a', 'b', 'c'], ['b', 'a', 'c'], ['a', 'c', 'b'], [ORDER]],
    [
      'a rewritten and an extended condition',
      [{ if: 1, show: ['a'] }],
      [{ if: 2, show: ['a'] }],
      [{ if: 1, show: ['a', 'c'] }],
      [],
    ],
  ])('lists %s as a conflict', (_what, base, theirs, mine, path) => {
    expect(merged(base, theirs, mine).conflicts.map((one) => one.path)).toEqual([path]);
  });
});

function at(node: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((on, part) => {
    if (Array.isArray(on)) return byKey(on).get(part);
    return isRecord(on) && Object.hasOwn(on, part) ? on[part] : undefined;
  }, node);
}

/** True if the paths are equal or one is above the other. An order's path is that of its list. */
function areRelated(one: readonly string[], other: readonly string[]): boolean {
  const [a, b] = [one, other].map((path) => path.filter((part) => part !== ORDER));
  return (a ?? []).every((part, index) => index >= (b?.length ?? 0) || b?.[index] === part);
}

/** True if `whole` has everything that `part` has. It may also have what the other side added. */
function contains(whole: unknown, part: unknown): boolean {
  if (Array.isArray(whole) && Array.isArray(part)) {
    const entries = byKey(whole);
    return [...byKey(part)].every(([key, entry]) => contains(entries.get(key), entry));
  }
  if (isRecord(whole) && isRecord(part))
    return Object.entries(part).every(([name, value]) => contains(whole[name], value));
  return isSame(whole, part);
}

function scalars(node: unknown): unknown[] {
  if (Array.isArray(node)) return node.flatMap(scalars);
  if (isRecord(node)) return Object.entries(node).flatMap(([name, value]) => [name, ...scalars(value)]);
  return node === undefined ? [] : [node];
}
