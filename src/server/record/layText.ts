import createBidi from 'bidi-js';
import { type FontFile, fontsFor, type Weight } from './fontFor';

declare global {
  namespace PDFKit {
    /** What PDFKit's published types leave out: its open font, and what each drawn sign of a font says. */
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
  /** Of a line, at most. */
  width: number;
  /** Read from the left, whatever comes first. */
  isOurs: boolean;
}

/** A piece of a line in one font, read in one direction. */
interface Run {
  file: FontFile;
  text: string;
  /** The letters that stand here as their numbers; programs that read the document aloud get these. */
  actual?: string;
  /** The depth of its direction in the line: read from the right where it is odd. */
  level: number;
}

export interface Line {
  /** From left to right, as they are drawn. */
  runs: Run[];
  width: number;
  /** Whether its paragraph begins at the right. */
  isRight: boolean;
}

interface Laid {
  lines: Line[];
  /** False where a character has no letter form in any font, and stands as its number: `[U+10A0]`. */
  isWhole: boolean;
}

const bidi = createBidi();
const words = new Intl.Segmenter('en', { granularity: 'word' });
const signs = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Written without blanks: a line may end between two of their words. */
const NO_BLANKS =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;

/** What fonts have, by file and character. */
const letters = new Map<FontFile, Map<number, boolean>>();

/** Breaks text into lines of a width, each in as many fonts and directions as it needs. */
export function layText(pdf: Pdf, text: string, layout: Layout): Laid {
  const laid = text
    .normalize('NFC')
    .split('\n')
    .map((paragraph) => layParagraph(pdf, paragraph || ' ', layout));
  return { lines: laid.flatMap(({ lines }) => lines), isWhole: laid.every(({ isWhole }) => isWhole) };
}

function layParagraph(pdf: Pdf, text: string, { size, weight, width, isOurs }: Layout): Laid {
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text, isOurs ? 'ltr' : 'auto');
  const isRight = (paragraphs[0]?.level ?? 0) % 2 === 1;
  let isWhole = true;
  const measure = (from: number, to: number) => {
    const found = runsOf(pdf, text.slice(from, to), weight, levels.subarray(from, to));
    isWhole &&= found.isWhole;
    return { runs: found.runs, width: widthOf(pdf, found.runs, size) };
  };
  const lines = breakLines(text, (from, to) => measure(from, to).width, width).map(([from, to]) => {
    const { runs, width: own } = measure(from, to);
    return { runs: inDrawnOrder(runs), width: own, isRight };
  });
  return { lines, isWhole };
}

/** Where the lines begin and end, without the blanks at which they were broken. */
function breakLines(text: string, measure: (from: number, to: number) => number, width: number): [number, number][] {
  const whole = Math.max(1, text.trimEnd().length);
  if (measure(0, whole) <= width) return [[0, whole]];
  const lines: [number, number][] = [];
  let from = 0;
  let end = 0;
  for (const [begin, piece] of piecesOf(text, measure, width)) {
    const to = begin + piece.trimEnd().length;
    if (end > from && measure(from, to) > width) {
      lines.push([from, from + text.slice(from, end).trimEnd().length]);
      from = begin;
    }
    end = begin + piece.length;
  }
  return [...lines, [from, Math.max(from + 1, from + text.slice(from, end).trimEnd().length)]];
}

/** What stays on one line, with the blanks after it; a piece that is wider than a line is taken letter by letter. */
function piecesOf(text: string, measure: (from: number, to: number) => number, width: number): [number, string][] {
  const pieces: [number, string][] = [];
  for (const { segment, index } of words.segment(text)) {
    const last = pieces.at(-1);
    const mayBreak = !last || /\s$/.test(last[1]) || (NO_BLANKS.test(last[1]) && NO_BLANKS.test(segment));
    if (last && (!mayBreak || segment.trim() === '')) last[1] += segment;
    else pieces.push([index, segment]);
  }
  return pieces.flatMap(([at, piece]): [number, string][] =>
    measure(at, at + piece.length) <= width
      ? [[at, piece]]
      : [...signs.segment(piece)].map(({ segment, index }) => [at + index, segment]),
  );
}

