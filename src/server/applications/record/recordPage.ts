import { drawText, measureHeight, type TextStyle } from './drawText';
import type { Pdf } from './layOutText';

export const MUTED = '#4a5563';

const RULE = '#d5dbe3';

export const MARGIN = 56;

const LABEL_WIDTH = 168;

export const GAP = 14;

/** If less space than this is left below a heading, in points, the heading moves to the next page. */
const BELOW = { H1: 0, H2: 108, H3: 60 };

/** Taller rows can continue on the next page. */
const MAX_UNBROKEN = 220;

type Structure = PDFKit.PDFStructureElement;

export interface Page {
  pdf: Pdf;
  write(text: string, style: TextStyle): void;
  heading(text: string, role: 'H1' | 'H2' | 'H3', size: number): void;
  rows(lines: readonly (readonly [label: string, text: string])[], size?: number): void;
  picture(alt: string, draw: () => void): void;
  /** Draws lines and areas that screen readers skip. */
  ornament(draw: () => void): void;
  isWhole(): boolean;
}

export function createPage(pdf: Pdf, root: Structure): Page {
  let isWhole = true;
  const draw = (text: string, style: TextStyle) => () => {
    isWhole = drawText(pdf, text, style) && isWhole;
  };
  const page: Page = {
    pdf,
    write: (text, style) => void root.add(pdf.struct('P', {}, draw(text, style))),
    heading(text, role, size) {
      const isFirst = pdf.y <= MARGIN;
      if (pdf.y + size + BELOW[role] > pdf.page.maxY()) pdf.addPage();
      else if (!isFirst && role !== 'H1') pdf.y += role === 'H2' ? 14 : 6;
      root.add(pdf.struct(role, {}, draw(text, { size, weight: 600, after: 5, isAlwaysLtr: true })));
      if (role === 'H2') pdf.outline.addItem(text);
    },
    rows(lines, size = 10) {
      if (!lines.length) return;
      const list = pdf.struct('L');
      root.add(list);
      for (const [label, text] of lines) drawRow(page, list, draw, { label, text, size });
      list.end();
      pdf.y += 6;
    },
    picture: (alt, work) => void root.add(pdf.struct('Figure', { alt }, work)),
    ornament(work) {
      pdf.markContent('Artifact', { type: 'Layout' });
      pdf.save();
      work();
      pdf.restore();
      pdf.endMarkedContent();
    },
    isWhole: () => isWhole,
  };
  return page;
}

function drawRow(
  { pdf, ornament }: Page,
  list: Structure,
  draw: (text: string, style: TextStyle) => () => void,
  { label, text, size }: { label: string; text: string; size: number },
): void {
  const left: TextStyle = { size: size - 0.5, color: MUTED, width: LABEL_WIDTH, isAlwaysLtr: true };
  const right: TextStyle = { size, x: MARGIN + LABEL_WIDTH + GAP };
  const height = Math.max(measureHeight(pdf, label, left), measureHeight(pdf, text, right));
  if (height < MAX_UNBROKEN && pdf.y + height > pdf.page.maxY()) pdf.addPage();
  const top = pdf.y;
  let low = top;
  const drawLabel = () => {
    draw(label, left)();
    low = pdf.y;
    pdf.y = top;
  };
  list.add(pdf.struct('LI', {}, [pdf.struct('Lbl', {}, drawLabel), pdf.struct('LBody', {}, draw(text, right))]));
  // After a page break, the label's end is on the previous page, so only the answer's end counts.
  pdf.y = (pdf.y < top ? pdf.y : Math.max(pdf.y, low)) + 3;
  ornament(() =>
    pdf
      .moveTo(MARGIN, pdf.y)
      .lineTo(pdf.page.width - MARGIN, pdf.y)
      .lineWidth(0.5)
      .stroke(RULE),
  );
  pdf.y += 3;
}
