import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inflateSync } from 'node:zlib';
import type pg from 'pg';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { checkRecord } from '../../../../src/server/applications/record/checkRecord';
import { StorageUnavailable } from '../../../../src/server/platform/http/storageErrors';
import { runCommand } from '../../../../src/tools/portal/runCommand';
import {
  answersOf,
  bodyOf,
  completeSteps,
  expectRecords,
  get,
  paymentBody,
  post,
  postStep,
} from '../../../support/fillSteps';
import { upload } from '../../../support/multipart';
import { openServer } from '../../../support/openServer';
import { sampleStrip } from '../../../support/sampleFiles';
import { registerApplicant, type TestApplicant } from '../../../support/serverApplicants';
import { engines } from '../../../support/serverFixture';

/** Returns each page's PDF operators. */
function contentsOf(pdf: Buffer): string[] {
  const streams = [...pdf.toString('latin1').matchAll(/\/Filter \/FlateDecode\n>>\nstream\n([\s\S]*?)\nendstream/g)];
  const all = streams.map(([, packed = '']) => inflateSync(Buffer.from(packed, 'latin1')).toString('latin1'));
  return all.filter((content) => content.includes('EMC'));
}

describe.each(engines)('the signed record on $name', async (engine) => {
  let robin: TestApplicant;
  let pdf: Buffer;
  const server = await openServer(engine);
  beforeAll(async () => {
    await sql("update subscriber set terms = terms || '<p>Pets &amp; parking: &ldquo;Part B&rdquo;</p>'", []);
    robin = await registerApplicant(server);
    await submitAs("José O'Neil", '李');
    pdf = await readPdf();
  });

  const record = async () => expectRecords(await get(server, robin, `/api/record/${robin.trn}`));
  const broken = async () =>
    ((await record()).parts as { part: string; whole: boolean }[])
      .filter(({ whole }) => !whole)
      .map(({ part }) => part);
  const sql = (text: string, values: unknown[] = [robin.trn]) => server.deps.db.query(text, values);

  const remove = (id?: string) =>
    server.app.inject({ method: 'DELETE', url: `/api/applicant/deletedocument/${id}`, headers: robin.headers });

  async function submitAs(first_name: string, last_name: string): Promise<void> {
    const answers = await answersOf(server, robin, 'identification');
    Object.assign(answers['personal-details'] ?? {}, { first_name, last_name });
    expectRecords(await postStep(server, robin, 'identification', bodyOf(server, robin, 'identification', answers)));
    await completeSteps(server, robin, 'income', { pdfs: false, from: 'applicant-details' });
    await sql("update document set name = 'scan.jpg' where trn = $1");
    // Sessions are cached for a few seconds.
    server.advance(10);
    const body = await paymentBody(server, robin);
    Object.assign(body.signature as object, { name: `${first_name} ${last_name}` });
    expectRecords(await post(server, robin, '/api/payment', body));
    await server.drain();
  }

  async function readPdf(): Promise<Buffer> {
    const { document } = await record();
    return (await server.app.inject({ url: String(document) })).rawPayload;
  }

  async function verify(content: Buffer) {
    const file = path.join(server.deps.config.dataDir, 'record.pdf');
    await writeFile(file, content);
    return runCommand({ db: server.deps.db, config: server.deps.config, cwd: '/' }, ['verify', file]);
  }

  it('is complete, and its PDF has the full name, no SSN, and the hash on the last page', async () => {
    expect(await record()).toMatchObject({ state: 'whole' });
    const { text, totalPages } = await extractText(await getDocumentProxy(new Uint8Array(pdf)));
    const all = text.join(' ');
    expect(all).toContain("José O'Neil 李");
    expect(all).not.toMatch(/\d{3}-\d{2}-\d{4}/);
    expect(text[totalPages - 1] ?? '').toContain(String((await record()).hash));
    expect((await verify(pdf)).code).toBe(0);
  });

  it('is tagged: headings, paragraphs and a text for the signature', async () => {
    const document = await getDocumentProxy(new Uint8Array(pdf));
    expect(await document.getMarkInfo()).toMatchObject({ Marked: true });
    const trees = await Promise.all(
      Array.from({ length: document.numPages }, async (_, n) => (await document.getPage(n + 1)).getStructTree()),
    );
    const text = JSON.stringify(trees);
    for (const role of ['H1', 'H2', 'H3', 'P', 'Figure']) expect(text).toContain(`"role":"${role}"`);
    expect(text).toContain('"alt":"Signature of');
  });

  it('begins with the landlord and the home, with readable times', async () => {
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)));
    const [first = ''] = text;
    for (const text of ['Demo Homes', 'help@demo-homes.example', 'Property', 'Harbor View Apartments', 'Signed on'])
      expect(first).toContain(text);
    expect(first).toMatch(/\w+ \d+, \d{4}, \d+:\d\d:\d\d [AP]M C[SD]T/);
    expect(text.join()).not.toMatch(/\d{4}-\d\d-\d\dT\d\d:/);
  });

  it('has the terms without markup, and distinct file names', async () => {
    const all = (await extractText(await getDocumentProxy(new Uint8Array(pdf)))).text.join(' ');
    expect(all).toContain('Pets & parking: “Part B”');
    expect(all).not.toMatch(/&\w+;|<\w/);
    const { rows } = await sql('select digest from document where trn = $1 and document_id not in (8, 16)');
    expect(all.match(/scan\.jpg/g)).toHaveLength(3);
    for (const kind of ["Driver's license or state ID", 'Back side', 'Proof of SSN']) expect(all).toContain(kind);
    for (const { digest } of rows) expect(all).toContain(digest);
  });

  it('has no heading at the end of a page, and no content outside its structure', async () => {
    const document = await getDocumentProxy(new Uint8Array(pdf));
    for (let n = 1; n <= document.numPages; n += 1) {
      const page = await document.getPage(n);
      const items = (await page.getTextContent()).items.flatMap((item) =>
        'str' in item && item.str.trim() ? [item] : [],
      );
      const body = items.filter(({ transform }) => transform[5] > 60);
      const last = body.reduce((low, item) => (item.transform[5] < low.transform[5] ? item : low));
      expect(last.height, last.str).toBeLessThan(12);
    }
    expect(contentsOf(pdf)).toHaveLength(document.numPages);
    for (const content of contentsOf(pdf)) {
      let depth = 0;
      for (const line of content.split('\n')) {
        if (/(BDC|BMC)$/.test(line)) depth += 1;
        if (line === 'EMC') depth -= 1;
        if (/(TJ|Do|^f|^S)$/.test(line)) expect(depth, line).toBeGreaterThan(0);
      }
      expect(depth).toBe(0);
    }
  });

  it('declares PDF/A-3a and PDF/UA-1, and has what they require', async () => {
    const source = pdf.toString('latin1');
    for (const text of [
      '<pdfaid:part>3<',
      '<pdfaid:conformance>A<',
      '<pdfuaid:part>1<',
      '<rdf:li>José O&apos;Neil 李<',
    ])
      expect(pdf.toString()).toContain(text);
    for (const text of [
      '/S /GTS_PDFA1',
      '/Lang (en-US)',
      '/DisplayDocTitle true',
      '/AFRelationship /Data',
      '/Marked true',
    ])
      expect(source).toContain(text);
    const fonts = source.match(/\/Type \/FontDescriptor/g)?.length;
    expect(fonts).toBeGreaterThan(1);
    expect(source.match(/\/FontFile2 /g)).toHaveLength(Number(fonts));
    expect(source.match(/\/Type0[\s\S]{0,300}?\/ToUnicode/g)).toHaveLength(Number(fonts));
  });

  it('is in the language in which the applicant saw the questions', async () => {
    const ana = await registerApplicant(server);
    await completeSteps(server, ana, 'income', { pdfs: false });
    server.advance(10);
    const body = await paymentBody(server, ana);
    expectRecords(await post(server, ana, '/api/payment', body, { 'accept-language': 'es' }));
    await server.drain();
    const { document, state } = expectRecords(await get(server, ana, `/api/record/${ana.trn}`));
    expect(state).toBe('whole');
    const { rawPayload } = await server.app.inject({ url: String(document) });
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)));
    const all = text.join(' ');
    for (const text of [
      'Solicitud de alquiler',
      'Datos de identificación',
      'Registro firmado',
      'Huella digital de las respuestas',
    ])
      expect(all).toContain(text);
    expect(all).not.toMatch(/Signed record|First name|Fingerprint/);
    expect((await verify(rawPayload)).code).toBe(0);
  });

  it('finds one changed byte of the PDF', async () => {
    const changed = Buffer.from(pdf);
    const at = Math.floor(changed.length / 2);
    changed[at] = (changed[at] ?? 0) ^ 1;
    const { code, error } = await verify(changed);
    expect(code).toBe(1);
    expect(error).toMatch(/This copy was changed/);
  });

  const CITY =
    "update step_answer set data = jsonb_set(data, '{address,address,0,city}', $2) where trn = $1 and step = 'identification'";

  it('finds a changed answer', async () => {
    const { rows } = await sql(
      "select data #> '{address,address,0,city}' as city from step_answer where trn = $1 and step = 'identification'",
    );
    await sql(CITY, [robin.trn, '"Elsewhere"']);
    expect(await broken()).toEqual(['answers']);
    expect(await verify(pdf)).toMatchObject({ code: 1 });
    await sql(CITY, [robin.trn, JSON.stringify(rows[0].city)]);
    expect(await broken()).toEqual([]);
  });

  it('finds changed questions and a changed time of signing', async () => {
    const questions = 'where digest = (select questions_digest from consent where trn = $1)';
    await sql(`update shown set content = content || ' ' ${questions}`);
    await sql("update consent set signed_at = signed_at - interval '1 day' where trn = $1");
    expect(await broken()).toEqual(['questions', 'details']);
    await sql(`update shown set content = trim(content) ${questions}`);
    await sql("update consent set signed_at = signed_at + interval '1 day' where trn = $1");
    expect(await broken()).toEqual([]);
  });

  it('finds a changed signature file', async () => {
    const { rows } = await sql('select signature from consent where trn = $1');
    const path = rows[0].signature as string;
    const content = Buffer.from(await server.deps.files.read(path));
    const changed = Buffer.from(content);
    changed[60] = (changed[60] ?? 0) ^ 1;
    await server.deps.files.remove(path);
    await server.deps.files.write(path, changed);
    expect(await broken()).toEqual(['signature']);
    await server.deps.files.remove(path);
    await server.deps.files.write(path, content);
    expect(await broken()).toEqual([]);
  });

  it('reports no result for a record whose files are unavailable', async () => {
    const outage = vi.spyOn(server.deps.files, 'read').mockRejectedValueOnce(new StorageUnavailable('out'));
    const refused = await get(server, robin, `/api/record/${robin.trn}`);
    outage.mockRestore();
    expect(refused.json()).toMatchObject({ status: 503, code: 'storageDown' });
    expect(await record()).toMatchObject({ state: 'whole' });
  });

  it('reports whether each submitted document is unchanged, withdrawn, changed or missing', async () => {
    const { rows } = await sql(
      'select id, blob_path, name, digest from document where trn = $1 and document_id not in (8, 16) order by id',
    );
    const [first, second, third] = rows as { id: string; blob_path: string; name: string; digest: string }[];
    const states = async () => ((await record()).files as { state: string }[]).map(({ state }) => state);
    expect(await states()).toEqual(['unchanged', 'unchanged', 'unchanged']);

    // Applicants can delete a file from their view, but it remains part of the signed record.
    expectRecords(await remove(third?.id));
    expect((await remove(third?.id)).statusCode).toBe(404);
    expect(await record()).toMatchObject({ state: 'whole' });
    expect(await states()).toEqual(['unchanged', 'unchanged', 'withdrawn']);
    const withdrawn = await verify(pdf);
    expect(withdrawn.code).toBe(0);
    expect(withdrawn.lines).toContain(`  Document ${third?.name}: unchanged, withdrawn by the applicant`);
    await sql('update document set digest = $2 where id = $1', [third?.id, 'f'.repeat(64)]);
    expect(await record()).toMatchObject({ state: 'broken' });

    const path = first?.blob_path ?? '';
    const content = Buffer.from(await server.deps.files.read(path));
    const changed = Buffer.from(content);
    changed[60] = (changed[60] ?? 0) ^ 1;
    await server.deps.files.write(path, changed);
    await sql('update document set digest = $2 where id = $1', [second?.id, 'f'.repeat(64)]);
    await sql('delete from document where id = $1', [third?.id]);
    expect(await record()).toMatchObject({ state: 'broken' });
    expect(await states()).toEqual(['changed', 'changed', 'gone']);
    expect(await broken()).toEqual([]);
    const { code, lines, error } = await verify(pdf);
    expect(code).toBe(1);
    expect(lines.filter((line) => line.includes('Document '))).toEqual([
      `  Document ${first?.name}: CHANGED`,
      `  Document ${second?.name}: CHANGED`,
      `  Document ${third?.name}: GONE`,
    ]);
    expect(lines.join()).not.toContain('OK:');
    expect(error).toMatch(/^FAILED: see the lines/);

    await server.deps.files.remove(path);
    expect((await states())[0]).toBe('changed');
    await server.deps.files.write(path, content);
    await sql('update document set digest = $2 where id = $1', [second?.id, second?.digest]);
    expect(await states()).toEqual(['unchanged', 'unchanged', 'gone']);
    expectRecords(await upload(server, robin, 4, { name: third?.name ?? '', content: await sampleStrip() }));
    expect(await states()).toEqual(['unchanged', 'unchanged', 'unchanged']);
  });

  it('shows the terms and questions that were agreed to, even after the terms changed', async () => {
    const consent = async () => expectRecords(await get(server, robin, `/api/payment/consent/${robin.trn}`));
    const agreed = await consent();
    expect(agreed.text).toContain('Complete four steps');
    expect(agreed.subscriber_text).toContain('not refunded');
    const { rows } = await sql('select id, terms, instructions from subscriber', []);
    await sql("update subscriber set terms = '<p>Other terms</p>', instructions = '<p>Other words</p>'", []);
    expect(await consent()).toMatchObject({ text: agreed.text, subscriber_text: agreed.subscriber_text });
    await sql('update subscriber set terms = $1, instructions = $2 where id = $3', [
      rows[0].terms,
      rows[0].instructions,
      rows[0].id,
    ]);

    const sections = agreed.sections as { section: string; title: string; lines: { label: string; text: string }[] }[];
    expect(sections.map(({ section }) => section)).toContain('employers');
    const name = sections.find(({ section }) => section === 'personal-details')?.lines.map(({ text }) => text);
    expect(name).toEqual(expect.arrayContaining(["José O'Neil", '李']));
    expect(JSON.stringify(sections)).not.toMatch(/\d{3}-\d{2}-\d{4}/);
  });

  it.each(['terms', 'questions'])('shows no %s if their stored text was changed', async (part) => {
    const where = `where digest = (select ${part}_digest from consent where trn = $1)`;
    await sql(`update shown set content = content || ' ' ${where}`);
    const consent = expectRecords(await get(server, robin, `/api/payment/consent/${robin.trn}`));
    expect(part === 'terms' ? consent.text : consent.sections).toBeNull();
    expect(part === 'terms' ? consent.sections : consent.text).not.toBeNull();
    await sql(`update shown set content = trim(content) ${where}`);
  });

  it("can't be changed in the log", async () => {
    await expect(sql("update audit_entry set body = '{}' where trn = $1")).rejects.toThrow(/only ever added to/);
    expect(await record()).toMatchObject({ state: 'whole' });
  });

  it('sends the receipt with the reference, once', async () => {
    const outbox = path.join(server.deps.config.dataDir, 'outbox');
    const mails = await Promise.all((await readdir(outbox)).map((name) => readFile(path.join(outbox, name), 'utf8')));
    const receipts = mails.filter(
      (mail) => mail.includes('Receipt for your rental application') && mail.includes(robin.email),
    );
    expect(receipts).toHaveLength(1);
    expect(receipts[0]).toMatch(/Reference: pi_/);
  });

  it.each([
    ['the time of the entry', "at = at + interval '1 second' where trn = $1 and kind = 'submitted'"],
    ['the previous hash', "previous = repeat('0', 63) || '1' where trn = $1 and kind = 'submitted'"],
    ['its own hash', "hash = repeat('0', 64) where trn = $1 and kind = 'submitted'"],
    ["the document's entry", "at = at + interval '1 second' where trn = $1 and kind = 'document'"],
    [
      'the entry after it',
      "previous = repeat('0', 64) where seq = (select seq + 1 from audit_entry where trn = $1 and kind = 'submitted')",
    ],
  ])("isn't intact for the applicant if the log's chain is broken at %s", async (_, change) => {
    const { rows } = await sql('select seq, at, previous, hash from audit_entry', []);
    await sql('alter table audit_entry disable trigger all', []);
    await sql(`update audit_entry set ${change}`);
    expect(await record()).toMatchObject({ state: 'broken' });
    expect(await broken()).toEqual(['entry']);
    for (const { seq, at, previous, hash } of rows)
      await sql('update audit_entry set at = $2, previous = $3, hash = $4 where seq = $1', [seq, at, previous, hash]);
    await sql('alter table audit_entry enable trigger all', []);
    expect(await record()).toMatchObject({ state: 'whole' });
  });

  it("is neither intact nor broken while the database can't be reached", async () => {
    const away = Object.assign(new Error('terminating connection'), { code: '57P01' });
    const db = { query: () => Promise.reject(away) } as unknown as pg.Pool;
    await expect(checkRecord({ ...server.deps, db }, robin.trn)).rejects.toBe(away);
  });

  it('detects a changed log', async () => {
    const { rows } = await sql("select body from audit_entry where trn = $1 and kind = 'submitted'");
    const body = String(rows[0].body);
    const change = (to: string) =>
      sql("update audit_entry set body = $2 where trn = $1 and kind = 'submitted'", [robin.trn, to]);
    await sql('alter table audit_entry disable trigger all', []);
    await change(body.replace(/.{3}"\}$/, 'AAA"}'));
    expect(await broken()).toContain('entry');
    const { lines, code } = await verify(pdf);
    expect(code).toBe(1);
    expect(lines.join('\n')).toMatch(/BROKEN at entry/);
    await change(body);
    await sql('alter table audit_entry enable trigger all', []);
    expect((await verify(pdf)).code).toBe(0);
  });
});
