import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { NodeFS } from '@electric-sql/pglite/nodefs';

interface Stream {
  nfd?: number;
  node: unknown;
}

type Operation = (...given: unknown[]) => unknown;

interface Emscripten {
  NODEFS: {
    stream_ops: Record<string, Operation>;
    node_ops: Record<string, Operation>;
    realPath(node: unknown): string;
  };
}

/** PGlite's file system with fsync. Depends on Emscripten's NODEFS, so pin PGlite's version. */
export class SyncedFS extends NodeFS {
  /** Files changed since the last full sync. Undefined if unknown. */
  #changed?: Set<string>;
  readonly #home: string;

  constructor(home: string) {
    super(home);
    this.#home = home;
  }

  /** Syncs all files before PGlite starts, because PGlite would sync many unchanged files one by one. */
  async startSynced<T>(start: () => Promise<T>): Promise<T> {
    await syncTree(this.#home);
    this.#changed = new Set();
    return start().finally(() => {
      this.#changed = undefined;
    });
  }

  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const result = await super.init(...given);
    const preRun = result.emscriptenOpts.preRun as ((module: never) => void)[];
    preRun.push((module: Emscripten) => {
      this.#trackChanges(module);
      module.NODEFS.stream_ops.fsync = (stream) => this.#sync(module, stream as Stream);
    });
    return result;
  }

  #sync({ NODEFS }: Emscripten, { nfd, node }: Stream): number {
    const place = NODEFS.realPath(node);
    if (this.#changed && !this.#changed.has(place)) return 0;
    if (nfd != null) fsyncSync(nfd);
    else syncPath(place);
    return 0;
  }

  #trackChanges({ NODEFS }: Emscripten): void {
    const { stream_ops: streams, node_ops: nodes, realPath } = NODEFS;
    const note = (place: string) => this.#changed?.add(place);
    const inFolder = (folder: unknown, name: unknown) => {
      note(realPath(folder));
      note(path.posix.join(realPath(folder), String(name)));
    };
    const before = (operations: Record<string, Operation>, names: string[], notify: Operation) => {
      for (const name of names) {
        const operation = operations[name];
        operations[name] = (...operands) => {
          if (this.#changed) notify(...operands);
          return operation?.(...operands);
        };
      }
    };
    before(streams, ['write', 'setattr', 'msync'], (stream) => note(realPath((stream as Stream).node)));
    before(nodes, ['setattr'], (node) => note(realPath(node)));
    before(nodes, ['mknod', 'unlink'], inFolder);
    before(nodes, ['rename', 'rmdir', 'symlink'], () => {
      this.#changed = undefined;
    });
  }
}

export function syncPath(target: string): void {
  const descriptor = openSync(target, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Syncs files in parallel, so that the disk can combine writes. */
export async function syncTree(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  await Promise.all([folder, ...names.map((name) => path.join(folder, name))].map(syncOne));
}

async function syncOne(target: string): Promise<void> {
  const handle = await open(target, 'r');
  await handle.sync().finally(() => handle.close());
}
