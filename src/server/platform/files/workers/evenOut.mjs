import { fromGray, toGray } from './pagePicture.mjs';

/** A copy at this scale shows only the lighting. */
const LIGHT_SCALE = 1 / 16;
const LIGHT_MEDIAN = 5;
const LIGHT_BLUR = 4;
/**
 * Smallest difference in lighting, out of 255, that is evened out. It's low, because Tesseract mistakes the darker side
 * of a nearly empty page for ink.
 */
const MIN_UNEVEN = 12;
const WHITE = 255;

/** Divides a gray page by its lighting, so that a photo's shadows don't hide letters. */
export async function evenOut(sheet) {
  const { data, width, height } = sheet;
  const small = await toGray(fromGray(sheet).resize({ width: Math.max(8, Math.round(width * LIGHT_SCALE)) }));
  const light = await toGray(fromGray(small).median(LIGHT_MEDIAN).blur(LIGHT_BLUR));
  const levels = Uint8Array.from(light.data).sort();
  const at = (part) => levels[Math.floor((levels.length - 1) * part)] ?? WHITE;
  if (at(0.95) - at(0.05) < MIN_UNEVEN) return sheet;
  const lit = await toGray(fromGray(light).resize(width, height, { fit: 'fill' }));
  const even = Buffer.alloc(data.length);
  for (let n = 0; n < data.length; n += 1) even[n] = Math.min(WHITE, (data[n] * WHITE) / Math.max(1, lit.data[n]));
  return { data: even, width, height };
}
