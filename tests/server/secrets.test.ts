import type { FastifyServerOptions } from 'fastify';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Catalogue } from '../../src/model/catalogue';
import type { Config } from '../../src/server/config';
import { answersOf, bodyOf, completeSteps, demand, get, paymentBody, post, postStep } from '../support/fillSteps';
import { PASSWORD, registerApplicant } from '../support/serverApplicants';
import { createTestServer, type TestServer } from '../support/serverFixture';

const lines = vi.hoisted((): string[] => []);

// The server's own options, at the level that tells most, written to memory.
vi.mock('../../src/server/logger', async (load) => {
  const real = await load<typeof import('../../src/server/logger')>();
  return {
    loggerOptions: (config: Config, catalogue: Catalogue) => ({
      ...(real.loggerOptions({ ...config, logLevel: 'trace' }, catalogue) as Exclude<
        FastifyServerOptions['logger'],
        boolean
      >),
      stream: { write: (line: string) => lines.push(line) },
    }),
  };
});

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

it('logs neither SSN, date of birth, password, token, ticket nor card, whatever goes wrong', async () => {
  const robin = await registerApplicant(server);
  const answers = await answersOf(server, robin, 'identification');
  const body = bodyOf(server, robin, 'identification', answers);
  await postStep(server, robin, 'identification', { ...body, hat: 1 });
  await completeSteps(server, robin, 'income', { pdfs: false });
  await postStep(server, robin, 'identification', body);
  const [document] = demand(await get(server, robin, `/api/applicant/getidentification/${robin.trn}`)).documents as {
    id: number;
  }[];
  const { url } = demand(await get(server, robin, `/api/applicant/ticket/${document?.id}`));
  await server.app.inject({ url: String(url) });
  const order = await paymentBody(server, robin, 'card_declined');
  await post(server, robin, '/api/payment', order);
  const broken = vi.spyOn(server.deps.payments, 'find').mockRejectedValueOnce(new Error('the line was cut'));
  expect((await post(server, robin, '/api/payment', await paymentBody(server, robin))).statusCode).toBe(500);
  broken.mockRestore();
  const log = lines.join('\n');
  expect(log).toContain('/api/applicant/saveiddetail');
  expect(log).toContain('the line was cut');
  const ticket = String(url).split('token=')[1] ?? '';
  for (const secret of [
    '219-09-9999',
    '1990-04-12',
    PASSWORD,
    robin.token,
    robin.refreshToken,
    ticket,
    String(order.token),
  ])
    expect(log).not.toContain(secret);
});

it('refuses a card number that a client sends by mistake, logs it nowhere and stores it nowhere', async () => {
  const number = '4242424242424242';
  const robin = await registerApplicant(server);
  await completeSteps(server, robin, 'income', { pdfs: false });
  const order = await paymentBody(server, robin);
  const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034, outcome: 'succeed' };
  for (const [url, body] of [
    ['/api/payment', { ...order, card_number: number, cvc: '9137' }],
    ['/api/payment', { ...order, payment: { ...(order.payment as object), card: { number, cvc: '9137' } } }],
    ['/sandbox/v1/tokens', { card: { ...card, number } }],
    ['/sandbox/v1/tokens', { card: { ...card, last4: number } }],
  ] as const)
    expect([400, 422], url).toContain((await post(server, robin, url, body)).statusCode);
  demand(await post(server, robin, '/api/payment', await paymentBody(server, robin)));
  const everything = `${lines.join('\n')} ${await storedText()}`;
  expect(everything).toContain(robin.trn);
  for (const secret of [number, '4242 4242', '9137']) expect(everything).not.toContain(secret);
});

/** Every row of every table as text. */
async function storedText(): Promise<string> {
  const { rows } = await server.deps.db.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const contents = rows.map(({ name }) =>
    server.deps.db.query(`select coalesce(string_agg(t::text, ' '), '') as text from "${name}" t`),
  );
  return (await Promise.all(contents)).map(({ rows: [row] }) => row.text).join(' ');
}
