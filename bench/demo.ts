import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import mae from '../schemas/personas/mae-li.json' with { type: 'json' };
import { freePort } from './support/builtServer';

/*
 * Seconds after the start of the built server, as `npm start` runs it, until the demo's household is there: one person submitted, one
 * started, one invited. On fresh data, in the embedded database or (`--postgres <url of a server>`) in a database that is dropped again.
 * Fails above a minute.
 */
const { values } = parseArgs({ options: { postgres: { type: 'string' } } });
const BAR = 60;
const WANTED = ['submitted', 'started', 'invited'];

async function main(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-demo-'));
  const database = values.postgres ? await createDatabase(values.postgres) : undefined;
  const port = await freePort();
  const env = {
    ...process.env,
    DATABASE_URL: database?.url,
    DATA_DIR: folder,
    PORT: String(port),
    DEMO_OFFICE: 'on',
    LIMIT_FACTOR: '100',
  };
  const start = performance.now();
  const child = spawn(process.execPath, ['dist/server/main.js'], { stdio: ['ignore', 'ignore', 'inherit'], env });
  try {
    await untilThere(`http://127.0.0.1:${port}/api`, child);
    const seconds = (performance.now() - start) / 1000;
    const load = loadavg().map((one) => one.toFixed(1));
    console.log(
      `${database ? 'PostgreSQL' : 'embedded'}: ${seconds.toFixed(1)} s (at most ${BAR}), load ${load.join(' ')}`,
    );
    if (seconds > BAR) process.exitCode = 1;
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true });
    await database?.drop();
  }
}

async function createDatabase(server: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `demo_${randomUUID().replaceAll('-', '')}`;
  const run = async (statement: string) => {
    const client = new pg.Client(server);
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await run(`create database ${name}`);
  const url = new URL(server);
  url.pathname = name;
  return { url: url.href, drop: () => run(`drop database ${name} with (force)`) };
}

/** Logs in as the lead and reads the household until it's whole. Throws if the server stops, or after five minutes. */
async function untilThere(api: string, child: ChildProcess): Promise<void> {
  const { 'registration-personal': personal, 'registration-login': login } = mae.flows.entry.registration;
  let session: Record<string, string> | undefined;
  for (let tries = 0; tries < 300 && child.exitCode === null; tries += 1) {
    session ??= await logIn(api, personal.email, login.password).catch(() => undefined);
    const states = session ? await readStates(api, session).catch(() => [] as string[]) : [];
    if (WANTED.every((state) => states.includes(state))) return;
    await wait(1000);
  }
  throw new Error("The demo's household didn't appear");
}

async function logIn(api: string, email: string, password: string): Promise<Record<string, string> | undefined> {
  const response = await fetch(`${api}/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) return undefined;
  const { token, trn_id } = (await response.json()).records;
  return { email, authorization: token, trn_id };
}

async function readStates(api: string, session: Record<string, string>): Promise<string[]> {
  const response = await fetch(`${api}/household/${session.trn_id}`, { headers: session });
  return (await response.json()).records.members.map(({ state }: { state: string }) => state);
}

await main();
