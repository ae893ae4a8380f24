import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findRoot, readConfig } from '../../../src/server/platform/config';
import { partPath, readPart } from '../../../src/tools/portal/backup/backupFolder';
import { runCommand } from '../../../src/tools/portal/runCommand';
import { completeSteps, expectRecords, get, paymentBody, post } from '../../support/fillSteps';
import { temporaryFolder } from '../../support/folders/memoryFolder';
import { PASSWORD, registerApplicant, type TestApplicant } from '../../support/serverApplicants';
import { embedded, type TestDatabase } from '../../support/serverEngines';
import { createTestServer, engines, type TestServer } from '../../support/serverFixture';

describe.each(engines)('a backup on $name', (engine) => {
  const targets = [...new Set([engine, embedded])];
  const applicants: Record<'robin' | 'erased' | 'typing', TestApplicant> = Object.create(null);
  let cwd: string;
  let source: TestServer;
  /** The names of both backups. */
  let names: string[];
  let typedBefore: number;

  const run = (server: TestServer, ...args: string[]) =>
    runCommand({ db: server.deps.db, config: server.deps.config, cwd }, args);
  const backUp = () => run(source, 'backup', '--to', 'backups', '--keys-to', 'keys');

  beforeAll(async () => {
    cwd = mkdtempSync(path.join(temporaryFolder(), 'backup-'));
    source = await createTestServer(engine);
    for (const name of ['robin', 'erased', 'typing'] as const) applicants[name] = await registerApplicant(source);
    await completeSteps(source, applicants.robin, 'income', { pdfs: false });
    expectRecords(await post(source, applicants.robin, '/api/payment', await paymentBody(source, applicants.robin)));
    await completeSteps(source, applicants.erased, 'identification');
    await source.drain();
    await registerApplicant(source);
    const typing = await keepTyping(source, applicants.typing);
    expect(await backUp()).toMatchObject({ code: 0 });
    typedBefore = await typing();
    expect(await run(source, 'erase', applicants.erased.trn)).toMatchObject({ code: 0 });
    await source.drain();
    const second = await backUp();
    expect(second.lines[0]).toMatch(/\d files \(.* MB\), 0 of them new\.$/);
    names = readdirSync(path.join(cwd, 'backups')).filter((name) => name.endsWith('Z'));
    expect(names).toHaveLength(2);
  });
  afterAll(async () => {
    await source.close();
    rmSync(cwd, { recursive: true });
  });

  describe.each(targets)('restored into an empty database on $name', (target) => {
    let database: TestDatabase;
    const restoreInto = async (...more: string[]) => {
      const config = readConfig({ DATA_DIR: database.dataDir, LOG_LEVEL: 'silent' }, findRoot());
      return runCommand({ db: database.db, config, cwd }, ['restore', '--from', 'backups', ...more]);
    };
    beforeAll(async () => {
      database = await target.openEmpty();
    });
    afterAll(() => database.close());

    it('has the answers, fees, files and old passwords, and sends no email', async () => {
      const restored = await restoreInto('--keys-from', 'keys', '--backup', String(names[0]));
      expect(restored).toMatchObject({ code: 0 });
      expect(restored.lines.join('\n')).toMatch(
        /All of them were checked\.[\s\S]*on hold[\s\S]*Erased 1 restored application again/,
      );
      const server = await createTestServer({ ...target, open: async () => ({ ...database, close: async () => {} }) });
      try {
        await server.drain();
        expect(existsSync(path.join(database.dataDir, 'outbox'))).toBe(false);
        await expectWhole(server);
      } finally {
        await server.close();
      }
    });

    it('rejects a second restore', async () => {
      const { error } = await restoreInto('--backup', String(names[1]));
      expect(error).toMatch(/isn't empty: it has data/);
    });

    async function expectWhole(server: TestServer): Promise<void> {
      const { robin, erased, typing } = applicants;
      expect((await get(server, robin, '/api/users/applicationdetail')).statusCode).toBe(401);
      const again = await logIn(server, robin);
      for (const url of ['/api/forms/application/identification', `/api/payment/fees/${robin.trn}`])
        expect(known(await get(server, again, url))).toEqual(known(await get(source, await logIn(source, robin), url)));
      const documents = await source.deps.db.query('select id, blob_path from document where trn = $1', [robin.trn]);
      expect(documents.rows).not.toHaveLength(0);
      for (const { blob_path } of documents.rows)
        expect(await server.deps.files.read(blob_path)).toEqual(await source.deps.files.read(blob_path));
      expect((await login(server, erased)).statusCode).toBe(401);
      const draft = await get(server, await logIn(server, typing), `/api/drafts/${typing.trn}/personal-details`);
      const [, count] = /Lu (\d+)/.exec(draft.body) ?? [];
      expect(Number(count)).toBeLessThan(typedBefore);
    }
  });

  describe('that is damaged, or cut off', () => {
    let database: TestDatabase;
    beforeAll(async () => {
      database = await engine.openEmpty();
    });
    afterAll(() => database.close());
    const restoreNow = () => {
      const config = readConfig({ DATA_DIR: database.dataDir, LOG_LEVEL: 'silent' }, findRoot());
      return runCommand({ db: database.db, config, cwd }, ['restore', '--from', 'backups', '--keys-from', 'keys']);
    };

    it('is refused before anything is written', async () => {
      const part = partPath(path.join(cwd, 'backups', String(names[1])), 'tables/application');
      copyFileSync(part, `${part}.whole`);
      writeFileSync(part, readFileSync(part).subarray(0, -1));
      expect((await restoreNow()).error).toMatch(/application\.jsonl\.gz is missing or damaged/);
      renameSync(`${part}.whole`, part);
      expect((await database.db.query("select to_regclass('application') as found")).rows).toEqual([{ found: null }]);
    });

    it('can be restored again once the missing file is back', async () => {
      const files = path.join(cwd, 'backups/files');
      const [, lost = ''] =
        /"name":"([^"]*)"/.exec(await firstLine(partPath(path.join(cwd, 'backups', String(names[1])), 'files'))) ?? [];
      renameSync(path.join(files, lost), path.join(cwd, 'lost'));
      expect((await restoreNow()).error).toMatch(/is missing or damaged/);
      renameSync(path.join(cwd, 'lost'), path.join(files, lost));
      expect(await restoreNow()).toMatchObject({ code: 0 });
    });
  });

  it('deletes the oldest backups, and the files that only they had', async () => {
    const files = () => readdirSync(path.join(cwd, 'backups/files'), { recursive: true }).length;
    const before = files();
    expect((await run(source, 'backup', '--to', 'backups', '--keep', '0')).error).toMatch(/Use a number from 1 to 999/);
    const { lines } = await run(source, 'backup', '--to', 'backups', '--keep', '2');
    expect(lines.join('\n')).toMatch(/Deleted 1 older backup and \d files?\./);
    expect(existsSync(path.join(cwd, 'backups', String(names[0])))).toBe(false);
    expect(files()).toBeLessThan(before);
    expect((await run(source, 'backup', '--to', 'backups', '--keep', '2')).lines[0]).toMatch(/, 0 of them new\.$/);
  });

  it('keeps its keys elsewhere, and reports a folder without a backup', async () => {
    expect((await run(source, 'backup', '--to', 'here', '--keys-to', 'here/keys')).error).toMatch(/another folder/);
    expect((await run(source, 'restore', '--from', 'nowhere')).error).toMatch(/has no complete backup\.$/);
    expect(readdirSync(path.join(cwd, 'keys')).sort()).toEqual(['data.key', 'token.key']);
  });
});

