/** Counts the changes that editors and signing programs appended to a file. */
export function countUpdates(content) {
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('latin1');
  const ends = [...text.matchAll(/startxref\s+(\d+)\s+%%EOF/g)].map(([, at]) => Number(at));
  // A linearized file starts with its own cross-reference table.
  const isLinearized = /\/Linearized\b/.test(text.slice(0, 1024));
  return Math.max(0, ends.length - (isLinearized ? 2 : 1));
}
