import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import Fastify from 'fastify';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addErrorHandler, refuse } from '../../../../src/server/platform/http/errors';
import { releaseClaims } from '../../../../src/server/platform/http/idempotencyRepository';
import { answer, idempotent } from '../../../../src/server/platform/http/routesOf';
import { hashToken } from '../../../../src/server/platform/sessions/tokenRepository';
import { openServer } from '../../../support/openServer';
import { engines } from '../../../support/serverFixture';

describe.each(engines)('an idempotent call on $name', async (engine) => {
  let app: FastifyInstance;
  let runs = 0;
  let turn: () => Promise<unknown> = async () => undefined;
  const server = await openServer(engine);
  beforeAll(async () => {
    app = Fastify();
    addErrorHandler(app);
    app.post(
      '/charge',
      idempotent(server.deps, async (request) => {
        runs += 1;
        await turn();
        return answer({ run: runs, body: request.body });
      }),
    );
  });
  beforeEach(() => {
    runs = 0;
    turn = async () => undefined;
  });

  const charge = (key: string | undefined, payload: object = { amount: 45 }) =>
    app.inject({ method: 'POST', url: '/charge', payload, headers: key ? { 'idempotency-key': key } : {} });

  /** Simulates a process that was last seen this many seconds ago, while charging $45. */
  const leftBehind = (key: string, seconds: number) =>
    server.deps.db.query(
      `insert into idempotency (scope, route, key, body_hash, at) values ('link:', 'POST /charge', $1, $2, now() - make_interval(secs => $3))
       on conflict (scope, route, key) do update set at = excluded.at`,
      [hashToken(key), createHmac('sha256', server.deps.tokenKey).update('{"amount":45}').digest('base64url'), seconds],
    );

  it('returns the first response again', async () => {
    const first = await charge('charge-again');
    expect((await charge('charge-again')).json()).toEqual(first.json());
    expect(runs).toBe(1);
  });

  it('refuses the same key with another body', async () => {
    await charge('charge-other');
    expect((await charge('charge-other', { amount: 46 })).json()).toMatchObject({ status: 422, code: 'keyReused' });
  });

  it('stores no plain hash of a body', async () => {
    await charge('charge-guess', { password: 'Harbor!View2020' });
    const { rows } = await server.deps.db.query('select body_hash from idempotency where key = $1', [
      hashToken('charge-guess'),
    ]);
    const plain = createHash('sha256').update('{"password":"Harbor!View2020"}').digest('base64url');
    expect(rows).toHaveLength(1);
    expect(rows[0].body_hash).not.toBe(plain);
  });

  it('stores its key only as a hash', async () => {
    await charge('charge-hashed');
    const { rows } = await server.deps.db.query('select * from idempotency');
    expect(JSON.stringify(rows)).not.toContain('charge-hashed');
    expect(rows.map(({ key }) => key)).toContain(hashToken('charge-hashed'));
  });

  it('returns responses stored before keys were hashed', async () => {
    const first = await charge('charge-of-before');
    await server.deps.db.query('update idempotency set key = $2 where key = $1', [
      hashToken('charge-of-before'),
      'charge-of-before',
    ]);
    const migration = readFileSync('src/server/platform/db/migrations/171-hashed-idempotency-keys.sql', 'utf8');
    await server.deps.db.query(migration);
    expect((await charge('charge-of-before')).json()).toEqual(first.json());
  });

  it('runs each time without a key', async () => {
    await charge(undefined);
    await charge(undefined);
    expect(runs).toBe(2);
  });

  it('runs once for two requests at the same time', async () => {
    let finish = (): void => {};
    turn = () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      });
    const first = charge('charge-parallel');
    while (runs === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const second = await charge('charge-parallel');
    expect(second.json()).toMatchObject({ status: 409, code: 'inProgress' });
    expect(second.headers['retry-after']).toBe('2');
    finish();
    expect((await first).statusCode).toBe(200);
    expect((await charge('charge-parallel')).json()).toEqual((await first).json());
    expect(runs).toBe(1);
  });

  it('runs once for five requests that arrive together', async () => {
    turn = () => new Promise((resolve) => setTimeout(resolve, 20));
    for (let round = 1; round <= 20; round += 1) {
      const answers = await Promise.all(Array.from({ length: 5 }, () => charge(`charge-together-${round}`)));
      const codes = answers.map((response) => response.json().code ?? response.json().records.run);
      // A late request may find the stored response.
      expect(codes.filter((one) => one !== round && one !== 'inProgress')).toEqual([]);
      expect(codes).toContain(round);
      expect(runs).toBe(round);
    }
  });

  it("doesn't store an error, so the next try runs", async () => {
    turn = async () => {
      throw refuse('badRequest');
    };
    expect((await charge('charge-refused')).statusCode).toBe(400);
    turn = async () => undefined;
    expect((await charge('charge-refused')).statusCode).toBe(200);
    expect(runs).toBe(2);
  });

  it('is taken over within seconds after its process died', async () => {
    await leftBehind('charge-died', 4);
    expect((await charge('charge-died')).json()).toMatchObject({ status: 409, code: 'inProgress' });
    await leftBehind('charge-died', 6);
    expect((await charge('charge-died')).statusCode).toBe(200);
  });

  it('is taken over from a process that died while its clock was a day ahead', async () => {
    await leftBehind('key-of-tomorrow', -86_400);
    expect((await charge('key-of-tomorrow')).json().records.run).toBe(1);
  });

  it('is not taken over with another body', async () => {
    await leftBehind('charge-changed', 60);
    expect((await charge('charge-changed', { amount: 46 })).json()).toMatchObject({ status: 422, code: 'keyReused' });
  });

  it('is taken over at once if no other process can be running it', async () => {
    await leftBehind('charge-alone', 0);
    await releaseClaims(server.deps.db);
    expect((await charge('charge-alone')).statusCode).toBe(200);
  });

  it('stays locked while its process runs', async () => {
    turn = () => new Promise((resolve) => setTimeout(resolve, 2500));
    const slow = charge('charge-slow');
    while (runs === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await server.deps.db.query("update idempotency set at = now() - interval '3 seconds' where key = $1", [
      hashToken('charge-slow'),
    ]);
    await slow;
    const { rows } = await server.deps.db.query(
      "select at > now() - interval '2 seconds' as is_held from idempotency where key = $1",
      [hashToken('charge-slow')],
    );
    expect(rows[0].is_held).toBe(true);
  });

  it('gives the handler the same idempotency key on each retry of a body', async () => {
    const acts: (string | undefined)[] = [];
    const other = Fastify();
    other.post(
      '/act',
      idempotent(server.deps, async (_request, _reply, act) => {
        acts.push(act);
        throw refuse('badRequest');
      }),
    );
    const headers = { 'idempotency-key': 'charge-acting' };
    for (const n of [1, 1, 2]) await other.inject({ method: 'POST', url: '/act', payload: { n }, headers });
    expect(acts[0]).toMatch(/^[\w-]{43}\.[\w-]{43}$/);
    expect(acts).toEqual([acts[0], acts[0], expect.not.stringMatching(String(acts[0]))]);
  });

  it('stores its response encrypted', async () => {
    await charge('charge-sealed', { secret: 'refresh-token-text' });
    const { rows } = await server.deps.db.query('select answer from idempotency where key = $1', [
      hashToken('charge-sealed'),
    ]);
    expect(rows[0].answer).not.toContain('secret');
    expect(Buffer.from(rows[0].answer, 'base64').toString()).not.toContain('refresh-token-text');
  });

  it.each(['short', 'x'.repeat(201)])('refuses the key %s', async (key) => {
    expect((await charge(key)).statusCode).toBe(400);
  });
});
