import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { expectRecords, get, post } from '../../../support/fillSteps';
import { multipartBody, multipartRequest, postMultipart, upload } from '../../../support/multipart';
import { openServer } from '../../../support/openServer';
import { sampleJpeg, samplePdf } from '../../../support/sampleFiles';
import { registerApplicant, type TestApplicant } from '../../../support/serverApplicants';
import { engines } from '../../../support/serverFixture';

const EXE = Buffer.concat([Buffer.from('MZ\x90\x00\x03'), Buffer.alloc(400)]);
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

describe.each(engines)('documents on $name', async (engine) => {
  let robin: TestApplicant;
  let pdf: Buffer;
  let jpeg: Buffer;
  let gif: Buffer;
  const server = await openServer(engine);
  beforeAll(async () => {
    [pdf, jpeg] = await Promise.all([samplePdf(), sampleJpeg()]);
    gif = await sharp(jpeg).gif().toBuffer();
  });
  beforeEach(async () => {
    server.advance(1201);
    robin = await registerApplicant(server);
  });

  const list = async (applicant = robin) =>
    expectRecords(await get(server, applicant, `/api/applicant/getiddocumentstatus/${applicant.trn}`));
  const ticket = async (id: unknown, kind = 'file') =>
    String(expectRecords(await get(server, robin, `/api/applicant/ticket/${id}?kind=${kind}`)).url);
  const addSource = (type: number) =>
    post(server, robin, '/api/income/addsource', { trn_id: robin.trn, document_id: type });

  it('accepts a picture, re-encodes it without EXIF and lists it', async () => {
    const stored = expectRecords(await upload(server, robin, 2, { name: 'my license.jpg', content: jpeg }));
    expect(stored).toMatchObject({ name: 'my license.jpg', type: 'image/jpeg', document_id: 2, source_id: 0 });
    expect(await list()).toEqual([stored]);
    const shown = await get(server, robin, `/api/applicant/getdocumentImg/${stored.id}`);
    expect(shown.headers['content-type']).toBe('image/jpeg');
    expect((await sharp(shown.rawPayload).metadata()).exif).toBeUndefined();
  });

  it('shows a thumbnail, and no other file, by a ticket that lasts two minutes', async () => {
    const { id } = expectRecords(await upload(server, robin, 2, { name: 'a.jpg', content: jpeg }));
    const url = await ticket(id, 'thumbnail');
    const shown = await server.app.inject({ url });
    expect(shown.headers).toMatchObject({
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; sandbox",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ width: 150, height: 150 });
    expect((await server.app.inject({ url: url.replace('.thumbnail.', '.file.') })).statusCode).toBe(404);
    const other = expectRecords(await upload(server, robin, 13, { name: 'b.jpg', content: jpeg }));
    const moved = url.replace(/files\/[^?]*/, `files/${other.blob_path}`);
    expect((await server.app.inject({ url: moved })).statusCode).toBe(404);
    server.advance(121);
    expect((await server.app.inject({ url })).statusCode).toBe(404);
    expect((await server.app.inject({ url: String(url.split('?')[0]) })).statusCode).toBe(404);
  });

  it('encrypts files on disk', async () => {
    expectRecords(await upload(server, robin, 5, { name: 'w2.pdf', content: pdf }));
    const folder = path.join(server.deps.config.dataDir, 'files/applications', robin.trn);
    const [name = ''] = readdirSync(folder);
    expect(name).toMatch(/^[0-9a-f-]{36}\.pdf$/);
    expect(readFileSync(path.join(folder, name)).includes('%PDF')).toBe(false);
    expect(statSync(path.join(folder, name)).mode & 0o077).toBe(0);
  });

  it.each([
    { what: 'an exe named .pdf', type: 5, name: 'stub.pdf', content: () => EXE, status: 415, code: 'fileWrongType' },
    { what: 'an SVG named .jpg', type: 2, name: 'scan.jpg', content: () => SVG, status: 415, code: 'fileWrongType' },
    {
      what: 'an empty file',
      type: 2,
      name: 'scan.jpg',
      content: () => Buffer.alloc(0),
      status: 400,
      code: 'fileEmpty',
    },
    {
      what: 'a truncated picture',
      type: 2,
      name: 'scan.jpg',
      content: () => jpeg.subarray(0, 700),
      status: 400,
      code: 'fileDamaged',
    },
    {
      what: 'a truncated PDF',
      type: 5,
      name: 'w2.pdf',
      content: () => pdf.subarray(0, 400),
      status: 400,
      code: 'fileDamaged',
    },
    {
      what: 'a picture as supplemental proof',
      type: 15,
      name: 'proof.pdf',
      content: () => jpeg,
      status: 415,
      code: 'filePdfOnly',
    },
    {
      what: 'a GIF as a license',
      type: 2,
      name: 'license.gif',
      content: () => gif,
      status: 415,
      code: 'fileWrongType',
    },
    {
      what: 'a GIF named .pdf',
      type: 5,
      name: 'w2.pdf',
      content: () => gif,
      status: 415,
      code: 'fileWrongType',
    },
    {
      what: 'a proof under 1 kB',
      type: 15,
      name: 'p.pdf',
      content: () => pdf.subarray(0, 1000),
      status: 400,
      code: 'fileTooSmall',
    },
    {
      what: 'a proof over 3 MB',
      type: 15,
      name: 'p.pdf',
      content: () => Buffer.concat([pdf, Buffer.alloc(3_072_000)]),
      status: 413,
      code: 'proofTooBig',
    },
    {
      what: 'a file over 10 MB',
      type: 5,
      name: 'p.pdf',
      content: () => Buffer.concat([pdf, Buffer.alloc(10_485_760)]),
      status: 413,
      code: 'fileTooBig',
    },
    {
      what: "a document type that applicants don't upload",
      type: 8,
      name: 'a.jpg',
      content: () => jpeg,
      status: 400,
      code: 'noSuchDocumentType',
    },
    {
      what: 'a pay stub without an employer',
      type: 3,
      name: 'a.pdf',
      content: () => pdf,
      status: 400,
      code: 'noSuchSource',
    },
  ])('refuses $what', async ({ type, name, content, status, code }) => {
    const response = await upload(server, robin, type, { name, content: content() });
    expect([response.statusCode, response.json().code]).toEqual([status, code]);
    expect(response.json().message).not.toBe('');
    expect(await list()).toEqual([]);
    expect(existsSync(path.join(server.deps.config.dataDir, 'files/applications', robin.trn))).toBe(false);
  });

  it('detects the type by content: a PDF named .jpg is stored as a PDF', async () => {
    const stored = expectRecords(await upload(server, robin, 2, { name: 'scan.jpg', content: pdf }));
    expect(stored).toMatchObject({ name: 'scan.pdf', type: 'application/pdf' });
  });

  it('rejects an identity document with a password', async () => {
    const locked = await samplePdf({ password: 'secret' });
    expect((await upload(server, robin, 2, { name: 'a.pdf', content: locked })).json().code).toBe('fileProtected');
  });

  it.each([
    ['a pay stub', 3],
    ['a bank statement', 6],
    ['proof of other income', 7],
  ])('accepts only PDFs as %s', async (_, type) => {
    expectRecords(await addSource(type));
    expect((await upload(server, robin, type, { name: 'a.pdf', content: jpeg }, 1)).json().code).toBe('filePdfOnly');
    expect((await upload(server, robin, type, { name: 'a.pdf', content: pdf }, 1)).statusCode).toBe(200);
  });

  it('returns an added source with the income until it is deleted, even without answers', async () => {
    const place = { document_id: 6, source_id: 1, allow_offer_letter: false };
    await addSource(6);
    const taken = async () => expectRecords(await get(server, robin, `/api/income/getdetails/${robin.trn}`)).sources;
    expect(await taken()).toContainEqual(place);
    await post(server, robin, '/api/income/deletesource', { document_id: 6, source_id: 1 });
    expect(await taken()).not.toContainEqual(expect.objectContaining({ document_id: 6, source_id: 1 }));
  });

  it('deletes the files of a deleted source', async () => {
    expectRecords(await addSource(6));
    const { id } = expectRecords(await upload(server, robin, 6, { name: 'a.pdf', content: pdf }, 1));
    const body = { trn_id: robin.trn, document_id: '6', source_id: '1' };
    expect((await post(server, robin, '/api/income/deletesource', body)).json().status).toBe(200);
    expect(await list()).toEqual([]);
    expect((await get(server, robin, `/api/applicant/getdocumentImg/${id}`)).statusCode).toBe(404);
  });

  it('rejects a body that is truncated or not multipart, or has two files or an unnamed file', async () => {
    const whole = multipartBody({
      fields: { trn_id: robin.trn, document_id: '2', source_id: '0' },
      name: 'a.jpg',
      content: jpeg,
    });
    const cut = await postMultipart(server, robin, '/api/applicant/document', whole.subarray(0, whole.length - 300));
    expect([cut.statusCode, cut.json().code]).toEqual([400, 'uploadBroken']);
    const headless = await postMultipart(server, robin, '/api/applicant/document', Buffer.from('not multipart at all'));
    expect([headless.statusCode, headless.json().code]).toEqual([400, 'uploadBroken']);
    const twice = Buffer.concat([whole.subarray(0, whole.lastIndexOf('\r\n------')), Buffer.from('\r\n'), whole]);
    const two = await postMultipart(server, robin, '/api/applicant/document', twice);
    expect([two.statusCode, two.json().code]).toEqual([400, 'uploadBroken']);
    for (const name of [/; filename="a.jpg"/, /a\.jpg/]) {
      const nameless = Buffer.from(whole.toString('latin1').replace(name, ''), 'latin1');
      const refused = await postMultipart(server, robin, '/api/applicant/document', nameless);
      expect([refused.statusCode, refused.json().code]).toEqual([400, 'uploadBroken']);
    }
    const json = await post(server, robin, '/api/applicant/document', { files: 'x' });
    expect(json.statusCode).toBe(415);
    expect(await list()).toEqual([]);
  });

  it('stores a file once per key, and rejects another file with that key', async () => {
    const fields = { document_id: '13', source_id: '0' };
    const send = (name: string, content: Buffer) => {
      const request = multipartRequest(robin, '/api/applicant/document', { fields, name, content });
      return server.app.inject({ ...request, headers: { ...request.headers, 'idempotency-key': 'upload-once' } });
    };
    const { id } = expectRecords(await send('a.jpg', jpeg));
    expect(expectRecords(await send('a.jpg', jpeg)).id).toBe(id);
    for (const other of [await send('a.jpg', pdf), await send('b.jpg', jpeg)]) {
      expect(other.statusCode).toBe(422);
      expect(other.json().code).toBe('keyReused');
    }
    expect(await list()).toMatchObject([{ id }]);
  });

  describe('a canceled upload', () => {
    const KEY = 'canceled-upload';
    const send = (name = 'a.jpg', key = KEY) => {
      const fields = { document_id: '13', source_id: '0' };
      const request = multipartRequest(robin, '/api/applicant/document', { fields, name, content: jpeg });
      return server.app.inject({ ...request, headers: { ...request.headers, 'idempotency-key': key } });
    };
    const cancel = async (applicant = robin, key = KEY) =>
      (await post(server, applicant, '/api/applicant/upload/cancel', { key })).json();
    const files = () => readdirSync(path.join(server.deps.config.dataDir, 'files/applications', robin.trn));

    it('is deleted, and canceling it again changes nothing', async () => {
      const other = expectRecords(await send('b.jpg', 'other-upload'));
      expectRecords(await send());
      for (let n = 0; n < 2; n++) expect(await cancel()).toMatchObject({ status: 200, success: true });
      expect(await list()).toEqual([other]);
    });

    it('is refused if it arrives later', async () => {
      expect(await cancel()).toMatchObject({ status: 200 });
      const late = await send();
      expect([late.statusCode, late.json().code]).toEqual([409, 'uploadCanceled']);
      expect([await list(), files()]).toEqual([[], []]);
    });

    it('is refused if it is being stored when it is canceled', async () => {
      const { files: store } = server.deps;
      const write = store.write.bind(store);
      const writing = vi.spyOn(store, 'write').mockImplementationOnce(async (...file) => {
        expect(await cancel()).toMatchObject({ status: 200 });
        return write(...file);
      });
      const running = await send();
      expect([writing.mock.calls.length > 0, running.json().code]).toEqual([true, 'uploadCanceled']);
      writing.mockRestore();
      expect([await list(), files()]).toEqual([[], []]);
    });

    it('is deleted or refused if both calls run at once', async () => {
      for (let n = 0; n < 8; n++) {
        const key = `at-once-${n}`;
        await Promise.all([send('a.jpg', key), cancel(robin, key)]);
      }
      expect(await list()).toEqual([]);
    });

    it("stays if another applicant cancels its key, and the same file's next upload is stored", async () => {
      const kept = expectRecords(await send());
      expect(await cancel(await registerApplicant(server))).toMatchObject({ status: 200 });
      expect(await list()).toEqual([kept]);
      await cancel();
      const again = expectRecords(await send('a.jpg', 'second-attempt'));
      expect(await list()).toEqual([again]);
    });
  });

  it('deletes a document once', async () => {
    const { id } = expectRecords(await upload(server, robin, 13, { name: 'a.jpg', content: jpeg }));
    const remove = (of: unknown) =>
      server.app.inject({ method: 'DELETE', url: `/api/applicant/barcodedocument/${of}`, headers: robin.headers });
    expect((await remove(id)).json()).toMatchObject({ status: 200, success: true });
    expect((await remove(id)).statusCode).toBe(404);
    expect((await remove('1 or 1=1')).statusCode).toBe(404);
    expect(readdirSync(path.join(server.deps.config.dataDir, 'files/applications', robin.trn))).toEqual([]);
  });

  it("refuses a PDF as a pet's picture", async () => {
    const body = multipartBody({ fields: { trn_id: robin.trn }, name: 'dog.pdf', content: pdf });
    const response = await postMultipart(server, robin, '/api/contextual/petimage', body);
    expect([response.statusCode, response.json().code]).toEqual([415, 'filePictureOnly']);
    expect(await list()).toEqual([]);
  });

  it('accepts a pet picture and deletes it by type and source', async () => {
    const body = multipartBody({ fields: { trn_id: robin.trn }, name: 'dog.jpg', content: jpeg });
    const pet = expectRecords(await postMultipart(server, robin, '/api/contextual/petimage', body));
    expect(pet).toMatchObject({ document_id: 14, source_id: 0 });
    const gone = await post(server, robin, '/api/contextual/deletedocument', {
      trn_id: robin.trn,
      source_id: 0,
      document_id: 14,
    });
    expect(gone.json().status).toBe(200);
    expect(await list()).toEqual([]);
  });

  it("deletes a supplemental proof by its file's name, and refuses a path to another folder", async () => {
    const body = multipartBody({ fields: { trn_id: robin.trn }, name: 'proof.pdf', content: pdf });
    const proof = expectRecords(await postMultipart(server, robin, '/api/secondary/proof', body));
    expect(proof).toMatchObject({ document_id: 15, source_id: 1 });
    const remove = (file: string) =>
      server.app.inject({ method: 'DELETE', url: `/api/secondary/proof/${file}`, headers: robin.headers });
    expect((await remove('..%2F..%2Fdata.key')).statusCode).toBe(404);
    expect((await remove(String(proof.blob_path).split('/').pop() ?? '')).statusCode).toBe(200);
    expect(await list()).toEqual([]);
  });
});
