import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface BuiltServer {
  address: string;
  folder: string;
  stop(): Promise<void>;
}

/**
 * Starts a folder's built server on a free port with a new data folder.
 * @throws Error if the server isn't ready within a minute
 */
export async function startBuiltServer(
  root = process.cwd(),
  settings: Record<string, string | undefined> = {},
): Promise<BuiltServer> {
  const port = await freePort();
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-bench-'));
  // In production, the server would require keys.
  const none = { DATABASE_URL: undefined, NODE_ENV: undefined };
  const env = { ...process.env, ...none, DATA_DIR: folder, PORT: String(port), LIMIT_FACTOR: '100', ...settings };
  const main = path.join(root, 'dist/server/main.js');
  const child = spawn(process.execPath, [main], { stdio: ['ignore', 'ignore', 'inherit'], env, cwd: root });
  const address = `http://127.0.0.1:${port}`;
  await untilReady(`${address}/readyz`, child);
  return {
    address,
    folder,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address ? address.port : 0;
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 240 && child.exitCode === null; tries++) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  child.kill('SIGKILL');
  throw new Error(`The built server was not ready at ${url}; run 'npm run build' first`);
}
