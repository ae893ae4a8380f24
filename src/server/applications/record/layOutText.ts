import createBidi from 'bidi-js';
import { type FontFile, findFonts, type Weight } from './fonts';

declare global {
  namespace PDFKit {
    /** Members that PDFKit's types lack. */
    interface PDFDocument {
      _font: { font: { hasGlyphForCodePoint(point: number): boolean } };
      _fontFamilies: Record<string, { unicode?: number[][] }>;
    }
  }
}

export type Pdf = PDFKit.PDFDocument;

export interface Layout {
  size: number;
  weight: Weight;
  width: number;
  isAlwaysLtr: boolean;
}

interface Run {
  file: FontFile;
  text: string;
  /** The original characters, for screen readers. */
  actual?: string;
  /** Bidi level. Odd levels are right to left. */
  level: number;
}

export interface Line {
  /** In display order. */
  runs: Run[];
  width: number;
  isRightToLeft: boolean;
}

interface LaidOutText {
  lines: Line[];
  /** False if a character is in no font. It's shown as `[U+10A0]`. */
  isWhole: boolean;
}

const bidi = createBidi();
const wordSegmenter = new Intl.Segmenter('en', { granularity: 'word' });
const graphemeSegmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Scripts without spaces between words. */
const NO_SPACES =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;

const glyphs = new Map<FontFile, Map<number, boolean>>();

export function layOutText(pdf: Pdf, text: string, layout: Layout): LaidOutText {
  const paragraphs = text
    .normalize('NFC')
    .split('\n')
    .map((paragraph) => layParagraph(pdf, paragraph || ' ', layout));
  return { lines: paragraphs.flatMap(({ lines }) => lines), isWhole: paragraphs.every(({ isWhole }) => isWhole) };
}

function layParagraph(pdf: Pdf, text: string, { size, weight, width, isAlwaysLtr }: Layout): LaidOutText {
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text, isAlwaysLtr ? 'ltr' : 'auto');
  const isRightToLeft = (paragraphs[0]?.level ?? 0) % 2 === 1;
  let isWhole = true;
  const measure = (from: number, to: number) => {
    const line = splitRuns(pdf, text.slice(from, to), weight, levels.subarray(from, to));
    isWhole &&= line.isWhole;
    return { runs: line.runs, width: measureRuns(pdf, line.runs, size) };
  };
  const lines = breakLines(text, (from, to) => measure(from, to).width, width).map(([from, to]) => {
    const { runs, width: own } = measure(from, to);
    return { runs: toVisualOrder(runs), width: own, isRightToLeft };
  });
  return { lines, isWhole };
}

function breakLines(text: string, measure: (from: number, to: number) => number, width: number): [number, number][] {
  const whole = Math.max(1, text.trimEnd().length);
  if (measure(0, whole) <= width) return [[0, whole]];
  const lines: [number, number][] = [];
  let from = 0;
  let end = 0;
  for (const [begin, piece] of splitPieces(text, measure, width)) {
    const to = begin + piece.trimEnd().length;
    if (end > from && measure(from, to) > width) {
      lines.push([from, from + text.slice(from, end).trimEnd().length]);
      from = begin;
    }
    end = begin + piece.length;
  }
  return [...lines, [from, Math.max(from + 1, from + text.slice(from, end).trimEnd().length)]];
}

function splitPieces(text: string, measure: (from: number, to: number) => number, width: number): [number, string][] {
  const pieces: [number, string][] = [];
  for (const { segment, index } of wordSegmenter.segment(text)) {
    const last = pieces.at(-1);
    const mayBreak = !last || /\s$/.test(last[1]) || (NO_SPACES.test(last[1]) && NO_SPACES.test(segment));
    if (last && (!mayBreak || segment.trim() === '')) last[1] += segment;
    else pieces.push([index, segment]);
  }
  return pieces.flatMap(([at, piece]): [number, string][] =>
    measure(at, at + piece.length) <= width
      ? [[at, piece]]
      : [...graphemeSegmenter.segment(piece)].map(({ segment, index }) => [at + index, segment]),
  );
}

