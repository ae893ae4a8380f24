import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readSignature } from '../../../../src/server/features/payment/signature';
import { blackPng } from '../../../sampleDocuments/pngFiles';
import { expectRecords, get, post } from '../../../support/fillSteps';
import { multipartBody, postMultipart, upload } from '../../../support/multipart';
import { openServer } from '../../../support/openServer';
import { sampleJpeg, samplePdf, sampleScans } from '../../../support/sampleFiles';
import { registerApplicant, type TestApplicant } from '../../../support/serverApplicants';
import { engines } from '../../../support/serverFixture';

describe.each(engines)('upload limits of an account on $name', async (engine) => {
  let robin: TestApplicant;
  let jpeg: Buffer;
  let wide: Buffer;
  const server = await openServer(engine);
  beforeAll(async () => {
    [jpeg, wide] = await Promise.all([sampleJpeg(), blackPng(1, 10_001)]);
  });
  beforeEach(async () => {
    server.advance(1201);
    robin = await registerApplicant(server);
  });

  const multipart = (url: string, fields: Record<string, string>) => (content: Buffer) =>
    postMultipart(server, robin, url, multipartBody({ fields, name: 'a.jpg', content }));
  const scan = async () => {
    const link = expectRecords(await post(server, robin, '/api/scan/link', {}));
    const token = new URL(String(link.path), 'http://x').searchParams.get('token');
    const opened = expectRecords(
      await server.app.inject({ method: 'POST', url: `/api/scan/${link.id}/open`, payload: { token } }),
    );
    const headers = { authorization: String(opened.token), trn_id: robin.trn };
    return (content: Buffer) => {
      const file = `data:image/png;base64,${content.toString('base64')}`;
      const payload = { file, document_id: 2, trn_id: robin.trn };
      return server.app.inject({ method: 'POST', url: '/api/applicant/mobile_scan_saveonly', headers, payload });
    };
  };
  const roads = {
    'an upload': async () => multipart('/api/applicant/document', { document_id: '2' }),
    "a pet's picture": async () => multipart('/api/contextual/petimage', {}),
    'a scan': scan,
    'a supplemental proof': async () => multipart('/api/secondary/proof', {}),
    'a prediction': async () => multipart('/api/ml/predictclass', { documenttype_id: '3' }),
  };
  const roadsOfPictures = ['an upload', "a pet's picture", 'a scan'] as const;

  it.each(roadsOfPictures)('refuses a PNG with a side over 10,000 pixels as %s', async (road) => {
    const send = await roads[road]();
    expect((await send(wide)).json()).toMatchObject({
      status: 400,
      code: 'pictureTooLarge',
      message:
        'This picture has more than 10,000 pixels on one side or more than 40 million pixels in total. Choose a smaller one.',
    });
    expect(existsSync(path.join(server.deps.config.dataDir, 'files/applications', robin.trn))).toBe(false);
  });

  it.each([
    ['an upload', 600, 400],
    ["a pet's picture", 600, 400],
    ['a scan', 600, 400],
    ['an upload', 50, 200],
  ] as const)('sent as %s, a progressive JPEG with %i scans gets the status %i', async (road, scans, status) => {
    const send = await roads[road]();
    const answer = await send(sampleScans(scans));
    expect(answer.statusCode).toBe(status);
    if (status === 400) expect(answer.json().code).toBe('fileDamaged');
  });

  it('refuses a PNG with a side over 10,000 pixels as a signature', async () => {
    expect(await readSignature(`data:image/png;base64,${wide.toString('base64')}`, robin.trn)).toBeUndefined();
  });

  it.each(Object.keys(roads) as (keyof typeof roads)[])(
    'refuses %s after 60 files, until ten minutes are over',
    async (road) => {
      const send = await roads[road]();
      for (let n = 0; n < 60; n += 1) await server.deps.limits.take('upload', { account: robin.trn });
      const refused = await send(jpeg);
      expect(refused.json()).toMatchObject({ status: 429, code: 'tooMany' });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      server.advance(601);
      expect((await send(jpeg)).statusCode).not.toBe(429);
    },
  );

  it('stores 150 documents of an application, and no row or file beyond that', async () => {
    await server.deps.db.query(
      `insert into document (trn, document_id, source_id, name, blob_path, mime, size, digest, has_thumbnail, allow_offer_letter, created_at)
       select $1, 2, 0, 'a.jpg', 'applications/' || $1 || '/' || n || '.jpg', 'image/jpeg', 1, '', false, false, now() from generate_series(1, 149) n`,
      [robin.trn],
    );
    const last = expectRecords(await upload(server, robin, 13, { name: 'a.jpg', content: jpeg }));
    const more = await upload(server, robin, 13, { name: 'b.jpg', content: jpeg });
    expect(more.json()).toMatchObject({ status: 400, code: 'tooManyDocuments' });
    expect(expectRecords(await get(server, robin, `/api/applicant/getiddocumentstatus/${robin.trn}`))).toHaveLength(
      150,
    );
    const files = readdirSync(path.join(server.deps.config.dataDir, 'files/applications', robin.trn));
    expect(files.map((name) => `applications/${robin.trn}/${name}`)).toEqual([
      last.blob_path,
      `${last.blob_path}.thumb`,
    ]);
  });

  it('serves other accounts within a second while one account uploads six huge pictures', async () => {
    const stranger = await registerApplicant(server);
    const pdf = await samplePdf();
    const trap = await blackPng(1, 39_999_999);
    const traps = Array.from({ length: 6 }, () => upload(server, robin, 2, { name: 'a.png', content: trap }));
    const state = { isOver: false };
    const storm = Promise.all(traps).finally(() => {
      state.isOver = true;
    });
    const good = upload(server, stranger, 5, { name: 'w2.pdf', content: pdf });
    const waits: number[] = [];
    while (!state.isOver) {
      const started = Date.now();
      expectRecords(await get(server, stranger, `/api/applicant/getiddocumentstatus/${stranger.trn}`));
      waits.push(Date.now() - started);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect((await good).statusCode).toBe(200);
    for (const answer of await storm) expect(answer.json().code).toBe('pictureTooLarge');
    expect(Math.max(...waits)).toBeLessThan(1000);
  }, 180_000);
});
