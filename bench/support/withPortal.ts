import { randomBytes } from 'node:crypto';
import type { AnyServer } from '../../tests/support/anyServer';
import { type BuiltServer, startBuilt } from '../../tests/trust/support/builtServer';
import { withFolder } from '../../tests/trust/support/folders';
import { ownDatabase } from '../../tests/trust/support/postgres';
import { remoteServer } from '../../tests/trust/support/remoteServer';

/** A process of the built server with its own PostgreSQL database. */
export interface Portal {
  server: AnyServer;
  address: string;
  url: string;
  process: BuiltServer;
  environment: Record<string, string>;
}

/** Runs `work`, then stops the server and deletes its data. Returns false if PostgreSQL isn't running. */
export async function withPortal(work: (portal: Portal) => Promise<void>): Promise<boolean> {
  const database = await ownDatabase();
  if (!database) return false;
  const { url, drop } = database;
  const key = () => randomBytes(32).toString('base64');
  try {
    await withFolder(async (folder) => {
      const environment = {
        DATABASE_URL: url,
        DATA_DIR: folder,
        DATA_KEY: key(),
        TOKEN_KEY: key(),
        LIMIT_FACTOR: '1000000',
      };
      const process = await startBuilt(environment);
      const { address } = process;
      await work({ server: remoteServer(() => address), address, url, process, environment }).finally(process.stop);
    });
  } finally {
    await drop();
  }
  return true;
}
