import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { SearchPattern } from './forms';

/** Returns the names of the needles found in these bytes. */
export function findIn(content: Buffer, needles: readonly SearchPattern[]): string[] {
  const byStart = new Map<number, SearchPattern[]>();
  for (const needle of needles) {
    const start = needle.bytes.readUInt32BE(0);
    byStart.set(start, [...(byStart.get(start) ?? []), needle]);
  }
  const starts = new Uint8Array(1 << 16);
  for (const start of byStart.keys()) starts[hash(start)] = 1;
  const found = new Set<string>();
  let last = 0;
  // Looks for hundreds of needles in one pass, by comparing the last four bytes read with the needles' first four.
  for (let at = 0; at < content.length; at++) {
    last = (last << 8) | (content[at] ?? 0);
    if (starts[hash(last)] !== 1) continue;
    for (const { name, bytes } of byStart.get(last >>> 0) ?? [])
      if (content.subarray(at - 3, at - 3 + bytes.length).equals(bytes)) found.add(name);
  }
  return [...found];
}

const hash = (start: number) => ((start ^ (start >>> 15)) & 0xffff) >>> 0;

/** Searches every file below a folder: `files/7/3f.pdf: SSN in plain`. */
export function findInFolder(folder: string, needles: readonly SearchPattern[]): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.flatMap((entry) => {
    const file = path.join(entry.parentPath, entry.name);
    return findIn(readFileSync(file), needles).map((name) => `${path.relative(folder, file)}: ${name}`);
  });
}
