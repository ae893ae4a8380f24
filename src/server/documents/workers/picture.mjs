import sharp from 'sharp';

// The processor is the other callers' too.
sharp.concurrency(1);

/**
 * A picture drawn anew in `format`, turned upright, without EXIF or anything appended, with a small square one. 'tooLarge' by what its
 * header says, before anything of it is decoded. Throws what the decoder dislikes.
 */
export default async function redraw(content, { format, mostSide, mostPixels, thumbnail: size, judgesPlain }) {
  const { width, height } = await sharp(content, { limitInputPixels: false }).metadata();
  if (width > mostSide || height > mostSide || width * height > mostPixels) return { refusal: 'tooLarge' };
  const upright = sharp(content, { limitInputPixels: mostPixels, failOn: 'error' }).rotate();
  const drawn = await upright.clone().toFormat(format, { quality: 90 }).toBuffer();
  const small = upright.resize(size, size, { fit: 'contain', background: '#fff' }).flatten({ background: '#fff' });
  const isPlain = judgesPlain && (await sharp(drawn).stats()).channels.every(({ stdev }) => stdev === 0);
  return { content: drawn, thumbnail: await small.jpeg().toBuffer(), isPlain };
}
