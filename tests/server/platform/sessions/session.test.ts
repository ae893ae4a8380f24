import { SignJWT } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { openServer } from '../../../support/openServer';
import { registerApplicant, type TestApplicant } from '../../../support/serverApplicants';
import { engines, noLimits } from '../../../support/serverFixture';

describe.each(engines)('the session on $name', async (engine) => {
  let robin: TestApplicant;
  const server = await openServer(engine, { limits: noLimits });
  beforeEach(async () => {
    robin = await registerApplicant(server);
  });

  const get = (url: string, headers: Record<string, string>) => server.app.inject({ url, headers });
  const detail = (headers: Record<string, string>) => get('/api/users/applicationdetail', headers);
  const refresh = (refreshtoken: string, url = '/api/users/refreshToken/', headers = {}) =>
    server.app.inject({ method: 'POST', url, payload: { refreshtoken }, headers });

  it.each(['/api/users/applicationdetail', '/api/users/sectionstatus/x', '/api/forms/application/income'])(
    'is required at %s',
    async (url) => {
      expect((await get(url, {})).json()).toMatchObject({ status: 401, success: false, code: 'noSession' });
    },
  );

  it('refuses a made-up token, and one signed by another key', async () => {
    expect((await detail({ authorization: 'nonsense' })).json().code).toBe('staleSession');
    const forged = await new SignJWT({ sid: robin.trn })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(Buffer.alloc(32, 1));
    expect((await detail({ authorization: forged })).statusCode).toBe(401);
  });

  it.each(['email', 'trn_id', 'trn'])("rejects someone else's %s in a header, a query or a body", async (name) => {
    const headers = { authorization: robin.token };
    const theirs = name === 'email' ? 'somebody.else@example.com' : 'TRN-somebody-else';
    const read = { url: '/api/users/applicationdetail', headers };
    const answers = await Promise.all([
      server.app.inject({ ...read, query: { [name]: theirs } }),
      server.app.inject({ method: 'POST', url: '/api/users/logout', headers, payload: { [name]: theirs } }),
      ...(name === 'trn' ? [] : [server.app.inject({ ...read, headers: { ...headers, [name]: theirs } })]),
    ]);
    for (const answer of answers) expect(answer.json()).toMatchObject({ status: 403, code: 'notYours' });
  });

  it('accepts its own email in any letter case', async () => {
    const headers = { authorization: robin.token, email: robin.email.toUpperCase() };
    expect((await detail(headers)).statusCode).toBe(200);
  });

  it('uses a corrected name right away, wherever it was corrected', async () => {
    const stop = await server.listen();
    const known = async () =>
      (await get('/api/forms/application/payment', robin.headers)).json().records.context.applicant.first_name;
    expect(await known()).toBe('Robin');
    await server.deps.db.query("update application set first_name = 'Robyn' where trn = $1", [robin.trn]);
    await expect.poll(known).toBe('Robyn');
    await stop();
  });

  it('expires an access token after 5 minutes, and a refresh continues', async () => {
    server.advance(301);
    expect((await detail(robin.headers)).json()).toMatchObject({ status: 401, code: 'staleSession' });
    const fresh = await refresh(robin.refreshToken);
    expect(fresh.json().tokendata).toEqual(fresh.json().records);
    expect((await detail({ ...robin.headers, authorization: fresh.json().tokendata.token })).statusCode).toBe(200);
  });

  it.each(['/api/users/refreshToken/', '/api/users/refreshToken', '/api/auth/refreshtoken', '/api/token/refresh/'])(
    'is refreshed at %s',
    async (url) => {
      const answer = (await refresh(robin.refreshToken, url)).json();
      expect(answer).toMatchObject({
        status: 200,
        success: true,
        records: { token: expect.any(String), refreshToken: expect.any(String) },
      });
      expect(answer.tokendata).toEqual(answer.records);
    },
  );

  it('returns the same successor for the previous token for 10 seconds', async () => {
    const [first, second] = await Promise.all([refresh(robin.refreshToken), refresh(robin.refreshToken)]);
    expect(first.json().tokendata.refreshToken).toBe(second.json().tokendata.refreshToken);
    server.advance(9);
    expect((await refresh(robin.refreshToken)).json().tokendata.refreshToken).toBe(first.json().tokendata.refreshToken);
  });

  it('ends with all of its tokens if the previous refresh token is reused late', async () => {
    const next = (await refresh(robin.refreshToken)).json().tokendata;
    server.advance(11);
    expect((await refresh(robin.refreshToken)).statusCode).toBe(401);
    expect((await refresh(next.refreshToken)).statusCode).toBe(401);
    expect((await detail({ authorization: next.token })).statusCode).toBe(401);
  });

  it('ends with all of its refresh tokens if an older refresh token is reused at once', async () => {
    const child = (await refresh(robin.refreshToken)).json().tokendata;
    const grandchild = (await refresh(child.refreshToken)).json().tokendata;
    expect((await refresh(robin.refreshToken)).statusCode).toBe(401);
    expect((await refresh(grandchild.refreshToken)).statusCode).toBe(401);
  });

  it('stores refresh tokens as hashes only', async () => {
    const { rows } = await server.deps.db.query('select * from refresh_token');
    expect(JSON.stringify(rows)).not.toContain(robin.refreshToken);
  });

  it('ends after 15 idle minutes, including its refresh token', async () => {
    server.advance(15 * 60 + 1);
    expect((await refresh(robin.refreshToken)).statusCode).toBe(401);
  });

  it('ends after 12 hours even if it was used all the time', async () => {
    let token = robin.refreshToken;
    for (let minutes = 0; minutes < 12 * 60 - 14; minutes += 14) {
      server.advance(14 * 60);
      const answer = await refresh(token);
      expect(answer.statusCode).toBe(200);
      token = answer.json().tokendata.refreshToken;
    }
    server.advance(14 * 60);
    expect((await refresh(token)).statusCode).toBe(401);
  });

  it('refuses a refresh without a token or with more than one', async () => {
    const post = (payload: object) => server.app.inject({ method: 'POST', url: '/api/users/refreshToken/', payload });
    expect((await post({})).json()).toMatchObject({ status: 422, errors: [{ path: '/refreshtoken' }] });
    expect((await post({ refreshtoken: [robin.refreshToken] })).statusCode).toBe(422);
    expect((await post({ refreshtoken: 'unknown' })).statusCode).toBe(401);
    expect((await post({ refreshtoken: robin.refreshToken, extra: 1 })).statusCode).toBe(422);
  });
});
