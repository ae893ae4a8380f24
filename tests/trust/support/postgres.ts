import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface OwnDatabase {
  url: string;
  drop(): Promise<void>;
}

const place = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** Printed under "not run" if PostgreSQL isn't running. */
export const noPostgres = `PostgreSQL isn't reachable at ${place.replace(/\/\/.*@/, '//')} (TEST_DATABASE_URL)`;

export const hasPostgres = (): Promise<boolean> => runOn('select 1').then(yes, no);

/** Creates a PostgreSQL database for a suite, which must drop it. Undefined without PostgreSQL. */
export async function ownDatabase(): Promise<OwnDatabase | undefined> {
  if (!(await hasPostgres())) return undefined;
  const name = `rental_trust_${randomBytes(6).toString('hex')}`;
  await runOn(`create database ${name}`);
  const url = Object.assign(new URL(place), { pathname: `/${name}` }).toString();
  return { url, drop: () => runOn(`drop database ${name} with (force)`) };
}

const yes = () => true;
const no = () => false;

/** Milliseconds. If nothing listens, the connection fails right away. A server busy with other suites takes longer. */
const TIMEOUT_MS = 30_000;

async function runOn(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: place, connectionTimeoutMillis: TIMEOUT_MS });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
