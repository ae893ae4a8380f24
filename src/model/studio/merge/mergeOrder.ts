export interface Orders {
  base: readonly string[];
  theirs: readonly string[];
  mine: readonly string[];
}

/**
 * Returns the names in `kept`, in order. If both sides changed the order differently, `choose` picks a side. A new name
 * stays after the shared name that precedes it.
 */
export function mergeOrder(orders: Orders, kept: ReadonlySet<string>, choose: () => 'theirs' | 'mine'): string[] {
  const isShared = (name: string) => kept.has(name) && orders.theirs.includes(name) && orders.mine.includes(name);
  const shared = chooseOrder(
    {
      base: orders.base.filter(isShared),
      theirs: orders.theirs.filter(isShared),
      mine: orders.mine.filter(isShared),
    },
    choose,
  );
  const added = new Map<string | undefined, string[][]>();
  for (const side of [orders.theirs, orders.mine])
    for (const [before, names] of groupAdded(side, kept, isShared))
      added.set(before, [...(added.get(before) ?? []), names]);
  // Sorted, so the order doesn't depend on who merges.
  const after = (name?: string) => (added.get(name) ?? []).sort(([a = ''], [b = '']) => (a < b ? -1 : 1)).flat();
  return [...after(), ...shared.flatMap((name) => [name, ...after(name)])];
}

function chooseOrder({ base, theirs, mine }: Orders, choose: () => 'theirs' | 'mine'): readonly string[] {
  const [text, other] = [JSON.stringify(theirs), JSON.stringify(mine)];
  if (text === other) return theirs;
  const isMoved = (side: readonly string[]) =>
    JSON.stringify(side.filter((name) => base.includes(name))) !== JSON.stringify(base);
  if (isMoved(theirs) && isMoved(mine)) return choose() === 'theirs' ? theirs : mine;
  if (isMoved(theirs)) return theirs;
  if (isMoved(mine)) return mine;
  return text < other ? theirs : mine;
}

/** Groups the names that only `side` has. The key is the shared name before them, or undefined at the start. */
function groupAdded(
  side: readonly string[],
  kept: ReadonlySet<string>,
  isShared: (name: string) => boolean,
): Map<string | undefined, string[]> {
  const groups = new Map<string | undefined, string[]>();
  let before: string | undefined;
  for (const name of side) {
    if (isShared(name)) before = name;
    else if (kept.has(name)) groups.set(before, [...(groups.get(before) ?? []), name]);
  }
  return groups;
}
