import { verify } from '@node-rs/argon2';
import { describe, expect, it, vi } from 'vitest';
import type { Message } from '../../../../src/server/platform/mail/mail';
import { issueToken } from '../../../../src/server/platform/sessions/tokenRepository';
import { openServer } from '../../../support/openServer';
import { PASSWORD, registerApplicant, registrationBody } from '../../../support/serverApplicants';
import { engines } from '../../../support/serverFixture';

vi.mock('@node-rs/argon2', async (load) => {
  const real = await load<typeof import('@node-rs/argon2')>();
  return { ...real, verify: vi.fn(real.verify) };
});

describe.each(engines)('login on $name', async (engine) => {
  const mails: Message[] = [];
  const server = await openServer(engine, { mail: { send: async (message) => void mails.push(message) } });
  const robin = await registerApplicant(server);

  const trnOf = (text: string) => /trn_id=([\w-]+)/.exec(text)?.[1] ?? '';
  const post = (url: string, payload: object | string, headers = {}) =>
    server.app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json', ...headers } });
  const login = (email: string, password: string) => post('/api/users/login', { email, password });
  const detail = (headers: Record<string, string>) =>
    server.app.inject({ url: '/api/users/applicationdetail', headers });

  it("returns a working token, the link value and the transaction, whatever the email's case", async () => {
    const response = await login(` ${robin.email.toUpperCase()} `, PASSWORD);
    expect(response.json()).toMatchObject({
      status: 200,
      success: true,
      records: { url: 'open', trn_id: robin.trn, email: robin.email, application_type: 'Property' },
    });
    const { token } = response.json().records;
    expect((await detail({ authorization: `Bearer ${token}` })).statusCode).toBe(200);
  });

  it('returns the same response for a wrong password and an unknown email', async () => {
    const wrong = await login(robin.email, 'Wrong!Pass1');
    const unknown = await login('nobody@example.com', 'Wrong!Pass1');
    expect(wrong.json()).toEqual(unknown.json());
    expect(wrong.json()).toMatchObject({ status: 401, success: false, message: 'Invalid Credentials.' });
  });

  it('hashes for unknown logins too, so timing reveals nothing', async () => {
    const costs: string[] = [];
    for (const email of [robin.email, 'nobody.known@example.com']) {
      vi.mocked(verify).mockClear();
      expect((await login(email, 'Wrong!Pass2')).statusCode).toBe(401);
      const hashes = vi.mocked(verify).mock.calls.map(([hash]) => String(hash));
      costs.push(hashes.map((hash) => hash.split('$').slice(0, 4).join('$')).join());
    }
    expect(costs[0]).toMatch(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+$/);
    expect(costs[1]).toBe(costs[0]);
  });

  it('accepts the chosen username instead of the email', async () => {
    const { email } = robin;
    const second = await registerApplicant(server, {
      email,
      reEmail: email,
      username: 'Robin The Second',
      password: 'Second!View2026',
      reEnterPassword: 'Second!View2026',
    });
    expect((await login('robin the second', 'Second!View2026')).json().records.trn_id).toBe(second.trn);
    expect((await login(email, 'Second!View2026')).statusCode).toBe(401);
  });

  it('refuses malformed JSON, and missing, unknown or wrongly typed members', async () => {
    expect((await post('/api/users/login', '{')).json()).toMatchObject({ status: 400, code: 'badJson' });
    expect((await post('/api/users/login', '{}')).json().errors).toMatchObject([
      { path: '/email', message: 'Required' },
      { path: '/password', message: 'Required' },
    ]);
    const odd = await post('/api/users/login', { email: ['a'], password: PASSWORD, remember: true });
    expect(
      odd
        .json()
        .errors.map((one: { path: string }) => one.path)
        .sort(),
    ).toEqual(['/email', '/remember']);
  });

  const loginFrom = (remoteAddress: string, email: string, password: string) =>
    server.app.inject({ method: 'POST', url: '/api/users/login', payload: { email, password }, remoteAddress });

  it('lets the owner log in while someone guesses from another address', async () => {
    const { email } = await registerApplicant(server);
    for (let hour = 0; hour < 3; hour++) {
      for (let i = 0; i < 40; i++) {
        await loginFrom('198.51.100.1', email, `Guess!Pass${i}`);
        if (i % 5 === 4) server.advance(61);
      }
      expect((await loginFrom('198.51.100.1', email, PASSWORD)).statusCode).toBe(429);
      expect((await loginFrom('198.51.100.2', email, PASSWORD)).statusCode).toBe(200);
      server.advance(3600);
    }
  });

  it('limits guesses from many addresses to a hundred an hour, while the owner can log in by email', async () => {
    const { email } = await registerApplicant(server);
    await server.drain();
    const guesses = [];
    for (let i = 0; i < 110; i++) guesses.push(await loginFrom(`203.0.113.${i}`, email, `Guess!Pass${i}`));
    expect(guesses.map(({ statusCode }) => statusCode)).toEqual([...Array(100).fill(401), ...Array(10).fill(429)]);
    expect((await loginFrom('198.51.100.9', email, PASSWORD)).statusCode).toBe(429);
    const forgot = (remoteAddress: string) =>
      server.app.inject({ method: 'POST', url: '/api/users/forgotPassword', payload: { email }, remoteAddress });
    for (let i = 0; i < 30; i++) expect((await forgot(`203.0.113.${i}`)).statusCode).toBe(200);
    expect((await forgot('198.51.100.9')).statusCode).toBe(200);
    mails.length = 0;
    await server.drain();
    expect(mails).toHaveLength(20);
    const token = /\/login\?\S*token=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
    const trn = trnOf(mails.at(-1)?.text ?? '');
    const entered = await server.app.inject({
      method: 'POST',
      url: '/api/users/exchange',
      payload: { trn_id: trn, url: 'open', token },
      remoteAddress: '198.51.100.9',
    });
    expect(entered.json().records).toMatchObject({ email });
  });

  it('lets the owner log in from known addresses while others guess from everywhere', async () => {
    const { email } = await registerApplicant(server);
    // Counts attempts like a login, without the time to hash a password.
    for (let i = 0; i < 100; i++)
      await server.deps.limits.take('loginHour', { account: email, address: `203.0.113.${i}` });
    expect((await loginFrom('127.0.0.1', email, PASSWORD)).statusCode).toBe(200);
    expect((await loginFrom('198.51.100.10', email, PASSWORD)).statusCode).toBe(429);
    mails.length = 0;
    await post('/api/users/forgotPassword', { email });
    await server.drain();
    const uid = /\/reset-password\/(\S+)/.exec(mails.map(({ text }) => text).join())?.[1] ?? '';
    const changed = await server.app.inject({
      method: 'POST',
      url: '/api/users/resetPassword',
      payload: { uid, password: 'Newer!View2026' },
      remoteAddress: '198.51.100.10',
    });
    expect(changed.statusCode).toBe(200);
    expect((await loginFrom('198.51.100.10', email, 'Newer!View2026')).statusCode).toBe(200);
  });

  it('skips an email for a forgotten password only while the links of an earlier one work', async () => {
    const { email } = await registerApplicant(server);
    const forgot = (n: number) =>
      server.app.inject({
        method: 'POST',
        url: '/api/users/forgotPassword',
        payload: { email },
        remoteAddress: `192.0.2.${n}`,
      });
    const mailsOf = async (n: number) => {
      mails.length = 0;
      expect((await forgot(n)).statusCode).toBe(200);
      await server.drain();
      return mails.map(({ text }) => text);
    };
    await server.drain();
    for (let n = 0; n < 20; n++) expect(await mailsOf(n)).toHaveLength(1);
    expect(await mailsOf(20)).toEqual([]);
    server.advance(56 * 60);
    expect(await mailsOf(21)).toHaveLength(1);
    await server.deps.db.query('update single_use_token set used_at = $1', [server.deps.clock()]);
    expect(await mailsOf(22)).toHaveLength(1);
  });

  it('allows 5 tries a minute per account', async () => {
    const tries = [];
    for (let i = 0; i < 6; i++) tries.push(await login('guessed@example.com', `Guess!Pass${i}`));
    expect(tries.map((one) => one.statusCode)).toEqual([401, 401, 401, 401, 401, 429]);
    expect(Number(tries[5]?.headers['retry-after'])).toBeGreaterThan(0);
    server.advance(61);
    expect((await login('guessed@example.com', 'Guess!Pass7')).statusCode).toBe(401);
  });

  it('ends the session at logout', async () => {
    const { headers } = await registerApplicant(server);
    expect((await detail(headers)).statusCode).toBe(200);
    const out = await server.app.inject({ method: 'POST', url: '/api/users/logout', headers });
    expect(out.statusCode).toBe(200);
    expect(out.headers['clear-site-data']).toBe('"storage"');
    expect((await detail(headers)).json()).toMatchObject({ status: 401, code: 'staleSession' });
  });

  it('exchanges a one-time code for a session once, before it expires, and only for its own transaction', async () => {
    const { rows } = await server.deps.db.query('select account_id from application where trn = $1', [robin.trn]);
    const issue = () =>
      issueToken(server.deps.db, {
        purpose: 'login',
        accountId: rows[0].account_id,
        expiresAt: new Date(server.deps.clock().getTime() + 600_000),
      });
    const body = { trn_id: robin.trn, url: 'open', token: await issue() };
    const first = await post('/api/users/exchange', body);
    expect(first.json().records).toMatchObject({ trn_id: robin.trn, email: robin.email });
    expect((await post('/api/users/exchange', body)).json()).toMatchObject({ status: 400, code: 'tokenUsed' });
    const strange = { ...body, token: await issue(), trn_id: 'another' };
    expect((await post('/api/users/exchange', strange)).statusCode).toBe(400);
    const late = { ...body, token: await issue() };
    server.advance(601);
    expect((await post('/api/users/exchange', late)).statusCode).toBe(400);
  });

  it('returns the session of a one-time code again only with the same key', async () => {
    const { rows } = await server.deps.db.query('select account_id from application where trn = $1', [robin.trn]);
    const expiresAt = new Date(server.deps.clock().getTime() + 600_000);
    const token = await issueToken(server.deps.db, { purpose: 'login', accountId: rows[0].account_id, expiresAt });
    const payload = { trn_id: robin.trn, url: 'open', token };
    const exchange = (key: string) =>
      server.app.inject({ method: 'POST', url: '/api/users/exchange', headers: { 'idempotency-key': key }, payload });
    const first = await exchange('exchange-of-robin');
    expect(first.statusCode).toBe(200);
    expect((await exchange('exchange-of-robin')).json()).toEqual(first.json());
    expect((await exchange('exchange-of-another')).json().code).toBe('tokenUsed');
  });

  it('rejects a registration body', async () => {
    expect((await post('/api/users/login', registrationBody())).statusCode).toBe(422);
  });
});
