import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { KEEP } from '../../../src/server/stores/draftStore';
import type { AnyServer } from '../../support/anyServer';
import { registerApplicant } from '../../support/serverApplicants';
import { quantile } from '../support/tally';
import { leanClient } from './leanClient';
import { createMeter } from './meter';

const CONNECTIONS = 10;

/** What was reached in a second; of the rounds' figures the middle one. */
export interface Figures {
  saves: number;
  nothing: number;
  /** By PostgreSQL's own load tool; undefined where it is not there. */
  writes?: number;
  /** The worst that one in a hundred felt, in milliseconds. */
  p99: { save: number; nothing: number };
  refused: number;
  calls: number;
}

/**
 * Saves, calls that do nothing and the database's bare writes in turn, round after round on ten connections: what else goes on on the
 * machine meets all three alike, and the middle of the rounds is taken.
 */
export async function measureSaves(
  server: AnyServer,
  fleet: string[],
  url: string,
  folder: string,
  plan: { rounds: number; seconds: number },
): Promise<Figures> {
  const robins = await Promise.all(Array.from({ length: CONNECTIONS }, () => registerApplicant(server)));
  const script = await writeScript(url, folder);
  const body = JSON.stringify({ answers: { address: [{ street_address: '12 Elm Street' }] } });
  const save = (n: number): Call => ['PUT', `/api/drafts/${robins[n]?.trn}/address`, robins[n]?.headers ?? {}, body];
  const rounds: { save: Drive; nothing: Drive; writes?: number }[] = [];
  // The first round warms all three and does not count.
  for (let n = 0; n <= plan.rounds; n += 1) {
    const round = {
      save: await drive(fleet, plan.seconds, save),
      nothing: await drive(fleet, plan.seconds, () => ['GET', '/healthz']),
      writes: await writesByPgbench(script, url, plan.seconds),
    };
    if (n > 0) rounds.push(round);
  }
  const middle = (of: (round: (typeof rounds)[number]) => number) => quantile(rounds.map(of), 0.5);
  return {
    saves: Math.round(middle(({ save }) => save.perSecond)),
    nothing: Math.round(middle(({ nothing }) => nothing.perSecond)),
    writes: rounds[0]?.writes === undefined ? undefined : Math.round(middle(({ writes }) => writes ?? 0)),
    p99: { save: middle(({ save }) => save.p99), nothing: middle(({ nothing }) => nothing.p99) },
    refused: rounds.reduce((sum, { save, nothing }) => sum + save.refused + nothing.refused, 0),
    calls: rounds.reduce((sum, { save, nothing }) => sum + save.calls + nothing.calls, 0),
  };
}

interface Drive {
  perSecond: number;
  p99: number;
  refused: number;
  calls: number;
}

type Call = [method: string, url: string, headers?: Record<string, string>, body?: string];

async function drive(addresses: string[], seconds: number, callOf: (n: number) => Call): Promise<Drive> {
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
  return { perSecond: meter.count() / seconds, p99: meter.of(0.99), refused, calls: meter.count() };
}

/** The same write for PostgreSQL's own load tool: what the database gives on this machine. */
async function writeScript(url: string, folder: string): Promise<string> {
  const script = path.join(folder, 'save.sql');
  writeFileSync(script, `\\set n random(1, ${CONNECTIONS})\n${await draftStatement(url)};\n`);
  return script;
}

/** Undefined without the tool. In a process beside this one, which waits for nothing else meanwhile. */
async function writesByPgbench(script: string, url: string, seconds: number): Promise<number | undefined> {
  const tool = findPgbench();
  if (!tool) return undefined;
  const whole = String(Math.ceil(seconds));
  const given = ['-n', '-M', 'prepared', '-c', String(CONNECTIONS), '-j', '2', '-T', whole, '-f', script, url];
  const { stdout, stderr } = spawnSync(tool, given, { encoding: 'utf8' });
  const figure = /tps = ([\d.]+)/.exec(stdout)?.[1];
  if (!figure) throw new Error(`pgbench: ${stderr}`);
  return Number(figure);
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
