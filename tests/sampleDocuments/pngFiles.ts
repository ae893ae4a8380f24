import { once } from 'node:events';
import { createDeflate } from 'node:zlib';

/** Returns a complete PNG with one bit per pixel. */
export async function blackPng(width: number, height: number): Promise<Buffer> {
  const rowLength = 1 + Math.ceil(width / 8);
  const deflate = createDeflate({ level: 9 });
  const parts: Buffer[] = [];
  deflate.on('data', (part: Buffer) => parts.push(part));
  const step = Math.ceil(1_000_000 / rowLength);
  for (let y = 0; y < height; y += step) {
    const rows = Math.min(step, height - y);
    if (!deflate.write(Buffer.alloc(rowLength * rows))) await once(deflate, 'drain');
  }
  deflate.end();
  await once(deflate, 'end');
  return pngOf(width, height, [1, 0, 0, 0, 0], Buffer.concat(parts));
}

/** Returns a PNG with this header and these compressed pixels, which may be invalid. */
export function pngOf(width: number, height: number, kind: number[], data: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(kind, 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', data),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns a PNG chunk with a correct checksum. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function crc32(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}
