import sharp from 'sharp';

/** A copy at this scale shows only the lighting, without letters. */
const LIGHT_SCALE = 1 / 16;
const LIGHT_MEDIAN = 5;
const LIGHT_BLUR = 4;
/** Brightness differences (of 255) that scans have too. */
const LEAST_UNEVEN = 40;
const WHITE = 255;

/** Divides the page by its lighting, so shadows in a photo don't hide letters. */
export async function evenOut(sheet) {
  const { data, info } = await sharp(sheet).grayscale().raw().toBuffer({ resolveWithObject: true });
  const small = await sharp(sheet)
    .grayscale()
    .resize({ width: Math.max(8, Math.round(info.width * LIGHT_SCALE)) })
    .median(LIGHT_MEDIAN)
    .blur(LIGHT_BLUR)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const levels = [...small.data].sort((a, b) => a - b);
  const at = (part) => levels[Math.floor((levels.length - 1) * part)] ?? WHITE;
  if (at(0.95) - at(0.05) < LEAST_UNEVEN) return sheet;
  const light = await sharp(small.data, { raw: small.info })
    .resize(info.width, info.height, { fit: 'fill' })
    .grayscale()
    .raw()
    .toBuffer();
  for (let n = 0; n < data.length; n += 1) data[n] = Math.min(WHITE, (data[n] * WHITE) / Math.max(1, light[n]));
  return sharp(data, { raw: info }).png({ compressionLevel: 1 }).toBuffer();
}
