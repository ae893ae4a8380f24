import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDemo } from '../../../src/server/features/demo/demoRepository';
import { createKeyring } from '../../../src/server/platform/crypto/keyRepository';
import { doctor } from '../../../src/tools/portal/doctor';
import { makeFolder } from '../../support/folders/memoryFolder';
import { listenLocally } from '../../support/listenLocally';
import { engines, type TestDatabase } from '../../support/serverEngines';

const lineOf = (lines: readonly string[], title: string) => lines.find((line) => line.slice(3).startsWith(`${title}:`));
const fixOf = (lines: readonly string[], title: string) =>
  lines[lines.findIndex((line) => line.startsWith(`✘  ${title}:`)) + 1];

describe('portal doctor', () => {
  it('finds nothing to fix before a first trial', async () => {
    const { lines, code } = await doctor({ DATA_DIR: makeFolder() });
    expect(code).toBe(0);
    expect(lines.filter((line) => line.startsWith('ok '))).toHaveLength(5);
    expect(lines.at(-1)).toBe('Everything works.');
  });

  it.each([
    [{ PORT: 'http' }, /PORT/],
    [{ DATA_KEY: 'abc' }, /DATA_KEY: a key needs 32 bytes/],
    [{ NODE_ENV: 'production' }, /needs DATABASE_URL, DATA_KEY/],
    [{ DATA_KEY_FILE: '/nowhere/key' }, /can't be read \(ENOENT\)/],
  ])('names a setting that is wrong: %j', async (given, problem) => {
    const { lines, code } = await doctor({ DATA_DIR: makeFolder(), ...given });
    expect(code).toBe(1);
    expect(lineOf(lines, 'Settings')).toMatch(problem);
    expect(fixOf(lines, 'Settings')).toBe('   Correct this setting. docs/settings.md lists all settings.');
    expect(lines.at(-1)).toBe('Fix 1 problem, then run this again.');
  });

  it('names each unreachable service and its fix, and prints no secret', async () => {
    const { lines, code } = await doctor({
      DATA_DIR: makeFolder(),
      DATABASE_URL: 'postgres://portal:hush-database@127.0.0.1:1/portal',
      SMTP_URL: 'smtp://portal:hush%40mail@127.0.0.1:1',
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_BUCKET: 'portal',
      S3_ACCESS_KEY_ID: 'hush-id',
      S3_SECRET_ACCESS_KEY: 'hush-key',
    });
    expect(code).toBe(1);
    expect(fixOf(lines, 'Database')).toContain('the user and password in DATABASE_URL');
    expect(fixOf(lines, 'Files')).toContain('Check that the bucket exists');
    expect(fixOf(lines, 'Email')).toContain('the host, port, user and password in SMTP_URL');
    expect(lines.join('\n')).not.toContain('hush');
  });

  it('reports that the virus scanner doesn’t answer', async () => {
    const { lines, code } = await doctor({ DATA_DIR: makeFolder(), CLAMAV_URL: 'tcp://127.0.0.1:1' });
    expect(code).toBe(1);
    expect(fixOf(lines, 'Virus scanner')).toContain('Until clamd responds, uploads are rejected.');
  });

  it('removes a password that a server repeats', async () => {
    const smtp = new SMTPServer({
      authOptional: false,
      hideSTARTTLS: true,
      allowInsecureAuth: true,
      onAuth: ({ password }, _, done) => done(new Error(`no such user with ${password}`)),
    });
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
    const { port } = smtp.server.address() as AddressInfo;
    const { lines } = await doctor({ DATA_DIR: makeFolder(), SMTP_URL: `smtp://portal:hush@127.0.0.1:${port}` });
    await new Promise<void>((resolve) => smtp.close(resolve));
    expect(lineOf(lines, 'Email')).toContain('no such user with …');
    expect(lines.join('\n')).not.toContain('hush');
  });

  it('reports a bucket that denies access', async () => {
    const { address, close } = await listenLocally(createServer((_, response) => response.writeHead(403).end()));
    const bucket = { S3_ENDPOINT: address, S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'key-id', S3_SECRET_ACCESS_KEY: 'key' };
    const { lines } = await doctor({ DATA_DIR: makeFolder(), ...bucket });
    close();
    expect(lineOf(lines, 'Files')).toContain(`${address}/b: The object store responded with 403 to PUT`);
  });
});

describe.each(engines.filter(({ name }) => name === 'PostgreSQL'))('portal doctor on $name', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await engine.open();
  });
  afterAll(() => database.close());
  const examine = (given = {}) => doctor({ DATA_DIR: makeFolder(), DATABASE_URL: database.url, ...given });

  it('prints the version of the database, and that its tables and clock are right', async () => {
    const { lines, code } = await examine();
    expect(lineOf(lines, 'Database')).toMatch(
      /^ok Database: PostgreSQL 127\.0\.0\.1:5432\/\w+, version \d+.*, up to date$/,
    );
    expect(lineOf(lines, 'Clock')).toMatch(/^ok Clock: \d\.\d seconds off the database's clock$/);
    expect(code).toBe(0);
  });

  it('reports a pending migration, and how to run it if MIGRATE_ON_START is off', async () => {
    await database.db.query("delete from migration_run where name = '182-resealed'");
    expect(lineOf((await examine()).lines, 'Database')).toMatch(/^ok .*1 migration pending$/);
    const { lines } = await examine({ MIGRATE_ON_START: 'off' });
    expect(fixOf(lines, 'Database')).toBe('   Run: npm run portal -- migrate');
    await database.db.query("insert into migration_run (name, run_on) values ('182-resealed', now())");
  });

  it('finds stored data that DATA_KEY cannot open', async () => {
    const [used, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    await seedDemo(database.db);
    await createKeyring(database.db, () => [used]).getSubscriberKey('demo');
    const good = await examine({ DATA_KEY: used.toString('base64') });
    expect(lineOf(good.lines, 'Encryption keys')).toBe('ok Encryption keys: the key decrypts everything stored');
    const bad = await examine({ DATA_KEY: other.toString('base64') });
    expect(lineOf(bad.lines, 'Encryption keys')).toMatch(/^✘ {2}.*a key that isn't set \([0-9a-f]{16}\)$/);
    expect(bad.lines.join('\n')).not.toContain(other.toString('base64'));
  });
});
