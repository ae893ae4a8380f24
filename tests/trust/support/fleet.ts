import { randomBytes } from 'node:crypto';
import type { AnyServer } from '../../support/anyServer';
import { startBalancer } from './balancer';
import { type BuiltServer, startBuilt } from './builtServer';
import { startObjectStore } from './objectStore';
import { remoteServer } from './remoteServer';

export interface Fleet {
  /** Through the balancer, so each call reaches the next process. */
  server: AnyServer;
  /** Each process directly. */
  each: AnyServer[];
  /** The current processes. */
  processes: readonly BuiltServer[];
  addresses: readonly string[];
  /** The balancer's address. */
  address: string;
  /** The environment of each process. */
  environment: Record<string, string>;
  /** Kills a process and starts another in its place. `also` is added to its environment. */
  replace(place: number, also?: Record<string, string>): Promise<BuiltServer>;
  stop(): Promise<void>;
}

/** Starts processes at the same time on one empty database and one object store, behind a balancer. */
export async function startFleet(
  size: number,
  folder: string,
  url: string,
  added: Record<string, string> = {},
): Promise<Fleet> {
  const key = () => randomBytes(32).toString('base64');
  const objects = await startObjectStore(folder);
  const environment = {
    DATA_DIR: folder,
    DATABASE_URL: url,
    DATA_KEY: key(),
    TOKEN_KEY: key(),
    ...objects.environment,
    ...added,
  };
  const processes = await Promise.all(Array.from({ length: size }, () => startBuilt(environment)));
  const addresses = processes.map(({ address }) => address);
  const balancer = await startBalancer(addresses);
  return {
    server: remoteServer(() => balancer.address),
    each: addresses.map((_, place) => remoteServer(() => String(addresses[place]))),
    processes,
    addresses,
    address: balancer.address,
    environment,
    async replace(place, also) {
      await processes[place]?.kill();
      const next = await startBuilt({ ...environment, ...also });
      processes[place] = next;
      addresses[place] = next.address;
      return next;
    },
    async stop() {
      balancer.close();
      await Promise.all(processes.map((one) => one.kill()));
      await objects.close();
    },
  };
}
