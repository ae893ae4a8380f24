import { createStore } from '../createStore';

/** Built-in files by name. Read a file where it's used, because an edit replaces its object (docs/decisions/037). */
const built = new Map<string, object>();
const current = new Map<string, object>();
const version = createStore(0);

export type FindFile = (name: string, built: object) => object;

let findFile: FindFile = (_name, file) => file;

/** Returns a function that reads a file's current content. */
export function defineLiveFile<File extends object>(name: string, file: File): () => File {
  if (!built.has(name)) built.set(name, file);
  return () => readLiveFile<File>(name);
}

/** Returns a file's current content. Throws if no module defines the file. */
export function readLiveFile<File extends object>(name: string): File {
  const found = current.get(name) ?? findNow(name);
  current.set(name, found);
  // Published files are validated, and translating them changes only texts.
  return found as File;
}

function findNow(name: string): object {
  const file = built.get(name);
  if (!file) throw new Error(`No module defines schemas/${name}.json as a live file.`);
  return findFile(name, file);
}

export function replaceLiveFiles(find: FindFile): void {
  findFile = find;
  current.clear();
  version.set(version.read() + 1);
}

export const builtFiles = (): Readonly<Record<string, object>> => Object.fromEntries(built);

export const liveFilesVersion = { read: version.read, subscribe: version.subscribe };

/** Returns a function that computes a value from a file. The value is cached until the file is replaced. */
export function fromLiveFile<File extends object, Made>(read: () => File, make: (file: File) => Made): () => Made {
  let made: { file: File; value: Made } | undefined;
  return () => {
    const file = read();
    if (made?.file !== file) made = { file, value: make(file) };
    return made.value;
  };
}
