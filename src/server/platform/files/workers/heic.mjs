import convert from 'heic-convert';

/** Throws if the decoder rejects the photo. */
export default async function toJpeg(content) {
  return new Uint8Array(await convert({ buffer: content, format: 'JPEG', quality: 0.92 }));
}
