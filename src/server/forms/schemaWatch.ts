import { type FSWatcher, watch } from 'node:fs';
import type { FastifyBaseLogger } from 'fastify';
import { messages } from '../../messages/serverMessages';
import { fillText } from '../../model/messages/fillText';
import type { LintIssue } from '../../schema-tools/lint/lintSchemas';
import type { Forms } from './forms';
import { readFileState, schemasFolder } from './readSchemas';
import { RejectedForms } from './schemaFiles';

/** Milliseconds to wait after a change, because an editor may write several files. */
const QUIET_MS = 60;

/** Reloads the forms when files change. Also polls, because folders shared with containers send no events. */
export function watchSchemas(
  forms: Pick<Forms, 'reload' | 'schemaVersion' | 'initialFileState'>,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
  { folder = schemasFolder(), every = 500 } = {},
): () => void {
  const texts = messages('studio');
  let known = forms.initialFileState;
  let before: string | undefined;
  let isBusy = false;
  let isStopped = false;
  let soon: NodeJS.Timeout | undefined;

  async function check(): Promise<void> {
    const now = await readFileState(folder);
    if (now !== known && now === before) {
      known = now;
      await reload();
    }
    before = now;
  }

  async function reload(): Promise<void> {
    try {
      await forms.reload();
      log.info(fillText(texts.watch.taken, { version: forms.schemaVersion }));
    } catch (error) {
      log.error(fillText(texts.watch.refused, { reason: describeError(error as Error) }));
    }
  }

  async function checkOnce(): Promise<void> {
    if (isBusy || isStopped) return;
    isBusy = true;
    try {
      await check();
      if (before !== known) checkSoon();
    } catch (error) {
      if (!isStopped) log.error(error);
    }
    isBusy = false;
  }

  function checkSoon(): void {
    if (isStopped) return;
    soon ??= setTimeout(() => {
      soon = undefined;
      void checkOnce();
    }, QUIET_MS).unref();
  }

  const timer = setInterval(checkOnce, every).unref();
  const watcher = watchFolder(folder, checkSoon);
  void checkOnce();
  return () => {
    isStopped = true;
    clearInterval(timer);
    clearTimeout(soon);
    watcher?.close();
  };
}

export function describeRejection(findings: readonly LintIssue[]): string {
  return fillText(messages('studio').watch.refused, { reason: new RejectedForms(findings).message });
}

function watchFolder(folder: string, onChange: () => void): FSWatcher | undefined {
  try {
    return watch(folder, { recursive: true, persistent: false }, onChange).on('error', () => undefined);
  } catch {
    return undefined;
  }
}

function describeError({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
