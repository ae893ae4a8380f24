import { isRecord, ownMember } from '../../answers/paths';
import { byKey, hasDuplicates, isConditionKey, listKeys } from './listKeys';
import { mergeOrder, type Orders } from './mergeOrder';

/** The same value in three versions. Undefined if missing. */
export interface Versions {
  base: unknown;
  theirs: unknown;
  mine: unknown;
}

export type Side = 'theirs' | 'mine';

export interface Conflict extends Versions {
  path: string[];
}

/** The side chosen for each conflict, by `conflictId`. */
export type Picks = Readonly<Record<string, Side>>;

/** The path's last part if an order changed. */
export const ORDER = '[order]';

export const conflictId = (path: readonly string[]): string => JSON.stringify(path);

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** True if the order of names at this path is visible in a form. */
export const hasVisibleOrder = (path: readonly string[]) => path.at(-1) === 'properties';

interface Run {
  picks: Picks;
  conflicts: Conflict[];
}

/**
 * Merges two versions with the same base: records by name, lists by key. Conflicts keep `mine` until a side is picked.
 */
export function mergeJson(versions: Versions, picks: Picks = {}): { value: unknown; conflicts: Conflict[] } {
  const run: Run = { picks, conflicts: [] };
  const value = merge(versions, [], run);
  return { value, conflicts: run.conflicts };
}

function merge(versions: Versions, path: string[], run: Run): unknown {
  const { base, theirs, mine } = versions;
  if (isSame(theirs, mine) || isSame(base, mine)) return theirs;
  if (isSame(base, theirs)) return mine;
  if (isRecord(theirs) && isRecord(mine)) return mergeRecords(isRecord(base) ? base : {}, theirs, mine, path, run);
  if (Array.isArray(theirs) && Array.isArray(mine)) {
    const lists = { base: Array.isArray(base) ? base : [], theirs, mine };
    return hasRepeated(lists) || isReplacedTwice(lists) ? decide(versions, path, run) : mergeLists(lists, path, run);
  }
  return decide(versions, path, run);
}

function decide(versions: Versions, path: string[], run: Run): unknown {
  return versions[pick(versions, path, run)];
}

function pick(versions: Versions, path: string[], { picks, conflicts }: Run): Side {
  conflicts.push({ path, ...versions });
  return picks[conflictId(path)] ?? 'mine';
}

type Members = Record<string, unknown>;

function mergeRecords(base: Members, theirs: Members, mine: Members, path: string[], run: Run): Members {
  const orders = { base: Object.keys(base), theirs: Object.keys(theirs), mine: Object.keys(mine) };
  const merged = mergeMembers(orders, path, run, (name) => ({
    base: ownMember(base, name),
    theirs: ownMember(theirs, name),
    mine: ownMember(mine, name),
  }));
  const order = mergeOrder(orders, new Set(merged.keys()), () =>
    hasVisibleOrder(path) ? pick(orders, [...path, ORDER], run) : bySmaller(orders),
  );
  return Object.fromEntries(order.map((name) => [name, merged.get(name)]));
}

interface Lists {
  base: unknown[];
  theirs: unknown[];
  mine: unknown[];
}

function mergeLists(lists: Lists, path: string[], run: Run): unknown[] {
  const orders = { base: listKeys(lists.base), theirs: listKeys(lists.theirs), mine: listKeys(lists.mine) };
  const [base, theirs, mine] = [byKey(lists.base), byKey(lists.theirs), byKey(lists.mine)];
  const merged = mergeMembers(orders, path, run, (key) => ({
    base: base.get(key),
    theirs: theirs.get(key),
    mine: mine.get(key),
  }));
  const order = mergeOrder(orders, new Set(merged.keys()), () => pick(lists, [...path, ORDER], run));
  return order.map((key) => merged.get(key));
}

function mergeMembers(
  { base, theirs, mine }: Orders,
  path: string[],
  run: Run,
  versionsOf: (name: string) => Versions,
): Map<string, unknown> {
  const merged = new Map<string, unknown>();
  for (const name of new Set([...base, ...theirs, ...mine])) {
    const value = merge(versionsOf(name), [...path, name], run);
    if (value !== undefined) merged.set(name, value);
  }
  return merged;
}

const bySmaller = ({ theirs, mine }: Orders): Side =>
  JSON.stringify(theirs) < JSON.stringify(mine) ? 'theirs' : 'mine';

const hasRepeated = ({ base, theirs, mine }: Lists) => [base, theirs, mine].some(hasDuplicates);

/** True if both sides seem to have replaced the same entry. Keeping both replacements would duplicate it. */
function isReplacedTwice(lists: Lists): boolean {
  const [base, theirs, mine] = [byKey(lists.base), byKey(lists.theirs), byKey(lists.mine)];
  const adds = (side: Map<string, unknown>, other: Map<string, unknown>) =>
    [...side.keys()].some((key) => !base.has(key) && !other.has(key));
  const [theyAdd, iAdd] = [adds(theirs, mine), adds(mine, theirs)];
  const isRewritten = (key: string, side: Map<string, unknown>, other: Map<string, unknown>) =>
    isConditionKey(key) && !side.has(key) && other.has(key) && !isSame(other.get(key), base.get(key));
  return [...base.keys()].some((key) => {
    if (!theirs.has(key) && !mine.has(key)) return theyAdd && iAdd;
    return (theyAdd && isRewritten(key, theirs, mine)) || (iAdd && isRewritten(key, mine, theirs));
  });
}
