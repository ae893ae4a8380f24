import { existsSync, mkdtempSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const MEMORY = '/dev/shm';

/**
 * Folder for files of a test run: in memory if possible, because a database of 40 MB is copied and synced faster
 * there.
 */
export function temporaryFolder(): string {
  return isRoomy(MEMORY) ? MEMORY : os.tmpdir();
}

/** Creates an empty folder for a test's data. */
export function makeFolder(): string {
  return mkdtempSync(path.join(temporaryFolder(), 'rental-test-'));
}

function isRoomy(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > 4e9;
}
