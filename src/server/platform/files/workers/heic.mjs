import convert from 'heic-convert';

/** Converts a HEIC photo to a JPEG. Throws if the decoder rejects it. */
export default async function toJpeg(content) {
  return new Uint8Array(await convert({ buffer: content, format: 'JPEG', quality: 0.92 }));
}
