import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SAVE_DRAFTS, toRow } from '../../../src/server/applications/steps/draftRepository';
import type { AnyServer } from '../../support/anyServer';
import { registerApplicant, type TestApplicant } from '../../support/serverApplicants';
import { quantile } from '../support/tally';
import { type Call, repeatCall } from './repeatCall';

const CONNECTIONS = 40;

/** Calls per second, each the median of all rounds. `refused` and `calls` are the sums of all rounds. */
export interface Figures {
  saves: number;
  nothing: number;
  /** Measured with pgbench. Undefined without it. */
  writes?: number;
  /** The 99th percentile in milliseconds. */
  p99: { save: number; nothing: number };
  refused: number;
  calls: number;
}

/**
 * Runs saves, empty calls and the database's bare writes in turn on forty connections, so other load affects all
 * three. Returns the medians of the rounds.
 */
export async function measureSaves(
  server: AnyServer,
  fleet: readonly string[],
  url: string,
  folder: string,
  plan: { rounds: number; seconds: number },
): Promise<Figures> {
  const robins = await Promise.all(Array.from({ length: CONNECTIONS }, () => registerApplicant(server)));
  const script = writeScript(robins, folder);
  const saves = robins.map(saveOf);
  const nothing = robins.map((): Call => ({ method: 'GET', path: '/healthz' }));
  const rounds: { save: Throughput; nothing: Throughput; writes?: number }[] = [];
  // The first round is a warm-up.
  for (let n = 0; n <= plan.rounds; n += 1) {
    const round = {
      save: await measureThroughput(fleet, plan.seconds, saves),
      nothing: await measureThroughput(fleet, plan.seconds, nothing),
      writes: writesByPgbench(script, url, plan.seconds),
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

export interface Throughput {
  perSecond: number;
  p99: number;
  refused: number;
  calls: number;
}

const ANSWERS = { address: [{ street_address: '12 Elm Street' }] };

const saveOf = ({ trn, headers }: TestApplicant): Call => ({
  method: 'PUT',
  path: `/api/drafts/${trn}/address`,
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify({ answers: ANSWERS }),
});

/** Repeats each call on its own connection for some seconds. */
export async function measureThroughput(
  addresses: readonly string[],
  seconds: number,
  calls: readonly Call[],
): Promise<Throughput> {
  const addressOf = (n: number) => addresses[n % addresses.length] ?? '';
  const results = await Promise.all(calls.map((call, n) => repeatCall(addressOf(n), call, seconds)));
  const times = results.flatMap((one) => one.times);
  const refused = results.reduce((sum, one) => sum + one.refused, 0);
  return { perSecond: times.length / seconds, p99: quantile(times, 0.99), refused, calls: times.length };
}

/**
 * Writes a pgbench script that makes the same save, with one applicant per client. Its speed is this machine's maximum.
 */
function writeScript(robins: readonly TestApplicant[], folder: string): string {
  const script = path.join(folder, 'save.sql');
  // Indented JSON has a space after each colon. pgbench treats a colon as a variable if a word or number follows it.
  const rows = robins.map(({ trn }) => `'${JSON.stringify([rowOf(trn)], null, 1)}'`);
  const own = `((array[${rows.join(',')}])[:client_id + 1])::jsonb`;
  writeFileSync(script, `${SAVE_DRAFTS.replace('$1::jsonb', own).replace(/\s+/g, ' ')};\n`);
  return script;
}

function rowOf(trn: string): Record<string, unknown> {
  const place = { trn, step: 'identification', section: 'address', afterwards: false };
  const draft = { ...place, data: ANSWERS, now: new Date(), revision: 'r', schemaVersion: 'v', configHash: 'c' };
  return { ...toRow(draft), saved_at: '2026-11-22' };
}

/** Returns pgbench's writes per second, measured in a separate process. Undefined without pgbench. */
function writesByPgbench(script: string, url: string, seconds: number): number | undefined {
  const tool = findPgbench();
  if (!tool) return undefined;
  const whole = String(Math.ceil(seconds));
  const args = ['-n', '-M', 'prepared', '-c', String(CONNECTIONS), '-j', '2', '-T', whole, '-f', script, url];
  const { stdout, stderr } = spawnSync(tool, args, { encoding: 'utf8' });
  const figure = /tps = ([\d.]+)/.exec(stdout)?.[1];
  if (!figure) throw new Error(`pgbench: ${stderr}`);
  return Number(figure);
}

/**
 * Returns transactions per second of a script that each client runs `each` times.
 * @throws Error without pgbench, or if it fails
 */
export function runPgbench(script: string, folder: string, url: string, clients: number, each: number): number {
  const tool = findPgbench();
  if (!tool) throw new Error("pgbench isn't installed");
  const file = path.join(folder, 'script.sql');
  writeFileSync(file, script);
  const args = ['-n', '-c', String(clients), '-j', '2', '-t', String(each), '-D', 'turn=0', '-f', file, url];
  const { stdout, stderr } = spawnSync(tool, args, { encoding: 'utf8' });
  const figure = /tps = ([\d.]+)/.exec(stdout)?.[1];
  if (!figure || /ERROR/.test(stderr)) throw new Error(`pgbench: ${stderr}`);
  return Number(figure);
}

function findPgbench(): string | undefined {
  const below = '/usr/lib/postgresql';
  const versions = existsSync(below) ? readdirSync(below).map((version) => `${below}/${version}/bin/pgbench`) : [];
  return ['/usr/bin/pgbench', ...versions].find((place) => existsSync(place));
}
