import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { AnyServer } from '../../support/anyServer';
import { get } from '../../support/fillSteps';
import { copyTemplate } from '../../support/folders/databaseTemplate';
import { upload } from '../../support/multipart';
import { sampleJpeg } from '../../support/sampleFiles';
import type { TestApplicant } from '../../support/serverApplicants';
import { startBuilt } from '../support/builtServer';
import { withFolder } from '../support/folders';
import { remoteServer } from '../support/remoteServer';
import { createTypist } from './typist';

const SIZE = '160m';

/** Fills the small disk of DATA_DIR to the last byte, and frees the space again. Undefined if none can be mounted. */
export function diskFull(rounds: number) {
  return withFolder(async (folder) => {
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder]).status !== 0) return undefined;
    try {
      await copyTemplate(folder);
      return await fillAndEmpty(folder, rounds);
    } finally {
      spawnSync('umount', ['-l', folder]);
    }
  });
}

async function fillAndEmpty(folder: string, rounds: number) {
  const built = await startBuilt({ DATA_DIR: folder, LIMIT_FACTOR: '1000', LOG_LEVEL: 'silent' });
  const server = remoteServer(() => built.address);
  const failures: string[] = [];
  let refused = 0;
  try {
    const robin = await createTypist(server);
    for (let round = 0; round < rounds; round += 1) {
      await robin.start()();
      fill(folder);
      refused += await uploadUntilRefused(server, robin.applicant, failures);
      const read = await get(server, robin.applicant, `/api/drafts/${robin.applicant.trn}/address`);
      if (read.json().records?.answers?.first !== robin.kept)
        failures.push(`reading on a full disk returned ${read.body}`);
      rmSync(path.join(folder, 'filler'));
      await wait(50);
      const file = await upload(server, robin.applicant, 4, { name: 'a.jpg', content: await sampleJpeg() });
      if (file.statusCode !== 200)
        failures.push(`after space was freed, an upload returned ${file.statusCode}: ${file.body}`);
      await robin.start()();
      failures.push(...(await robin.verify()));
    }
    if (built.child.exitCode !== null) failures.push(`the server ended: ${built.said()}`);
    return { n: rounds, refused, failures };
  } finally {
    await built.kill();
  }
}

/** Writes until an error, because there's a little more space than `df` reports. */
function fill(folder: string): void {
  const filler = openSync(path.join(folder, 'filler'), 'w');
  const { bavail, bsize } = statfsSync(folder);
  try {
    for (let size = bavail * bsize; size >= 1; size = Math.floor(size / 2)) writeWhile(filler, Buffer.alloc(size));
  } finally {
    closeSync(filler);
  }
}

function writeWhile(file: number, part: Buffer): void {
  try {
    while (writeSync(file, part) > 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

/** Uploads photos until one is refused. Returns 1, or 0 if none was. */
async function uploadUntilRefused(server: AnyServer, robin: TestApplicant, failures: string[]): Promise<number> {
  for (let n = 0; n < 10; n += 1) {
    const answer = await upload(server, robin, 4, { name: 'a.jpg', content: await sampleJpeg() });
    if (answer.statusCode === 200) continue;
    if (answer.json().code !== 'storageFull' || !answer.headers['retry-after'])
      failures.push(`on a full disk, an upload returned ${answer.statusCode}: ${answer.body}`);
    return 1;
  }
  failures.push('uploads succeeded on a full disk');
  return 0;
}
