import { inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const DIRECTORY = 0x02014b50;

/** Returns the files in a zip. Empty for anything else. */
export function entriesOf(content: Buffer): Buffer[] {
  if (content.length < 22 || content.readUInt32LE(0) !== 0x04034b50) return [];
  let end = content.length - 22;
  while (end > 0 && content.readUInt32LE(end) !== END) end -= 1;
  const entries: Buffer[] = [];
  let at = content.readUInt32LE(end + 16);
  while (at + 46 <= content.length && content.readUInt32LE(at) === DIRECTORY) {
    const packed = content.readUInt32LE(at + 20);
    const local = content.readUInt32LE(at + 42);
    const start = local + 30 + content.readUInt16LE(local + 26) + content.readUInt16LE(local + 28);
    const bytes = content.subarray(start, start + packed);
    entries.push(content.readUInt16LE(at + 10) === 8 ? inflateRawSync(bytes) : bytes);
    at += 46 + content.readUInt16LE(at + 28) + content.readUInt16LE(at + 30) + content.readUInt16LE(at + 32);
  }
  return entries;
}
