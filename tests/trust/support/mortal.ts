import { setTimeout as wait } from 'node:timers/promises';
import type { KillPoint } from '../../../src/server/killPoints';
import type { AnyServer } from '../../support/anyServer';
import { type BuiltServer, startBuilt } from './builtServer';
import type { TrustEngine } from './engines';
import { remoteServer } from './remoteServer';
import { slowdown } from './slowdown';

const READY_WITHIN = 5000;
const DIES_WITHIN = 30_000;

export interface Mortal {
  /** Speaks to whichever process is alive. */
  server: AnyServer;
  /** Kills the process and starts the next on the same data; `at` names the point where that one will die. */
  restart(at?: KillPoint): Promise<void>;
  /** Whether the process died of itself, at the point it was started with. */
  hasDied(): Promise<boolean>;
  stop(): Promise<void>;
  /** Of all restarts so far: `2100 ms`, with what of it was waiting for a processor. */
  slowest(): string;
  /** Restarts that took too long. */
  failures: string[];
}

/** A server that is killed and started again on the same data. */
export async function startMortal(engine: TrustEngine, environment: Record<string, string> = {}): Promise<Mortal> {
  const start = (at?: KillPoint) =>
    startBuilt({ ...engine.environment, LIMIT_FACTOR: '10000', ...environment, ...(at && { KILL_AT: at }) });
  let alive: BuiltServer = await start();
  let slowest = { readyAfter: 0, waited: 0 };
  const failures: string[] = [];
  return {
    server: remoteServer(() => alive.address),
    async restart(at) {
      await alive.kill();
      alive = await start(at);
      if (alive.readyAfter > slowest.readyAfter) slowest = alive;
      // A machine that does something else meanwhile is not what is judged.
      if (alive.readyAfter - alive.waited > READY_WITHIN && alive.readyAfter > READY_WITHIN * slowdown())
        failures.push(`${engine.name}: ready again only after ${describe(alive)}`);
    },
    async hasDied() {
      const died = alive.ended.then(() => alive.child.signalCode === 'SIGKILL');
      return Promise.race([died, wait(DIES_WITHIN, false, { ref: false })]);
    },
    stop: () => alive.kill(),
    slowest: () => describe(slowest),
    failures,
  };
}

const describe = ({ readyAfter, waited }: Pick<BuiltServer, 'readyAfter' | 'waited'>): string =>
  `${readyAfter} ms (${waited} of them without a processor)`;
