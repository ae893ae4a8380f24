import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { NodeFS } from '@electric-sql/pglite/nodefs';

interface Stream {
  nfd?: number;
  node: unknown;
}

interface Module {
  NODEFS: { stream_ops: { fsync?: (stream: Stream) => number }; realPath(node: unknown): string };
}

/** PGlite's file system with the fsync it lacks; leans on Emscripten's NODEFS, so the version is pinned and a test counts the calls. */
export class SyncedFS extends NodeFS {
  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const result = await super.init(...given);
    const preRun = result.emscriptenOpts.preRun as ((module: never) => void)[];
    preRun.push((module: Module) => {
      module.NODEFS.stream_ops.fsync = (stream) => syncStream(module, stream);
    });
    return result;
  }
}

function syncStream(module: Module, stream: Stream): number {
  if (stream.nfd != null) fsyncSync(stream.nfd);
  else syncPath(module.NODEFS.realPath(stream.node));
  return 0;
}

/** Brings one file or folder to the disk. */
export function syncPath(target: string): void {
  const descriptor = openSync(target, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Brings a folder with everything below it to the disk; all at once, so that the disk can take many in one go. */
export async function syncTree(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  await Promise.all([folder, ...names.map((name) => path.join(folder, name))].map(syncOne));
}

async function syncOne(target: string): Promise<void> {
  const handle = await open(target, 'r');
  await handle.sync().finally(() => handle.close());
}
