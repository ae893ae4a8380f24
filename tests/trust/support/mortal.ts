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
  /** Of all restarts so far, in milliseconds. */
  slowest(): number;
  /** Restarts that took too long. */
  failures: string[];
}

/** A server that is killed and started again on the same data. */
export async function startMortal(engine: TrustEngine, environment: Record<string, string> = {}): Promise<Mortal> {
  const start = (at?: KillPoint) =>
    startBuilt({ ...engine.environment, LIMIT_FACTOR: '10000', ...environment, ...(at && { KILL_AT: at }) });
  let alive: BuiltServer = await start();
  let slowest = 0;
  const failures: string[] = [];
  return {
    server: remoteServer(() => alive.address),
    async restart(at) {
      await alive.kill();
      alive = await start(at);
      slowest = Math.max(slowest, alive.readyAfter);
      if (alive.readyAfter > READY_WITHIN && alive.readyAfter > READY_WITHIN * slowdown())
        failures.push(`${engine.name}: ready again only after ${alive.readyAfter} ms`);
    },
    async hasDied() {
      const died = alive.ended.then(() => alive.child.signalCode === 'SIGKILL');
      return Promise.race([died, wait(DIES_WITHIN, false, { ref: false })]);
    },
    stop: () => alive.kill(),
    slowest: () => slowest,
    failures,
  };
}
