import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { editByHand, type HandEdit } from '../../tests/edits/editByHand';
import { makeFolder } from '../../tests/support/folders/memoryFolder';
import { expect } from './expect';

export interface OwnServer {
  /** Its address: `http://127.0.0.1:41234`. */
  address: string;
  /** Its own copy of schemas/. */
  schemas: string;
  /** Its data folder. */
  data: string;
  /** Its active forms version. */
  version(): Promise<string>;
  /** The reasons why its edited files aren't active. */
  heldBack(): Promise<unknown[]>;
  /** Edits its files and waits until they're active. Returns a function that undoes the edits. */
  edit(edits: HandEdit[]): Promise<() => Promise<void>>;
  /** All of its output. */
  output(): string;
  close(): Promise<void>;
}

/**
 * Starts the built app with its own files and data, so schemas/ can be edited. `prepare` edits them before the start.
 * `settings` are additional environment variables.
 */
export async function startOwnServer(
  prepare: (schemas: string) => Promise<unknown> = async () => undefined,
  settings: Record<string, string> = {},
) {
  const root = makeFolder();
  for (const name of ['package.json', 'dist', 'schemas', 'src/server'])
    cpSync(name, path.join(root, name), { recursive: true });
  symlinkSync(path.resolve('node_modules'), path.join(root, 'node_modules'));
  const schemas = path.join(root, 'schemas');
  mkdirSync(path.join(schemas, 'migrations'), { recursive: true });
  const { E2E_FOLDER: shared } = process.env;
  // The empty database is created once per run (serve.ts).
  if (shared) cpSync(path.join(shared, 'empty'), path.join(root, 'data/pg'), { recursive: true });
  await prepare(schemas);
  return run(root, schemas, settings);
}

/** Playwright's own intervals grow to a second, which is as long as an edit takes. */
const SOON = { timeout: 30_000, intervals: [200] };

async function run(root: string, schemas: string, settings: Record<string, string>): Promise<OwnServer> {
  const data = path.join(root, 'data');
  const { DATABASE_URL: _none, ...env } = process.env;
  const server = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: root,
    env: { ...env, PORT: '0', DATA_DIR: data, LIMIT_FACTOR: '50', ...settings },
  });
  let text = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => (text += chunk));
  const ended = once(server, 'close');
  const address = await listening(() => text, ended);
  const own = {
    address,
    schemas,
    data,
    output: () => text,
    version: async () => String((await fetch(`${address}/api/forms/words`)).headers.get('forms-version')),
    async heldBack() {
      const { schemas: state } = (await (await fetch(`${address}/readyz`)).json()) as {
        schemas?: { heldBack: unknown[] };
      };
      return state?.heldBack ?? [];
    },
    async edit(edits: HandEdit[]) {
      const before = await own.version();
      const takeBack = await editByHand(schemas, edits);
      // The server may read the files between two edits and reject them until all are written.
      const state = async () => ({ isNew: (await own.version()) !== before, heldBack: await own.heldBack() });
      await expect.poll(state, SOON).toEqual({ isNew: true, heldBack: [] });
      return async () => {
        await takeBack();
        await expect.poll(() => own.version(), SOON).toBe(before);
      };
    },
    async close() {
      server.kill();
      await ended;
      rmSync(root, { recursive: true });
    },
  };
  return own;
}

/** Returns the address once the server listens. Throws with its output if it exits first. */
async function listening(output: () => string, ended: Promise<unknown>): Promise<string> {
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  for (;;) {
    const address = /Listening on (http:\/\/[^\s,]+)/.exec(output())?.[1];
    if (address) return address;
    if (isOver) throw new Error(`The server did not start:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
