import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { inflateSync } from 'node:zlib';

export interface FontFile {
  path: string;
  /** PDFKit draws a variable font's thinnest weight, so the text gets an outline. */
  isVariable: boolean;
  covers(codePoint: number): boolean;
}

export type Weight = 400 | 600;

const require = createRequire(import.meta.url);

/** In order of preference. PDFKit can't embed static WOFF2 fonts. */
const PACKAGES: { name: string; isVariable: boolean; type: 'woff' | 'woff2'; subset?: string }[] = [
  { name: '@fontsource/public-sans', isVariable: false, type: 'woff' },
  { name: '@fontsource/noto-sans', isVariable: false, type: 'woff' },
  { name: '@fontsource/noto-sans-arabic', isVariable: false, type: 'woff', subset: 'arabic' },
  { name: '@fontsource/noto-sans-hebrew', isVariable: false, type: 'woff', subset: 'hebrew' },
  { name: '@fontsource/noto-sans-thai', isVariable: false, type: 'woff', subset: 'thai' },
  { name: '@fontsource-variable/noto-sans-sc', isVariable: true, type: 'woff2' },
];

const byWeight = new Map<Weight, FontFile[]>();
const byCharacter: Record<Weight, Map<number, FontFile[]>> = { 400: new Map(), 600: new Map() };

/** Returns fonts that may have a character, best first. */
export function findFonts(codePoint: number, weight: Weight): FontFile[] {
  const fonts = byCharacter[weight].get(codePoint) ?? fontFiles(weight).filter((file) => file.covers(codePoint));
  byCharacter[weight].set(codePoint, fonts);
  return fonts;
}

function fontFiles(weight: Weight): FontFile[] {
  const files = byWeight.get(weight) ?? PACKAGES.flatMap((one) => packageFonts(one, weight));
  byWeight.set(weight, files);
  return files;
}

function packageFonts({ name, isVariable, type, subset: only }: (typeof PACKAGES)[number], weight: Weight): FontFile[] {
  const folder = path.dirname(require.resolve(`${name}/package.json`));
  const ranges: Record<string, string> = JSON.parse(readFileSync(path.join(folder, 'unicode.json'), 'utf8'));
  const family = path.basename(name);
  const subsets = Object.entries(ranges).filter(([subset]) => only === undefined || subset === only);
  return subsets.map(([subset, text]) => ({
    path: path.join(
      folder,
      'files',
      `${family}-${subset.replace(/[[\]]/g, '')}-${isVariable ? 'wght' : weight}-normal.${type}`,
    ),
    isVariable,
    covers: parseRanges(text),
  }));
}

function parseRanges(text: string): (codePoint: number) => boolean {
  const ranges = text.split(',').map((range) => {
    const [from = '', to = from] = range.replace(/U\+/gi, '').split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
  });
  return (codePoint) => ranges.some(([from, to]) => from <= codePoint && codePoint <= to);
}

let unpacked: { path: string; data: Buffer }[] | undefined;

/** Unpacks the WOFF fonts once, because PDFKit would unpack them for every document. */
export function getUnpackedFonts(): { path: string; data: Buffer }[] {
  const packed = [400, 600].flatMap((weight) => fontFiles(weight as Weight)).filter(({ isVariable }) => !isVariable);
  unpacked ??= packed.map((file) => ({ path: file.path, data: unpackWoff(readFileSync(file.path)) }));
  return unpacked;
}

const WOFF = { head: 44, entry: 20 };
const SFNT = { head: 12, entry: 16 };

function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const font = Buffer.alloc(woff.readUInt32BE(16));
  woff.copy(font, 0, 4, 8);
  font.writeUInt16BE(count, 4);
  let offset = SFNT.head + count * SFNT.entry;
  for (let n = 0; n < count; n++) {
    const from = WOFF.head + n * WOFF.entry;
    const [start, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(from + at)) as [number, number, number];
    const to = SFNT.head + n * SFNT.entry;
    woff.copy(font, to, from, from + 4);
    woff.copy(font, to + 4, from + 16, from + 20);
    font.writeUInt32BE(offset, to + 8);
    font.writeUInt32BE(length, to + 12);
    const table = woff.subarray(start, start + packed);
    (packed < length ? inflateSync(table) : table).copy(font, offset);
    offset += Math.ceil(length / 4) * 4;
  }
  return font;
}
