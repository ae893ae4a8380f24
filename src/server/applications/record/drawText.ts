import type { Weight } from './fonts';
import { JOINED, type Layout, type Line, layOutText, type Pdf } from './layOutText';

export interface TextStyle {
  size: number;
  weight?: Weight;
  color?: string;
  /** Space below, in points. */
  after?: number;
  x?: number;
  width?: number;
  align?: 'left' | 'right';
  isAlwaysLtr?: boolean;
}

const INK = '#1b2430';
const OUTLINE = 0.3;
const BASELINE = 0.95;
const LINE_HEIGHT = 1.32;

/** Draws text across as many pages as needed. Returns false if a character is in no font. */
export function drawText(pdf: Pdf, text: string, style: TextStyle): boolean {
  const { size, color = INK, after = 0 } = style;
  const { lines, isWhole } = layOutText(pdf, text, toLayout(pdf, style));
  for (const line of lines) {
    if (pdf.y + size * LINE_HEIGHT > pdf.page.maxY()) pdf.continueOnNewPage();
    pdf.fontSize(size).fillColor(color).strokeColor(color).lineWidth(OUTLINE);
    drawLine(pdf, line, findStart(pdf, line, lines.length, style), pdf.y, size);
  }
  pdf.y += after;
  return isWhole;
}

export function measureHeight(pdf: Pdf, text: string, style: TextStyle): number {
  const { lines } = layOutText(pdf, text, toLayout(pdf, style));
  return lines.length * style.size * LINE_HEIGHT;
}

const JOINER = 0x200d;

/**
 * Fills empty entries of the fonts' Unicode maps. Otherwise, the dots of Arabic letters are read as control characters.
 * Call it before closing the PDF.
 */
export function fixMarkedContentNames(pdf: Pdf): void {
  for (const { unicode } of Object.values(pdf._fontFamilies))
    for (const letters of unicode ?? []) if (letters.length === 0) letters.push(JOINER);
}

const lineWidth = (pdf: Pdf, { x, width }: TextStyle) =>
  width ?? pdf.page.width - pdf.page.margins.right - (x ?? pdf.page.margins.left);

function toLayout(pdf: Pdf, style: TextStyle): Layout {
  const { size, weight = 400, isAlwaysLtr = false } = style;
  return { size, weight, width: lineWidth(pdf, style), isAlwaysLtr };
}

/** Keeps single right-to-left lines on the left, beside their label. */
function findStart(pdf: Pdf, { width, isRightToLeft: isRight }: Line, lines: number, style: TextStyle): number {
  const x = style.x ?? pdf.page.margins.left;
  return (isRight && lines > 1) || style.align === 'right' ? x + lineWidth(pdf, style) - width : x;
}

function drawLine(pdf: Pdf, { runs }: Line, x: number, y: number, size: number): void {
  let at = x;
  for (const { file, text, actual, level } of runs) {
    const features = level % 2 ? JOINED : undefined;
    if (actual) pdf.markContent('Span', { actual });
    pdf.font(file.path);
    const width = pdf.widthOfString(text, { features });
    pdf.text(text, at, y, {
      lineBreak: false,
      features,
      fill: true,
      stroke: file.isVariable,
      baseline: -BASELINE * size,
    });
    if (actual) pdf.endMarkedContent();
    at += width;
  }
  pdf.x = x;
  pdf.y = y + size * LINE_HEIGHT;
}
