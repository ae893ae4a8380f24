import sharp from 'sharp';

/** How scanners compress a page: as fax (group 4), JBIG2 or JPEG 2000. */
export type Compression = 'CCITTFaxDecode' | 'JBIG2Decode' | 'JPXDecode';

const PAGE = { width: 612, height: 792 };

/** Returns a scanner's PDF with `page` in black and white, split into strips. JPEG 2000 has no image. */
export async function compressedScan(page: Buffer, squeezing: Compression): Promise<Buffer> {
  const strips = squeezing === 'JPXDecode' ? [jpeg2000Head()] : await faxStrips(page);
  const total = strips.reduce((sum, { height }) => sum + height, 0);
  const scale = PAGE.height / total;
  let top = PAGE.height;
  const draws = strips.map(({ height }, n) => {
    top -= height * scale;
    return `q ${PAGE.width} 0 0 ${(height * scale).toFixed(3)} 0 ${top.toFixed(3)} cm /Im${n} Do Q`;
  });
  const names = strips.map((_, n) => `/Im${n} ${n + 5} 0 R`).join(' ');
  return bind([
    text('<< /Type /Catalog /Pages 2 0 R >>'),
    text('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    text(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Contents 4 0 R /Resources << /XObject << ${names} >> >> >>`,
    ),
    stream('', text(draws.join('\n'))),
    ...strips.map((strip) => picture(strip, squeezing)),
  ]);
}

interface Strip {
  width: number;
  height: number;
  /** A group 4 fax (ITU-T T.6), or the start of a JPEG 2000 file. */
  data: Buffer;
}

function picture({ width, height, data }: Strip, squeezing: Compression): Buffer {
  const parms = squeezing === 'CCITTFaxDecode' ? `/DecodeParms << /K -1 /Columns ${width} /Rows ${height} >>` : '';
  const head = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent ${squeezing === 'JPXDecode' ? 8 : 1} /Filter /${squeezing} ${parms}`;
  return stream(head, squeezing === 'JBIG2Decode' ? jbig2Page({ width, height, data }) : data);
}

/** Returns the strips of the TIFF that sharp creates. Ones are black. */
async function faxStrips(page: Buffer): Promise<Strip[]> {
  const plain = await sharp(page).flatten().grayscale().threshold(150).png().toBuffer();
  const tiff = await sharp(plain)
    .toColorspace('b-w')
    .tiff({ compression: 'ccittfax4', bitdepth: 1, miniswhite: true })
    .toBuffer();
  const [width = 0] = entryOf(tiff, 256);
  const [height = 0] = entryOf(tiff, 257);
  const [rows = height] = entryOf(tiff, 278);
  const lengths = entryOf(tiff, 279);
  return entryOf(tiff, 273).map((start, n) => ({
    width,
    height: Math.min(rows, height - n * rows),
    data: tiff.subarray(start, start + (lengths[n] ?? 0)),
  }));
}

/** Reads an entry of a TIFF's first directory. sharp writes the machine's byte order, here little-endian. */
function entryOf(tiff: Buffer, tag: number): number[] {
  const first = tiff.readUInt32LE(4);
  const places = Array.from({ length: tiff.readUInt16LE(first) }, (_, n) => first + 2 + 12 * n);
  const at = places.find((place) => tiff.readUInt16LE(place) === tag);
  if (at === undefined) return [];
  const count = tiff.readUInt32LE(at + 4);
  const size = tiff.readUInt16LE(at + 2) === 3 ? 2 : 4;
  const start = count * size > 4 ? tiff.readUInt32LE(at + 8) : at + 8;
  return Array.from({ length: count }, (_, n) => tiff.readUIntLE(start + n * size, size));
}

/** Returns a JBIG2 page (ITU-T T.88) with one region, coded like a fax. */
function jbig2Page({ width, height, data }: Strip): Buffer {
  const page = Buffer.concat([longs(width, height, 0, 0), Buffer.from([0, 0, 0])]);
  const region = Buffer.concat([longs(width, height, 0, 0), Buffer.from([0, 1]), data]);
  return Buffer.concat([segment(0, 48, page), segment(1, 38, region)]);
}

const segment = (number: number, type: number, data: Buffer) =>
  Buffer.concat([longs(number), Buffer.from([type, 0, 1]), longs(data.length), data]);

/** Returns the boxes at the start of a JPEG 2000 file, without an image. */
function jpeg2000Head(): Strip {
  const data = Buffer.concat([
    longs(12),
    text('jP  '),
    longs(0x0d0a870a),
    longs(20),
    text('ftypjp2 '),
    longs(0),
    text('jp2 '),
  ]);
  return { width: 1275, height: 1650, data };
}

const text = (words: string) => Buffer.from(words, 'latin1');
const longs = (...values: number[]) =>
  Buffer.concat(values.map((value) => Buffer.from(new Uint32Array([value]).buffer).swap32()));
const stream = (head: string, data: Buffer) =>
  Buffer.concat([text(`<< ${head} /Length ${data.length} >>\nstream\n`), data, text('\nendstream')]);

/** Returns a PDF of these objects. The first is its catalog. */
function bind(objects: readonly Buffer[]): Buffer {
  const parts = [text('%PDF-1.7\n')];
  const starts: number[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [n, object] of objects.entries()) {
    starts.push(length);
    const part = Buffer.concat([text(`${n + 1} 0 obj\n`), object, text('\nendobj\n')]);
    parts.push(part);
    length += part.length;
  }
  const rows = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    text(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
