import { isRecord } from '../../../model/answers/paths';
import { FileMissing } from '../http/storageErrors';
import type { FileStore } from './fileStore';
import { isDocument } from './files';
import type { Installation, StoredFiles } from './storedFileRepository';

/**
 * `unmarked`: no owner yet. `other`: another installation. `older`: the database was restored or copied from an earlier
 * state. `unknownFiles`: the store has recent files that aren't in the database.
 */
export type Ownership = 'ours' | 'unmarked' | 'other' | 'older' | 'unknownFiles';

export interface FileOwner {
  inspect(checksAllNames: boolean): Promise<Ownership>;
  claim(checksAllNames: boolean): Promise<Ownership>;
  /** Claims the store with its unknown files. Returns their names. */
  adopt(): Promise<string[]>;
  unknownFiles(): Promise<string[]>;
  isOurs(): boolean;
}

export const MARKER = 'installation.json';

interface Marker {
  installation?: unknown;
  token?: unknown;
}

export function createFileOwner(store: FileStore, records: StoredFiles): FileOwner {
  let found: Ownership = 'ours';

  async function inspect(checksAllNames: boolean): Promise<Ownership> {
    const [installation, marker] = [await records.getInstallation(), await readMarker()];
    if (!marker) return 'unmarked';
    if (marker.installation !== installation.id) return 'other';
    if (!(await records.isIssued(String(marker.token)))) return 'older';
    return checksAllNames && (await hasUnknown(installation)) ? 'unknownFiles' : 'ours';
  }

  async function claim(checksAllNames: boolean): Promise<Ownership> {
    const state = await inspect(checksAllNames);
    if (state === 'unmarked' || state === 'ours') await claimStore();
    found = state === 'unmarked' ? 'ours' : state;
    return state;
  }

  /** Stores the token first, so that a crash leaves no marker with an unknown token. */
  async function claimStore(): Promise<void> {
    const { id } = await records.getInstallation();
    const marker: Marker = { installation: id, token: await records.issueToken() };
    await store.write(MARKER, Buffer.from(`${JSON.stringify(marker)}\n`));
  }

  async function readMarker(): Promise<Marker | undefined> {
    try {
      const content: unknown = JSON.parse((await store.read(MARKER)).toString());
      return isRecord(content) ? content : {};
    } catch (cause) {
      if (cause instanceof FileMissing) return undefined;
      if (cause instanceof SyntaxError) return {};
      throw cause;
    }
  }

  /** Ignores files older than `at`, because an earlier release may have left them. */
  async function hasUnknown({ at }: Installation): Promise<boolean> {
    for await (const name of listUnknown(at)) if (await isStillThere(name)) return true;
    return false;
  }

  async function* listUnknown(since: Date): AsyncGenerator<string> {
    for await (const names of inBatches(listFileNames(store, since))) yield* await records.findUnknown(names);
  }

  function isStillThere(name: string): Promise<boolean> {
    return store.read(name).then(
      () => true,
      (cause) => {
        if (cause instanceof FileMissing) return false;
        throw cause;
      },
    );
  }

  async function unknownFiles(): Promise<string[]> {
    const names: string[] = [];
    for await (const name of listUnknown(new Date(0))) names.push(name);
    return names;
  }

  return {
    inspect,
    claim,
    unknownFiles,
    isOurs: () => found === 'ours',
    async adopt() {
      const names = await unknownFiles();
      await records.adopt(names);
      await claimStore();
      found = 'ours';
      return names;
    },
  };
}

async function* listFileNames(store: FileStore, since: Date): AsyncGenerator<string> {
  const earliest = toSecond(since);
  for await (const { name, writtenAt } of store.list())
    if (isDocument(name) && !name.endsWith('.part') && writtenAt >= earliest) yield name;
}

/** Rounds down, because buckets store times in whole seconds. */
const toSecond = (moment: Date): Date => new Date(Math.floor(moment.getTime() / 1000) * 1000);

const BATCH_SIZE = 1000;

async function* inBatches(names: AsyncIterable<string>): AsyncGenerator<string[]> {
  let waiting: string[] = [];
  for await (const name of names) {
    waiting.push(name);
    if (waiting.length < BATCH_SIZE) continue;
    yield waiting;
    waiting = [];
  }
  yield waiting;
}
