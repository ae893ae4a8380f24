import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { readDocument } from '../../../../src/server/applications/documents/storeDocument';
import { readPdfText } from '../../../../src/server/features/income/readPdfText';
import { blackPng } from '../../../sampleDocuments/pngFiles';
import { expectRecords, post } from '../../../support/fillSteps';
import { upload } from '../../../support/multipart';
import { openServer } from '../../../support/openServer';
import { registerApplicant, type TestApplicant } from '../../../support/serverApplicants';

const HEIC = readFileSync('tests/support/fourBlocks.heic');
const SIZE = { width: 60, height: 80 };

/** A page with a dark upper half. */
const photo = () =>
  sharp({ create: { ...SIZE, channels: 3, background: '#fff' } }).composite([
    { input: { create: { width: 60, height: 40, channels: 3, background: '#222' } }, left: 0, top: 0 },
  ]);

describe('photos of pay stubs', async () => {
  const server = await openServer();
  let robin: TestApplicant;
  async function setPhotos(setting: string): Promise<void> {
    await server.deps.db.query(
      "update subscriber set settings = jsonb_set(settings::jsonb, '{documents,IncomePhotos}', to_jsonb($1::text))",
      [setting],
    );
    // Settings are cached.
    server.advance(60);
  }
  beforeEach(async () => {
    server.advance(1201);
    robin = await registerApplicant(server);
    for (const document_id of [3, 6])
      expectRecords(await post(server, robin, '/api/income/addsource', { trn_id: robin.trn, document_id }));
  });

  const send = (name: string, content: Buffer, type = 3) => upload(server, robin, type, { name, content }, 1);
  const stored = async (id: number) => {
    const row = await server.deps.stores.documents.find(robin.trn, id);
    if (!row) throw new Error('It was not stored');
    return { row, content: await readDocument(server.deps, row, 'file') };
  };

  it('are rejected unless the landlord accepts them', async () => {
    for (const setting of ['Hide', 'nothing']) {
      await setPhotos(setting);
      const refused = await send('stub.jpg', await photo().jpeg().toBuffer());
      expect([refused.statusCode, refused.json().code]).toEqual([415, 'filePdfOnly']);
    }
  });

  it('become PDFs of one upright page, without EXIF, whatever their format', async () => {
    await setPhotos('Optional');
    const sideways = photo()
      .withExif({ IFD0: { Artist: 'Robin' } })
      .withMetadata({ orientation: 6 });
    const photos: [string, Buffer, { width: number; height: number }][] = [
      ['stub.jpg', await sideways.jpeg().toBuffer(), { width: 80, height: 60 }],
      ['stub.png', await photo().png().toBuffer(), SIZE],
      ['stub.webp', await photo().webp().toBuffer(), SIZE],
      ['IMG_0001.HEIC', HEIC, { width: 64, height: 64 }],
    ];
    for (const [name, content, size] of photos) {
      const { row, content: pdf } = await stored(Number(expectRecords(await send(name, content)).id));
      expect([row.type, row.name]).toEqual(['application/pdf', name.replace(/\.\w+$/, '.pdf')]);
      const start = pdf.indexOf(Buffer.from([0xff, 0xd8, 0xff]));
      const { exif, ...picture } = await sharp(pdf.subarray(start)).metadata();
      expect(picture).toMatchObject({ format: 'jpeg', ...size });
      expect(exif).toBeUndefined();
      expect(pdf.includes('Robin')).toBe(false);
      expect(await readPdfText(pdf, 'robin')).toMatchObject({ count: 1, pages: [[]] });
    }
    expect(expectRecords(await send('statement.png', await photo().png().toBuffer(), 6)).id).toBeGreaterThan(0);
  });

  it('are rejected with instructions if they are cut off, too large or GIFs, and none is stored', async () => {
    await setPhotos('Required');
    const jpeg = await sharp({
      create: { width: 900, height: 900, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 40 } },
    } as never)
      .jpeg()
      .toBuffer();
    const files: [string, Buffer, string, RegExp][] = [
      ['cut.jpg', jpeg.subarray(0, jpeg.length / 2), 'photoDamaged', /Take the picture again/],
      ['cut.heic', HEIC.subarray(0, HEIC.length / 2), 'photoDamaged', /Take the picture again/],
      ['bomb.png', await blackPng(9000, 9000), 'pictureTooLarge', /Choose a smaller one/],
      ['stub.gif', await photo().gif().toBuffer(), 'fileWrongType', /JPEG, PNG, WebP, HEIC or PDF/],
    ];
    for (const [name, content, code, message] of files) {
      const refused = (await send(name, content)).json();
      expect([name, refused.code]).toEqual([name, code]);
      expect(refused.message).toMatch(message);
    }
    expect(await server.deps.stores.documents.list(robin.trn)).toEqual([]);
  });
});
