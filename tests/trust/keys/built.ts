import { randomBytes } from 'node:crypto';
import type { CommandResult } from '../../../src/server/platform/db/operatorSocket';
import { runOnServer } from '../../../src/server/platform/db/operatorSocket';
import { runCommand } from '../../../src/tools/portal/runCommand';
import { startCrashTestServer } from '../support/crashTestServer';
import { onEmbedded } from '../support/engines';
import { withFolder } from '../support/folders';
import { runOnFleet } from '../support/severalProcesses';
import { withRetries } from '../support/withRetries';
import { expectReadable, type Tally, underTraffic } from './traffic';

const APPLICANTS = 3;

/**
 * A built server with the embedded database rotates keys by an operator's command, and reads everything after a
 * restart.
 */
export function rotateBuilt(rotations: number, tally: Tally): Promise<void> {
  return withFolder((folder) =>
    onEmbedded(folder, async (engine) => {
      const crashTest = await startCrashTestServer(engine);
      try {
        const people = await underTraffic(crashTest.server, APPLICANTS, tally, async () => {
          for (let n = 0; n < rotations; n++) expectDone(await runOn(folder, ['key', 'rotate']), tally);
        });
        await crashTest.restart();
        await expectReadable(crashTest.server, people, tally, 'after a restart');
      } finally {
        await crashTest.stop();
      }
    }),
  );
}

const runOn = (folder: string, args: string[]) => runOnServer(folder, { args, cwd: folder });

/**
 * Rotates keys with several processes, as docs/operations.md describes: all have the new key before any uses it, and
 * the old one is removed last. Undefined without PostgreSQL.
 */
export function rollBuilt(size: number, rotations: number, tally: Tally): Promise<boolean | undefined> {
  return runOnFleet(size, async ({ deps: { db, config } }, fleet) => {
    let used = String(config.dataKey);
    const roll = async (DATA_KEY: string): Promise<void> => {
      for (const place of fleet.addresses.keys()) await fleet.replace(place, { DATA_KEY });
    };
    const rotate = async (): Promise<void> => {
      const next = randomBytes(32).toString('base64');
      await roll(`${used},${next}`);
      await roll(`${next},${used}`);
      const portal = { db, config: { ...config, dataKey: `${next},${used}` }, cwd: config.dataDir };
      expectDone(await runCommand(portal, ['key', 'rewrap']), tally);
      await roll(next);
      used = next;
    };
    const people = await underTraffic(withRetries(fleet.server), APPLICANTS, tally, async () => {
      for (let n = 0; n < rotations; n++) await rotate();
    });
    for (const [n, one] of fleet.each.entries()) await expectReadable(one, people, tally, `process ${n}`);
    return true;
  });
}

/** Checks that the operator's command succeeded and printed the active key. */
export function expectDone(result: CommandResult | undefined, tally: Tally): void {
  tally.calls += 1;
  if (result?.code !== 0)
    tally.failures.push(`a rotation: ${result?.error ?? "the server didn't respond to the operator"}`);
  else if (!result.lines.some((line) => /in use/.test(line)))
    tally.failures.push(`a rotation printed: ${result.lines.join(' ')}`);
}
