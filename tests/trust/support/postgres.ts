import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface OwnDatabase {
  url: string;
  drop(): Promise<void>;
}

const place = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** Said under "not run" where there is no PostgreSQL. */
export const noPostgres = `PostgreSQL: none answers at ${place.replace(/\/\/.*@/, '//')} (TEST_DATABASE_URL)`;

export const hasPostgres = (): Promise<boolean> => runOn('select 1').then(yes, no);

/** A fresh PostgreSQL database of this suite's own; undefined where none answers. Drop it afterwards. */
export async function ownDatabase(): Promise<OwnDatabase | undefined> {
  if (!(await hasPostgres())) return undefined;
  const name = `rental_trust_${randomBytes(6).toString('hex')}`;
  await runOn(`create database ${name}`);
  const url = Object.assign(new URL(place), { pathname: `/${name}` }).toString();
  return { url, drop: () => runOn(`drop database ${name} with (force)`) };
}

const yes = () => true;
const no = () => false;

/** Where none listens it is refused at once; one that is busy with other suites takes its time. */
const PATIENCE_MS = 30_000;

async function runOn(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: place, connectionTimeoutMillis: PATIENCE_MS });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
