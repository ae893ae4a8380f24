import type { AnyServer } from '../support/anyServer';
import { createTestServer } from '../support/serverFixture';
import { type Attack, attacksOn, type Call, ownCall } from './idor/attacks';
import { officeAttacks, officeCall } from './idor/officeAttacks';
import { openAttacks, productionAttacks } from './idor/openAttacks';
import { type ApplicantRow, type OfficeRow, rows, type StudioRow } from './idor/rows';
import { studioAttacks, studioCall } from './idor/studioAttacks';
import { createTestData, type TestData } from './idor/testData';
import type { Mode, Outcome, Suite } from './suite';
import { differences, takeFingerprint } from './support/fingerprint';
import { noPostgres } from './support/postgres';
import { type RegisteredRoute, withRoutes } from './support/registeredRoutes';
import { runOnFleet, withoutLimits } from './support/severalProcesses';

/** At every route, only people who may call it get or change anything. */
export default { name: 'idor', run } satisfies Suite;

async function run(mode: Mode): Promise<Outcome> {
  const { made: server, routes } = await withRoutes(() => createTestServer(undefined, { limits: withoutLimits }));
  const alone = await tryAll(await createTestData(server)).finally(() => server.close());
  const several =
    mode === 'long'
      ? await runOnFleet(PROCESSES, async (server) => tryAll(await createTestData(server), COUNTERS))
      : NONE;
  const overSeveral = several?.failures.map((one) => `${PROCESSES} processes: ${one}`) ?? [];
  const failures = [...compare(routes), ...alone.failures, ...overSeveral];
  const also = several?.n ? `, ${several.n} of the calls spread over ${PROCESSES} processes` : '';
  return {
    n: alone.n + (several?.n ?? 0),
    failures,
    figure: `${Object.keys(rows).length} routes, each with a row; ${failures.length} allowed or changed${also}`,
    notRun: several ? [] : [noPostgres],
  };
}

const PROCESSES = 3;
const NONE: AttackResults = { n: 0, failures: [], unprinted: [] };
/** Built processes count each attempt, including allowed ones. */
const COUNTERS = ['rate_limit'];

async function tryAll(data: TestData, unprinted: string[] = []): Promise<AttackResults> {
  // Compiled rules belong to no one. The first request for a form caches them.
  const results: AttackResults = { n: 0, failures: [], unprinted: ['validator', ...unprinted] };
  await attackApplicants(data, results);
  await attackOpen(data, results);
  await attackPublic(data, results);
  await changeSubmitted(data, results);
  await attackOffice(data, results);
  await attackStudio(data, results);
  // Runs last, to show that the earlier calls were refused only because of their caller.
  await checkOwnerAccess(data, results);
  return results;
}

interface AttackResults {
  n: number;
  failures: string[];
  /** Tables that aren't compared, because any call may change them. */
  unprinted: string[];
  /** Hashes of all other tables and files after the last route. */
  print?: Record<string, string>;
}

/** Finds routes without a row, rows without a route, and open routes listed as needing a session. */
function compare(routes: RegisteredRoute[]): string[] {
  const known = routes.filter(({ method }) => method !== 'HEAD');
  const keys = known.map(({ method, url }) => `${method} ${url}`);
  return [
    ...keys
      .filter((key) => !rows[key])
      .map((key) => `${key} has no row in idor/rows.ts. Add one that says who can call it`),
    ...Object.keys(rows)
      .filter((key) => !keys.includes(key) && key !== 'GET /*')
      .map((key) => `idor/rows.ts has ${key}, which isn't a route`),
    ...known
      .filter(({ method, url, isOpen }) => isOpen && rows[`${method} ${url}`]?.who === 'applicant')
      .map(({ method, url }) => `${method} ${url} is open, but its row requires a session`),
  ];
}

const applicantRows = () =>
  Object.entries(rows).filter((entry): entry is [string, ApplicantRow] => entry[1].who === 'applicant');

async function attackApplicants(data: TestData, results: AttackResults): Promise<void> {
  for (const [key, row] of applicantRows()) {
    const attacks = attacksOn(key, row, data);
    const heads = key.startsWith('GET ') ? attacks.filter(({ what }) => HEADS.test(what)).map(asHead) : [];
    await unchanged(data, results, key, () => attack(data.server.app, [...attacks, ...heads], results, key, data));
  }
}

/**
 * Attacks that are also made by HEAD. Fastify answers HEAD with the same handler and hooks, so a few attacks are
 * enough.
 */
const HEADS = /no token|expired|in the path|victim's id/;

const asHead = ({ call, ...attack }: Attack): Attack => ({
  ...attack,
  what: `${attack.what}, by HEAD`,
  call: { ...call, method: 'HEAD' },
});

/** Kinds of routes that check the caller without a session. */
const KEYED = ['secret', 'phone', 'ticket', 'webhook'];

async function attackOpen(data: TestData, results: AttackResults): Promise<void> {
  const { app } = data.server;
  const all = openAttacks(data);
  for (const [key, { who }] of Object.entries(rows))
    if (KEYED.includes(who) && !all[key]?.length)
      results.failures.push(`${key} accepts a ${who}, which idor/openAttacks.ts doesn't test`);
  for (const [key, attacks] of Object.entries(all))
    await unchanged(data, results, key, () => attack(app, attacks, results, key, data));
  for (const { app, attacks } of await productionAttacks(data))
    await attack(app, attacks, results, 'production', data).finally(() => app.close());
}

