import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { exportApplication, zipOf } from '../../../src/server/handover/exportApplication';
import { csvLine } from '../../../src/server/office/listCsv';
import { runCommand } from '../../../src/tools/portal/runCommand';
import { completeSteps, demand, paymentBody, post } from '../../support/fillSteps';
import { upload } from '../../support/multipart';
import { samplePdf } from '../../support/sampleFiles';
import { registerApplicant, type TestApplicant } from '../../support/serverApplicants';
import { createTestServer, engines, type TestServer } from '../../support/serverFixture';

describe.each(engines)('a submitted application by npm run portal on $name', (engine) => {
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
    demand(await upload(server, robin, 5, { name: 'return: 2025.pdf', content: await samplePdf() }));
    demand(await post(server, robin, '/api/payment', await paymentBody(server, robin)));
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
    expect(lines[0]).toMatch(/^id,submitted_at,status,name/);
    expect(lines[1]).toMatch(new RegExp(`^${number},.*,submitted,Robin Hale,`));
    expect((await run('applications', 'list', 'demo', '--csv', '--status', 'declined')).lines).toHaveLength(1);
    expect((await run('applications', 'list', 'demo', '--status', 'lost')).error).toMatch(/status 'lost'/);
    expect((await run('applications', 'status', 'demo', number)).lines[1]).toMatch(/submitted/);
  });

  it('is moved by command as its office does it', async () => {
    const status = (...more: string[]) => run('applications', 'status', 'demo', number, ...more);
    expect((await status('--act', 'dance')).error).toMatch(/act 'dance': one of review/);
    expect((await status('--act', 'approve')).error).toBe('Say what the decision rests on');
    expect((await status('--act', 'documentsCame')).error).toMatch(/cannot be done/);
    expect((await status('--act', 'review')).lines[1]).toMatch(/inReview/);
    const asked = ['--act', 'askDocuments', '--documents', '5', '--words', 'Your lease'];
    expect((await status(...asked)).lines[1]).toMatch(/documentsNeeded/);
    expect((await status('--act', 'approve', '--bases', 'income,identity')).lines[1]).toMatch(/ approved /);
    expect((await status('--act', 'reopen', '--json')).lines.join('')).toMatch(/"status": "inReview"/);
    const { rows } = await server.deps.db.query('select actor from application_event where trn = $1', [robin.trn]);
    expect(rows.map(({ actor }) => actor)).toEqual(Array(4).fill('operator'));
  });

  it('is declined for the reasons that its subscriber gives', async () => {
    const reasons = (...more: string[]) => run('subscriber', 'reasons', 'demo', ...more);
    expect((await reasons('--only', 'taste')).error).toMatch(/reason 'taste'/);
    expect((await reasons()).code).toBe(2);
    expect((await reasons('--only', 'income,gone')).lines).toEqual(["'demo' declines for income, gone."]);
    const decline = ['--act', 'decline', '--bases', 'income', '--reasons', 'occupancy'];
    const declined = await run('applications', 'status', 'demo', number, ...decline);
    expect(declined.error).toBe('Choose reasons that your office gives.');
    expect((await reasons('--all')).lines[0]).toContain('occupancy');
  });

  it('is exported with everything in it, masked, and verify finds it whole, and every change', async () => {
    expect(await run('applications', 'export', 'demo', number, '--to', 'out')).toMatchObject({ code: 0 });
    const folder = path.join(cwd, 'out', `application-${number}`);
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
    const file = names.find((name) => name.endsWith('.pdf') && name.startsWith('files'));
    expect(names).toEqual(
      ['answers.json', 'answers.schema.json', 'checks.json', 'files', file, 'manifest.json', 'record.pdf'].sort(),
    );
    expect(file).toMatch(/^files[/\\]01 .* - return_ 2025\.pdf$/);
    const answers = readFileSync(path.join(folder, 'answers.json'), 'utf8');
    expect(answers).toContain('***-**-9999');
    expect(answers).not.toMatch(/219-09-9999|1990-04-12/);
    const schema = JSON.parse(readFileSync(path.join(folder, 'answers.schema.json'), 'utf8'));
    expect(schema.properties.answers.properties.identification.properties.ssn.properties.SSNNumber.title).toMatch(/./);
    const verify = () => run('verify', `out/application-${number}`);
    expect((await verify()).lines.at(-1)).toBe('WHOLE: 5 files, as they were exported.');
    expect(await run('verify', `out/application-${number}/record.pdf`)).toMatchObject({ code: 0 });
    writeFileSync(path.join(folder, 'stranger.txt'), 'x');
    expect((await verify()).lines.at(-1)).toMatch(/stranger\.txt: NOT IN THE MANIFEST/);
    rmSync(path.join(folder, 'stranger.txt'));
    writeFileSync(path.join(folder, 'answers.json'), answers.replace('Robin', 'Rabin'));
    expect(await verify()).toMatchObject({ code: 1, lines: expect.arrayContaining(['  answers.json: CHANGED']) });
    const manifest = path.join(folder, 'manifest.json');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/"size": \d+/, '"size": 1'));
    expect((await verify()).error).toMatch(/manifest was CHANGED/);
    expect((await run('applications', 'export', 'demo', number, '--to', 'out')).error).toMatch(/is there already/);
  });

  it('is exported as one archive, in clear where that is asked for', async () => {
    expect(await run('applications', 'export', 'demo', robin.trn, '--to', 'zip', '--zip')).toMatchObject({ code: 0 });
    const zip = readFileSync(path.join(cwd, 'zip', `application-${number}.zip`));
    expect(zip.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04');
    expect(zip.includes(Buffer.from('manifest.json'))).toBe(true);
    const shown = async (...more: string[]) =>
      (await run('applications', 'show', 'demo', number, ...more)).lines.join('\n');
    expect(await shown()).not.toContain('219-09-9999');
    expect(await shown('--reveal')).toContain('219-09-9999');
  });

  it('is its applicant’s to download, masked as their pages are, and nobody else’s', async () => {
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
    for (const name of names) expect(answer.rawPayload.includes(Buffer.from(name))).toBe(true);
    expect((await ask({})).statusCode).toBe(401);
    expect((await ask((await registerApplicant(server)).headers)).statusCode).toBe(403);
  });

  it('breaks a download off when a file of it cannot be read', async () => {
    const read = vi.spyOn(server.deps.files, 'read').mockRejectedValue(new Error('The disk is gone'));
    const files = await exportApplication(server.deps, robin.trn, { masked: [] });
    const told: unknown[] = [];
    const zip = zipOf(files, (cause) => void told.push(cause));
    await expect(buffer(zip)).rejects.toThrow('The disk is gone');
    expect(told).toHaveLength(1);
    read.mockRestore();
  });

  it('is nobody else’s', async () => {
    await run(
      ...['subscriber', 'add', 'oak', '--name', 'Oak', '--phone', '5125550188'],
      ...['--email', 'office@oak.example', '--fee', '45'],
    );
    expect((await run('applications', 'list', 'oak')).lines).toEqual(['No submitted applications yet.']);
    for (const command of ['show', 'status'])
      expect((await run('applications', command, 'oak', number)).error).toMatch(/has no submitted application/);
  });

  it('is read by whom the operator invites, by an address that works once', async () => {
    const { lines } = await run('office', 'invite', 'demo', 'ana@demo.example', '--role', 'reader', '--name', 'Ana');
    const token = new URL(lines[0] ?? '').hash.slice(1);
    const enter = () => server.app.inject({ method: 'POST', url: '/api/office/enter', payload: { token } });
    expect((await enter()).json()).toMatchObject({
      records: { person: { email: 'ana@demo.example', role: 'reader' } },
    });
    expect((await enter()).statusCode).not.toBe(200);
    expect((await run('office', 'people', 'demo')).lines.join('\n')).toMatch(/ana@demo\.example +reader .* Ana/);
    expect((await run('office', 'invite', 'demo', 'b@demo.example', '--role', 'king')).error).toMatch(/role 'king'/);
  });
});

it('makes text of what a spreadsheet would take for a formula', () => {
  const row = { id: '1', name: '=HYPERLINK("http://evil.example","x")', place: ' +1, Oak', status: 'submitted' };
  const line = csvLine(row as never);
  expect(line).toContain(`"'=HYPERLINK(""http://evil.example"",""x"")"`);
  expect(line).toContain(`"' +1, Oak"`);
});
