import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The sandbox's memory: one small JSON file per thing, so that a restart forgets no charge. */
export interface IntentStore {
  read<Thing>(name: string): Promise<Thing | undefined>;
  write(name: string, thing: unknown): Promise<void>;
}

export function createIntentStore(folder: string): IntentStore {
  // Names may hold whatever a client sent, hence the digest.
  const place = (name: string) => path.join(folder, `${createHash('sha256').update(name).digest('hex')}.json`);
  return {
    async read(name) {
      const text = await readFile(place(name), 'utf8').catch(() => undefined);
      return text === undefined ? undefined : JSON.parse(text);
    },
    async write(name, thing) {
      await mkdir(folder, { recursive: true });
      await writeFile(`${place(name)}.part`, JSON.stringify(thing), { flush: true });
      await rename(`${place(name)}.part`, place(name));
    },
  };
}
