import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface OwnServer {
  /** Where it listens: `http://127.0.0.1:41234`. */
  address: string;
  /** Its own copy of schemas/. */
  schemas: string;
  /** The version of the forms that it is at. */
  version(): Promise<string>;
  /** What holds its files back. */
  heldBack(): Promise<unknown[]>;
  /** Everything that it has said. */
  said(): string;
  close(): Promise<void>;
}

/** The built app on files and data of its own, so that schemas/ can be edited under it. `prepare` edits them before it starts. */
export async function startOwnServer(prepare: (schemas: string) => Promise<unknown> = async () => undefined) {
  const root = mkdtempSync(path.join(tmpdir(), 'portal-own-'));
  for (const name of ['package.json', 'dist', 'schemas', 'src/server'])
    cpSync(name, path.join(root, name), { recursive: true });
  symlinkSync(path.resolve('node_modules'), path.join(root, 'node_modules'));
  const schemas = path.join(root, 'schemas');
  mkdirSync(path.join(schemas, 'migrations'), { recursive: true });
  await prepare(schemas);
  return run(root, schemas);
}

async function run(root: string, schemas: string): Promise<OwnServer> {
  const { DATABASE_URL: _none, ...env } = process.env;
  const server = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: root,
    env: { ...env, PORT: '0', DATA_DIR: path.join(root, 'data'), LIMIT_FACTOR: '50' },
  });
  let text = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => (text += chunk));
  const ended = once(server, 'close');
  const address = await listening(() => text, ended);
  return {
    address,
    schemas,
    said: () => text,
    version: async () => String((await fetch(`${address}/api/forms/words`)).headers.get('forms-version')),
    async heldBack() {
      const { schemas: state } = (await (await fetch(`${address}/readyz`)).json()) as {
        schemas?: { heldBack: unknown[] };
      };
      return state?.heldBack ?? [];
    },
    async close() {
      server.kill();
      await ended;
      rmSync(root, { recursive: true });
    },
  };
}

/** Throws with what it said when it ends instead. */
async function listening(said: () => string, ended: Promise<unknown>): Promise<string> {
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  for (;;) {
    const address = /Listening on (http:\/\/[^\s,]+)/.exec(said())?.[1];
    if (address) return address;
    if (isOver) throw new Error(`The server did not start:\n${said()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
