import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { sendLoginLinks } from '../../../../src/server/features/office/officeMail';
import { issueLink, removePerson, savePerson } from '../../../../src/server/features/office/peopleRepository';
import { askOffice, codeOf, enter, joinOffice } from '../../../support/officePeople';
import { openServer } from '../../../support/openServer';
import { registerApplicant } from '../../../support/serverApplicants';
import { engines } from '../../../support/serverFixture';

describe.each(engines)('the office login on $name', async (engine) => {
  const server = await openServer(engine);
  beforeEach(() => server.advance(3601));

  const person = (email: string, role: 'reader' | 'reviewer' | 'owner' = 'reviewer') =>
    savePerson(server.deps.db, { subscriberId: 'demo', email, name: 'Ada Reyes', role, now: server.deps.clock() });
  const link = (personId: string, minutes = 10, isDemo = false) =>
    issueLink(server.deps.db, {
      personId,
      purpose: 'login',
      expiresAt: new Date(server.deps.clock().getTime() + minutes * 60_000),
      isDemo,
    });
  const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
    server.app.inject({ method: 'POST', url: `/api/office${url}`, payload, headers });
  const mailTo = async (address: string) => {
    const folder = path.join(server.deps.config.dataDir, 'outbox');
    const names = await readdir(folder).catch(() => []);
    const mails = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
    return mails.filter((mail) => mail.includes(`To: ${address}`));
  };

  it('emails a link only to office users, with the same response for everyone', async () => {
    await person('ada@example.com');
    const known = await post('/login', { email: 'ADA@example.com' });
    const unknown = await post('/login', { email: 'nobody@example.com' });
    await server.drain();
    expect([known.statusCode, known.json()]).toEqual([unknown.statusCode, unknown.json()]);
    expect(await mailTo('nobody@example.com')).toEqual([]);
    const [mail = ''] = await mailTo('ada@example.com');
    expect(mail.replaceAll('=\r\n', '')).toMatch(/\/office\/enter#[\w-]{43}/);
  });

  it("emails the owner despite others' requests, and skips a link only while an earlier one works", async () => {
    const id = await person('target@example.com', 'reader');
    const ask = (remoteAddress: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/office/login',
        payload: { email: 'target@example.com' },
        remoteAddress,
      });
    const sent = async () => (await mailTo('target@example.com')).length;
    for (let n = 0; n < 24; n += 1) expect((await ask(`203.0.113.${n % 6}`)).statusCode).toBe(200);
    await server.drain();
    // The first twenty are sent in any case. After that, none is sent while the last link works.
    expect(await sent()).toBe(20);
    await ask('198.51.100.20');
    await server.drain();
    expect(await sent()).toBe(20);
    await server.deps.db.query('update office_invitation set used_at = $2 where person_id = $1', [
      id,
      server.deps.clock(),
    ]);
    await ask('198.51.100.20');
    await server.drain();
    expect(await sent()).toBe(21);
    // Half of the link's ten minutes are over. The rest may be too short to find the email.
    server.advance(301);
    await ask('203.0.113.1');
    await server.drain();
    expect(await sent()).toBe(22);
  });

  it('limits only an address with too many requests', async () => {
    const ask = (remoteAddress: string, n: number) =>
      server.app.inject({
        method: 'POST',
        url: '/api/office/login',
        payload: { email: `guess.${n}@example.com` },
        remoteAddress,
      });
    for (let n = 0; n < 30; n += 1) expect((await ask('203.0.113.50', n)).statusCode).toBe(200);
    const refused = await ask('203.0.113.50', 30);
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'tooMany']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask('203.0.113.51', 31)).statusCode).toBe(200);
  });

  it('doesn’t count a link as working if its email couldn’t be sent', async () => {
    const id = await person('unsent@example.com', 'reader');
    const { mail } = server.deps;
    server.deps.mail = { send: async () => Promise.reject(new Error('no mailbox')) };
    const request = { email: 'unsent@example.com', isRepeat: true };
    try {
      await expect(sendLoginLinks(server.deps, request)).rejects.toThrow('no mailbox');
    } finally {
      server.deps.mail = mail;
    }
    await sendLoginLinks(server.deps, request);
    expect(await mailTo('unsent@example.com')).toHaveLength(1);
    await sendLoginLinks(server.deps, request);
    expect(await mailTo('unsent@example.com')).toHaveLength(1);
    await removePerson(server.deps.db, id, 'demo', server.deps.clock());
  });

  it('sends one link for each office of an address', async () => {
    await server.deps.db.query(
      `insert into subscriber (id, name, support_phone, support_email, fee_cents, instructions, terms)
       values ('elm', 'Elm', '1', 'e@elm.example', 1, '', '') on conflict do nothing`,
    );
    const now = server.deps.clock();
    for (const subscriberId of ['demo', 'elm'])
      await savePerson(server.deps.db, { subscriberId, email: 'two@example.com', name: 'Two', role: 'reader', now });
    await sendLoginLinks(server.deps, { email: 'two@example.com' });
    expect(await mailTo('two@example.com')).toHaveLength(2);
  });

  it('accepts a link once, and not after it expires', async () => {
    const id = await person('once@example.com', 'reader');
    const token = await link(id);
    const late = await link(id);
    expect((await post('/enter', { token })).statusCode).toBe(200);
    expect((await post('/enter', { token })).json().code).toBe('tokenUsed');
    server.advance(601);
    expect((await post('/enter', { token: late })).json().code).toBe('tokenUsed');
  });

  it('keeps the session in a cookie that no script reads and no other site sends', async () => {
    const response = await post('/enter', { token: await link(await person('cookie@example.com', 'reader')) });
    expect(response.headers['set-cookie']).toMatch(/^office=[\w-]{43}; Path=\/api\/office; HttpOnly; SameSite=Strict$/);
    const cookie = String(response.headers['set-cookie']).split(';')[0] ?? '';
    const foreign = await post('/logout', {}, { cookie, 'sec-fetch-site': 'cross-site' });
    expect(foreign.statusCode).toBe(401);
  });

  it('shows a reviewer nothing before the authenticator is set up, and requires its code each time', async () => {
    const id = await person('factor@example.com');
    const cookie = await enter(server, await link(id));
    const who = { headers: { cookie } };
    expect((await askOffice(server, who, '/session')).json().records).toMatchObject({ factor: 'setUp', scopes: [] });
    expect((await askOffice(server, who, '/applications')).json().code).toBe('secondFactor');
    const { secret, uri } = (await askOffice(server, who, '/factor/begin', {})).json().records;
    expect(uri).toContain(`secret=${secret}`);
    const code = codeOf(secret, server.deps.clock());
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    expect((await askOffice(server, who, '/factor', { code: wrong })).json().code).toBe('wrongCode');
    expect((await askOffice(server, who, '/factor', { code })).json().records).toMatchObject({ factor: 'given' });
    expect((await askOffice(server, who, '/applications')).statusCode).toBe(200);

    const again = { headers: { cookie: await enter(server, await link(id)) } };
    expect((await askOffice(server, again, '/session')).json().records).toMatchObject({ factor: 'code', scopes: [] });
    // Access to the mailbox can't replace an authenticator, and a used code isn't accepted again.
    expect((await askOffice(server, again, '/factor/begin', {})).json().code).toBe('notAllowed');
    expect((await askOffice(server, again, '/factor', { code })).json().code).toBe('wrongCode');
    server.advance(60);
    const next = codeOf(secret, server.deps.clock());
    expect((await askOffice(server, again, '/factor', { code: next })).statusCode).toBe(200);
  });

  it('also requires the code from a reader with an authenticator', async () => {
    const id = await person('careful@example.com', 'reader');
    const first = { headers: { cookie: await enter(server, await link(id)) } };
    expect((await askOffice(server, first, '/applications')).statusCode).toBe(200);
    const { secret } = (await askOffice(server, first, '/factor/begin', {})).json().records;
    await askOffice(server, first, '/factor', { code: codeOf(secret, server.deps.clock()) });
    const again = { headers: { cookie: await enter(server, await link(id)) } };
    expect((await askOffice(server, again, '/session')).json().records).toMatchObject({ factor: 'code', scopes: [] });
    expect((await askOffice(server, again, '/applications')).json().code).toBe('secondFactor');
  });

  it('rejects the links of a removed user, and earlier links after the user is added again', async () => {
    const id = await person('leaving@example.com', 'reader');
    const before = await link(id);
    await removePerson(server.deps.db, id, 'demo', server.deps.clock());
    const after = await link(id);
    for (const token of [before, after]) expect((await post('/enter', { token })).json().code).toBe('tokenUsed');
    expect(await person('leaving@example.com', 'reader')).toBe(id);
    expect((await post('/enter', { token: before })).json().code).toBe('tokenUsed');
  });

  it('limits attempts with wrong codes', async () => {
    const { headers } = await joinOffice(server, 'reviewer', { isDemo: false });
    await askOffice(server, { headers }, '/factor/begin', {});
    const answers: number[] = [];
    for (let n = 0; n < 11; n += 1)
      answers.push((await askOffice(server, { headers }, '/factor', { code: '000000' })).statusCode);
    expect(answers.slice(0, 10)).toEqual(Array(10).fill(400));
    expect(answers[10]).toBe(429);
  });

  it('ends a session after 15 idle minutes, after 12 hours, at logout, and when its user is removed', async () => {
    const list = async (who: { headers: Record<string, string> }) =>
      (await askOffice(server, who, '/applications')).statusCode;
    const idle = await joinOffice(server, 'reader');
    server.advance(899);
    expect(await list(idle)).toBe(200);
    server.advance(901);
    expect(await list(idle)).toBe(401);
    const whole = await joinOffice(server, 'reader');
    for (let n = 0; n < 12 * 5; n += 1) {
      server.advance(719);
      await list(whole);
    }
    expect(await list(whole)).toBe(200);
    server.advance(120);
    expect(await list(whole)).toBe(401);
    const left = await joinOffice(server, 'reader');
    await askOffice(server, left, '/logout', {});
    expect(await list(left)).toBe(401);
    const removed = await joinOffice(server, 'reader');
    await removePerson(server.deps.db, removed.id, 'demo', server.deps.clock());
    expect(await list(removed)).toBe(401);
  });

  it('rejects applicants, and the applicant login rejects office users', async () => {
    const robin = await registerApplicant(server);
    const asApplicant = await server.app.inject({ url: '/api/office/applications', headers: robin.headers });
    expect(asApplicant.statusCode).toBe(401);
    const owner = await joinOffice(server, 'owner');
    const token = owner.cookie.split('=')[1] ?? '';
    const asOffice = await server.app.inject({
      url: '/api/users/applicationdetail',
      headers: { cookie: owner.cookie, authorization: `Bearer ${token}` },
    });
    expect(asOffice.statusCode).toBe(401);
  });

  it('gives a demo link no access in production without an authenticator', async () => {
    const token = await link(await person('demo.link@example.com'), 10, true);
    const { config } = server.deps;
    config.production = true;
    try {
      const response = await post('/enter', { token });
      expect(response.json().records).toMatchObject({ factor: 'setUp', scopes: [] });
      expect(response.headers['set-cookie']).toContain('; Secure');
    } finally {
      config.production = false;
    }
  });
});
