import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../src/server/platform/db/database';
import { createEvents } from '../../../../src/server/platform/db/events';
import { listenPostgres } from '../../../../src/server/platform/db/listenPostgres';
import { get } from '../../../support/fillSteps';
import { registerApplicant } from '../../../support/serverApplicants';
import { createTestServer, engines, type TestServer } from '../../../support/serverFixture';
import { tcpGate } from '../../../trust/support/tcpGate';

describe('the events', () => {
  it('are sent to the listeners of their topic', () => {
    const events = createEvents();
    const received: (string | undefined)[] = [];
    const stop = events.subscribe('application', (id) => received.push(id));
    events.publish('application:a');
    events.publish('session:b');
    events.publish('nonsense');
    stop();
    events.publish('application:c');
    expect(received).toEqual(['a']);
  });

  it('report possibly missed events each time the connection is established', () => {
    const events = createEvents();
    const received: (string | undefined)[] = [];
    events.subscribe('session', (id) => received.push(id));
    for (const isLive of [true, true, false, true]) events.setLive(isLive);
    expect(received).toEqual([undefined, undefined]);
    expect(events.isLive()).toBe(true);
  });

  it('end a wait only for its own changes, after its time limit, and at shutdown', async () => {
    const events = createEvents();
    const resolved: string[] = [];
    const wait = (name: string, milliseconds = 60_000) =>
      events.wait('application', name, milliseconds).then(() => resolved.push(name));
    const waits = [wait('mine'), wait('missed')];
    events.publish('application:other');
    await wait('over', 5);
    expect(resolved).toEqual(['over']);
    events.publish('application:mine');
    await waits[0];
    expect(resolved).toEqual(['over', 'mine']);
    events.close();
    await waits[1];
    expect(events.isClosed()).toBe(true);
  });
});

describe.each(engines)('the events of $name', (engine) => {
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

  it('include every job, and every change of a subscriber', async () => {
    const received: string[] = [];
    server.deps.events.subscribe('job', () => received.push('job'));
    server.deps.events.subscribe('subscriber', (id) => received.push(String(id)));
    await server.deps.db.query("insert into job (kind, payload) values ('none', '{}')");
    await server.deps.db.query("update subscriber set name = name where id = 'demo'");
    expect(await until(() => received.length === 2)).toBe(true);
    expect(received).toEqual(['job', 'demo']);
  });

  it('never include a change that was rolled back', async () => {
    const received: unknown[] = [];
    server.deps.events.subscribe('job', () => received.push('job'));
    const client = await server.deps.db.connect();
    await client.query('begin');
    await client.query("insert into job (kind, payload) values ('none', '{}')");
    await client.query('rollback');
    client.release();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(received).toEqual([]);
  });

  it.each([
    ['ended', 'update session set ended_at = now() where trn = $1'],
    ['deleted with its application', 'delete from application where trn = $1'],
  ])('reject a session that was %s elsewhere', async (_, sql) => {
    const robin = await registerApplicant(server);
    const status = async () => (await get(server, robin, `/api/users/sectionstatus/${robin.trn}`)).statusCode;
    expect(await status()).toBe(200);
    const resolved = new Promise((resolve) => server.deps.events.subscribe('session', resolve));
    await server.deps.db.query(sql, [robin.trn]);
    await resolved;
    expect(await status()).toBe(401);
  });

  it('erased applications are rejected without a notification', async () => {
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

const withConnections = engines.filter(({ name }) => name === 'PostgreSQL');

describe.each(withConnections)('the connection that listens to $name', (postgres) => {
  it('reconnects after it broke, and reports that events may have been missed', async () => {
    const server = await createTestServer(postgres);
    const { host = '127.0.0.1', port = 5432, database, user, password } = optionsOf(server);
    const gate = await tcpGate(host, port);
    const events = createEvents();
    let missed = 0;
    events.subscribe('job', (id) => {
      if (id === undefined) missed += 1;
    });
    const secret = password ? `:${encodeURIComponent(password)}` : '';
    const url = `postgres://${user}${secret}@127.0.0.1:${gate.port}/${database}`;
    const stop = await listenPostgres(url, server.deps.db, events);
    expect(events.isLive()).toBe(true);
    await gate.shut();
    await expect.poll(() => events.isLive(), { timeout: 5000 }).toBe(false);
    const before = missed;
    await gate.open();
    await expect.poll(() => events.isLive(), { timeout: 5000 }).toBe(true);
    expect(missed).toBe(before + 1);
    await stop();
    await gate.close();
    await server.close();
  });

  it('isn’t live while its notifications are lost, as with PgBouncer', async () => {
    const server = await createTestServer(postgres);
    const events = createEvents();
    const elsewhere = new pg.Pool({ connectionString: connectionOf(server) });
    elsewhere.query = (async () => ({ rows: [] })) as unknown as typeof elsewhere.query;
    const stop = await listenPostgres(connectionOf(server), elsewhere, events);
    expect(events.isLive()).toBe(false);
    await stop();
    await elsewhere.end();
    await server.close();
  });

  it('is not opened through a pooler that shares connections, whose statements have no names', async () => {
    const server = await createTestServer(postgres);
    const { db, listen, close } = await openDatabase(connectionOf(server), '', { databasePooler: 'transaction' });
    const events = createEvents();
    const stop = await listen(events);
    expect(events.isLive()).toBe(false);
    await db.query({ name: 'a-name', text: 'select $1::int as n', values: [1] });
    const { rows } = await db.query('select name from pg_prepared_statements');
    expect(rows).toEqual([]);
    await stop();
    await close();
    await server.close();
  });

  const connectionOf = ({ deps }: Pick<TestServer, 'deps'>) =>
    (deps.db as unknown as { options: { connectionString: string } }).options.connectionString;

  function optionsOf({ deps }: Pick<TestServer, 'deps'>) {
    const { hostname, port, pathname, username, password } = new URL(connectionOf({ deps }));
    return {
      host: hostname,
      port: Number(port || 5432),
      database: pathname.slice(1),
      user: username,
      password: decodeURIComponent(password),
    };
  }
});
