import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listenPostgres } from '../../src/server/db/database';
import { createNews } from '../../src/server/db/news';
import { get } from '../support/fillSteps';
import { registerApplicant } from '../support/serverApplicants';
import { createTestServer, engines, type TestServer } from '../support/serverFixture';
import { tcpGate } from '../trust/support/tcpGate';

describe('the news', () => {
  it('are told to those who listen for their topic', () => {
    const news = createNews();
    const heard: (string | undefined)[] = [];
    const stop = news.on('application', (id) => heard.push(id));
    news.hear('application:a');
    news.hear('session:b');
    news.hear('nonsense');
    stop();
    news.hear('application:c');
    expect(heard).toEqual(['a']);
  });

  it('are said to have been missed whenever listening begins again', () => {
    const news = createNews();
    const heard: (string | undefined)[] = [];
    news.on('session', (id) => heard.push(id));
    for (const isLive of [true, true, false, true]) news.setLive(isLive);
    expect(heard).toEqual([undefined, undefined]);
    expect(news.isLive()).toBe(true);
  });

  it('end a wait for what changed, for what was missed and for the end, and for nothing else', async () => {
    const news = createNews();
    const told: string[] = [];
    const wait = (name: string, milliseconds = 60_000) =>
      news.wait('application', name, milliseconds).then(() => told.push(name));
    const waits = [wait('mine'), wait('missed')];
    news.hear('application:other');
    await wait('over', 5);
    expect(told).toEqual(['over']);
    news.hear('application:mine');
    await waits[0];
    expect(told).toEqual(['over', 'mine']);
    news.close();
    await waits[1];
    expect(news.isClosed()).toBe(true);
  });
});

describe.each(engines)('what $name tells', (engine) => {
  let server: TestServer;
  let stop: () => Promise<void>;
  beforeEach(async () => {
    server = await createTestServer(engine);
    stop = await server.listen();
  });
  afterEach(async () => {
    await stop();
    await server.close();
  });

  const until = async (is: () => boolean) => {
    for (let n = 0; n < 100 && !is(); n += 1) await new Promise((resolve) => setTimeout(resolve, 20));
    return is();
  };

  it('is every job, and every change of a subscriber', async () => {
    const heard: string[] = [];
    server.deps.news.on('job', () => heard.push('job'));
    server.deps.news.on('subscriber', (id) => heard.push(String(id)));
    await server.deps.db.query("insert into job (kind, payload) values ('none', '{}')");
    await server.deps.db.query("update subscriber set name = name where id = 'demo'");
    expect(await until(() => heard.length === 2)).toBe(true);
    expect(heard).toEqual(['job', 'demo']);
  });

  it('is nothing that was rolled back', async () => {
    const heard: unknown[] = [];
    server.deps.news.on('job', () => heard.push('job'));
    const client = await server.deps.db.connect();
    await client.query('begin');
    await client.query("insert into job (kind, payload) values ('none', '{}')");
    await client.query('rollback');
    client.release();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(heard).toEqual([]);
  });

  it.each([
    ['ended', 'update session set ended_at = now() where trn = $1'],
    ['deleted with its application', 'delete from application where trn = $1'],
  ])('lets nobody in by a session that was %s elsewhere', async (_, sql) => {
    const robin = await registerApplicant(server);
    const status = async () => (await get(server, robin, `/api/users/sectionstatus/${robin.trn}`)).statusCode;
    expect(await status()).toBe(200);
    const told = new Promise((resolve) => server.deps.news.on('session', resolve));
    await server.deps.db.query(sql, [robin.trn]);
    await told;
    expect(await status()).toBe(401);
  });

  it('is not needed to refuse what belongs to an erased application', async () => {
    const robin = await registerApplicant(server);
    await get(server, robin, `/api/users/sectionstatus/${robin.trn}`);
    await stop();
    await server.deps.db.query('delete from application where trn = $1', [robin.trn]);
    const { headers } = robin;
    const calls = [
      { url: `/api/applicant/getidentification/${robin.trn}` },
      { method: 'PUT' as const, url: `/api/drafts/${robin.trn}/address`, payload: { answers: {} } },
      { method: 'POST' as const, url: '/api/income/addsource', payload: { document_id: 3 } },
      { url: `/api/income/checks/${robin.trn}` },
    ];
    const statuses = [];
    for (const call of calls) statuses.push((await server.app.inject({ ...call, headers })).statusCode);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect(statuses.slice(0, 3)).toEqual([401, 401, 401]);
  });
});

const postgres = engines.find(({ name }) => name === 'PostgreSQL');

describe.runIf(postgres)('the connection that listens', () => {
  it('is opened again after it broke, and says that news may have been missed', async () => {
    const server = await createTestServer(postgres);
    const { host = '127.0.0.1', port = 5432, database, user, password } = optionsOf(server);
    const gate = await tcpGate(host, port);
    const news = createNews();
    let missed = 0;
    news.on('job', (id) => {
      if (id === undefined) missed += 1;
    });
    const secret = password ? `:${encodeURIComponent(password)}` : '';
    const stop = await listenPostgres(`postgres://${user}${secret}@127.0.0.1:${gate.port}/${database}`, news);
    expect(news.isLive()).toBe(true);
    await gate.shut();
    await expect.poll(() => news.isLive(), { timeout: 5000 }).toBe(false);
    const before = missed;
    await gate.open();
    await expect.poll(() => news.isLive(), { timeout: 5000 }).toBe(true);
    expect(missed).toBe(before + 1);
    await stop();
    await gate.close();
    await server.close();
  });

  function optionsOf({ deps }: TestServer) {
    const { connectionString } = (deps.db as unknown as { options: { connectionString: string } }).options;
    const { hostname, port, pathname, username, password } = new URL(connectionString);
    return {
      host: hostname,
      port: Number(port || 5432),
      database: pathname.slice(1),
      user: username,
      password: decodeURIComponent(password),
    };
  }
});
