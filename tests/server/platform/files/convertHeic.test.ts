import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { convertHeic, inspectFile } from '../../../../src/server/applications/documents/inspectFile';

/** 64 × 64 pixels as from a phone: dark, gray, light and red blocks (HEVC intra, ISO/IEC 23008-12). */
const heic = readFileSync(path.join(import.meta.dirname, '../../../support/fourBlocks.heic'));

/** Returns the color in the middle of each block. */
async function colorsOf(picture: Buffer): Promise<number[][]> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return [16, 48].flatMap((y) => [16, 48].map((x) => [...data.subarray((y * info.width + x) * 3).subarray(0, 3)]));
}

describe('convertHeic', () => {
  it('creates a JPEG of the same picture', async () => {
    const jpeg = await convertHeic(heic, 'robin');
    if (!jpeg) throw new Error('The sample was not decoded');
    expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 64, height: 64 });
    const [dark, gray, light, red] = await colorsOf(jpeg);
    const brightness = [dark, gray, light].map((color) => color?.[1] ?? 0);
    expect(brightness).toEqual([...brightness].sort((a, b) => a - b));
    expect((brightness[2] ?? 0) - (brightness[0] ?? 0)).toBeGreaterThan(120);
    expect((red?.[0] ?? 0) - (red?.[2] ?? 0)).toBeGreaterThan(100);
  });

  it('rejects a truncated file', async () => {
    expect(await convertHeic(heic.subarray(0, heic.length / 2), 'robin')).toBeUndefined();
  });
});

describe('inspectFile', () => {
  it('stores a HEIC photo as JPEG with a thumbnail', async () => {
    const found = await inspectFile(heic, 2, 'robin');
    if ('refusal' in found) throw new Error(found.refusal);
    expect(found.file).toMatchObject({ mime: 'image/jpeg', extension: 'jpg' });
    expect(await sharp(found.file.thumbnail).metadata()).toMatchObject({ width: 150, height: 150 });
  });

  it('reports a HEIC without an image as damaged', async () => {
    expect(
      await inspectFile(Buffer.concat([heic.subarray(0, heic.length - 6200), Buffer.alloc(6200)]), 2, 'robin'),
    ).toEqual({
      refusal: 'damaged',
    });
  });
});