/** Reorders runs for display (Unicode Bidirectional Algorithm, rule L2). */
function toVisualOrder(runs: readonly Run[]): Run[] {
  const order = [...runs];
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level -= 1)
    for (let from = 0; from < order.length; from += 1) {
      let to = from;
      while ((order[to]?.level ?? 0) >= level) to += 1;
      order.splice(from, to - from, ...order.slice(from, to).reverse());
      from = to;
    }
  return order.map(reverseRun);
}

const FROM_RIGHT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/;

/** Reverses runs where needed. PDFKit reverses Hebrew, Arabic and Arabic digits, but not brackets and spaces. */
function reverseRun(run: Run): Run {
  const isRightToLeft = run.level % 2 === 1;
  const isReversed = DIGITS.test(run.text) || FROM_RIGHT.test(run.text);
  if (isRightToLeft === isReversed) return run;
  const mirrored = (char: string) => (isRightToLeft && bidi.getMirroredCharacter(char)) || char;
  return { ...run, text: [...run.text].reverse().map(mirrored).join('') };
}

/** Not undefined, because PDFKit would then place words from left to right. */
export const JOINED: PDFKit.Mixins.OpenTypeFeatures[] = [];

function measureRuns(pdf: Pdf, runs: readonly Run[], size: number): number {
  pdf.fontSize(size);
  return runs.reduce(
    (sum, { file, text, level }) =>
      sum + pdf.font(file.path).widthOfString(text, { features: level % 2 ? JOINED : undefined }),
    0,
  );
}

function splitRuns(pdf: Pdf, text: string, weight: Weight, levels: Uint8Array): { runs: Run[]; isWhole: boolean } {
  const runs: Run[] = [];
  let isWhole = true;
  let at = 0;
  for (const char of text) {
    const level = levels[at] ?? 0;
    const file = findFont(pdf, char, weight, runs.at(-1)?.file);
    isWhole &&= file !== undefined;
    const run = file ? { file, text: char, level } : spellCodePoint(pdf, char, weight, level);
    if (run) append(runs, run);
    at += char.length;
  }
  return { runs, isWhole };
}

function append(runs: Run[], run: Run): void {
  const last = runs.at(-1);
  const continues =
    last?.file === run.file && last.level === run.level && (last.actual === undefined) === (run.actual === undefined);
  if (!last || !continues) return void runs.push(run);
  last.text += run.text;
  if (last.actual !== undefined) last.actual += run.actual;
}

/** Prefers the previous character's font, to keep words in one font. */
function findFont(pdf: Pdf, char: string, weight: Weight, before?: FontFile): FontFile | undefined {
  const codePoint = char.codePointAt(0) ?? 0;
  const fonts = findFonts(codePoint, weight);
  const candidates = before && fonts.includes(before) ? [before, ...fonts] : fonts;
  return candidates.find((font) => hasGlyph(pdf, font, codePoint));
}

/** A subset's range may list characters that the font lacks. */
function hasGlyph(pdf: Pdf, file: FontFile, codePoint: number): boolean {
  const own = glyphs.get(file) ?? new Map<number, boolean>();
  const isFound = own.get(codePoint) ?? fontHasGlyph(pdf, file, codePoint);
  glyphs.set(file, own.set(codePoint, isFound));
  return isFound;
}

function fontHasGlyph(pdf: Pdf, file: FontFile, codePoint: number): boolean {
  pdf.font(file.path);
  return pdf._font.font.hasGlyphForCodePoint(codePoint);
}

function spellCodePoint(pdf: Pdf, char: string, weight: Weight, level: number): Run | undefined {
  const text = `[U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
  const file = findFont(pdf, '[', weight);
  // `[U+10A0]` is read left to right.
  return file && { file, text, actual: char, level: level + (level % 2) };
}
