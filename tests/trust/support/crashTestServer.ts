import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { AnyServer } from '../../support/anyServer';
import { type KillPoint, killAtEnvironment, killPoints } from '../../support/killPoints';
import { type BuiltServer, startBuilt } from './builtServer';
import type { TrustEngine } from './engines';
import { startFleet } from './fleet';
import { remoteServer } from './remoteServer';
import { slowdown } from './slowdown';

/**
 * Maximum milliseconds from a start until the server is ready. On a slow machine, the maximum is the time of the first
 * start, which also created the tables.
 */
const READY_WITHIN_MS = 5000;
const DIES_WITHIN_MS = 30_000;

export interface CrashTestServer {
  /** The number of processes, if there are several, and the database. */
  name: string;
  /** Points at which it can be killed. */
  points: readonly KillPoint[];
  /** Calls whichever process is alive. */
  server: AnyServer;
  /**
   * Kills the process and starts the next on the same data. `at` is the point where the new one dies. Of several
   * processes, replaces one, but all if `at` is set or was set the last time.
   */
  restart(at?: KillPoint): Promise<void>;
  /** True if a process died by itself at the point it was started with. */
  hasDied(): Promise<boolean>;
  stop(): Promise<void>;
  /** The slowest restart so far: `2100 ms`, with the time spent waiting for a CPU. */
  slowest(): string;
  /** Restarts that took too long. */
  failures: string[];
}

/** The processes that are killed. */
interface ServerProcesses extends Pick<CrashTestServer, 'server' | 'stop'> {
  /** Processes that are alive or have just died. */
  processes(): readonly BuiltServer[];
  /** Kills and restarts the processes. Returns the new ones. */
  replace(at?: KillPoint): Promise<BuiltServer[]>;
}

/** Not reached with an object store, which only stores whole files. */
const IN_A_FOLDER: KillPoint = 'upload.part';

const NO_RATE_LIMITS = { LIMIT_FACTOR: '10000' };

/** A server that is killed and started again on the same data. */
export async function startCrashTestServer(engine: TrustEngine): Promise<CrashTestServer> {
  const start = (at?: KillPoint) => startBuilt({ ...engine.environment, ...NO_RATE_LIMITS, ...killAtEnvironment(at) });
  let alive: BuiltServer = await start();
  return withRestartTimes(engine.name, killPoints, {
    server: remoteServer(() => alive.address),
    processes: () => [alive],
    async replace(at) {
      await alive.kill();
      alive = await start(at);
      return [alive];
    },
    stop: () => alive.kill(),
  });
}

/** Starts several processes behind a balancer. One of them dies, or all at a named point, because any may reach it. */
export async function startCrashTestFleet(
  size: number,
  { name, url = '' }: TrustEngine,
  folder: string,
): Promise<CrashTestServer> {
  const fleet = await startFleet(size, folder, url, NO_RATE_LIMITS);
  let isAtPoint = false;
  const points = killPoints.filter((point) => point !== IN_A_FOLDER);
  return withRestartTimes(`${size} processes on ${name}`, points, {
    server: fleet.server,
    processes: () => fleet.processes,
    replace(at) {
      const places = at || isAtPoint ? [...fleet.addresses.keys()] : [randomInt(size)];
      isAtPoint = at !== undefined;
      return Promise.all(places.map((place) => fleet.replace(place, killAtEnvironment(at))));
    },
    stop: fleet.stop,
  });
}

/** Records how soon the server is ready after each restart. */
function withRestartTimes(
  name: string,
  points: readonly KillPoint[],
  { server, processes, replace, stop }: ServerProcesses,
): CrashTestServer {
  let slowest = { readyAfter: 0, waited: 0 };
  const failures: string[] = [];
  const within = Math.max(READY_WITHIN_MS, ...processes().map(getNetTime));
  return {
    name,
    points,
    server,
    async restart(at) {
      for (const born of await replace(at)) {
        if (born.readyAfter > slowest.readyAfter) slowest = born;
        // Ignores delays from other load on the machine.
        if (getNetTime(born) > within && born.readyAfter > within * slowdown())
          failures.push(`ready again only after ${describe(born)}`);
      }
    },
    async hasDied() {
      const died = processes().map(({ child, ended }) => ended.then(() => child.signalCode === 'SIGKILL'));
      return Promise.race([...died, wait(DIES_WITHIN_MS, false, { ref: false })]);
    },
    stop,
    slowest: () => describe(slowest),
    failures,
  };
}

const getNetTime = ({ readyAfter, waited }: BuiltServer): number => readyAfter - waited;

const describe = ({ readyAfter, waited }: Pick<BuiltServer, 'readyAfter' | 'waited'>): string =>
  `${readyAfter} ms (${waited} of them without CPU time)`;
