import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeDocument, storeDocument } from '../../../../src/server/applications/documents/storeDocument';
import { type Config, findRoot, readConfig } from '../../../../src/server/platform/config';
import { createFileOwner, MARKER } from '../../../../src/server/platform/files/fileOwner';
import type { FileStore } from '../../../../src/server/platform/files/fileStore';
import { createFiles } from '../../../../src/server/platform/files/files';
import { maintainFiles } from '../../../../src/server/platform/files/sweepFiles';
import { FileMissing } from '../../../../src/server/platform/http/storageErrors';
import { runCommand } from '../../../../src/tools/portal/runCommand';
import { registerApplicant } from '../../../support/serverApplicants';
import { createTestServer, engines, type TestServer } from '../../../support/serverFixture';
import { type ObjectStore, startObjectStore } from '../../../trust/support/objectStore';

const folder = mkdtempSync(path.join(os.tmpdir(), 'rental-owner-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Lists a store's files without its marker. */
async function namesIn(store: FileStore): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of store.list()) if (name !== MARKER) names.push(name);
  return names.sort();
}

/** Runs the hourly cleanup of the file store. Returns its log texts and the deleted files. */
async function cleanUp({ deps }: TestServer, isWhole = true): Promise<{ logged: string[]; deleted: string[] }> {
  const logged: string[] = [];
  const deleted: string[] = [];
  const log = {
    info: (about: string | { file: string }) =>
      typeof about === 'string' ? logged.push(about) : deleted.push(about.file),
    warn: (text: string) => logged.push(text),
  };
  await maintainFiles(deps, log, isWhole);
  return { logged, deleted: deleted.sort() };
}

/** Makes unreferenced files this many days older. */
const age = ({ deps }: TestServer, days: number) =>
  deps.db.query('update stored_file set unreferenced_since = unreferenced_since - make_interval(days => $1)', [days]);

const nothing = { logged: [], deleted: [] };
const logged = (text: string) => ({ logged: [expect.stringContaining(text)], deleted: [] });

function upload({ deps }: TestServer, trn: string) {
  const file = { content: Buffer.from('%PDF-'), mime: 'application/pdf', extension: 'pdf' };
  return storeDocument(deps, { trn, documentId: 12, sourceId: 0, name: 'a.pdf' }, file);
}

const TABLES = ['installation', 'file_store_token', 'stored_file', 'document'];

/** Returns what a database dump contains about files. */
async function dump({ deps }: TestServer): Promise<Record<string, unknown[]>> {
  const tables = TABLES.map(async (table) => {
    const { rows } = await deps.db.query(`select to_jsonb(t) as row from ${table} t`);
    return [table, rows.map(({ row }) => row)] as const;
  });
  return Object.fromEntries(await Promise.all(tables));
}

/** Replaces the rows with the dump's, without triggers. */
async function restore({ deps }: TestServer, dumped: Record<string, unknown[]>): Promise<void> {
  const client = await deps.db.connect();
  await client.query('set session_replication_role = replica');
  for (const table of TABLES) {
    await client.query(`delete from ${table}`);
    const values = `select * from jsonb_populate_recordset(null::${table}, $1)`;
    await client.query(`insert into ${table} overriding system value ${values}`, [JSON.stringify(dumped[table])]);
  }
  await client.query('reset session_replication_role');
  client.release();
}

