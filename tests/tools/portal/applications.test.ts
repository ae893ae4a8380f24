import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { APPLICANT_MASKED, createZip, exportApplication } from '../../../src/server/applications/exportApplication';
import { csvLine } from '../../../src/server/features/office/listCsv';
import { runCommand } from '../../../src/tools/portal/runCommand';
import { completeSteps, expectRecords, paymentBody, post } from '../../support/fillSteps';
import { upload } from '../../support/multipart';
import { samplePdf } from '../../support/sampleFiles';
import { registerApplicant, type TestApplicant } from '../../support/serverApplicants';
import { createTestServer, engines, type TestServer } from '../../support/serverFixture';

describe.each(engines)('a submitted application in npm run portal on $name', (engine) => {
  let server: TestServer;
  let robin: TestApplicant;
  let number: string;
  let cwd: string;

  const run = (...args: string[]) => runCommand({ db: server.deps.db, config: server.deps.config, cwd }, args);

  beforeAll(async () => {
    cwd = mkdtempSync(path.join(os.tmpdir(), 'export-'));
    server = await createTestServer(engine);
    robin = await registerApplicant(server);
    await completeSteps(server, robin, 'income', { files: false });
    expectRecords(await upload(server, robin, 5, { name: 'return: 2025.pdf', content: await samplePdf() }));
    expectRecords(await post(server, robin, '/api/payment', await paymentBody(server, robin)));
    await server.drain();
    number = JSON.parse((await run('applications', 'list', 'demo', '--json')).lines.join('\n'))[0].id;
  });
  afterAll(async () => {
    await server.close();
    rmSync(cwd, { recursive: true });
  });

  it('is listed, as a table, as JSON and as CSV', async () => {
    expect((await run('applications', 'list', 'demo')).lines[1]).toMatch(
      new RegExp(`^${number} +\\d{4}-.* submitted .*Robin Hale`),
    );
    const { lines } = await run('applications', 'list', 'demo', '--csv', '--status', 'submitted');
    expect(lines[0]).toMatch(/^id,submitted_at,status,status_label,name/);
    expect(lines[1]).toMatch(new RegExp(`^${number},.*,submitted,New,Robin Hale,`));
    expect((await run('applications', 'list', 'demo', '--csv', '--status', 'declined')).lines).toHaveLength(1);
    expect((await run('applications', 'list', 'demo', '--status', 'lost')).error).toMatch(
      /There's no status 'lost'\. Use one of /,
    );
    expect((await run('applications', 'status', 'demo', number)).lines[1]).toMatch(/submitted/);
  });

  it('can be reviewed, approved and reopened by command, with the operator as the actor', async () => {
    const status = (...more: string[]) => run('applications', 'status', 'demo', number, ...more);
    expect((await status('--act', 'dance')).error).toMatch(/--act can't be 'dance'\. Use one of review/);
    expect((await status('--act', 'approve')).error).toBe('Choose what the decision is based on');
    expect((await status('--act', 'documentsCame')).error).toMatch(/can't do this with this application now/);
    expect((await status('--act', 'review')).lines[1]).toMatch(/inReview/);
    const options = ['--act', 'askDocuments', '--documents', '5', '--words', 'Your lease'];
    expect((await status(...options)).lines[1]).toMatch(/documentsNeeded/);
    expect((await status('--act', 'approve', '--bases', 'income,identity')).lines[1]).toMatch(/ approved /);
    expect((await status('--act', 'reopen', '--json')).lines.join('')).toMatch(/"status": "inReview"/);
    const { rows } = await server.deps.db.query('select actor from application_event where trn = $1', [robin.trn]);
    expect(rows.map(({ actor }) => actor)).toEqual(Array(4).fill('operator'));
  });

  it("can't be declined for a reason that its subscriber doesn't use", async () => {
    const reasons = (...more: string[]) => run('subscriber', 'reasons', 'demo', ...more);
    expect((await reasons('--only', 'taste')).error).toMatch(/There's no reason 'taste'/);
    expect((await reasons()).code).toBe(2);
    expect((await reasons('--only', 'income,gone')).lines).toEqual(["'demo' can decline for: income, gone."]);
    const decline = ['--act', 'decline', '--bases', 'income', '--reasons', 'occupancy'];
    const declined = await run('applications', 'status', 'demo', number, ...decline);
    expect(declined.error).toBe("At least one reason can't be used for this application. Choose other reasons.");
    expect((await reasons('--all')).lines[0]).toContain('occupancy');
  });

  it('is exported masked, with a redacted record and without documents that show masked answers', async () => {
    expect(await run('applications', 'export', 'demo', number, '--to', 'masked')).toMatchObject({ code: 0 });
    const folder = path.join(cwd, 'masked', `application-${number}`);
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
    expect(names).toEqual(
      [
        'answers.json',
        'answers.schema.json',
        'checks.json',
        'decisions.json',
        'files',
        'manifest.json',
        'messages.json',
        'record-redacted.pdf',
      ].sort(),
    );
    const all = names
      .filter((name) => name.includes('.'))
      .map((name) => readFileSync(path.join(folder, name), 'latin1'));
    expect(all.join('')).not.toMatch(/219-09-9999|1990-04-12|5230\.15|Pecan/);
    expect(all.join('')).toContain('***-**-9999');
    const manifest = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8'));
    expect(manifest.withheld).toEqual([expect.stringMatching(/return_ 2025\.pdf$/)]);
    expect((await run('verify', `masked/application-${number}`)).lines.at(-1)).toMatch(/^OK: all 6 files/);
    const copy = await run('verify', `masked/application-${number}/record-redacted.pdf`);
    expect(copy.code).toBe(1);
    expect(copy.error).toMatch(/copy of the record of application \d+ without hidden details/);
  });

  it('is exported unmasked for a recorded reason, and verify accepts it and reports each change', async () => {
    const reveal = (...more: string[]) =>
      run('applications', 'export', 'demo', number, '--to', 'out', '--reveal', ...more);
    expect(await reveal()).toMatchObject({ code: 1, error: expect.stringMatching(/--why/) });
    const entered = async () =>
      (await server.deps.db.query("select from audit_entry where kind = 'reveal' and trn = $1", [robin.trn])).rowCount;
    expect(await entered()).toBe(0);
    expect(await reveal('--why', 'Handed to the lender')).toMatchObject({ code: 0 });
    expect(await entered()).toBe(1);
    const folder = path.join(cwd, 'out', `application-${number}`);
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
    const file = names.find((name) => name.endsWith('.pdf') && name.startsWith('files'));
    expect(names).toEqual(
      [
        'answers.json',
        'answers.schema.json',
        'checks.json',
        'decisions.json',
        'files',
        file,
        'manifest.json',
        'messages.json',
        'record.pdf',
      ].sort(),
    );
    expect(file).toMatch(/^files[/\\]01 .* - return_ 2025\.pdf$/);
    const answers = readFileSync(path.join(folder, 'answers.json'), 'utf8');
    expect(answers).toContain('219-09-9999');
    expect(answers).toContain('1990-04-12');
    const schema = JSON.parse(readFileSync(path.join(folder, 'answers.schema.json'), 'utf8'));
    expect(schema.properties.answers.properties.identification.properties.ssn.properties.SSNNumber.title).toMatch(/./);
    const verify = () => run('verify', `out/application-${number}`);
    expect((await verify()).lines.at(-1)).toBe('OK: all 7 files match the export.');
    expect(await run('verify', `out/application-${number}/record.pdf`)).toMatchObject({ code: 0 });
    writeFileSync(path.join(folder, 'stranger.txt'), 'x');
    expect((await verify()).lines.at(-1)).toMatch(/stranger\.txt: NOT IN THE MANIFEST/);
    rmSync(path.join(folder, 'stranger.txt'));
    writeFileSync(path.join(folder, 'answers.json'), answers.replace('Robin', 'Rabin'));
    expect(await verify()).toMatchObject({ code: 1, lines: expect.arrayContaining(['  answers.json: CHANGED']) });
    const manifest = path.join(folder, 'manifest.json');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/"size": \d+/, '"size": 1'));
    expect((await verify()).error).toMatch(/manifest was CHANGED/);
    expect((await reveal('--why', 'Handed to the lender')).error).toMatch(/already exists/);
  });

  it('is exported as one ZIP archive, and shown unmasked only on request', async () => {
    expect(await run('applications', 'export', 'demo', robin.trn, '--to', 'zip', '--zip')).toMatchObject({ code: 0 });
    const zip = readFileSync(path.join(cwd, 'zip', `application-${number}.zip`));
    expect(zip.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04');
    expect(zip.includes(Buffer.from('manifest.json'))).toBe(true);
    const shown = async (...more: string[]) =>
      (await run('applications', 'show', 'demo', number, ...more)).lines.join('\n');
    expect(await shown()).not.toContain('219-09-9999');
    expect(await shown('--reveal', '--why', 'Asked by phone')).toContain('219-09-9999');
  });

  it('can be downloaded as a ZIP archive only by its applicant', async () => {
    const ask = (headers: Record<string, string>) =>
      server.app.inject({ url: `/api/application/export/${robin.trn}`, headers });
    const answer = await ask(robin.headers);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="application-${number}.zip"`,
      'cache-control': 'private, no-store',
    });
    expect(answer.rawPayload.subarray(0, 2).toString()).toBe('PK');
    const names = ['answers.json', 'record.pdf', 'manifest.json'];
    for (const name of [...names, 'return_ 2025.pdf'])
      expect([name, answer.rawPayload.includes(Buffer.from(name))]).toEqual([name, true]);
    expect((await ask({})).statusCode).toBe(401);
    expect((await ask((await registerApplicant(server)).headers)).statusCode).toBe(403);
  });

  it('has its drafts in the applicant’s download, masked like the rest', async () => {
    const sam = await registerApplicant(server);
    const answers = { isUS_citizen: 'Yes', SSNNumber: '219-09-9999' };
    const url = `/api/drafts/${sam.trn}/ssn`;
    expectRecords(await server.app.inject({ method: 'PUT', url, headers: sam.headers, payload: { answers } }));
    const files = await exportApplication(server.deps, sam.trn, { masked: APPLICANT_MASKED, isApplicants: true });
    const text = String(await files.find(({ name }) => name === 'answers.json')?.read());
    expect(JSON.parse(text).drafts.identification.ssn).toMatchObject({ isUS_citizen: 'Yes', SSNNumber: '***-**-9999' });
    expect(text).not.toContain('219-09-9999');
  });

  it('aborts a download if one of its files can’t be read', async () => {
    const read = vi.spyOn(server.deps.files, 'read').mockRejectedValue(new Error('The disk is gone'));
    const files = await exportApplication(server.deps, robin.trn, { masked: [] });
    const events: unknown[] = [];
    const zip = createZip(files, (cause) => void events.push(cause));
    await expect(buffer(zip)).rejects.toThrow('The disk is gone');
    expect(events).toHaveLength(1);
    read.mockRestore();
  });

  it('can’t be read through another subscriber', async () => {
    await run(
      ...['subscriber', 'add', 'oak', '--name', 'Oak', '--phone', '5125550188'],
      ...['--email', 'office@oak.example', '--fee', '45'],
    );
    expect((await run('applications', 'list', 'oak')).lines).toEqual(['No applications found.']);
    for (const command of ['show', 'status'])
      expect((await run('applications', command, 'oak', number)).error).toMatch(/has no submitted application/);
  });

  it('has an office that the operator invites people to, with a link that works once', async () => {
    const { lines } = await run('office', 'invite', 'demo', 'ana@demo.example', '--role', 'reader', '--name', 'Ana');
    const token = new URL(lines[0] ?? '').hash.slice(1);
    const enter = () => server.app.inject({ method: 'POST', url: '/api/office/enter', payload: { token } });
    expect((await enter()).json()).toMatchObject({
      records: { person: { email: 'ana@demo.example', role: 'reader' } },
    });
    expect((await enter()).statusCode).not.toBe(200);
    expect((await run('office', 'people', 'demo')).lines.join('\n')).toMatch(/ana@demo\.example +reader .* Ana/);
    await run('office', 'invite', 'demo', 'ana@demo.example', '--role', 'reviewer');
    expect((await run('office', 'people', 'demo')).lines.join('\n')).toMatch(/ana@demo\.example +reviewer .* Ana/);
    expect((await run('office', 'invite', 'demo', 'b@demo.example', '--role', 'king')).error).toMatch(
      /There's no role 'king'/,
    );
  });
});

it('escapes text that a spreadsheet would run as a formula', () => {
  const row = {
    id: '1',
    name: '=HYPERLINK("http://evil.example","x")',
    place: ' +1, Oak',
    status: 'submitted',
    checks: 'none',
  };
  const line = csvLine(row as never);
  expect(line).toContain(`"'=HYPERLINK(""http://evil.example"",""x"")"`);
  expect(line).toContain(`"' +1, Oak"`);
});

it.each([
  [';=HYPERLINK(1)', `";'=HYPERLINK(1)"`],
  ['Hale;=1+1', `"Hale;'=1+1"`],
  ['Hale;  @SUM(1)', `"Hale;' @SUM(1)"`],
  ['Hale,+1', `"Hale,'+1"`],
  ['\t=1+1', `' =1+1`],
  ['\r\n-1', `' -1`],
  ['Hale\t=1+1', 'Hale =1+1'],
  ['＝1+1', `'＝1+1`],
  ['＋1', `'＋1`],
  ['－1', `'－1`],
  ['＠SUM(1)', `'＠SUM(1)`],
  ['\u200b=1', `'\u200b=1`],
  ["O'Neil", "O'Neil"],
  ['Anna-Lena', 'Anna-Lena'],
])('writes %j as plain text in a cell of the CSV', (name, cell) => {
  const line = csvLine({ id: '1', name, place: '', status: 'submitted', checks: 'none' } as never);
  expect(line).toContain(`,${cell},`);
});
