import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import texts from '../../../schemas/texts/studio.json';
import { fillText } from '../../model/fillText';
import { findRoot } from '../config';
import type { Forms } from './forms';

/**
 * Looks at the schema files twice a second and has them taken in when they changed and lie still: no restart, and files that cannot be
 * used are refused with the reason in the log while the last good ones stay. Times and sizes are looked at because folders that
 * containers share tell of no change. Gives the function that ends it.
 */
export function watchSchemas(
  forms: Pick<Forms, 'reload' | 'schemaVersion'>,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
  { folder = path.join(findRoot(), 'schemas'), every = 500 } = {},
): () => void {
  let known: string | undefined;
  let before: string | undefined;
  let isBusy = false;

  async function look(): Promise<void> {
    const now = await signatureOf(folder);
    known ??= now;
    if (now !== known && now === before) {
      known = now;
      await takeIn();
    }
    before = now;
  }

  async function takeIn(): Promise<void> {
    try {
      await forms.reload();
      log.info(fillText(texts.watch.taken, { version: forms.schemaVersion }));
    } catch (error) {
      log.error(fillText(texts.watch.refused, { reason: reasonOf(error as Error) }));
    }
  }

  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    look()
      .catch((error: Error) => log.error(error))
      .finally(() => {
        isBusy = false;
      });
  }, every).unref();
  return () => clearInterval(timer);
}

/** Names, times and sizes of all files below a folder. */
async function signatureOf(folder: string): Promise<string> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.json')).sort();
  const each = names.map(async (name) => {
    // A file may go between being listed and being looked at.
    const found = await stat(path.join(folder, name)).catch(() => undefined);
    return `${name} ${found?.mtimeMs} ${found?.size}`;
  });
  return (await Promise.all(each)).join('\n');
}

function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
