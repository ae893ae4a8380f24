import sharp from 'sharp';

export interface Picture {
  content: Buffer;
  mime: string;
  extension: string;
  /** 150×150 JPEG, for pictures. */
  thumbnail?: Buffer;
}

type Format = 'jpeg' | 'png' | 'webp';

// A GIF is kept as PNG: its first picture is all a reviewer looks at.
const KEPT_AS: Record<string, Format> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'png',
};
const EXTENSION: Record<Format, string> = { jpeg: 'jpg', png: 'png', webp: 'webp' };
const MOST_PIXELS = 40_000_000;
const THUMBNAIL = 150;

/**
 * Decodes a picture and draws it anew: turned upright, without EXIF or anything appended, pixels bounded.
 * A format we do not keep (SVG, TIFF …) is 'wrongType', one that cannot be decoded 'damaged'.
 */
export async function redrawPicture(
  content: Buffer,
  mime: string,
): Promise<Picture | { refusal: 'wrongType' | 'damaged' }> {
  const format = KEPT_AS[mime];
  if (!format) return { refusal: 'wrongType' };
  try {
    const upright = sharp(content, { limitInputPixels: MOST_PIXELS, failOn: 'error' }).rotate();
    const drawn = await upright.clone().toFormat(format, { quality: 90 }).toBuffer();
    const thumbnail = await upright
      .resize(THUMBNAIL, THUMBNAIL, { fit: 'cover' })
      .flatten({ background: '#fff' })
      .jpeg()
      .toBuffer();
    return { content: drawn, mime: `image/${format}`, extension: EXTENSION[format], thumbnail };
  } catch {
    // Whatever the decoder dislikes, the applicant's file is what is wrong.
    return { refusal: 'damaged' };
  }
}
