import type { CopiedFile } from './backupFolder';

const MAX_AHEAD = 1000;

/** Looks up files in an earlier backup's list without reading the whole list into memory. */
export interface CopiedFiles {
  /** Returns undefined if the name isn't among the next `MAX_AHEAD` entries. */
  find(name: string): Promise<CopiedFile | undefined>;
}

/** All lists of copied files have the same order, because they come from the same query. */
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
      // Entries before the found one belong to files deleted since the earlier backup.
      if (found)
        for (const passed of ahead.keys()) {
          ahead.delete(passed);
          if (passed === name) break;
        }
      return found;
    },
  };
}
