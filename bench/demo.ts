import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import mae from '../schemas/personas/mae-li.json' with { type: 'json' };
import { noPostgres, ownDatabase } from '../tests/trust/support/postgres';
import { startBuiltServer } from './support/builtServer';

/**
 * Measures the seconds from starting the built server until the demo's household exists. `--postgres` uses a temporary
 * PostgreSQL database instead of the embedded one. Fails if this takes over a minute.
 */
const { values } = parseArgs({ options: { postgres: { type: 'boolean' } } });
const BAR = 60;
const WANTED = ['submitted', 'started', 'invited'];

async function main(): Promise<void> {
  const database = values.postgres ? await ownDatabase() : undefined;
  if (values.postgres && !database) throw new Error(noPostgres);
  try {
    const seconds = await timeHousehold(database?.url);
    const load = loadavg().map((one) => one.toFixed(1));
    console.log(
      `${database ? 'PostgreSQL' : 'embedded'}: ${seconds.toFixed(1)} s (at most ${BAR}), load ${load.join(' ')}`,
    );
    if (seconds > BAR) process.exitCode = 1;
  } finally {
    await database?.drop();
  }
}

async function timeHousehold(url: string | undefined): Promise<number> {
  const start = performance.now();
  const server = await startBuiltServer(process.cwd(), { DATABASE_URL: url, DEMO_OFFICE: 'on' });
  try {
    await waitForHousehold(`${server.address}/api`);
    return (performance.now() - start) / 1000;
  } finally {
    await server.stop();
  }
}

/** Logs in as the lead applicant and waits for a member in each `WANTED` state. Throws after 300 tries. */
async function waitForHousehold(api: string): Promise<void> {
  const { 'registration-personal': personal, 'registration-login': login } = mae.flows.entry.registration;
  let session: Record<string, string> | undefined;
  for (let tries = 0; tries < 300; tries += 1) {
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
