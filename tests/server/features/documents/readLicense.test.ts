import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { licenseBack } from '../../../../e2e/support/scan/licenseCard';
import { inventHolder, licensePayload } from '../../../../e2e/support/scan/licensePayload';
import { type PhotoOptions, photograph } from '../../../../e2e/support/scan/photograph';
import { createRandom } from '../../../../e2e/support/scan/random';
import scan from '../../../../schemas/texts/scan.json';
import { ocrFields } from '../../../../src/model/license/licenseFields';
import { readLicense } from '../../../../src/server/features/documents/readLicense';
import { sampleJpeg } from '../../../support/sampleFiles';

describe('readLicense', () => {
  const text = licensePayload(inventHolder(createRandom(11)));
  let back: string;
  beforeAll(() => {
    back = licenseBack(text);
  });

  it.each<[string, PhotoOptions]>([
    ['upright', {}],
    ['turned by 9 degrees', { rotate: 9 }],
    ['turned the other way, tilted and blurred', { rotate: -7, tiltX: 10, tiltY: -8, blur: 1 }],
    ['noisy, dark and squeezed', { rotate: 3, noise: 10, dark: 0.5, quality: 60 }],
    ['small', { width: 900, fill: 0.95 }],
    ['out of focus', { width: 1600, rotate: 2, blur: 2.5, noise: 2 }],
    ['turned by 30 degrees', { rotate: 30, blur: 0.6, noise: 4 }],
    ['turned by 45 degrees the other way', { rotate: -45, blur: 0.6, noise: 4 }],
    ['tilted by 45 degrees', { tiltX: 45, blur: 0.6, noise: 4 }],
    ['tilted by 40 degrees to a side', { tiltY: -40, blur: 0.6, noise: 4 }],
  ])('reads a picture that is %s', async (_, shot) => {
    expect(await readLicense(await photograph(back, shot))).toEqual(ocrFields(text, scan.ocr));
  });

  it.each([90, 180, 270])('reads a picture on its side (%i degrees)', async (angle) => {
    const turned = await sharp(await photograph(back, { rotate: 4 }))
      .rotate(angle)
      .jpeg()
      .toBuffer();
    expect(await readLicense(turned)).toEqual(ocrFields(text, scan.ocr));
  });

  it('finds nothing in a picture without a barcode', async () => {
    expect(await readLicense(await sampleJpeg())).toBeUndefined();
  }, 30_000);

  it.each([
    ['an empty file', Buffer.alloc(0)],
    ['text', Buffer.from('no picture')],
    ['a truncated picture', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
  ])('finds nothing in %s', async (_, content) => {
    expect(await readLicense(content)).toBeUndefined();
  });
});
