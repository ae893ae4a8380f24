import { accessSync, chmodSync, constants, existsSync, mkdirSync } from 'node:fs';
import texts from '../../../schemas/texts/operator.json';
import { fillText } from '../../model/fillText';
import { codeOf } from '../../model/paths';

/** For whatever may hold what nobody else on this machine should read: its user only. */
export const ownFolder = 0o700;
export const ownFile = 0o600;

/** Makes a folder for this user only; one that is there keeps its rights. Throws in words when it cannot be made or written to. */
export function makeOwnFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: ownFolder });
  } catch (cause) {
    throw unwritable(folder, cause);
  }
  requireWritable(folder);
}

/** Throws in words when a folder cannot be written to. */
export function requireWritable(folder: string): void {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw unwritable(folder, cause);
  }
}

/** Takes the rights of others from a folder that an earlier version, or a copy, left open to them; nothing where there is none. */
export function closeToOthers(folder: string): void {
  if (!existsSync(folder)) return;
  try {
    chmodSync(folder, ownFolder);
  } catch (cause) {
    // It belongs to another user, who shares it with this one on purpose.
    if (codeOf(cause) !== 'EPERM') throw cause;
  }
}

const unwritable = (folder: string, cause: unknown) => new Error(fillText(texts.unwritable, { folder }), { cause });
