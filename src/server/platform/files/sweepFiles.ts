import type { FastifyBaseLogger } from 'fastify';
import { messages } from '../../../messages/serverMessages';
import { DAY_MS } from '../../../model/format/dates';
import { fillText } from '../../../model/messages/fillText';
import type { Platform } from '../platform';
import type { Ownership } from './fileOwner';
import type { StoredFiles } from './storedFileRepository';

/** Days to wait, because a document may reference a file again. */
const quarantineDays = 30;
const MAX_PER_RUN = 200;

type Log = Pick<FastifyBaseLogger, 'info' | 'warn'>;
type SweepDeps = Pick<Platform, 'files' | 'fileOwner'> & { stores: { storedFiles: StoredFiles } };

/** Deletes files that no document has referenced for 30 days. Deletes none if the store doesn't match the database. */
export async function maintainFiles(needs: SweepDeps, log: Log, isWhole: boolean): Promise<void> {
  const { fileOwner } = needs;
  const state = await fileOwner.claim(isWhole || !fileOwner.isOurs());
  if (state === 'unmarked') log.info(await adoptionHint(needs));
  const warning = describeOwnership(state);
  if (warning) log.warn(warning);
  else await sweepFiles(needs, log);
}

export function describeOwnership(state: Ownership): string | undefined {
  if (state === 'ours' || state === 'unmarked') return undefined;
  const texts = messages('operator').files;
  return `${texts[state]} ${texts.off}`;
}

async function adoptionHint({ fileOwner }: SweepDeps): Promise<string> {
  const { length } = await fileOwner.unknownFiles();
  const texts = messages('operator').files;
  return fillText(length ? texts.takenWithUnknown : texts.taken, { count: length });
}

export async function sweepFiles(needs: SweepDeps, log: Log): Promise<number> {
  const { storedFiles } = needs.stores;
  if (!(await storedFiles.lockDeleting())) return 0;
  try {
    return await deleteUnreferenced(needs, log);
  } finally {
    await storedFiles.unlockDeleting();
  }
}

async function deleteUnreferenced({ files, stores: { storedFiles } }: SweepDeps, log: Log): Promise<number> {
  let count = 0;
  for (const { name, since } of await storedFiles.findUnreferenced(quarantineDays, MAX_PER_RUN)) {
    if (!(await storedFiles.isUnreferenced(name, quarantineDays))) continue;
    await files.remove(name);
    log.info({ file: name, unreferencedSince: since }, messages('operator').files.deleted);
    count += 1;
  }
  return count;
}

export const deletionDate = (since: Date): Date => new Date(since.getTime() + quarantineDays * DAY_MS);
