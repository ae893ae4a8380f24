import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { licenseBack } from '../../../../e2e/support/scan/licenseCard';
import { inventHolder, licensePayload } from '../../../../e2e/support/scan/licensePayload';
import { photograph } from '../../../../e2e/support/scan/photograph';
import { createRandom } from '../../../../e2e/support/scan/random';
import { completeSteps, expectRecords, get, paymentBody, post } from '../../../support/fillSteps';
import { upload } from '../../../support/multipart';
import { openServer } from '../../../support/openServer';
import { sampleJpeg, samplePdf } from '../../../support/sampleFiles';
import { registerApplicant, type TestApplicant } from '../../../support/serverApplicants';
import { engines } from '../../../support/serverFixture';

type Records = Record<string, unknown>;
type Headers = Record<string, string>;

const holder = { ...inventHolder(createRandom(7)), first: 'ROBIN', last: 'HALE' };
const payload = licensePayload(holder);

describe.each(engines)('the phone scan on $name', async (engine) => {
  let robin: TestApplicant;
  let jpeg: Buffer;
  const server = await openServer(engine);
  beforeAll(async () => {
    jpeg = await sampleJpeg();
  });
  beforeEach(async () => {
    server.advance(1201);
    robin = await registerApplicant(server);
  });

  const makeLink = async (applicant = robin) => {
    const { id, path } = expectRecords(await post(server, applicant, '/api/scan/link', {}));
    return { id: String(id), token: new URL(String(path), 'http://x').searchParams.get('token') ?? '' };
  };
  const open = ({ id, token }: { id: string; token: string }) =>
    server.app.inject({ method: 'POST', url: `/api/scan/${id}/open`, payload: { token } });
  const phoneOf = async (link: { id: string; token: string }): Promise<Headers> => {
    const { token, trn_id } = expectRecords(await open(link));
    return { authorization: String(token), trn_id: String(trn_id) };
  };
  const state = (id: string, headers: Headers) => server.app.inject({ url: `/api/scan/${id}`, headers });
  const followed = async (id: string) => expectRecords(await state(id, robin.headers));
  const dataUrl = (content: Buffer, type = 'image/jpeg') => `data:${type};base64,${content.toString('base64')}`;
  const save = (headers: Headers, documentId: number, changes: Records = {}) =>
    server.app.inject({
      method: 'POST',
      url: '/api/applicant/mobile_scan_saveonly',
      headers,
      payload: { file: dataUrl(jpeg), document_id: documentId, trn_id: robin.trn, ...changes },
    });
  const codeOf = async (response: ReturnType<typeof save>) => [
    (await response).statusCode,
    (await response).json().code,
  ];

  it('creates a link with a token of at least 128 bits, stored only as a hash', async () => {
    const { id, token } = await makeLink();
    expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(16);
    const { rows } = await server.deps.db.query('select * from scan_link where id = $1', [id]);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(rows)).not.toContain(robin.token);
  });

  describe('long polling', () => {
    const wait = async (id: string, known: unknown) => {
      const started = Date.now();
      const answer = await server.app.inject({ url: `/api/scan/${id}?known=${known}`, headers: robin.headers });
      return { answer, took: Date.now() - started };
    };

    it.each([
      ['with notifications', true, 1500],
      ['without notifications', false, 4000],
    ])('responds after the phone opens the link, %s', async (_, isTold, within) => {
      const stop = isTold ? await server.listen() : undefined;
      const link = await makeLink();
      const { mark } = await followed(link.id);
      const following = wait(link.id, mark);
      await new Promise((resolve) => setTimeout(resolve, 100));
      const opened = Date.now();
      await phoneOf(link);
      const { answer, took } = await following;
      expect(expectRecords(answer)).toMatchObject({ opened: true });
      expect(took).toBeGreaterThanOrEqual(100);
      expect(Date.now() - opened).toBeLessThan(within);
      await stop?.();
    });

    it('responds at once to a client with another state, and with 404 when the link is canceled', async () => {
      const stop = await server.listen();
      const link = await makeLink();
      expect((await wait(link.id, 'something-else')).took).toBeLessThan(1000);
      const { mark } = await followed(link.id);
      const following = wait(link.id, mark);
      await new Promise((resolve) => setTimeout(resolve, 50));
      await server.app.inject({ method: 'DELETE', url: `/api/scan/${link.id}`, headers: robin.headers });
      expect((await following).answer.statusCode).toBe(404);
      await stop();
    });

    it('returns 401 when the session ends', async () => {
      const stop = await server.listen();
      const link = await makeLink();
      const { mark } = await followed(link.id);
      const following = wait(link.id, mark);
      await new Promise((resolve) => setTimeout(resolve, 50));
      await post(server, robin, '/api/users/logout', {});
      await server.deps.db.query('update scan_link set opened_at = now() where id = $1', [link.id]);
      expect((await following).answer.statusCode).toBe(401);
      await stop();
    });
  });

  it('exchanges the token for a key once: a second phone is rejected, and the first one continues', async () => {
    const link = await makeLink();
    const first = await phoneOf(link);
    expect(JSON.stringify(first)).not.toContain(link.token);
    expect(await codeOf(open(link))).toEqual([409, 'scanTaken']);
    expect(expectRecords(await state(link.id, first))).toEqual({
      front: { res: false, document_typeid: null },
      back: { res: false, document_typeid: null },
      types: [2, 1, 10, 11],
      landlord: expect.objectContaining({ name: 'Demo Homes', phone: expect.any(String) }),
    });
    expectRecords(await save(first, 1));
  });

  it('returns a key to only one of two phones that open the link at once', async () => {
    const link = await makeLink();
    const codes = (await Promise.all([open(link), open(link)])).map(({ statusCode }) => statusCode);
    expect(codes.sort()).toEqual([200, 409]);
  });

  it('repeats a lost key only to the same phone', async () => {
    const link = await makeLink();
    const openAs = (key: string) =>
      server.app.inject({
        method: 'POST',
        url: `/api/scan/${link.id}/open`,
        headers: { 'idempotency-key': key },
        payload: { token: link.token },
      });
    const { token, trn_id } = expectRecords(await openAs('the-first-phone'));
    expect(expectRecords(await openAs('the-first-phone'))).toMatchObject({ token });
    // Simulates a process that died before it stored the response.
    await server.deps.db.query('delete from idempotency');
    const again = expectRecords(await openAs('the-first-phone'));
    expect(again.token).not.toBe(token);
    expect(await codeOf(openAs('the-second-phone'))).toEqual([409, 'scanTaken']);
    expect((await state(link.id, { authorization: String(again.token), trn_id: String(trn_id) })).statusCode).toBe(200);
  });

  it('stores nothing that would let a reader of the database open the scan', async () => {
    const link = await makeLink();
    const headers = { 'idempotency-key': `own-key-of-${link.id}` };
    const request = {
      method: 'POST',
      url: `/api/scan/${link.id}/open`,
      headers,
      payload: { token: link.token },
    } as const;
    const { token } = expectRecords(await server.app.inject(request));
    const [links, keys] = await Promise.all(
      ['scan_link', 'idempotency'].map((table) => server.deps.db.query(`select * from ${table}`)),
    );
    const stored = JSON.stringify([links?.rows, keys?.rows]);
    for (const secret of [link.token, String(token), `own-key-of-${link.id}`]) expect(stored).not.toContain(secret);
  });

  it('returns no key to someone else who saw the code, and the first phone continues', async () => {
    const link = await makeLink();
    const openAs = (key?: string) =>
      server.app.inject({
        method: 'POST',
        url: `/api/scan/${link.id}/open`,
        headers: key ? { 'idempotency-key': key } : {},
        payload: { token: link.token },
      });
    const { token } = expectRecords(await openAs(`first-${link.id}`));
    // The second time, no response is stored.
    for (const isKept of [true, false]) {
      if (!isKept) await server.deps.db.query('delete from idempotency');
      for (const key of [undefined, `second-${link.id}`]) {
        const { statusCode, body } = await openAs(key);
        expect([statusCode, body]).toEqual([409, expect.not.stringContaining('scan-')]);
      }
    }
    expect((await state(link.id, { authorization: String(token) })).statusCode).toBe(200);
  });

  it('repeats an exchange of a canceled code with a key that opens nothing', async () => {
    const link = await makeLink();
    const request = {
      method: 'POST',
      url: `/api/scan/${link.id}/open`,
      headers: { 'idempotency-key': `only-${link.id}` },
      payload: { token: link.token },
    } as const;
    expectRecords(await server.app.inject(request));
    await server.app.inject({ method: 'DELETE', url: `/api/scan/${link.id}`, headers: robin.headers });
    const { token } = expectRecords(await server.app.inject(request));
    expect((await state(link.id, { authorization: String(token) })).statusCode).toBe(401);
  });

  it("names the applicant's language in the link", async () => {
    const headers = { 'accept-language': 'es' };
    const { path } = expectRecords(await post(server, robin, '/api/scan/link', {}, headers));
    expect(new URL(String(path), 'http://x').searchParams.get('lang')).toBe('es');
  });

  it('refuses a wrong token, an unknown link, and a key as a session', async () => {
    const link = await makeLink();
    expect(await codeOf(open({ ...link, token: `${link.token.slice(0, -2)}xx` }))).toEqual([401, 'scanEnded']);
    expect(await codeOf(open({ ...link, id: 'nobody' }))).toEqual([401, 'scanEnded']);
    expect((await open({ ...link, token: '' })).statusCode).toBe(422);
    const phone = await phoneOf(link);
    expect((await state('nobody', phone)).statusCode).toBe(401);
    const asSession = { ...robin.headers, authorization: String(phone.authorization) };
    expect(
      (await server.app.inject({ url: `/api/applicant/getidentification/${robin.trn}`, headers: asSession }))
        .statusCode,
    ).toBe(401);
    expect(
      (await server.app.inject({ method: 'POST', url: '/api/scan/link', headers: asSession, payload: {} })).statusCode,
    ).toBe(401);
  });

  it('ends after 15 minutes, and when a new link is made', async () => {
    const old = await makeLink();
    const phone = await phoneOf(old);
    const link = await makeLink();
    expect((await state(old.id, phone)).statusCode).toBe(401);
    const second = await phoneOf(link);
    server.advance(14 * 60);
    expect((await state(link.id, second)).statusCode).toBe(200);
    server.advance(61);
    expect((await state(link.id, second)).json().message).toBe(
      'The session has expired. Please close the tab and scan the barcode again.',
    );
    expect((await open(link)).statusCode).toBe(401);
  });

  it('ends when it is canceled and when the session ends', async () => {
    const link = await makeLink();
    const phone = await phoneOf(link);
    const cancel = () => server.app.inject({ method: 'DELETE', url: `/api/scan/${link.id}`, headers: robin.headers });
    expect((await cancel()).statusCode).toBe(200);
    expect((await cancel()).statusCode).toBe(404);
    expect((await state(link.id, phone)).statusCode).toBe(401);
    const next = await makeLink();
    const last = await phoneOf(next);
    await post(server, robin, '/api/users/logout', {});
    expect((await state(next.id, last)).statusCode).toBe(401);
    expect((await save(last, 2)).statusCode).toBe(401);
  });

  it('accepts front and back, notifies the desktop, and adds them to the draft', async () => {
    const link = await makeLink();
    expect(await followed(link.id)).toMatchObject({ opened: false, live: true, documents: [], barcode: null });
    const phone = await phoneOf(link);
    const front = expectRecords(await save(phone, 2));
    expect(await followed(link.id)).toMatchObject({
      opened: true,
      front: { res: true, document_typeid: 2 },
      back: { res: false },
    });
    const back = expectRecords(await save(phone, 13, { data: { OCRData: [], raw_data: payload } }));
    expect(await followed(link.id)).toMatchObject({
      back: { res: true, document_typeid: 13 },
      barcode: 'read',
      name_matches: true,
      documents: [{ id: front.id, type: 'image/jpeg' }, { id: back.id }],
    });
    const draft = expectRecords(await get(server, robin, `/api/drafts/${robin.trn}/proof-of-identity`));
    expect(draft.answers).toEqual({
      availableToUpload_id: 'Yes',
      documenttype_id: 2,
      file: front.blob_path,
      backfile: back.blob_path,
    });
  });

  it("keeps the draft's typed answers next to the pictures", async () => {
    const url = `/api/drafts/${robin.trn}/proof-of-identity`;
    const answers = { availableToUpload_id: 'No', no_doc_reason: 'other', other_reason: 'It is lost' };
    await server.app.inject({ method: 'PUT', url, headers: robin.headers, payload: { answers } });
    const { blob_path } = expectRecords(await save(await phoneOf(await makeLink()), 1));
    expect(expectRecords(await get(server, robin, url)).answers).toEqual({
      ...answers,
      availableToUpload_id: 'Yes',
      documenttype_id: 1,
      file: blob_path,
    });
  });

  it('lets a page whose last response was lost save its draft after a scan', async () => {
    const url = `/api/drafts/${robin.trn}/proof-of-identity`;
    const put = (answers: object, at: number, was: string) => {
      const payload = { answers, mark: { page: 'a-page-of-robin', at, was } };
      return server.app.inject({ method: 'PUT', url, headers: robin.headers, payload });
    };
    const typed = { availableToUpload_id: 'No', no_doc_reason: 'other', other_reason: 'It is lost' };
    expect((await put(typed, 1, 'saved-0')).statusCode).toBe(200);
    const { blob_path } = expectRecords(await save(await phoneOf(await makeLink()), 1));
    const taken = { ...typed, availableToUpload_id: 'Yes', documenttype_id: 1, file: blob_path };
    expect((await put(taken, 2, 'saved-0')).statusCode).toBe(200);
    expect(expectRecords(await get(server, robin, url)).answers).toEqual(taken);
  });

  it('reads the barcode of the picture itself when the phone read none', async () => {
    const link = await makeLink();
    const phone = await phoneOf(link);
    expectRecords(await save(phone, 2));
    const file = dataUrl(await photograph(licenseBack(payload), { rotate: 4, width: 1600 }));
    expectRecords(await save(phone, 13, { file, data: { OCRData: [], raw_data: 'not a license' } }));
    expect((await followed(link.id)).barcode).toBeNull();
    await server.drain();
    expect(await followed(link.id)).toMatchObject({ barcode: 'read', name_matches: true });
  });

  it('reports a missing barcode or a different name', async () => {
    const link = await makeLink();
    const phone = await phoneOf(link);
    expectRecords(await save(phone, 2));
    const { id } = expectRecords(await save(phone, 13));
    await server.drain();
    expect(await followed(link.id)).toMatchObject({ barcode: 'unread', name_matches: null });
    await server.app.inject({ method: 'DELETE', url: `/api/applicant/barcodedocument/${id}`, headers: robin.headers });
    expect(await followed(link.id)).toMatchObject({ back: { res: false }, barcode: null });
    const raw_data = licensePayload({ ...holder, last: 'OTHER' });
    expectRecords(await save(phone, 13, { data: { raw_data } }));
    expect(await followed(link.id)).toMatchObject({ barcode: 'read', name_matches: false });
  });

  it('returns the barcode with step 1, and reads one uploaded on the desktop', async () => {
    const content = await photograph(licenseBack(payload), { width: 1600 });
    const { id } = expectRecords(await upload(server, robin, 13, { name: 'back.jpg', content }));
    await server.drain();
    const { identification_data } = expectRecords(
      await get(server, robin, `/api/applicant/getidentification/${robin.trn}`),
    );
    const { Barcodedata, BarcodeDocumentID } = identification_data as {
      Barcodedata: Records[];
      BarcodeDocumentID: number;
    };
    expect(BarcodeDocumentID).toBe(id);
    expect(Barcodedata).toHaveLength(12);
    expect(Barcodedata.find(({ name }) => name === 'last_name')).toMatchObject({
      field_value_original: 'HALE',
      confidence: 1,
    });
    const { rows } = await server.deps.db.query<{ sealed: Buffer }>('select sealed from barcode where document = $1', [
      id,
    ]);
    expect(rows[0]?.sealed.includes('HALE')).toBe(false);
  });

  it('rejects sides out of order, duplicates, and other kinds', async () => {
    const phone = await phoneOf(await makeLink());
    expect(await codeOf(save(phone, 13))).toEqual([409, 'frontFirst']);
    expect(await codeOf(save(phone, 4))).toEqual([400, 'noSuchDocumentType']);
    expectRecords(await save(phone, 1));
    const again = await save(phone, 1);
    expect([again.statusCode, again.json().message]).toEqual([409, 'You have aready uploaded documents']);
    expect(await codeOf(save(phone, 13))).toEqual([409, 'frontFirst']);
  });

  it('stores one of two fronts that arrive at once', async () => {
    const phone = await phoneOf(await makeLink());
    const codes = (await Promise.all([save(phone, 2), save(phone, 2)])).map(({ statusCode }) => statusCode);
    expect(codes.sort()).toEqual([200, 409]);
    expect(expectRecords(await get(server, robin, `/api/applicant/getiddocumentstatus/${robin.trn}`))).toHaveLength(1);
  });

  it.each<[string, () => Promise<Records>, number]>([
    ['text instead of a data URL', async () => ({ file: 'hello' }), 415],
    ['a data URL of text', async () => ({ file: dataUrl(Buffer.from('hello'), 'text/plain') }), 415],
    ['text called a picture', async () => ({ file: dataUrl(Buffer.from('hello')) }), 415],
    ['a PDF called a picture', async () => ({ file: dataUrl(await samplePdf()) }), 415],
    ['a truncated picture', async () => ({ file: dataUrl((await sampleJpeg()).subarray(0, 700)) }), 400],
    ['a data URL without bytes', async () => ({ file: 'data:image/jpeg;base64,' }), 400],
    ['an empty file', async () => ({ file: '' }), 422],
    ['an unknown member', async () => ({ extra: 1 }), 422],
    ['a barcode that is not text', async () => ({ data: { raw_data: 5 } }), 422],
  ])('refuses %s', async (_, changes, status) => {
    const link = await makeLink();
    const phone = await phoneOf(link);
    const response = await save(phone, 2, await changes());
    expect(response.statusCode).toBe(status);
    expect(response.json().message).not.toBe('');
    expect(await followed(link.id)).toMatchObject({ documents: [] });
    expectRecords(await save(phone, 2));
  });

  it('changes no answer of an application that was submitted in the meantime', async () => {
    await completeSteps(server, robin, 'income', { files: false });
    const phone = await phoneOf(await makeLink());
    expectRecords(await post(server, robin, '/api/payment', await paymentBody(server, robin)));
    const lies = async () =>
      (
        await server.deps.db.query(
          `select data from draft where trn = $1 union all select data from step_answer where trn = $1 and step = 'identification'`,
          [robin.trn],
        )
      ).rows;
    const before = await lies();
    expectRecords(await save(phone, 2));
    expect(await lies()).toEqual(before);
    expect(expectRecords(await get(server, robin, `/api/applicant/getiddocumentstatus/${robin.trn}`))).toHaveLength(1);
  });

  it('reads at most 14 MB, even if the type allows more', async () => {
    const phone = await phoneOf(await makeLink());
    const response = await save(phone, 2, { file: 'data:image/jpeg;base64,'.padEnd(14_000_001, 'A') });
    expect(response.json()).toMatchObject({ status: 413, code: 'tooLarge' });
  });
});
