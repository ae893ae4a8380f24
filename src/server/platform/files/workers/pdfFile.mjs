/** Counts changes appended to a file, as editors and signing programs do. */
export function countUpdates(content) {
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('latin1');
  const ends = [...text.matchAll(/startxref\s+(\d+)\s+%%EOF/g)].map(([, at]) => Number(at));
  // A file optimized for the web starts with a table of its own.
  const isForWeb = /\/Linearized\b/.test(text.slice(0, 1024));
  return Math.max(0, ends.length - (isForWeb ? 2 : 1));
}
