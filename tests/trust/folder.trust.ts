import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runOnServer } from '../../src/server/platform/db/operatorSocket';
import { get } from '../support/fillSteps';
import { copyTemplate } from '../support/folders/databaseTemplate';
import { registerApplicant } from '../support/serverApplicants';
import type { Mode, Outcome, Suite } from './suite';
import { type BuiltServer, spawnBuilt, startBuilt } from './support/builtServer';
import { withFolder } from './support/folders';
import { remoteServer } from './support/remoteServer';
import { slowdown } from './support/slowdown';

const REFUSED_WITHIN = 2000;
const SECTION = 'address';

/** Only one process at a time uses the embedded database's folder, and commits reach the disk. */
export default { name: 'folder', run } satisfies Suite;

function run(mode: Mode): Promise<Outcome> {
  return withFolder(async (folder) => {
    await copyTemplate(folder);
    const trace = path.join(folder, 'trace');
    const hasStrace = spawnSync('strace', ['-V']).status === 0;
    const server = await startBuilt({ DATA_DIR: folder, LIMIT_FACTOR: '1000' }, hasStrace ? straceCommand(trace) : []);
    try {
      const second = await startSecond(folder, mode === 'long' ? 10 : 2);
      const synced = hasStrace ? await countSyncs(server, trace, mode === 'long' ? 50 : 5) : undefined;
      const erased = await eraseLoggedIn(server, folder);
      return {
        n: second.n + (synced?.n ?? 0) + 1,
        figure: `a second process is rejected within ${second.slowest} ms; ${synced?.figure ?? ''}`,
        failures: [...second.failures, ...(synced?.failures ?? []), ...erased],
        notRun: hasStrace
          ? []
          : [
              'fsync per commit: not measured without strace (tests/server/platform/db/embeddedDatabase.test.ts counts the calls)',
            ],
      };
    } finally {
      await server.kill();
    }
  });
}

/** The process with the folder's lock runs the operator's command. An erased applicant is logged out right away. */
async function eraseLoggedIn(server: BuiltServer, folder: string): Promise<string[]> {
  const remote = remoteServer(() => server.address);
  const robin = await registerApplicant(remote);
  const status = async () => (await get(remote, robin, `/api/applicant/getidentification/${robin.trn}`)).statusCode;
  const before = await status();
  const outcome = await runOnServer(folder, { args: ['erase', robin.trn], cwd: folder });
  const after = await status();
  return before === 200 && outcome?.code === 0 && after === 401
    ? []
    : [`before erasing ${before}, erasing ${outcome?.error ?? outcome?.code}, after it ${after}`];
}

const straceCommand = (file: string) => ['strace', '-f', '--seccomp-bpf', '-e', 'trace=fsync,fdatasync', '-o', file];

async function startSecond(folder: string, times: number) {
  const failures: string[] = [];
  let slowest = 0;
  for (let n = 0; n < times; n += 1) {
    const started = Date.now();
    const second = spawnBuilt({ DATA_DIR: folder });
    const code = await second.ended;
    const took = Date.now() - started;
    slowest = Math.max(slowest, took);
    if (code !== 1) failures.push(`a second process on the folder exited with ${code}: ${second.said()}`);
    if (!second.said().includes('another process is using this data directory'))
      failures.push(`a second process didn't report why it exited: ${second.said()}`);
    if (took > REFUSED_WITHIN && took > REFUSED_WITHIN * slowdown())
      failures.push(`a second process was rejected only after ${took} ms`);
  }
  return { n: times, slowest, failures };
}

/** Counts the fsync calls before each draft's response. A draft without any is a failure. */
async function countSyncs(server: BuiltServer, trace: string, times: number) {
  const remote = remoteServer(() => server.address);
  const robin = await registerApplicant(remote);
  const failures: string[] = [];
  let fewest = Number.POSITIVE_INFINITY;
  for (let n = 0; n < times; n += 1) {
    const before = syncsIn(trace);
    const answer = await remote.app.inject({
      method: 'PUT',
      url: `/api/drafts/${robin.trn}/${SECTION}`,
      headers: robin.headers,
      payload: { answers: { street: `${n} Elm Street` } },
    });
    const syncs = syncsIn(trace) - before;
    fewest = Math.min(fewest, syncs);
    if (answer.statusCode !== 200) failures.push(`a draft returned ${answer.statusCode}: ${answer.body}`);
    if (syncs < 1) failures.push('a draft was acknowledged without an fsync');
  }
  return { n: times, figure: `at least ${fewest} fsync for each of ${times} saved drafts`, failures };
}

function syncsIn(trace: string): number {
  return readFileSync(trace, 'utf8').split(/f(?:data)?sync\(/).length - 1;
}
