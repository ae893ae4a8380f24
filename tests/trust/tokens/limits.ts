import type { FastifyInstance, InjectOptions } from 'fastify';
import { answersOf, bodyOf, completeSteps, expectRecords, get, paymentBody } from '../../support/fillSteps';
import { registerApplicant, registrationBody, type TestApplicant } from '../../support/serverApplicants';
import type { TestServer } from '../../support/serverFixture';
import { secondProcess } from '../support/secondProcess';
import { count, type Tally } from '../support/tally';

/** A limit: how often, within what time, and the counted call. */
interface Limited {
  name: string;
  most: number;
  seconds: number;
  call: (n: number) => InjectOptions | Promise<InjectOptions>;
}

/** Each tested limit allows exactly its number of calls across two processes, also after a restart. */
export async function tryLimits(server: TestServer, tally: Tally): Promise<string[]> {
  const all = [...publicLimits(), ...(await applicantsLimits(server))];
  for (const limited of all) await tryLimit(server, limited, tally);
  return all.map(({ name, most }) => `${name} ${most}`);
}

async function tryLimit(server: TestServer, { name, most, seconds, call }: Limited, tally: Tally): Promise<void> {
  // Lets earlier counts expire.
  server.advance(3700);
  const other = await secondProcess(server);
  const apps = [server.app, other];
  for (let n = 0; n < most; n += 1) {
    const { statusCode } = await inject(apps[n % 2], await call(n));
    count(
      tally,
      (statusCode === 429 || statusCode >= 500) && `${name}: attempt ${n + 1} of ${most} returned ${statusCode}`,
    );
  }
  await refused(server.app, name, 'one more', await call(most), seconds, tally);
  await refused(other, name, 'one more on the other process', await call(most), seconds, tally);
  await other.close();
  const again = await secondProcess(server);
  await refused(again, name, 'one more after a restart', await call(most), seconds, tally);
  server.advance(seconds + 1);
  const { statusCode } = await inject(again, await call(most + 1));
  count(tally, statusCode === 429 && `${name}: after ${seconds} s it still returned 429`);
  await again.close();
}

async function refused(
  app: FastifyInstance,
  name: string,
  what: string,
  call: InjectOptions,
  seconds: number,
  tally: Tally,
) {
  const { statusCode, headers } = await inject(app, call);
  const wait = Number(headers['retry-after']);
  count(tally, statusCode !== 429 && `${name}: ${what} returned ${statusCode}`);
  count(tally, !(wait > 0 && wait <= seconds) && `${name}: ${what} had Retry-After ${headers['retry-after']}`);
}

/** Attempts on one account come from many addresses; attempts from one address target many accounts. */
const from = (n: number): string => `198.51.100.${(n % 250) + 1}`;

function publicLimits(): Limited[] {
  const post = (url: string, payload: object, remoteAddress: string, headers = {}): InjectOptions => {
    return { method: 'POST', url, payload, remoteAddress, headers };
  };
  const login = (email: string, at: string) => post('/api/users/login', { email, password: 'Harbor!View2020' }, at);
  const forgot = (email: string, at: string) => post('/api/users/forgotPassword', { email }, at);
  const address = '203.0.113.5';
  return [
    {
      name: 'login of an account from an address',
      most: 5,
      seconds: 60,
      call: () => login('robin@example.com', address),
    },
    { name: 'login of an account', most: 100, seconds: 3600, call: (n) => login('robin@example.com', from(n)) },
    { name: 'login from an address', most: 30, seconds: 60, call: (n) => login(`r${n}@example.com`, address) },
    {
      name: 'forgot for an account from an address',
      most: 5,
      seconds: 3600,
      call: () => forgot('robin@example.com', address),
    },
    { name: 'forgot from an address', most: 30, seconds: 3600, call: (n) => forgot(`r${n}@example.com`, address) },
    {
      name: 'reset',
      most: 10,
      seconds: 3600,
      call: () => post('/api/users/resetPassword', { uid: 'a'.repeat(43), password: 'Harbor!View2027' }, address),
    },
    {
      name: 'register',
      most: 20,
      seconds: 1200,
      call: () => post('/api/users/register', registrationBody({ fname: '' }), address, { url: 'open' }),
    },
    {
      name: 'invitation',
      most: 20,
      seconds: 60,
      call: () => ({
        url: '/api/applicant/validate-invitation',
        headers: { authorization: 'x' },
        remoteAddress: address,
      }),
    },
    {
      name: 'login code',
      most: 20,
      seconds: 60,
      call: () => post('/api/users/exchange', { trn_id: 'x', url: 'open', token: 'x' }, address),
    },
    {
      name: 'refresh',
      most: 300,
      seconds: 60,
      call: () => post('/api/token/refresh', { refreshtoken: 'x' }, address),
    },
    {
      name: 'address suggestions',
      most: 120,
      seconds: 60,
      call: () => ({ url: '/api/address/suggest?q=500%20Congress', remoteAddress: address }),
    },
  ];
}

async function applicantsLimits(server: TestServer): Promise<Limited[]> {
  const payer = await registerApplicant(server);
  await completeSteps(server, payer, 'income', { pdfs: false });
  const saver = await registerApplicant(server);
  const answers = await answersOf(server, saver, 'identification');
  const guesser = await registerApplicant(server);
  const wrong = { oldPassword: 'Wrong!View2026', password: 'Newer!View2026', reEnterPassword: 'Newer!View2026' };
  return [
    {
      name: 'changed password',
      most: 10,
      seconds: 3600,
      call: () => asApplicant(server, guesser, '/api/users/changePassword', async () => wrong),
    },
    {
      name: 'payment',
      most: 5,
      seconds: 3600,
      call: async () => asApplicant(server, payer, '/api/payment', () => paymentBody(server, payer, 'card_declined')),
    },
    {
      name: 'SSN save',
      most: 10,
      seconds: 3600,
      call: (n) =>
        asApplicant(server, saver, '/api/applicant/saveiddetail', async () => {
          const ssn = { ...answers.ssn, SSNNumber: `219-09-${1000 + n}` };
          const { version } = expectRecords(await get(server, saver, `/api/applicant/getidentification/${saver.trn}`));
          return bodyOf(server, saver, 'identification', { ...answers, ssn }, Number(version));
        }),
    },
  ];
}

/** Starts another session for each call, because sessions expire when the suite advances the clock. */
async function asApplicant(
  server: TestServer,
  applicant: TestApplicant,
  url: string,
  bodyFor: () => Promise<object>,
): Promise<InjectOptions> {
  const { rows } = await server.deps.db.query('select account_id from application where trn = $1', [applicant.trn]);
  const { token } = await server.deps.sessions.start(rows[0].account_id, applicant.trn);
  Object.assign(applicant.headers, { authorization: token });
  return { method: 'POST', url, headers: applicant.headers, payload: await bodyFor() };
}

function inject(app: FastifyInstance | undefined, call: InjectOptions) {
  if (!app) throw new Error('There is no such process');
  return app.inject(call);
}
