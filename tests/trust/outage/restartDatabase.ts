import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startBuilt } from '../support/builtServer';
import { remoteServer } from '../support/remoteServer';
import { tcpGate } from '../support/tcpGate';
import { createTypist } from './typist';

const TYPISTS = 6;

/** While applicants type, closes the app's connections and refuses new ones for some time, like a restart. */
export async function restartDatabase(folder: string, url: string, rounds: number) {
  const real = new URL(url);
  const gate = await tcpGate(real.hostname, Number(real.port || 5432));
  const through = Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(gate.port) });
  const built = await startBuilt({
    DATA_DIR: folder,
    DATABASE_URL: String(through),
    LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'silent',
  });
  const server = remoteServer(() => built.address);
  const failures: string[] = [];
  try {
    const typists = await Promise.all(Array.from({ length: TYPISTS }, () => createTypist(server)));
    for (let round = 0; round < rounds; round += 1) {
      const stops = typists.map((one) => one.start());
      await wait(200);
      await gate.shut();
      await endConnections(url);
      const ready = await server.app.inject({ url: '/readyz' });
      if (ready.statusCode !== 503) failures.push(`/readyz returned ${ready.statusCode} without a database`);
      const live = await server.app.inject({ url: '/healthz' });
      if (live.statusCode !== 200) failures.push(`/healthz returned ${live.statusCode}`);
      await wait(500);
      await gate.open();
      await wait(200);
      await Promise.all(stops.map((stop) => stop()));
      for (const one of typists) failures.push(...(await one.verify()));
    }
    if (built.child.exitCode !== null) failures.push(`the server ended: ${built.said()}`);
    return { refused: typists.reduce((sum, one) => sum + one.refused, 0), failures };
  } finally {
    await built.kill();
    await gate.close();
  }
}

async function endConnections(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client
    .query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    .finally(() => client.end());
}
