import type { FileStore } from './files';

const AGE_MS = 3_600_000;

/**
 * Removes what a killed process left behind: half-written `.part` files and objects that no row names,
 * when older than an hour (younger ones may belong to an upload under way). Returns how many went.
 */
export async function sweepFiles(store: FileStore, isKnown: (names: string[]) => Promise<Set<string>>, now: Date) {
  const old: string[] = [];
  for await (const object of store.list())
    if (now.getTime() - object.writtenAt.getTime() > AGE_MS) old.push(object.name);
  const known = await isKnown(old);
  const leftovers = old.filter((name) => !known.has(name));
  for (const name of leftovers) await store.remove(name);
  return leftovers.length;
}
