import texts from '../../schemas/texts/widgets.json';
import { fillText } from '../../src/model/fillText';

/** The style sheets that declare the signature styles of spec 002 §12; each font file is fetched when text is drawn in it. */
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

/** A CSS font family for a style. Letters that the style lacks (李) come from the system. */
export function familyOf(style: string): string {
  return `"${style}", cursive`;
}

/** Declares these styles to the page. */
export async function declareStyles(styles: readonly string[]): Promise<void> {
  await Promise.all(styles.map((style) => sheets[style]?.()));
}

/** Waits until `text` can be drawn in a style. @throws Error, with a message for the applicant, when its font cannot be had */
export async function loadStyle(style: string, text: string): Promise<void> {
  const failed = fillText(texts.signature.noFont, { style });
  try {
    await declareStyles([style]);
    // Asked for a Latin letter, a style that was never declared answers no face at all.
    const faces = await document.fonts.load(`48px "${style}"`, `a${text}`);
    if (faces.length > 0) return;
  } catch (cause) {
    throw new Error(failed, { cause });
  }
  throw new Error(failed);
}

/** Every signature, drawn or typed, is a picture of this size (spec 002 §12). */
export const signatureSize = { width: 380, height: 200 };

/** A pad's drawing as a PNG data URL of the common size; a pad that had to be narrower stands in the middle. */
export function toPng(drawn: HTMLCanvasElement): string {
  const canvas = Object.assign(document.createElement('canvas'), signatureSize);
  canvas.getContext('2d')?.drawImage(drawn, (signatureSize.width - drawn.width) / 2, 0);
  return canvas.toDataURL('image/png');
}

const padding = 16;
const sizes = { largest: 96, smallest: 6, step: 2 };

/**
 * The signature of a typed name: a PNG data URL, 380×200, the name as large as it fits in the chosen style.
 * @throws Error, with a message for the applicant, when the style's font cannot be had
 */
export async function drawTypedSignature(name: string, style: string): Promise<string> {
  const text = name.trim().replace(/\s+/g, ' ');
  await loadStyle(style, text);
  const canvas = Object.assign(document.createElement('canvas'), signatureSize);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser has no canvas to draw a signature on');
  const { left, top } = fitted(pen, text, style);
  pen.fillStyle = '#111111';
  pen.fillText(text, left, top);
  return canvas.toDataURL('image/png');
}

/** Sets the largest font in which the text fits, and answers where it then stands in the middle. */
function fitted(pen: CanvasRenderingContext2D, text: string, style: string): { left: number; top: number } {
  for (let size = sizes.largest; ; size -= sizes.step) {
    pen.font = `${size}px ${familyOf(style)}`;
    const box = pen.measureText(text);
    const width = box.actualBoundingBoxLeft + box.actualBoundingBoxRight;
    const height = box.actualBoundingBoxAscent + box.actualBoundingBoxDescent;
    const fits = width <= signatureSize.width - 2 * padding && height <= signatureSize.height - 2 * padding;
    if (!fits && size > sizes.smallest) continue;
    return {
      left: (signatureSize.width - width) / 2 + box.actualBoundingBoxLeft,
      top: (signatureSize.height - height) / 2 + box.actualBoundingBoxAscent,
    };
  }
}
