import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { inflateSync } from 'node:zlib';

/** A font file and which characters its maker says it is for. */
export interface FontFile {
  path: string;
  /** A variable font that stands at its thinnest: it is drawn with an outline. */
  isThin: boolean;
  covers(codePoint: number): boolean;
}

export type Weight = 400 | 600;

const require = createRequire(import.meta.url);

/**
 * In the order in which they are tried: our own face, then Cyrillic, Greek and Devanagari, then those of one script each, then Chinese.
 * PDFKit cannot embed the static ones from WOFF2.
 */
const PACKAGES: { name: string; isThin: boolean; type: 'woff' | 'woff2'; subset?: string }[] = [
  { name: '@fontsource/public-sans', isThin: false, type: 'woff' },
  { name: '@fontsource/noto-sans', isThin: false, type: 'woff' },
  { name: '@fontsource/noto-sans-arabic', isThin: false, type: 'woff', subset: 'arabic' },
  { name: '@fontsource/noto-sans-hebrew', isThin: false, type: 'woff', subset: 'hebrew' },
  { name: '@fontsource/noto-sans-thai', isThin: false, type: 'woff', subset: 'thai' },
  { name: '@fontsource-variable/noto-sans-sc', isThin: true, type: 'woff2' },
];

const byWeight = new Map<Weight, FontFile[]>();
/** Asked for each character of a document, of which few are new. */
const byCharacter: Record<Weight, Map<number, FontFile[]>> = { 400: new Map(), 600: new Map() };

/** The font files that may have a character, the best first. */
export function fontsFor(codePoint: number, weight: Weight): FontFile[] {
  const known = byCharacter[weight].get(codePoint) ?? fontFiles(weight).filter((file) => file.covers(codePoint));
  byCharacter[weight].set(codePoint, known);
  return known;
}

function fontFiles(weight: Weight): FontFile[] {
  const files = byWeight.get(weight) ?? PACKAGES.flatMap((one) => filesOf(one, weight));
  byWeight.set(weight, files);
  return files;
}

/** The files of a fontsource package: one for each subset, or for the wanted one; their ranges stand in unicode.json. */
function filesOf({ name, isThin, type, subset: only }: (typeof PACKAGES)[number], weight: Weight): FontFile[] {
  const folder = path.dirname(require.resolve(`${name}/package.json`));
  const ranges: Record<string, string> = JSON.parse(readFileSync(path.join(folder, 'unicode.json'), 'utf8'));
  const family = path.basename(name);
  const wanted = Object.entries(ranges).filter(([subset]) => only === undefined || subset === only);
  return wanted.map(([subset, text]) => ({
    path: path.join(
      folder,
      'files',
      `${family}-${subset.replace(/[[\]]/g, '')}-${isThin ? 'wght' : weight}-normal.${type}`,
    ),
    isThin,
    covers: coveredBy(text),
  }));
}

/** `'U+0-ff,U+131'` as a test for one character. */
function coveredBy(text: string): (codePoint: number) => boolean {
  const ranges = text.split(',').map((range) => {
    const [from = '', to = from] = range.replace(/U\+/gi, '').split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
  });
  return (codePoint) => ranges.some(([from, to]) => from <= codePoint && codePoint <= to);
}

let unpacked: { path: string; data: Buffer }[] | undefined;

/** The fonts that come as WOFF, as what lies inside them: PDFKit's own reader unpacks a table anew whenever a document asks for it. */
export function unpackedFonts(): { path: string; data: Buffer }[] {
  const packed = [400, 600].flatMap((weight) => fontFiles(weight as Weight)).filter(({ isThin }) => !isThin);
  unpacked ??= packed.map((file) => ({ path: file.path, data: unpackWoff(readFileSync(file.path)) }));
  return unpacked;
}

const WOFF = { head: 44, entry: 20 };
const SFNT = { head: 12, entry: 16 };

/** A WOFF file as the font that it packs: the same tables under the same checksums, each on a place divisible by four. */
function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const font = Buffer.alloc(woff.readUInt32BE(16));
  woff.copy(font, 0, 4, 8);
  font.writeUInt16BE(count, 4);
  let place = SFNT.head + count * SFNT.entry;
  for (let n = 0; n < count; n++) {
    const from = WOFF.head + n * WOFF.entry;
    const [start, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(from + at)) as [number, number, number];
    const to = SFNT.head + n * SFNT.entry;
    woff.copy(font, to, from, from + 4);
    woff.copy(font, to + 4, from + 16, from + 20);
    font.writeUInt32BE(place, to + 8);
    font.writeUInt32BE(length, to + 12);
    const table = woff.subarray(start, start + packed);
    (packed < length ? inflateSync(table) : table).copy(font, place);
    place += Math.ceil(length / 4) * 4;
  }
  return font;
}
