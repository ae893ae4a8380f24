import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { blackPng, pngChunk, pngOf } from '../../sampleDocuments/pngFiles';
import type { Mode } from '../suite';
import type { Upload } from './upload';

const SCRIPT = Buffer.from('<html><script>alert(document.domain)</script></html>');
const ZIP = Buffer.concat([
  Buffer.from('PK\u0003\u0004'),
  Buffer.alloc(200, 'z'),
  Buffer.from('PK\u0005\u0006'),
  Buffer.alloc(18),
]);

/** Pictures with more, less or larger content than declared. */
export async function pictures(mode: Mode): Promise<Upload[]> {
  const jpeg = await paint().jpeg().toBuffer();
  const png = await paint().png().toBuffer();
  const gif = await paint().gif().toBuffer();
  const webp = await paint().webp().toBuffer();
  const gps = { IFD0: { Copyright: 'taken at home' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '30/1 16/1 0/1' } };
  const kept = (what: string, content: Buffer, as = 'image/jpeg', name = 'scan.jpg'): Upload => ({
    what,
    content,
    name,
    as,
  });
  const broken = (what: string, content: Buffer, name = 'scan.png'): Upload => ({
    what,
    content,
    name,
    refusal: 'fileDamaged',
  });
  const tooLarge = (what: string, content: Buffer, name = 'scan.png'): Upload => ({
    what,
    content,
    name,
    refusal: 'pictureTooLarge',
  });
  // No page accepts a GIF, so the server decodes none.
  const wrongType = (what: string, content: Buffer): Upload => ({
    what,
    content,
    name: 'scan.gif',
    refusal: 'fileWrongType',
  });
  return [
    kept('a JPEG', jpeg),
    kept('a JPEG with GPS in its EXIF', await paint().withExif(gps).jpeg().toBuffer()),
    kept('a JPEG rotated by its EXIF', await paint().withMetadata({ orientation: 6 }).jpeg().toBuffer()),
    kept('a JPEG with a color profile', await paint().withIccProfile('p3').jpeg().toBuffer()),
    kept('a JPEG with a script in a comment', withComment(jpeg, SCRIPT)),
    kept('a JPEG followed by a zip', Buffer.concat([jpeg, ZIP])),
    kept('a JPEG followed by HTML', Buffer.concat([jpeg, SCRIPT]), 'image/jpeg', 'scan.html'),
    kept('a JPEG followed by a PDF', Buffer.concat([jpeg, Buffer.from('%PDF-1.7\n%%EOF')]), 'image/jpeg', 'scan.pdf'),
    kept('a PNG', png, 'image/png'),
    kept(
      'a PNG with a script in its text',
      withChunk(png, 'tEXt', Buffer.concat([Buffer.from('Comment\0'), SCRIPT])),
      'image/png',
    ),
    kept(
      'a PNG followed by PHP',
      Buffer.concat([png, Buffer.from('<?php system($_GET[0]); ?>')]),
      'image/png',
      'a.php.png',
    ),
    kept('a PNG named .jpg', png, 'image/png', 'scan.jpg'),
    wrongType('a GIF', gif),
    wrongType('a GIF followed by a JAR', Buffer.concat([gif, ZIP])),
    kept('a WebP', webp, 'image/webp', 'scan.webp'),
    tooLarge('a PNG of 50,000 × 50,000 pixels in its header', bomb(50_000, 50_000)),
    // Just over the limit, so a server that ignores the declared size would decode it within a second.
    tooLarge('a PNG of 49 million true pixels in 8 kB', await blackPng(7000, 7000)),
    tooLarge('a PNG of 50,000 × 50,000 true pixels in 300 kB', await blackPng(50_000, 50_000)),
    tooLarge('a PNG of 1 × 39,999,999 true pixels in 78 kB', await blackPng(1, 39_999_999)),
    broken('a PNG without pixels', bomb(0, 0)),
    broken('a PNG of 2³¹ pixels in a row', bomb(0x7fffffff, 1)),
    broken('a truncated PNG', png.subarray(0, png.length / 2)),
    {
      what: 'a PNG signature before a JPEG',
      content: Buffer.concat([png.subarray(0, 8), jpeg]),
      name: 'scan.png',
      refusal: 'fileWrongType',
    },
    broken('a truncated JPEG', jpeg.subarray(0, jpeg.length / 2), 'scan.jpg'),
    broken('a JPEG signature before text', Buffer.concat([jpeg.subarray(0, 4), SCRIPT]), 'scan.jpg'),
    wrongType('a GIF that is a script', Buffer.from('GIF89a/*\0\0\0\0*/=1;alert(document.domain)//')),
    wrongType('a GIF that claims 65,535 × 65,535 pixels', widened(gif, false)),
    wrongType('a GIF whose image claims so too', widened(gif, true)),
    broken('a truncated WebP', webp.subarray(0, webp.length / 2), 'scan.webp'),
    broken(
      'an invalid HEIC',
      Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(300)]),
      'IMG_1.HEIC',
    ),
    ...(mode === 'long' ? await largePictures() : []),
  ];
}

/** Only for long runs, because they take seconds to create and re-encode. */
async function largePictures(): Promise<Upload[]> {
  const [most, more] = [await paint(6000, 6000).png().toBuffer(), await paint(9000, 9000).png().toBuffer()];
  return [
    { what: 'a picture of 36 million pixels', content: most, name: 'scan.png', as: 'image/png' },
    { what: 'a PNG of 81 million true pixels', content: more, name: 'scan.png', refusal: 'pictureTooLarge' },
  ];
}

/** Gives a GIF's screen the largest possible size, and its frame too with `isPictureToo`. */
function widened(gif: Buffer, isPictureToo: boolean): Buffer {
  const wide = Buffer.from(gif);
  wide.fill(255, 6, 10);
  const descriptor = wide.lastIndexOf(Buffer.from([0x2c, 0, 0, 0, 0]));
  if (isPictureToo) wide.fill(255, descriptor + 5, descriptor + 9);
  return wide;
}

const paint = (width = 64, height = 48) =>
  sharp({ create: { width, height, channels: 3, background: '#3a6ea5' }, limitInputPixels: false });

function withComment(jpeg: Buffer, text: Buffer): Buffer {
  const head = Buffer.from([0xff, 0xfe, 0, text.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, text, jpeg.subarray(2)]);
}

function withChunk(png: Buffer, type: string, data: Buffer): Buffer {
  const end = png.length - 12;
  return Buffer.concat([png.subarray(0, end), pngChunk(type, data), png.subarray(end)]);
}

/** A PNG with this size in its header, but hardly any pixels. */
const bomb = (width: number, height: number): Buffer =>
  pngOf(width, height, [8, 2, 0, 0, 0], deflateSync(Buffer.alloc(10_000)));
