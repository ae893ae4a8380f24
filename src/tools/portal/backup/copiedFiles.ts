import type { CopiedFile } from './backupFolder';

/** How far two lists may be apart. */
const MAX_AHEAD = 1000;

/** Finds entries of an earlier list in its order, holding a few of them at a time. */
export interface CopiedFiles {
  /** Undefined for a name that isn't in the list, or is too far off. */
  find(name: string): Promise<CopiedFile | undefined>;
}

/** Both lists come from one query, so the names that they share are in the same order. */
export function readCopiedFiles(lines: AsyncIterable<string>): CopiedFiles {
  const reader = lines[Symbol.asyncIterator]();
  const ahead = new Map<string, CopiedFile>();
  let isOver = false;

  async function readOne(): Promise<CopiedFile | undefined> {
    const { done, value } = await reader.next();
    isOver = Boolean(done);
    return done ? undefined : JSON.parse(value);
  }

  return {
    async find(name) {
      while (!ahead.has(name) && !isOver && ahead.size < MAX_AHEAD) {
        const entry = await readOne();
        if (entry) ahead.set(entry.name, entry);
      }
      const found = ahead.get(name);
      // Those before it were deleted since.
      if (found)
        for (const passed of ahead.keys()) {
          ahead.delete(passed);
          if (passed === name) break;
        }
      return found;
    },
  };
}
