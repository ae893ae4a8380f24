import type { FastifyServerOptions } from 'fastify';
import { expect, it, vi } from 'vitest';
import persona from '../../schemas/personas/robin-hale.json';
import type { IncomeChecks } from '../../src/model/income/checks/documentChecks';
import type { Catalog } from '../../src/model/section/catalog';
import { jobHandlers } from '../../src/server/features';
import type { Config } from '../../src/server/platform/config';
import { runDueJobs } from '../../src/server/platform/jobs/jobs';
import { statementSheet } from '../sampleDocuments/bankStatements';
import { drawSheet } from '../sampleDocuments/drawSheet';
import { recentStubs } from '../sampleDocuments/recentDocuments';
import {
  answersOf,
  bodyOf,
  completeSteps,
  expectRecords,
  get,
  paymentBody,
  post,
  postStep,
} from '../support/fillSteps';
import { upload } from '../support/multipart';
import { openServer } from '../support/openServer';
import { PASSWORD, registerApplicant } from '../support/serverApplicants';

const lines = vi.hoisted((): string[] => []);

// The logger has the server's options at the most detailed level, and writes to memory.
vi.mock('../../src/server/platform/http/logger', async (load) => {
  const real = await load<typeof import('../../src/server/platform/http/logger')>();
  return {
    loggerOptions: (config: Config, catalog: Catalog) => ({
      ...(real.loggerOptions({ ...config, logLevel: 'trace' }, catalog) as Exclude<
        FastifyServerOptions['logger'],
        boolean
      >),
      stream: { write: (line: string) => lines.push(line) },
    }),
  };
});

const server = await openServer();

it('logs no SSN, date of birth, password, token, ticket or card when calls fail', async () => {
  const robin = await registerApplicant(server);
  const answers = await answersOf(server, robin, 'identification');
  const body = bodyOf(server, robin, 'identification', answers);
  await postStep(server, robin, 'identification', { ...body, hat: 1 });
  await completeSteps(server, robin, 'income', { pdfs: false });
  await postStep(server, robin, 'identification', body);
  const [document] = expectRecords(await get(server, robin, `/api/applicant/getidentification/${robin.trn}`))
    .documents as {
    id: number;
  }[];
  const { url } = expectRecords(await get(server, robin, `/api/applicant/ticket/${document?.id}`));
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

it('refuses a card number that a client sends by mistake, and neither logs nor stores it', async () => {
  const number = '4242424242424242';
  const robin = await registerApplicant(server);
  await completeSteps(server, robin, 'income', { pdfs: false });
  const order = await paymentBody(server, robin);
  const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034, outcome: 'succeed' };
  for (const [url, body] of [
    ['/api/payment', { ...order, card_number: number, cvc: '91378264050' }],
    ['/api/payment', { ...order, payment: { ...(order.payment as object), card: { number, cvc: '91378264050' } } }],
    ['/sandbox/v1/tokens', { card: { ...card, number } }],
    ['/sandbox/v1/tokens', { card: { ...card, last4: number } }],
  ] as const)
    expect([400, 422], url).toContain((await post(server, robin, url, body)).statusCode);
  expectRecords(await post(server, robin, '/api/payment', await paymentBody(server, robin)));
  const everything = `${lines.join('\n')} ${await storedText()}`;
  expect(everything).toContain(robin.trn);
  for (const secret of [number, '4242 4242', '91378264050']) expect(everything).not.toContain(secret);
});

it('logs nothing from documents when reading or saving them fails', async () => {
  const robin = await registerApplicant(server);
  await completeSteps(server, robin, 'applicant-details');
  const before = lines.length;
  const { db, files } = server.deps;
  for (const document_id of [3, 6])
    expectRecords(await post(server, robin, '/api/income/addsource', { trn_id: robin.trn, document_id }));
  const put = async (type: number, content: Buffer) =>
    expectRecords(await upload(server, robin, type, { name: 'vandersteen.pdf', content }, 1));
  await put(3, await recentStubs(STUB));
  await put(6, await drawSheet(statementSheet('ledgerline', [STATEMENT])));
  // Like PostgreSQL's error for a rejected row.
  const refused = Object.assign(new Error('the row was refused'), {
    detail: `Failing row contains (${STUB.employee})`,
    where: `COPY job, line 1: "${STUB.employer}"`,
  });
  const lost = vi.spyOn(files, 'read').mockRejectedValueOnce(refused).mockRejectedValueOnce(refused);
  await runJobsLogged();
  lost.mockRestore();
  await db.query('update job set run_at = now()');
  await runJobsLogged();

  const checks = expectRecords(await get(server, robin, `/api/income/checks/${robin.trn}`)) as unknown as IncomeChecks;
  const checksText = JSON.stringify(checks);
  for (const read of ['Quillon Vandersteen', 'Oriel Ashgrove', '4631.16']) expect(checksText).toContain(read);
  const failed = checks.validation_messages['3']?.source_1?.applicant.find(({ outcome }) => outcome === 'failed');
  const words = { trn_id: robin.trn, id: failed?.id, answer: 'Vandersteen is my married name.' };
  expectRecords(await post(server, robin, '/api/income/checkanswer', words));
  const [employer] = persona.flows.application.income.employers.employer;
  const employers = [{ ...employer, id: 1, files: [], employer_name: STUB.employer, avrgross_pay: STUB.gross }];
  const answers = { employment_details: { response: 'Yes', employer: employers } };
  expect((await postStep(server, robin, 'income', { trn_id: robin.trn, version: 0, ...answers })).statusCode).toBe(422);

  const log = lines.slice(before).join('\n');
  for (const text of ['/api/income/checks/', 'the row was refused']) expect(log).toContain(text);
  expect(
    log.match(
      /vandersteen|quillon|zephyr|anvil|ashgrove|moonrise|2,?137\.46|42,?749\.2|4,?631\.16|7,?719\.03|\*4417/gi,
    ),
  ).toBe(null);
});

const STUB = { employee: 'Quillon Vandersteen', employer: 'Zephyr Anvil Works', gross: 2137.46, toDate: 42_749.2 };
const STATEMENT = {
  holder: 'Oriel Ashgrove',
  bank: 'Moonrise Thrift',
  from: '2026-01-01',
  to: '2026-01-31',
  opening: 900,
  closing: 7719.03,
};

/** Runs jobs like the server, which logs errors. */
function runJobsLogged(): Promise<void> {
  return runDueJobs(server.deps.db, jobHandlers(server.deps), (error) => server.app.log.error(error));
}

/** Returns all rows as text. Skips the schema files, whose samples have invented cards. */
async function storedText(): Promise<string> {
  const { rows } = await server.deps.db.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'schema_state'",
  );
  const contents = rows.map(({ name }) =>
    server.deps.db.query(`select coalesce(string_agg(t::text, ' '), '') as text from "${name}" t`),
  );
  return (await Promise.all(contents)).map(({ rows: [row] }) => row.text).join(' ');
}