describe.each(engines)('on $name', (engine) => {
  describe.each(['folder', 'bucket'])('the file store in a %s', (kind) => {
    let s3: ObjectStore | undefined;
    let place: Pick<Config, 's3' | 'dataDir'>;
    let store: FileStore;
    let live: TestServer;
    let trn: string;
    beforeAll(async () => {
      const own = mkdtempSync(path.join(folder, 'store-'));
      s3 = kind === 'bucket' ? await startObjectStore(own) : undefined;
      place = readConfig({ DATA_DIR: own, ...s3?.environment }, findRoot());
      store = createFiles(readConfig({ DATA_DIR: own, ...s3?.environment }, findRoot()));
      live = await createTestServer(engine, { fileStore: store });
      ({ trn } = await registerApplicant(live));
    });
    afterAll(async () => {
      await live.close();
      await s3?.close();
    });

    const portal = ({ deps }: TestServer, ...args: string[]) =>
      runCommand({ db: deps.db, config: { ...deps.config, s3: place.s3, dataDir: place.dataDir }, cwd: folder }, args);

    it('is claimed once if it has no owner, and that is logged', async () => {
      await upload(live, trn);
      expect(await cleanUp(live)).toEqual(logged('now owns the file store'));
      expect(await cleanUp(live)).toEqual(nothing);
    });

    it("isn't used by a second database until an operator assigns it", async () => {
      const names = await namesIn(store);
      const second = await createTestServer(engine, { fileStore: store });
      const { trn: own } = await registerApplicant(second);
      expect(await cleanUp(second)).toEqual(logged('belongs to another installation'));
      const { id, blob_path } = await upload(second, own);
      await removeDocument(second.deps, own, id);
      await age(second, 60);
      expect(await cleanUp(second, false)).toEqual(logged('belongs to another installation'));
      expect(await namesIn(store)).toEqual([...names, blob_path].sort());

      expect(await portal(second, 'files', 'sweep')).toMatchObject({
        code: 1,
        error: expect.stringContaining('another'),
      });
      expect((await portal(second, 'files', 'sweep', '--dry-run')).lines.join('\n')).toContain(`${names[0]}`);
      expect(await portal(second, 'files', 'adopt')).toMatchObject({
        code: 0,
        lines: [expect.stringContaining("1 file isn't in its database")],
      });
      expect(await cleanUp(second)).toEqual({ logged: [], deleted: [blob_path] });
      expect(await cleanUp(live)).toEqual(logged('belongs to another installation'));
      expect(await namesIn(store)).toEqual(names);
      expect(await portal(live, 'files', 'adopt')).toMatchObject({ code: 0 });
      expect(await cleanUp(live)).toEqual(nothing);
      await second.close();
    });

    it('keeps files uploaded after the dump that its database was restored from', async () => {
      const dumped = await dump(live);
      const late: string[] = [];
      for (let n = 0; n < 3; n += 1) late.push((await upload(live, trn)).blob_path);
      late.sort();
      const names = await namesIn(store);
      const latest = await dump(live);
      await restore(live, dumped);
      expect(await cleanUp(live)).toEqual(logged('restored from a backup'));
      await age(live, 60);
      expect(await cleanUp(live, false)).toEqual(logged('restored from a backup'));
      expect(await namesIn(store)).toEqual(names);

      await portal(live, 'files', 'adopt');
      expect((await portal(live, 'files', 'sweep', '--dry-run')).lines.join('\n')).toContain(late[0]);
      await age(live, 29);
      expect(await cleanUp(live)).toEqual(nothing);
      // A document refers to the first file again before the file expires.
      const back = latest.document?.find((row) => (row as { blob_path: string }).blob_path === late[0]);
      await live.deps.db.query(
        'insert into document overriding system value select * from jsonb_populate_record(null::document, $1)',
        [JSON.stringify(back)],
      );
      await age(live, 2);
      expect(await cleanUp(live)).toEqual({ logged: [], deleted: late.slice(1) });
      expect(await namesIn(store)).toEqual(names.filter((name) => !late.slice(1).includes(name)));
    });

    it('is recognized as belonging to a newer copy of a restored database', async () => {
      const dumped = await dump(live);
      await cleanUp(live);
      await restore(live, dumped);
      expect(await cleanUp(live, false)).toEqual(logged('newer copy of this database'));
    });
  });

  it('a file store is recognized by processes that start together, and after a process died', async () => {
    const server = await createTestServer(engine);
    const { storedFiles } = server.deps.stores;
    const store = createFiles(server.deps.config);
    const starts = Array.from({ length: 6 }, () => createFileOwner(store, storedFiles).claim(true));
    for (const state of await Promise.all(starts)) expect(state).toMatch(/^(unmarked|ours)$/);
    await storedFiles.issueToken();
    expect(await server.deps.fileOwner.claim(true)).toBe('ours');
    await store.write(MARKER, Buffer.from('{ "half'));
    expect(await server.deps.fileOwner.claim(true)).toBe('other');
    await server.close();
  });

  it('the sweep deletes 200 files at a time, 30 days after the last document used them', async () => {
    const contents = new Map<string, Buffer>();
    const server = await createTestServer(engine, { fileStore: inMemory(contents) });
    await cleanUp(server);
    contents.set('applications/strange/1.pdf', Buffer.from('x'));
    for (let n = 0; n < 250; n += 1) await server.deps.files.write(`applications/x/${n}.pdf`, Buffer.from('x'));
    await age(server, 29);
    expect(await cleanUp(server, false)).toEqual(nothing);
    await age(server, 2);
    const deleted = [];
    for (let run = 0; run < 3; run += 1) deleted.push((await cleanUp(server, false)).deleted.length);
    expect(deleted).toEqual([200, 50, 0]);
    expect([...contents.keys()].sort()).toEqual(['applications/strange/1.pdf', MARKER]);
    await server.close();
  });
});

function inMemory(contents: Map<string, Buffer>): FileStore {
  return {
    write: async (name, content) => void contents.set(name, content),
    async read(name) {
      const found = contents.get(name);
      if (!found) throw new FileMissing(name);
      return found;
    },
    remove: async (name) => void contents.delete(name),
    async *list() {
      for (const name of contents.keys()) yield { name, writtenAt: new Date() };
    },
  };
}
