import { familyOf, loadStyle, signatureSize } from './signature/fonts';

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