/** Public data reveals nothing about anyone, with any token. */
async function attackPublic(data: TestData, results: AttackResults): Promise<void> {
  const { trn, token, headers } = data.victim;
  const fill: Record<string, string> = { step: 'registration', file: 'demo.svg' };
  for (const [key] of Object.entries(rows).filter(([, row]) => row.who === 'public')) {
    const [method = '', template = ''] = key.split(' ');
    const url = template.replace(/:(\w+)/g, (_, name: string) => fill[name] ?? '').replace('*', 'login');
    for (const authorization of [...Object.values(data.secrets), token]) {
      const call = { method, url: `${url}?trn_id=${trn}`, headers: { ...headers, authorization, url: 'open' } };
      checkForLeaks(data, results, key, (await send(data.server.app, call)).body);
      results.n += 1;
    }
  }
}

async function changeSubmitted(data: TestData, results: AttackResults): Promise<void> {
  for (const [key, row] of applicantRows()) {
    const { submitted } = row;
    if (typeof submitted !== 'number') continue;
    const call = ownCall(key, row, data, data.submitted);
    const one = { what: 'the submitted application', call, expected: [submitted] };
    await unchanged(data, results, key, () => attack(data.server.app, [one], results, key, data));
  }
}

const officeRows = () =>
  Object.entries(rows).filter((entry): entry is [string, OfficeRow] => entry[1].who === 'office');

/** Calls as everyone who isn't allowed, then as each role that is allowed. */
async function attackOffice(data: TestData, results: AttackResults): Promise<void> {
  for (const [key, row] of officeRows())
    await unchanged(data, results, key, () =>
      attack(data.server.app, officeAttacks(key, row, data), results, key, data),
    );
  for (const [key, row] of officeRows())
    for (const role of row.roles) {
      const call = officeCall(key, row, data, data.office.roles[role].headers);
      const { statusCode, body } = await send(data.server.app, call);
      results.n += 1;
      const wanted = row.allowed ?? 200;
      if (statusCode !== wanted)
        results.failures.push(`${key}, a ${role}: ${statusCode}, not ${wanted}: ${body.slice(0, 200)}`);
    }
  // An allowed call changed something, so the next comparison starts from here.
  results.print = undefined;
}

const studioRows = () =>
  Object.entries(rows).filter((entry): entry is [string, StudioRow] => entry[1].who === 'studio');

/** Calls as everyone who isn't allowed, then as an allowed role, which must not get a 401 or 403. */
async function attackStudio(data: TestData, results: AttackResults): Promise<void> {
  for (const [key, row] of studioRows())
    await unchanged(data, results, key, () =>
      attack(data.server.app, studioAttacks(key, row, data), results, key, data),
    );
  for (const [key, { role }] of studioRows()) {
    const { statusCode } = await send(data.server.app, studioCall(key, data.studio[role].headers));
    results.n += 1;
    if ([401, 403].includes(statusCode)) results.failures.push(`${key}, someone who can ${role}: ${statusCode}`);
  }
  results.print = undefined;
}

async function checkOwnerAccess(data: TestData, results: AttackResults): Promise<void> {
  for (const [key, row] of applicantRows()) {
    const { statusCode, body } = await send(data.server.app, ownCall(key, row, data));
    results.n += 1;
    if (statusCode !== (row.owner ?? 200))
      results.failures.push(`${key}: the owner got ${statusCode}, not ${row.owner ?? 200}: ${body.slice(0, 200)}`);
  }
}

async function attack(
  app: AnyServer['app'],
  attacks: Attack[],
  results: AttackResults,
  key: string,
  data: TestData,
): Promise<void> {
  for (const { what, call, expected } of attacks) {
    const { statusCode, body } = await send(app, call);
    results.n += 1;
    if (!expected.includes(statusCode))
      results.failures.push(`${key}, ${what}: ${statusCode}, not ${expected.join(' or ')}: ${body.slice(0, 200)}`);
    if (!what.startsWith('the submitted')) checkForLeaks(data, results, `${key}, ${what}`, body);
  }
}

async function unchanged(
  { server }: TestData,
  results: AttackResults,
  key: string,
  work: () => Promise<void>,
): Promise<void> {
  const before = results.print ?? (await takeFingerprint(server, results.unprinted));
  await work();
  results.print = await takeFingerprint(server, results.unprinted);
  for (const name of differences(before, results.print)) results.failures.push(`${key}: something changed in ${name}`);
}

function checkForLeaks({ victim }: TestData, results: AttackResults, what: string, body: string): void {
  const secrets = [victim.email, victim.proofName, victim.phoneKey, victim.refreshToken, '***-**-9999'];
  for (const secret of secrets)
    if (body.includes(secret)) results.failures.push(`${what}: the response reveals ${secret}`);
}

function send(app: AnyServer['app'], { method, url, headers, payload }: Call) {
  return app.inject({ method: method as 'GET', url, headers, payload });
}
