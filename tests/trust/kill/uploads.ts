import { existsSync, readdirSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expectRecords, get } from '../../support/fillSteps';
import { upload } from '../../support/multipart';
import { sampleJpeg } from '../../support/sampleFiles';
import { registerApplicant, type TestApplicant } from '../../support/serverApplicants';
import type { CrashTestServer } from '../support/crashTestServer';
import type { TrustEngine } from '../support/engines';
import { loginAgain } from '../support/loginAgain';
import { ageFiles } from './hurryJobs';

interface Listed {
  id: number;
  blob_path: string;
}

/**
 * Kills the server at random moments while files are uploaded. Each acknowledged file must be listed, the newest ones
 * must open, and leftovers must be deleted.
 */
export async function killInUploads(
  crashTest: CrashTestServer,
  engine: TrustEngine,
  folder: string,
  rounds: number,
): Promise<string[]> {
  const failures: string[] = [];
  let robin: TestApplicant | undefined;
  for (let round = 0; round < rounds; round += 1) {
    // Changes the applicant now and then, because the first upload creates a key.
    robin =
      round % 5 === 0 || !robin ? await registerApplicant(crashTest.server) : await loginAgain(crashTest.server, robin);
    const acknowledged = new Set<number>();
    const uploading = Promise.all([1, 2].map(() => uploadOn(crashTest, robin as TestApplicant, acknowledged)));
    await wait(20 + Math.random() * 500);
    await crashTest.restart();
    await uploading;
    failures.push(...(await checkDocuments(crashTest, robin, acknowledged)));
  }
  return [...failures, ...(await checkSweep(crashTest, engine, folder))];
}

async function uploadOn(
  { server }: CrashTestServer,
  applicant: TestApplicant,
  acknowledged: Set<number>,
): Promise<void> {
  const content = await sampleJpeg();
  for (let n = 0; n < 20; n += 1) {
    const answer = await upload(server, applicant, 4, { name: `${n}.jpg`, content }).catch(() => undefined);
    if (!answer) return;
    acknowledged.add(Number(expectRecords(answer).id));
  }
}

/** Every acknowledged document must be listed. The last five listed must open, also as thumbnails. */
export async function checkDocuments(
  { server }: CrashTestServer,
  applicant: TestApplicant,
  acknowledged: Iterable<number>,
) {
  const failures: string[] = [];
  const listed = (await get(server, applicant, `/api/applicant/getiddocumentstatus/${applicant.trn}`)).json()
    .records as Listed[];
  for (const id of acknowledged)
    if (!listed.some((one) => one.id === id)) failures.push(`upload ${id} was acknowledged, but is missing`);
  for (const { id, blob_path } of listed.slice(-5)) {
    const file = await get(server, applicant, `/api/applicant/getdocumentImg/${id}`);
    if (file.statusCode !== 200 || file.rawPayload.length < 100) failures.push(`file ${id} can't be opened`);
    if (blob_path.endsWith('.pdf')) continue;
    const { url } = expectRecords(await get(server, applicant, `/api/applicant/ticket/${id}?kind=thumbnail`));
    if ((await server.app.inject({ url: String(url) })).statusCode !== 200) failures.push(`thumbnail ${id} is missing`);
  }
  return failures;
}

/**
 * Ages the leftovers of interrupted uploads by over 30 days, restarts, and returns what wasn't deleted. Empty for an
 * object store, because it only stores whole files, and for the embedded database, because its rows can't be aged here.
 */
export async function checkSweep(crashTest: CrashTestServer, engine: TrustEngine, folder: string): Promise<string[]> {
  const place = path.join(folder, 'files');
  if (!engine.url || !existsSync(place)) return [];
  const list = () => readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name));
  await ageFiles(engine);
  for (const name of list().filter((one) => one.endsWith('.part'))) utimesSync(path.join(place, name), 0, 0);
  await crashTest.restart();
  for (let n = 0; n < 600 && list().some(isOrphan); n += 1) await wait(100);
  const left = list().filter(isOrphan);
  return left.map((name) => `${name} was left behind and never deleted`);

  function isOrphan(name: string, _: number, all: string[]): boolean {
    if (name.endsWith('.part')) return true;
    return name.endsWith('.thumb') ? !all.includes(name.replace(/\.thumb$/, '')) : false;
  }
}
