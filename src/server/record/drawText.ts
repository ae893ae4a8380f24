import { type FontFile, fontsFor, type Weight } from './fontFor';

export type Pdf = PDFKit.PDFDocument;

export interface TextStyle {
  size: number;
  weight?: Weight;
  color?: string;
  /** What the text is in the document's structure; a paragraph unless said otherwise. */
  role?: 'H1' | 'H2' | 'H3' | 'P';
  /** Space below, in points. */
  after?: number;
}

interface Run {
  file: FontFile;
  text: string;
  /** The letters that stand here as their numbers; programs that read the document aloud get these. */
  actual?: string;
}

const INK = '#1b2430';
const OUTLINE = 0.3;
/** Where letters stand below the top of a line, for all fonts alike. */
const BASELINE = 0.95;

/** What fonts have, by file and character. */
const letters = new Map<string, boolean>();

/** Writes text in as many fonts as it needs; what none of them has is written as its number, `[U+05D0]`. Gives whether all was drawn. */
export function drawText(pdf: Pdf, text: string, { size, weight = 400, color = INK, after = 0 }: TextStyle): boolean {
  const { runs, isWhole } = runsOf(pdf, text.normalize('NFC') || ' ', weight);
  pdf.fontSize(size).fillColor(color).strokeColor(color).lineWidth(OUTLINE);
  for (const [index, { file, text: part, actual }] of runs.entries()) {
    if (actual) pdf.markContent('Span', { actual });
    pdf.font(file.path).text(part, {
      continued: index < runs.length - 1,
      fill: true,
      stroke: file.isThin,
      baseline: -BASELINE * size,
    });
    if (actual) pdf.endMarkedContent();
  }
  pdf.y += after;
  return isWhole;
}

function runsOf(pdf: Pdf, text: string, weight: Weight): { runs: Run[]; isWhole: boolean } {
  const runs: Run[] = [];
  let isWhole = true;
  for (const char of text) {
    const file = findFont(pdf, char, weight, runs.at(-1)?.file);
    isWhole &&= file !== undefined;
    const run = file ? { file, text: char } : spelled(pdf, char, weight);
    if (run) append(runs, run);
  }
  return { runs, isWhole };
}

/** To the last run where it goes on, else as a run of its own. */
function append(runs: Run[], run: Run): void {
  const last = runs.at(-1);
  if (last?.file !== run.file || (last.actual === undefined) !== (run.actual === undefined)) return void runs.push(run);
  last.text += run.text;
  if (last.actual !== undefined) last.actual += run.actual;
}

/** The font of the run before where it can, so that words stay together. */
function findFont(pdf: Pdf, char: string, weight: Weight, before?: FontFile): FontFile | undefined {
  const codePoint = char.codePointAt(0) ?? 0;
  const fonts = fontsFor(codePoint, weight);
  const likely = before && fonts.includes(before) ? [before, ...fonts] : fonts;
  return likely.find((font) => char === '\n' || hasLetter(pdf, font, codePoint));
}

/** What is in a subset's range is not always in its font. */
function hasLetter(pdf: Pdf, file: FontFile, codePoint: number): boolean {
  const key = `${file.path}/${codePoint}`;
  const known = letters.get(key) ?? asksFont(pdf, file, codePoint);
  letters.set(key, known);
  return known;
}

function asksFont(pdf: Pdf, file: FontFile, codePoint: number): boolean {
  pdf.font(file.path);
  // PDFKit tells of its open font only in this undocumented member.
  const { font } = (pdf as unknown as { _font: { font: { hasGlyphForCodePoint(point: number): boolean } } })._font;
  return font.hasGlyphForCodePoint(codePoint);
}

function spelled(pdf: Pdf, char: string, weight: Weight): Run | undefined {
  const text = `[U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
  const file = findFont(pdf, '[', weight);
  return file && { file, text, actual: char };
}
