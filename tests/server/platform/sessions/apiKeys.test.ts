import { describe, expect, it } from 'vitest';
import { findApiKey } from '../../../../src/server/platform/sessions/apiKeyRepository';
import { runCommand } from '../../../../src/tools/portal/runCommand';
import { openServer } from '../../../support/openServer';
import { engines } from '../../../support/serverFixture';

describe.each(engines)('API keys on $name', async (engine) => {
  const server = await openServer(engine);

  const run = (...args: string[]) =>
    runCommand({ db: server.deps.db, config: server.deps.config, cwd: process.cwd() }, args);
  const find = (key: string) => findApiKey(server.deps.db, key, server.deps.clock());

  it('are printed once and kept as a hash', async () => {
    const { lines } = await run('apikey', 'add', 'demo', '--scope', 'reveal', '--name', 'Ledger');
    const [key = ''] = lines;
    expect(key).toMatch(/^rak_[a-z0-9]{10}_[\w-]{43}$/);
    expect(await find(key)).toMatchObject({ subscriber_id: 'demo', scopes: ['read', 'reveal'], name: 'Ledger' });
    const { rows } = await server.deps.db.query<{ text: string }>('select k::text as text from api_key k');
    expect(JSON.stringify(rows)).not.toContain(key.slice('rak_0123456789_'.length));
  });

  it('show in the list when they were last used', async () => {
    const [key = ''] = (await run('apikey', 'add', 'demo')).lines;
    const line = async () =>
      (await run('apikey', 'list', 'demo')).lines.find((one) => one.includes(key.split('_')[1] ?? ''));
    expect(await line()).toMatch(/active +read +\S+ +never/);
    await find(key);
    expect(await line()).toMatch(/active +read +\S+ +\d{4}-\d\d-\d\dT\d\d:\d\d/);
  });

  it('revoked and unknown keys are rejected', async () => {
    const [key = ''] = (await run('apikey', 'add', 'demo')).lines;
    expect(await find(`${key}x`)).toBeUndefined();
    expect(await find(key.replace('rak_', 'RAK_'))).toBeUndefined();
    expect((await run('apikey', 'revoke', 'demo', key)).code).toBe(0);
    expect(await find(key)).toBeUndefined();
    expect((await run('apikey', 'revoke', 'demo', key)).code).toBe(1);
  });

  it('read only their own subscriber’s list, and open no session', async () => {
    const [key = ''] = (await run('apikey', 'add', 'demo')).lines;
    const list = (authorization: string) =>
      server.app.inject({ url: '/api/office/applications', headers: { authorization } });
    expect((await list(`Bearer ${key}`)).json()).toMatchObject({ status: 200, records: { applications: [] } });
    expect((await list(`Bearer ${key}x`)).statusCode).toBe(401);
    const headers = { authorization: `Bearer ${key}` };
    expect((await server.app.inject({ url: '/api/office/people', headers })).statusCode).toBe(403);
    expect((await server.app.inject({ url: '/api/office/session', headers })).statusCode).toBe(401);
    expect((await server.app.inject({ url: '/api/users/applicationdetail', headers })).statusCode).toBe(401);
  });

  it('reject unknown scopes and the keys of other subscribers', async () => {
    expect((await run('apikey', 'add', 'demo', '--scope', 'read,everything')).error).toMatch(/scope 'everything'/);
    const [key = ''] = (await run('apikey', 'add', 'demo')).lines;
    await run(
      ...['subscriber', 'add', 'oak', '--name', 'Oak', '--phone', '5125550188'],
      ...['--email', 'office@oak.example', '--fee', '45'],
    );
    expect((await run('apikey', 'revoke', 'oak', key)).code).toBe(1);
    expect(await find(key)).toBeDefined();
  });
});
