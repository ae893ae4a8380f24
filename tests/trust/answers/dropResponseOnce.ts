import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type { AnyAnswer, AnyServer } from '../../support/anyServer';
import type { Row } from './rows';

interface DropSetup {
  server: AnyServer;
  /** The same server, through a proxy that drops its responses. */
  lossy: AnyServer;
  db: pg.Pool;
  /** Resolves when the jobs of earlier calls are done, if any. */
  settle?(): Promise<void>;
}

/** Tables that may change even if a repeated call has no effect. */
const PASSING = ['rate_limit', 'idempotency', 'session', 'refresh_token', 'validator', 'schema_version'];

/** Drops the response of a row's call after its commit, and repeats the call twice. Returns what failed. */
export async function dropResponseOnce({ server, lossy, db, settle }: DropSetup, row: Row): Promise<string[]> {
  const request = await row.ask(server);
  const count = async () => {
    await settle?.();
    return countRows(db);
  };
  const before = await count();
  const lost = await lossy.app.inject(request).then(
    (answer) => `${answer.statusCode}`,
    () => undefined,
  );
  if (lost) return [`the proxy returned ${lost}`];
  const after = await count();
  const again: AnyAnswer = await server.app.inject(request);
  await forgetAnswers(db);
  const third: AnyAnswer = await server.app.inject(request);
  const last = await count();
  const { again: status = 200, repeats, differs, forgotten } = row;
  const thirdStatus = forgotten?.status ?? status;
  return [
    again.statusCode !== status && `the repeated call returned ${again.statusCode}: ${again.body.slice(0, 200)}`,
    !repeats && !isDeepStrictEqual(after, last) && `the repeated call changed ${changed(after, last)}`,
    !repeats &&
      !differs &&
      !forgotten &&
      status === 200 &&
      again.body !== third.body &&
      `the repeated call returned different responses: ${again.body.slice(0, 200)} and ${third.body.slice(0, 200)}`,
    third.statusCode !== thirdStatus &&
      `without a stored response, it returned ${third.statusCode}: ${third.body.slice(0, 200)}`,
    isDeepStrictEqual(before, after) && status === 200 && !differs && 'the call changed nothing',
  ].filter((wrong) => wrong !== false);
}

/** Simulates a process that died some time ago before it stored its response. */
async function forgetAnswers(db: pg.Pool): Promise<void> {
  await db.query("update idempotency set answer = null, at = now() - interval '1 minute'");
}

/** Counts the rows of each table that isn't in PASSING, and reads versions, attempts and other marks. */
async function countRows(db: pg.Pool): Promise<Record<string, number>> {
  const { rows: tables } = await db.query<{ name: string }>(
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
  const { rows: found } = await db.query<Record<string, number>>(`select ${[...selects, ...also].join(', ')}`);
  return found[0] ?? {};
}

function changed(before: Record<string, number>, after: Record<string, number>): string {
  return Object.keys(after)
    .filter((name) => before[name] !== after[name])
    .join(', ');
}
