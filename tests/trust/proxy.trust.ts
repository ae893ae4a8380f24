import pg from 'pg';
import { startWireProxy, type WireProxy } from './proxy/wireProxy';
import { writeAll } from './proxy/writes';
import type { Mode, Outcome, Suite } from './suite';
import { startBuilt } from './support/builtServer';
import { onPostgres } from './support/engines';
import { withFolder } from './support/folders';
import { noPostgres } from './support/postgres';
import { remoteServer } from './support/remoteServer';
import { withOutageRetries } from './support/withOutageRetries';

/**
 * A database that aborts transactions and drops connections, as distributed ones do: nothing is lost or stored twice.
 */
export default { name: 'proxy', run } satisfies Suite;

const WRITES = { quick: 400, long: 5000 };
const FAULTS = { conflicts: 0.1, drops: 0.01 };
const LANES = 4;
/** One in this many applicants pays. */
const PAYING = 5;

async function run(mode: Mode): Promise<Outcome> {
  const outcome = await withFolder((folder) =>
    onPostgres(folder, ({ url }) => throughProxy(folder, url, WRITES[mode])),
  );
  return outcome ?? { n: 0, figure: 'nothing', failures: [], notRun: [noPostgres] };
}

async function throughProxy(folder: string, url: string, wanted: number): Promise<Outcome> {
  const real = new URL(url);
  const proxy = await startWireProxy(real.hostname, Number(real.port || 5432));
  const through = Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(proxy.port) });
  const environment = { DATA_DIR: folder, DATABASE_URL: String(through), LIMIT_FACTOR: '10000', LOG_LEVEL: 'silent' };
  const built = await startBuilt(environment);
  try {
    return await judge(built.address, folder, url, proxy, wanted);
  } finally {
    proxy.stopFaults();
    await built.kill();
    await proxy.close();
  }
}

async function judge(address: string, folder: string, url: string, proxy: WireProxy, wanted: number): Promise<Outcome> {
  const server = withOutageRetries(remoteServer(() => address));
  const failures: string[] = [];
  let applicants = 0;
  let writes = 0;
  proxy.startFaults(FAULTS);
  const lane = async () => {
    while (writes < wanted) {
      applicants += 1;
      const written = await writeAll(server, folder, applicants % PAYING === 0);
      writes += written.writes;
      failures.push(...written.failures);
    }
  };
  await Promise.all(Array.from({ length: LANES }, () => lane().catch((error) => failures.push(String(error)))));
  proxy.stopFaults();
  failures.push(...(await countRows(url, applicants)));
  const { commits, conflicts, drops } = proxy.counts;
  return {
    n: writes,
    figure: `mixed writes of ${applicants} applicants; of ${commits} commits, ${conflicts} failed with 40001 and ${drops} lost their connection; ${failures.length} lost, repeated or rejected`,
    failures,
  };
}

/** Counts accounts and applications. There must be one of each per applicant. */
async function countRows(url: string, applicants: number): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const count = async (table: string) => Number((await client.query(`select count(*) from ${table}`)).rows[0].count);
  const found = [await count('account'), await count('application where account_id is not null')];
  await client.end();
  const wrong = found.filter((one) => one !== applicants);
  return wrong.length ? [`${applicants} applicants have ${found[0]} accounts and ${found[1]} applications`] : [];
}
