import type { FastifyInstance } from 'fastify';
import Fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addErrorHandler } from '../../src/server/errorHandler';
import { refuse } from '../../src/server/errors';
import { idempotent } from '../../src/server/idempotency';
import { answer } from '../../src/server/reply';
import { createTestServer, engines, type TestServer } from '../support/serverFixture';

describe.each(engines)('an idempotent call on $name', (engine) => {
  let server: TestServer;
  let app: FastifyInstance;
  let runs = 0;
  let turn: () => Promise<unknown> = async () => undefined;
  beforeAll(async () => {
    server = await createTestServer(engine);
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
  afterAll(() => server.close());

  const charge = (key: string | undefined, payload: object = { amount: 45 }) =>
    app.inject({ method: 'POST', url: '/charge', payload, headers: key ? { 'idempotency-key': key } : {} });

  it('answers the first answer again', async () => {
    const first = await charge('charge-again');
    expect((await charge('charge-again')).json()).toEqual(first.json());
    expect(runs).toBe(1);
  });

  it('refuses the same key with another body', async () => {
    await charge('charge-other');
    expect((await charge('charge-other', { amount: 46 })).json()).toMatchObject({ status: 422, code: 'keyReused' });
  });

  it('runs each time without a key', async () => {
    await charge(undefined);
    await charge(undefined);
    expect(runs).toBe(2);
  });

  it('runs once for two at the same time', async () => {
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

  it('keeps no refusal, so that the next try runs', async () => {
    turn = async () => {
      throw refuse('badRequest');
    };
    expect((await charge('charge-refused')).statusCode).toBe(400);
    turn = async () => undefined;
    expect((await charge('charge-refused')).statusCode).toBe(200);
    expect(runs).toBe(2);
  });

  it('is taken over from a process that died in it', async () => {
    await server.deps.db.query(
      'insert into idempotency (scope, route, key, body_hash, at) values ($1, $2, $3, $4, $5)',
      ['link:', 'POST /charge', 'charge-died', 'other', server.deps.clock()],
    );
    expect((await charge('charge-died')).statusCode).toBe(422);
    server.advance(61);
    expect((await charge('charge-died')).statusCode).toBe(200);
  });

  it('keeps its answer sealed', async () => {
    await charge('charge-sealed', { secret: 'refresh-token-text' });
    const { rows } = await server.deps.db.query("select answer from idempotency where key = 'charge-sealed'");
    expect(rows[0].answer).not.toContain('secret');
    expect(Buffer.from(rows[0].answer, 'base64').toString()).not.toContain('refresh-token-text');
  });

  it.each(['short', 'x'.repeat(201)])('refuses the key %s', async (key) => {
    expect((await charge(key)).statusCode).toBe(400);
  });
});
