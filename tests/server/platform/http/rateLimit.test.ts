import { describe, expect, it } from 'vitest';
import { sweepRows } from '../../../../src/server/features';
import { eraseApplicant } from '../../../../src/server/features/erasure/erasureRepository';
import { createLimits, ownerKey } from '../../../../src/server/platform/http/rateLimit';
import { expectRecords, get, post } from '../../../support/fillSteps';
import { openServer } from '../../../support/openServer';
import { PASSWORD, postRegistration, registerApplicant, registrationBody } from '../../../support/serverApplicants';
import { engines } from '../../../support/serverFixture';

describe.each(engines)('limits on $name', async (engine) => {
  const server = await openServer(engine);

  const tryTimes = async (times: number, one: () => Promise<unknown>): Promise<number> => {
    let passed = 0;
    for (let i = 0; i < times; i++)
      await one().then(
        () => {
          passed += 1;
        },
        () => {},
      );
    return passed;
  };

  it.each([
    ['loginHour', 100, 3600],
    ['forgotMail', 20, 3600],
    ['password', 10, 3600],
    ['payment', 5, 3600],
    ['ssn', 10, 3600],
    ['upload', 60, 600],
    ['accommodation', 10, 3600],
  ] as const)('let an account try %s %i times in %i seconds', async (name, most, seconds) => {
    const { limits } = server.deps;
    const take = () => limits.take(name, { account: 'Robin@example.com' });
    expect(await tryTimes(most + 3, take)).toBe(most);
    await expect(limits.take(name, { account: 'robin@example.com' })).rejects.toMatchObject({
      code: 'tooMany',
      status: 429,
    });
    await limits.take(name, { account: 'other@example.com' });
    server.advance(seconds + 1);
    expect(await tryTimes(1, take)).toBe(1);
  });

  it.each([
    ['login', 30, 60],
    ['forgot', 30, 3600],
    ['payment', 30, 3600],
    ['ssn', 60, 3600],
    ['upload', 300, 600],
    ['reset', 10, 3600],
    ['register', 20, 1200],
    ['invitation', 20, 60],
    ['officeLogin', 30, 3600],
    ['studioLogin', 30, 3600],
  ] as const)('let an address try %s %i times in %i seconds', async (name, most, seconds) => {
    const take = () => server.deps.limits.take(name, { address: '192.0.2.7' });
    expect(await tryTimes(most + 3, take)).toBe(most);
    server.advance(seconds + 1);
    expect(await tryTimes(1, take)).toBe(1);
  });

  it.each([
    ['login', 5, 60],
    ['loginHour', 20, 3600],
    ['forgot', 5, 3600],
  ] as const)(
    'let one address try %s of one account %i times in %i seconds, without slowing down others',
    async (name, most, seconds) => {
      const { limits } = server.deps;
      const account = `pair-${name}@example.com`;
      const from = (address: string) => () => limits.take(name, { account, address });
      expect(await tryTimes(most + 3, from('192.0.2.50'))).toBe(most);
      expect(await tryTimes(1, from('192.0.2.51'))).toBe(1);
      server.advance(seconds + 1);
      expect(await tryTimes(1, from('192.0.2.50'))).toBe(1);
    },
  );

  it('count a name that looks like another account’s key separately', async () => {
    const { limits } = server.deps;
    const stranger = { account: 'victim@example.com:at:203.0.113.9', address: '198.51.100.7' };
    expect(await tryTimes(30, () => limits.take('loginHour', stranger))).toBe(20);
    expect(await tryTimes(20, () => limits.take('loginHour', { account: stranger.account }))).toBe(20);
    const owner = { account: 'victim@example.com', address: '203.0.113.9' };
    expect(await tryTimes(20, () => limits.take('loginHour', owner))).toBe(20);
  });

  it('store neither the name nor the address that they count', async () => {
    await server.deps.limits.take('loginHour', { account: 'stored@example.com', address: '203.0.113.77' });
    await server.deps.limits.trust('stored@example.com', '203.0.113.77');
    const { rows } = await server.deps.db.query<{ row: string }>('select r::text as row from rate_limit r');
    expect(rows.filter(({ row }) => /stored@|203\.0\.113\.77|:at:/.test(row))).toEqual([]);
  });

  it('are deleted with an erased account', async () => {
    const { deps } = server;
    const { trn, email } = await registerApplicant(server);
    await deps.limits.take('loginHour', { account: email, address: '192.0.2.60' });
    await deps.limits.take('payment', { account: trn });
    const count = async () =>
      (await deps.db.query('select from rate_limit where account = any($1)', [[email, trn].map(ownerKey)])).rowCount;
    // Two for the login, one for the registration's address, and one for the payment.
    expect(await count()).toBe(4);
    await eraseApplicant(deps, trn);
    expect(await count()).toBe(0);
  });

  it("don't block the owner on a known address after attacks from other addresses", async () => {
    const { limits } = server.deps;
    const account = 'owner@example.com';
    await limits.trust(' Owner@Example.com', '2001:db8:7:7::1');
    for (let n = 0; n < 6; n += 1)
      await tryTimes(20, () => limits.take('loginHour', { account, address: `203.0.113.${n}` }));
    expect(await tryTimes(1, () => limits.take('loginHour', { account, address: '198.51.100.8' }))).toBe(0);
    expect(await tryTimes(30, () => limits.take('loginHour', { account, address: '2001:db8:7:7::2' }))).toBe(20);
    server.advance(91 * 86_400);
    for (let n = 0; n < 6; n += 1)
      await tryTimes(20, () => limits.take('loginHour', { account, address: `203.0.113.${n}` }));
    expect(await tryTimes(1, () => limits.take('loginHour', { account, address: '2001:db8:7:7::1' }))).toBe(0);
  });

  it.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['::ffff:192.0.2.77', '192.0.2.77', true],
    ['192.0.2.77', '192.0.2.78', false],
  ])('count %s and %s as one address: %s', async (one, other, isOne) => {
    server.advance(3601);
    const take = (address: string) => () => server.deps.limits.take('invitation', { address });
    await tryTimes(20, take(one));
    expect(await tryTimes(1, take(other))).toBe(isOne ? 0 : 1);
  });

  it('are shared between processes and survive a restart', async () => {
    const [one, other] = [1, 2].map(() => createLimits(server.deps.db, server.deps.clock, 1));
    const take = (limits: typeof one) => () =>
      limits?.take('payment', { account: 'shared@example.com' }) ?? Promise.resolve();
    expect((await tryTimes(3, take(one))) + (await tryTimes(5, take(other)))).toBe(5);
  });

  it.each([
    ['login', 60],
    ['forgot', 3600],
  ] as const)('of %s recover when the clock was a day ahead for a moment', async (name, seconds) => {
    const take = () => server.deps.limits.take(name, { account: 'ahead@example.com', address: '192.0.2.80' });
    server.advance(86_400);
    expect(await tryTimes(8, take)).toBe(5);
    server.advance(-86_400);
    expect(await tryTimes(8, take)).toBe(5);
    server.advance(seconds + 1);
    expect(await tryTimes(1, take)).toBe(1);
  });

  it('are shared by processes whose clocks differ by seconds', async () => {
    const ahead = createLimits(server.deps.db, () => new Date(server.deps.clock().getTime() + 20_000), 1);
    const who = { account: 'apart@example.com', address: '192.0.2.81' };
    expect(await tryTimes(3, () => ahead.take('login', who))).toBe(3);
    expect(await tryTimes(5, () => server.deps.limits.take('login', who))).toBe(2);
    server.advance(61);
    expect(await tryTimes(1, () => server.deps.limits.take('login', who))).toBe(1);
  });

  it('count parallel attempts', async () => {
    const tries = Array.from({ length: 12 }, () =>
      server.deps.limits.take('payment', { account: 'parallel@example.com' }),
    );
    const results = await Promise.allSettled(tries);
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(5);
  });

  it('leave requests for accommodation open to an applicant who downloaded too often', async () => {
    const robin = await registerApplicant(server);
    for (let n = 0; n < 10; n += 1) await server.deps.limits.take('export', { account: robin.trn });
    expect((await get(server, robin, `/api/receipt/${robin.trn}`)).statusCode).toBe(429);
    expectRecords(
      await post(server, robin, '/api/accommodation', { text: 'A ramp' }, { 'idempotency-key': 'one-ramp-please' }),
    );
  });

  it('reject a registration before it is validated, with Retry-After', async () => {
    server.advance(1201);
    let last = await postRegistration(server, {});
    for (let i = 0; i < 20; i++) last = await postRegistration(server, registrationBody({ fname: '' }));
    expect(last.json()).toMatchObject({ status: 429, code: 'tooMany' });
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(1000);
  });

  it("use the connection's address, not one that the request claims", async () => {
    server.advance(4000);
    const statuses: number[] = [];
    for (let n = 0; n < 31; n++) {
      const payload = { email: `guess.${n}@example.com`, password: PASSWORD };
      const headers = {
        'x-forwarded-for': `198.51.100.${n}`,
        forwarded: `for=198.51.100.${n}`,
        'x-real-ip': `198.51.100.${n}`,
      };
      statuses.push(
        (await server.app.inject({ method: 'POST', url: '/api/users/login', payload, headers })).statusCode,
      );
    }
    expect(statuses).toEqual([...Array(30).fill(401), 429]);
  });

  it('are swept once expired', async () => {
    server.advance(91 * 86_400);
    await sweepRows(server.deps);
    expect((await server.deps.db.query('select * from rate_limit')).rows).toEqual([]);
  });
});
