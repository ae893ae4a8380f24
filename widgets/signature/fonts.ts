import { pageMessages } from '../../src/messages/useMessages';

import { fillText } from '../../src/model/messages/fillText';

/** Style sheets of the signature styles (docs/spec/002-payment.md, §9). */
const sheets: Record<string, () => Promise<unknown>> = {
  Allura: () => import('@fontsource/allura/400.css'),
  'Alex Brush': () => import('@fontsource/alex-brush/400.css'),
  'Dancing Script': () => import('@fontsource/dancing-script/400.css'),
  'Great Vibes': () => import('@fontsource/great-vibes/400.css'),
  'Herr Von Muellerhoff': () => import('@fontsource/herr-von-muellerhoff/400.css'),
  Pacifico: () => import('@fontsource/pacifico/400.css'),
  Parrina: () => import('./parrina.css'),
  Rochester: () => import('@fontsource/rochester/400.css'),
  Satisfy: () => import('@fontsource/satisfy/400.css'),
  Yellowtail: () => import('@fontsource/yellowtail/400.css'),
};

/** Returns the CSS font family. Letters that the font lacks, such as 李, use the fallback font. */
export function fontFamily(style: string): string {
  return `"${style}", cursive`;
}

export async function declareStyles(styles: readonly string[]): Promise<void> {
  await Promise.all(styles.map((style) => sheets[style]?.()));
}

/** Loads a style's font. Throws with a message for the applicant on failure. */
export async function loadStyle(style: string, text: string): Promise<void> {
  const failed = fillText(pageMessages('widgets').signature.noFont, { style });
  try {
    await declareStyles([style]);
    // Every font has an `a`, so an empty result means that the style isn't declared.
    const faces = await document.fonts.load(`48px "${style}"`, `a${text}`);
    if (faces.length > 0) return;
  } catch (cause) {
    throw new Error(failed, { cause });
  }
  throw new Error(failed);
}

/** In pixels (docs/spec/002-payment.md, §9). */
export const signatureSize = { width: 380, height: 200 };

/** Returns a PNG data URL of the standard size. Centers narrower drawings. */
export function toPng(drawn: HTMLCanvasElement): string {
  const canvas = Object.assign(document.createElement('canvas'), signatureSize);
  canvas.getContext('2d')?.drawImage(drawn, (signatureSize.width - drawn.width) / 2, 0);
  return canvas.toDataURL('image/png');
}

/** In pixels. The preview crops the empty rows (theme/widgetParts.ts). */
const padding = { x: 16, y: 38 };
const sizes = { largest: 96, smallest: 6, step: 2 };

/**
 * Draws a typed name as large as possible and returns a PNG data URL.
 * Throws with a message for the applicant if the font can't load.
 */
export async function drawTypedSignature(name: string, style: string): Promise<string> {
  const text = name.trim().replace(/\s+/g, ' ');
  await loadStyle(style, text);
  const canvas = Object.assign(document.createElement('canvas'), signatureSize);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser has no canvas to draw a signature on');
  const { left, top } = fitText(pen, text, style);
  pen.fillStyle = '#111111';
  pen.fillText(text, left, top);
  return canvas.toDataURL('image/png');
}

function fitText(pen: CanvasRenderingContext2D, text: string, style: string): { left: number; top: number } {
  for (let size = sizes.largest; ; size -= sizes.step) {
    pen.font = `${size}px ${fontFamily(style)}`;
    const box = pen.measureText(text);
    const width = box.actualBoundingBoxLeft + box.actualBoundingBoxRight;
    const height = box.actualBoundingBoxAscent + box.actualBoundingBoxDescent;
    const fits = width <= signatureSize.width - 2 * padding.x && height <= signatureSize.height - 2 * padding.y;
    if (!fits && size > sizes.smallest) continue;
    return {
      left: (signatureSize.width - width) / 2 + box.actualBoundingBoxLeft,
      top: (signatureSize.height - height) / 2 + box.actualBoundingBoxAscent,
    };
  }
}