/** The runs of highest level are turned first, then all that they stand in (Unicode Bidirectional Algorithm, rule L2). */
function inDrawnOrder(runs: readonly Run[]): Run[] {
  const order = [...runs];
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level -= 1)
    for (let from = 0; from < order.length; from += 1) {
      let to = from;
      while ((order[to]?.level ?? 0) >= level) to += 1;
      order.splice(from, to - from, ...order.slice(from, to).reverse());
      from = to;
    }
  return order.map(turned);
}

const FROM_RIGHT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;
/** Arabic figures are read from the left, and a font turns them like its letters. */
const FIGURES = /[\u0660-\u0669\u06f0-\u06f9]/;

/** The fonts' own rules turn words; brackets and blanks among them are turned here, and what must not be turned is turned back. */
function turned(run: Run): Run {
  const isRight = run.level % 2 === 1;
  const isTurned = FIGURES.test(run.text) || FROM_RIGHT.test(run.text);
  if (isRight === isTurned) return run;
  const mirrored = (char: string) => (isRight && bidi.getMirroredCharacter(char)) || char;
  return { ...run, text: [...run.text].reverse().map(mirrored).join('') };
}

/** Has a run from the right laid out as one: PDFKit would lay its words from the left, each by itself. */
export const JOINED: PDFKit.Mixins.OpenTypeFeatures[] = [];

function widthOf(pdf: Pdf, runs: readonly Run[], size: number): number {
  pdf.fontSize(size);
  return runs.reduce(
    (sum, { file, text, level }) =>
      sum + pdf.font(file.path).widthOfString(text, { features: level % 2 ? JOINED : undefined }),
    0,
  );
}

function runsOf(pdf: Pdf, text: string, weight: Weight, levels: Uint8Array): { runs: Run[]; isWhole: boolean } {
  const runs: Run[] = [];
  let isWhole = true;
  let at = 0;
  for (const char of text) {
    const level = levels[at] ?? 0;
    const file = findFont(pdf, char, weight, runs.at(-1)?.file);
    isWhole &&= file !== undefined;
    const run = file ? { file, text: char, level } : spelled(pdf, char, weight, level);
    if (run) append(runs, run);
    at += char.length;
  }
  return { runs, isWhole };
}

/** To the last run where it goes on, else as a run of its own. */
function append(runs: Run[], run: Run): void {
  const last = runs.at(-1);
  const goesOn =
    last?.file === run.file && last.level === run.level && (last.actual === undefined) === (run.actual === undefined);
  if (!last || !goesOn) return void runs.push(run);
  last.text += run.text;
  if (last.actual !== undefined) last.actual += run.actual;
}

/** The font of the run before where it can, so that words stay together. */
function findFont(pdf: Pdf, char: string, weight: Weight, before?: FontFile): FontFile | undefined {
  const codePoint = char.codePointAt(0) ?? 0;
  const fonts = fontsFor(codePoint, weight);
  const likely = before && fonts.includes(before) ? [before, ...fonts] : fonts;
  return likely.find((font) => hasLetter(pdf, font, codePoint));
}

/** What is in a subset's range is not always in its font. */
function hasLetter(pdf: Pdf, file: FontFile, codePoint: number): boolean {
  const own = letters.get(file) ?? new Map<number, boolean>();
  const known = own.get(codePoint) ?? asksFont(pdf, file, codePoint);
  letters.set(file, own.set(codePoint, known));
  return known;
}

function asksFont(pdf: Pdf, file: FontFile, codePoint: number): boolean {
  pdf.font(file.path);
  return pdf._font.font.hasGlyphForCodePoint(codePoint);
}

function spelled(pdf: Pdf, char: string, weight: Weight, level: number): Run | undefined {
  const text = `[U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
  const file = findFont(pdf, '[', weight);
  // A number is read from the left, wherever it stands.
  return file && { file, text, actual: char, level: level + (level % 2) };
}
