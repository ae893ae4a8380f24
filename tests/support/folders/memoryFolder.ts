import { existsSync, mkdtempSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const MEMORY = '/dev/shm';

/** The folder for what a test run makes: in memory where that is there, as a database of 40 MB is copied and synced without a disk. */
export function temporaryFolder(): string {
  return isRoomy(MEMORY) ? MEMORY : os.tmpdir();
}

/** An empty folder for one test's data. */
export function makeFolder(): string {
  return mkdtempSync(path.join(temporaryFolder(), 'rental-test-'));
}

function isRoomy(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > 4e9;
}
