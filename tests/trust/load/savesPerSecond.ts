import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { KEEP } from '../../../src/server/stores/draftStore';
import type { AnyServer } from '../../support/anyServer';
import { registerApplicant } from '../../support/serverApplicants';
import { leanClient } from './leanClient';
import { createMeter } from './meter';

const CONNECTIONS = 10;

/** Saves and calls that do nothing, one after the other on ten connections for some seconds; in turn over the addresses. */
export async function savesPerSecond(server: AnyServer, addresses: string[], seconds: number) {
  const robins = await Promise.all(Array.from({ length: CONNECTIONS }, () => registerApplicant(server)));
  const save = await drive(addresses, seconds, (n) => {
    const { trn, headers } = robins[n] ?? { trn: '', headers: {} };
    return [
      'PUT',
      `/api/drafts/${trn}/address`,
      headers,
      JSON.stringify({ answers: { address: [{ street_address: '12 Elm Street' }] } }),
    ];
  });
  const noop = await drive(addresses, seconds, () => ['GET', '/healthz']);
  return { save, noop };
}

type Call = [method: string, url: string, headers?: Record<string, string>, body?: string];

async function drive(addresses: string[], seconds: number, callOf: (n: number) => Call) {
  const meter = createMeter();
  const clients = addresses.map((address) => leanClient(address, CONNECTIONS));
  const until = Date.now() + seconds * 1000;
  let refused = 0;
  async function loop(n: number): Promise<void> {
    const client = clients[n % clients.length];
    while (client && Date.now() < until) if ((await meter.time(() => client.send(...callOf(n)))) !== 200) refused += 1;
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, n) => loop(n)));
  for (const client of clients) client.close();
  return { perSecond: Math.round(meter.count() / seconds), p99: meter.of(0.99), refused };
}

/** The same write, driven by PostgreSQL's own load tool: what the database gives on this machine. Undefined without the tool. */
export async function writesByPgbench(url: string, folder: string, seconds: number): Promise<number | undefined> {
  const tool = findPgbench();
  if (!tool) return undefined;
  const script = path.join(folder, 'save.sql');
  writeFileSync(script, `\\set n random(1, ${CONNECTIONS})\n${await draftStatement(url)};\n`);
  const given = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(CONNECTIONS),
    '-j',
    '2',
    '-T',
    String(seconds),
    '-f',
    script,
    url,
  ];
  const { stdout, stderr } = spawnSync(tool, given, { encoding: 'utf8' });
  const figure = /tps = ([\d.]+)/.exec(stdout)?.[1];
  if (!figure) throw new Error(`pgbench: ${stderr}`);
  return Math.round(Number(figure));
}

/** The server's own statement with its values written in, for one of the applicants there are. */
async function draftStatement(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ trn: string }>(
    `select trn from application where account_id is not null order by created_at desc limit ${CONNECTIONS}`,
  );
  await client.end();
  const trns = `(array[${rows.map(({ trn }) => `'${trn}'`).join(',')}])[:n]`;
  const data = `'{"address":[{"street_address":"12 Elm Street"}]}'`;
  const values = [
    trns,
    "'address'",
    data,
    'now()',
    'false',
    "'v'",
    "'c'",
    "'identification'",
    "'stamp'",
    'null::text',
    'null::bigint',
    'null::text',
  ];
  return KEEP.replace(/\$(\d+)/g, (_, n) => values[Number(n) - 1] ?? 'null')
    .replace(/\s+/g, ' ')
    .trim();
}

function findPgbench(): string | undefined {
  const below = '/usr/lib/postgresql';
  const versions = existsSync(below) ? readdirSync(below).map((version) => `${below}/${version}/bin/pgbench`) : [];
  return ['/usr/bin/pgbench', ...versions].find((place) => existsSync(place));
}
