import convert from 'heic-convert';

/** A HEIC photograph as JPEG. Throws what the decoder dislikes. */
export default async function toJpeg(content) {
  return new Uint8Array(await convert({ buffer: content, format: 'JPEG', quality: 0.92 }));
}
