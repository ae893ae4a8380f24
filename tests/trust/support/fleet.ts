import { randomBytes } from 'node:crypto';
import type { AnyServer } from '../../support/anyServer';
import { startBalancer } from './balancer';
import { startBuilt } from './builtServer';
import { startObjectStore } from './objectStore';
import { remoteServer } from './remoteServer';

export interface Fleet {
  /** Through the balancer: each call goes to the next process. */
  server: AnyServer;
  /** Each process by itself. */
  each: AnyServer[];
  addresses: string[];
  /** The balancer's. */
  address: string;
  stop(): Promise<void>;
}

/** Some processes, started at the same moment on one empty database and one object store, behind a balancer. */
export async function startFleet(
  size: number,
  folder: string,
  url: string,
  environment: Record<string, string> = {},
): Promise<Fleet> {
  const key = () => randomBytes(32).toString('base64');
  const objects = await startObjectStore(folder);
  const shared = {
    DATA_DIR: folder,
    DATABASE_URL: url,
    DATA_KEY: key(),
    TOKEN_KEY: key(),
    ...objects.environment,
    ...environment,
  };
  const processes = await Promise.all(Array.from({ length: size }, () => startBuilt(shared)));
  const addresses = processes.map(({ address }) => address);
  const balancer = await startBalancer(addresses);
  return {
    server: remoteServer(() => balancer.address),
    each: addresses.map((address) => remoteServer(() => address)),
    addresses,
    address: balancer.address,
    async stop() {
      balancer.close();
      await Promise.all(processes.map((one) => one.kill()));
      await objects.close();
    },
  };
}
