import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { editByHand, type HandEdit } from '../../tests/edits/editByHand';
import { makeFolder } from '../../tests/support/folders/memoryFolder';
import { expect } from './expect';

export interface OwnServer {
  /** Where it listens: `http://127.0.0.1:41234`. */
  address: string;
  /** Its own copy of schemas/. */
  schemas: string;
  /** Where it keeps its data. */
  data: string;
  /** The version of the forms that it is at. */
  version(): Promise<string>;
  /** What holds its files back. */
  heldBack(): Promise<unknown[]>;
  /** Makes edits of its files and waits until it is at them; gives the function that takes them back. */
  edit(edits: HandEdit[]): Promise<() => Promise<void>>;
  /** Everything that it has said. */
  said(): string;
  close(): Promise<void>;
}

/** The built app on files and data of its own, so that schemas/ can be edited under it. `prepare` edits them before it starts. */
export async function startOwnServer(prepare: (schemas: string) => Promise<unknown> = async () => undefined) {
  const root = makeFolder();
  for (const name of ['package.json', 'dist', 'schemas', 'src/server'])
    cpSync(name, path.join(root, name), { recursive: true });
  symlinkSync(path.resolve('node_modules'), path.join(root, 'node_modules'));
  const schemas = path.join(root, 'schemas');
  mkdirSync(path.join(schemas, 'migrations'), { recursive: true });
  const { E2E_FOLDER: shared } = process.env;
  // Made once for all of a run (serve.ts).
  if (shared) cpSync(path.join(shared, 'empty'), path.join(root, 'data/pg'), { recursive: true });
  await prepare(schemas);
  return run(root, schemas);
}

async function run(root: string, schemas: string): Promise<OwnServer> {
  const data = path.join(root, 'data');
  const { DATABASE_URL: _none, ...env } = process.env;
  const server = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: root,
    env: { ...env, PORT: '0', DATA_DIR: data, LIMIT_FACTOR: '50' },
  });
  let text = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => (text += chunk));
  const ended = once(server, 'close');
  const address = await listening(() => text, ended);
  const own = {
    address,
    schemas,
    data,
    said: () => text,
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
      // The server may read the files between two of these edits and hold them back until the last one is written.
      const state = async () => ({ isNew: (await own.version()) !== before, heldBack: await own.heldBack() });
      await expect.poll(state, { timeout: 30_000 }).toEqual({ isNew: true, heldBack: [] });
      return async () => {
        await takeBack();
        await expect.poll(() => own.version(), { timeout: 30_000 }).toBe(before);
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
