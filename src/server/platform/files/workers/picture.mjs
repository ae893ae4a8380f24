import sharp from 'sharp';

sharp.concurrency(1);

/** Redraws a picture upright, without EXIF or appended data. Checks the size before decoding. */
export default async function redraw(
  content,
  { given, format, mostSide, mostPixels, mostScans, thumbnail: size, detectsPlain },
) {
  if (given === 'jpeg' && countScans(content) > mostScans) return { refusal: 'damaged' };
  const { width, height } = await sharp(content, { limitInputPixels: false }).metadata();
  if (width > mostSide || height > mostSide || width * height > mostPixels) return { refusal: 'tooLarge' };
  const upright = sharp(content, { limitInputPixels: mostPixels, failOn: 'error' }).rotate();
  const paper = given === format ? upright.clone() : upright.clone().flatten({ background: '#fff' });
  const drawn = await paper.toFormat(format, { quality: 90 }).toBuffer({ resolveWithObject: true });
  const small = upright.resize(size, size, { fit: 'contain', background: '#fff' }).flatten({ background: '#fff' });
  const isPlain = detectsPlain && (await sharp(drawn.data).stats()).channels.every(({ stdev }) => stdev === 0);
  const { width: across, height: down } = drawn.info;
  return { content: drawn.data, width: across, height: down, thumbnail: await small.jpeg().toBuffer(), isPlain };
}

/** Progressive JPEGs are decoded once per scan (ITU-T T.81, B.1). */
function countScans(bytes) {
  let scans = 0;
  for (let at = bytes.indexOf(0xff); at >= 0 && at + 4 <= bytes.length; at = bytes.indexOf(0xff, at)) {
    const marker = bytes[at + 1];
    if (marker === END) break;
    if (marker === START_OF_SCAN) scans += 1;
    // Data, fill and restart bytes have no length field.
    const isAlone = marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    at += marker === 0xff ? 1 : isAlone ? 2 : 2 + bytes[at + 2] * 256 + bytes[at + 3];
  }
  return scans;
}

const START_OF_SCAN = 0xda;
const END = 0xd9;
