import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '../../../../src/server/platform/mail/mail';
import { issueToken } from '../../../../src/server/platform/sessions/tokenRepository';
import { PASSWORD, registerApplicant } from '../../../support/serverApplicants';
import { createTestServer, engines, noLimits, type TestServer } from '../../../support/serverFixture';

describe.each(engines)('a password reset on $name', (engine) => {
  let server: TestServer;
  const sent: Message[] = [];
  beforeAll(async () => {
    const mail = { send: async (message: Message) => void sent.push(message) };
    server = await createTestServer(engine, { mail, limits: noLimits });
  });
  afterAll(() => server.close());

  const post = (url: string, payload: object) =>
    server.app.inject({ method: 'POST', url: `/api/users/${url}`, payload });
  const forgot = (email: string) => post('forgotPassword', { email });
  const reset = (uid: string, password: string) => post('resetPassword', { uid, password });
  const login = (email: string, password: string) => post('login', { email, password });

  async function askForLink(email: string): Promise<string> {
    sent.length = 0;
    await forgot(email);
    await server.drain();
    return /\/reset-password\/(\S+)/.exec(sent.map((message) => message.text).join())?.[1] ?? '';
  }

  it('returns the same response for known and unknown emails, and emails only the known one', async () => {
    const { email } = await registerApplicant(server);
    await server.drain();
    sent.length = 0;
    const known = await forgot(email);
    const unknown = await forgot('nobody@example.com');
    expect(known.statusCode).toBe(200);
    expect(known.json()).toEqual(unknown.json());
    await server.drain();
    expect(sent.map((message) => message.to)).toEqual([email]);
  });

  it('takes equally long for known and unknown accounts', async () => {
    const { email } = await registerApplicant(server);
    const times: Record<string, number[]> = { [email]: [], 'nobody@example.com': [] };
    // Alternates the order, so other load affects both equally.
    for (let turn = 0; turn < 60; turn++)
      for (const email of turn % 2 ? Object.keys(times) : Object.keys(times).reverse()) {
        const start = performance.now();
        await forgot(email);
        times[email]?.push(performance.now() - start);
      }
    // Sends the emails now, so they don't affect other tests.
    await server.drain();
    const [known = 0, unknown = 0] = Object.values(times).map(lowerQuartile);
    // A lookup of the account or an email would add milliseconds to a request of one or two.
    expect(Math.abs(known - unknown)).toBeLessThan(Math.max(known, unknown) / 3);
  });

  it('sets the password once, ends every session and sends a notice', async () => {
    const { email, headers, refreshToken } = await registerApplicant(server);
    const token = await askForLink(email);
    expect(token.length).toBeGreaterThanOrEqual(43);
    expect((await reset(token, 'Newer!View2026')).json()).toMatchObject({ status: 200, success: true });
    expect((await reset(token, 'Third!View2026')).json()).toMatchObject({ status: 400, code: 'tokenUsed' });
    expect((await login(email, PASSWORD)).statusCode).toBe(401);
    expect((await login(email, 'Newer!View2026')).statusCode).toBe(200);
    expect((await server.app.inject({ url: '/api/users/applicationdetail', headers })).statusCode).toBe(401);
    expect((await post('refreshToken/', { refreshtoken: refreshToken })).statusCode).toBe(401);
    sent.length = 0;
    await server.drain();
    expect(sent).toMatchObject([{ to: email, subject: 'Your password was changed' }]);
  });

  it('reports whether a link is valid, any number of times', async () => {
    const { email } = await registerApplicant(server);
    const token = await askForLink(email);
    const look = (authorization: string) =>
      server.app.inject({ url: '/api/users/resetlink', headers: { authorization } });
    expect((await look(token)).statusCode).toBe(200);
    expect((await look(token)).statusCode).toBe(200);
    expect((await look('nonsense')).json().code).toBe('tokenUsed');
    await reset(token, 'Newer!View2026');
    expect((await look(token)).json().code).toBe('tokenUsed');
  });

  it('repeats its response for the same key, and rejects another key', async () => {
    const { email } = await registerApplicant(server);
    const payload = { uid: await askForLink(email), password: 'Newer!View2026' };
    const again = (key: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/users/resetPassword',
        headers: { 'idempotency-key': key },
        payload,
      });
    const first = await again('reset-of-robin');
    expect(first.statusCode).toBe(200);
    expect((await again('reset-of-robin')).json()).toEqual(first.json());
    expect((await again('reset-of-another')).json().code).toBe('tokenUsed');
  });

  it('invalidates older links when a newer one is used', async () => {
    const { email } = await registerApplicant(server);
    const [older, newer] = [await askForLink(email), await askForLink(email)];
    expect((await reset(newer, 'Newer!View2026')).statusCode).toBe(200);
    expect((await reset(older, 'Older!View2026')).statusCode).toBe(400);
  });

  it('invalidates login links too', async () => {
    const { email, trn } = await registerApplicant(server);
    const accountId = (await server.deps.stores.accounts.findByTrn(trn))?.id;
    const expiresAt = new Date(server.deps.clock().getTime() + 600_000);
    const [first, second] = [
      await issueToken(server.deps.db, { purpose: 'login', accountId, expiresAt }),
      await issueToken(server.deps.db, { purpose: 'login', accountId, expiresAt }),
    ];
    const exchange = (token: string) => post('exchange', { trn_id: trn, url: 'open', token });
    expect((await exchange(first)).statusCode).toBe(200);
    expect((await reset(await askForLink(email), 'Newer!View2026')).statusCode).toBe(200);
    expect((await exchange(second)).json().code).toBe('tokenUsed');
  });

  it('refuses a link after 60 minutes, and an unknown one', async () => {
    const { email } = await registerApplicant(server);
    const token = await askForLink(email);
    server.advance(3601);
    expect((await reset(token, 'Newer!View2026')).json().code).toBe('tokenUsed');
    expect((await reset('made-up', 'Newer!View2026')).json().code).toBe('tokenUsed');
  });

  it('keeps the link valid if the new password breaks the rule', async () => {
    const { email } = await registerApplicant(server);
    const token = await askForLink(email);
    const weak = await reset(token, 'weak');
    expect(weak.json()).toMatchObject({
      status: 422,
      errors: [{ path: '/password', message: 'Use 8 or more characters with a mix of letters, numbers & symbols' }],
    });
    expect((await reset(token, 'Newer!View2026')).statusCode).toBe(200);
  });

  it('refuses an invalid email', async () => {
    expect((await forgot('robin')).json()).toMatchObject({ status: 422, errors: [{ path: '/email' }] });
    expect((await post('forgotPassword', {})).json().errors).toEqual([
      { path: '/email', section: 'forgot-password', field: '/email', message: 'Required' },
    ]);
  });

  it('stores no link unencrypted', async () => {
    const { email } = await registerApplicant(server);
    const token = await askForLink(email);
    const { rows } = await server.deps.db.query('select * from single_use_token');
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

/** Returns the 25th percentile, to ignore delays from other load. */
function lowerQuartile(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 4)] ?? 0;
}
