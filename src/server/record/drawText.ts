import type { Weight } from './fontFor';
import { JOINED, type Layout, type Line, layText, type Pdf } from './layText';

export interface TextStyle {
  size: number;
  weight?: Weight;
  color?: string;
  /** Space below, in points. */
  after?: number;
  /** Where it begins, and how wide its lines may be; from margin to margin unless said otherwise. */
  x?: number;
  width?: number;
  align?: 'left' | 'right';
  /** Words of ours, which are read from the left whatever name comes first in them. */
  isOurs?: boolean;
}

const INK = '#1b2430';
const OUTLINE = 0.3;
/** Where letters stand below the top of a line, for all fonts alike. */
const BASELINE = 0.95;
const LINE_HEIGHT = 1.32;

/** Writes text at the height that the document stands at, over as many pages as it needs. Gives whether all of it could be drawn. */
export function drawText(pdf: Pdf, text: string, style: TextStyle): boolean {
  const { size, color = INK, after = 0 } = style;
  const { lines, isWhole } = layText(pdf, text, layoutOf(pdf, style));
  for (const line of lines) {
    if (pdf.y + size * LINE_HEIGHT > pdf.page.maxY()) pdf.continueOnNewPage();
    pdf.fontSize(size).fillColor(color).strokeColor(color).lineWidth(OUTLINE);
    drawLine(pdf, line, beginOf(pdf, line, lines.length, style), pdf.y, size);
  }
  pdf.y += after;
  return isWhole;
}

/** How high the text will stand, without what is kept free below it. */
export function heightOfText(pdf: Pdf, text: string, style: TextStyle): number {
  const { lines } = layText(pdf, text, layoutOf(pdf, style));
  return lines.length * style.size * LINE_HEIGHT;
}

const JOINER = 0x200d;

/** To be called before the end: what a font draws as a sign of its own, the dot of a letter, is no letter to who reads the document. */
export function nameMarks(pdf: Pdf): void {
  // Where a sign says nothing, programs read a control character.
  for (const { unicode } of Object.values(pdf._fontFamilies))
    for (const letters of unicode ?? []) if (letters.length === 0) letters.push(JOINER);
}

const widthOf = (pdf: Pdf, { x, width }: TextStyle) =>
  width ?? pdf.page.width - pdf.page.margins.right - (x ?? pdf.page.margins.left);

function layoutOf(pdf: Pdf, style: TextStyle): Layout {
  const { size, weight = 400, isOurs = false } = style;
  return { size, weight, width: widthOf(pdf, style), isOurs };
}

/** A paragraph that is read from the right begins at the right; a single line stays with its label. */
function beginOf(pdf: Pdf, { width, isRight }: Line, lines: number, style: TextStyle): number {
  const x = style.x ?? pdf.page.margins.left;
  return (isRight && lines > 1) || style.align === 'right' ? x + widthOf(pdf, style) - width : x;
}

function drawLine(pdf: Pdf, { runs }: Line, x: number, y: number, size: number): void {
  let at = x;
  for (const { file, text, actual, level } of runs) {
    const features = level % 2 ? JOINED : undefined;
    if (actual) pdf.markContent('Span', { actual });
    pdf.font(file.path);
    const width = pdf.widthOfString(text, { features });
    pdf.text(text, at, y, { lineBreak: false, features, fill: true, stroke: file.isThin, baseline: -BASELINE * size });
    if (actual) pdf.endMarkedContent();
    at += width;
  }
  pdf.x = x;
  pdf.y = y + size * LINE_HEIGHT;
}
