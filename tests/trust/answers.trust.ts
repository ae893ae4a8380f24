import { isDeepStrictEqual } from 'node:util';
import type { AnyAnswer, AnyServer } from '../support/anyServer';
import { createTestServer, engines, type TestServer } from '../support/serverFixture';
import { type Row, rows, without } from './answers/rows';
import type { Mode, Outcome, Suite } from './suite';
import { dropAnswers } from './support/dropAnswer';
import { withRoutes } from './support/registeredRoutes';
import { remoteServer } from './support/remoteServer';

const TIMES = { quick: 1, long: 20 };
/** What may differ after a second call that did nothing. */
const PASSING = ['rate_limit', 'idempotency', 'session', 'refresh_token', 'validator', 'schema_version'];

/**
 * The answer of every call that changes something is lost after the commit; the same call again does nothing twice, neither where the
 * answer was kept nor where the process died before it could be.
 */
export default { name: 'answers', run } satisfies Suite;

async function run(mode: Mode): Promise<Outcome> {
  const failures: string[] = [];
  let n = 0;
  const { made: server, routes } = await withRoutes(() => createTestServer(engines.at(-1)));
  const known = [...Object.keys(rows), ...Object.keys(without)];
  const changing = routes.filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method));
  const names = changing.map(({ method, url }) => `${method} ${url}`);
  for (const name of names) if (!known.includes(name)) failures.push(`${name} has no row in answers/rows.ts`);
  for (const name of known) if (!names.includes(name)) failures.push(`answers/rows.ts has ${name}, which is no route`);
  const proxy = await dropAnswers(await server.app.listen({ port: 0, host: '127.0.0.1' }));
  const lossy = remoteServer(() => proxy.address);
  try {
    for (const [name, row] of Object.entries(rows))
      for (let time = 0; time < TIMES[mode]; time += 1) {
        // Another hour, with limits of its own.
        server.advance(3601);
        n += 1;
        failures.push(...(await loseOnce(server, lossy, row)).map((wrong) => `${name}: ${wrong}`));
      }
  } finally {
    proxy.close();
    await server.close();
  }
  const figure = `lost answers on ${Object.keys(rows).length} of ${names.length} changing routes (the others by name), each repeated`;
  return { n, figure: `${figure}; ${failures.length} effects twice or answers that differ`, failures };
}

async function loseOnce(server: TestServer, lossy: AnyServer, row: Row): Promise<string[]> {
  const asked = await row.ask(server);
  const before = await countRows(server);
  const lost = await lossy.app.inject(asked).then(
    (answer) => `${answer.statusCode}`,
    () => undefined,
  );
  if (lost) return [`the proxy gave the answer ${lost}`];
  const after = await countRows(server);
  const again: AnyAnswer = await server.app.inject(asked);
  await forgetAnswers(server);
  const third: AnyAnswer = await server.app.inject(asked);
  const last = await countRows(server);
  const { again: status = 200, repeats, differs } = row;
  return [
    again.statusCode !== status && `the same call again was answered ${again.statusCode}: ${again.body.slice(0, 200)}`,
    !repeats && !isDeepStrictEqual(after, last) && `the same call again changed ${changed(after, last)}`,
    !repeats &&
      !differs &&
      status === 200 &&
      again.body !== third.body &&
      `the same call got two answers: ${again.body.slice(0, 200)} and ${third.body.slice(0, 200)}`,
    third.statusCode !== status &&
      `once its answer was not kept it was answered ${third.statusCode}: ${third.body.slice(0, 200)}`,
    isDeepStrictEqual(before, after) && status === 200 && !differs && 'the call had no effect to lose',
  ].filter((wrong) => wrong !== false);
}

/** As if the process had died before it kept what it answered, some time ago. */
async function forgetAnswers({ deps }: TestServer): Promise<void> {
  await deps.db.query("update idempotency set answer = null, at = now() - interval '1 minute'");
}

/** How many rows every table has, and how far versions and attempts have come. */
async function countRows({ deps }: TestServer): Promise<Record<string, number>> {
  const { rows: tables } = await deps.db.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  const counted = tables.map(({ name }) => name).filter((name) => !PASSING.includes(name));
  const selects = counted.map((name) => `(select count(*)::int from "${name}") as "${name}"`);
  const also = [
    '(select coalesce(sum(version), 0)::int from step_answer) as versions',
    '(select coalesce(sum(attempt), 0)::int from payment) as attempts',
    '(select count(*)::int from application where terms_accepted_at is not null or in_review) as marks',
    '(select count(*)::int from scan_link where phone_hash is not null) as phones',
  ];
  const { rows: found } = await deps.db.query<Record<string, number>>(`select ${[...selects, ...also].join(', ')}`);
  return found[0] ?? {};
}

function changed(before: Record<string, number>, after: Record<string, number>): string {
  return Object.keys(after)
    .filter((name) => before[name] !== after[name])
    .join(', ');
}