/**
 * Saves drafts until the returned function is called. That function returns how many were saved. Resolves once the
 * first draft is saved.
 */
async function keepTyping({ app }: TestServer, { trn, headers }: TestApplicant): Promise<() => Promise<number>> {
  let isOver = false;
  let count = 0;
  const type = async () => {
    const payload = { answers: { middle_name: `Lu ${count}` } };
    const url = `/api/drafts/${trn}/personal-details`;
    expect((await app.inject({ method: 'PUT', url, headers, payload })).statusCode).toBe(200);
    count += 1;
  };
  await type();
  const typing = (async () => {
    while (!isOver) await type();
  })();
  return async () => {
    isOver = true;
    await typing;
    return count;
  };
}

const login = (server: TestServer, { email }: TestApplicant) =>
  server.app.inject({ method: 'POST', url: '/api/users/login', payload: { email, password: PASSWORD } });

async function logIn(server: TestServer, applicant: TestApplicant): Promise<TestApplicant> {
  const { token } = expectRecords(await login(server, applicant));
  return { ...applicant, headers: { ...applicant.headers, authorization: String(token) } };
}

async function firstLine(part: string): Promise<string> {
  for await (const line of readPart(part)) return line;
  return '';
}

/** Removes the values that differ with each call. */
function known(answer: { statusCode: number; body: string }) {
  return { status: answer.statusCode, body: answer.body.replaceAll(/"(expires|signature|url)":"[^"]*"/g, '') };
}
