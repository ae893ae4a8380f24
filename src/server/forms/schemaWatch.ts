import { type FSWatcher, watch } from 'node:fs';
import type { FastifyBaseLogger } from 'fastify';
import texts from '../../../schemas/texts/studio.json';
import { fillText } from '../../model/fillText';
import type { Finding } from '../../tools/schemas/lint/lintSchemas';
import type { Forms } from './forms';
import { nameState, SCHEMAS } from './readSchemas';
import { HeldBack } from './schemaFiles';

/** How long files must lie still before they are taken in: an editor writes several. */
const STILL = 60;

/**
 * Has the schema files taken in when they changed and lie still: no restart, and files that must not become live are refused with the
 * reason in the log while the last good ones stay. The system tells of a change at once; times and sizes are looked at twice a second
 * all the same, because folders that containers share tell of none. Gives the function that ends it.
 */
export function watchSchemas(
  forms: Pick<Forms, 'reload' | 'schemaVersion' | 'firstSeen'>,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
  { folder = SCHEMAS, every = 500 } = {},
): () => void {
  let known = forms.firstSeen;
  let before: string | undefined;
  let isBusy = false;
  let isStopped = false;
  let soon: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    const now = await nameState(folder);
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
      // What reloading throws is a CatalogueError, or an Error of Node's.
      log.error(fillText(texts.watch.refused, { reason: reasonOf(error as Error) }));
    }
  }

  async function lookOnce(): Promise<void> {
    if (isBusy || isStopped) return;
    isBusy = true;
    try {
      await look();
      if (before !== known) lookSoon();
    } catch (error) {
      if (!isStopped) log.error(error);
    }
    isBusy = false;
  }

  function lookSoon(): void {
    if (isStopped) return;
    soon ??= setTimeout(() => {
      soon = undefined;
      void lookOnce();
    }, STILL).unref();
  }

  const timer = setInterval(lookOnce, every).unref();
  const watcher = watchFolder(folder, lookSoon);
  void lookOnce();
  return () => {
    isStopped = true;
    clearInterval(timer);
    clearTimeout(soon);
    watcher?.close();
  };
}

/** What a process says of files that it found at its start and that must not become live. */
export function sayHeldBack(findings: readonly Finding[]): string {
  return fillText(texts.watch.refused, { reason: new HeldBack(findings).message });
}

/** Undefined where the system cannot tell; the clock then does it by itself. */
function watchFolder(folder: string, onChange: () => void): FSWatcher | undefined {
  try {
    return watch(folder, { recursive: true, persistent: false }, onChange).on('error', () => undefined);
  } catch {
    return undefined;
  }
}

function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
