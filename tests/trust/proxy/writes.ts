import type { AnyServer } from '../../support/anyServer';
import {
  answersOf,
  bodyOf,
  completeSteps,
  expectRecords,
  get,
  paymentBody,
  post,
  postStep,
} from '../../support/fillSteps';
import { upload } from '../../support/multipart';
import { sampleJpeg } from '../../support/sampleFiles';
import { registerApplicant, type TestApplicant } from '../../support/serverApplicants';
import { checkPaid } from '../kill/charges';

/** Uploaded before the first save. */
const FILES = 3;
const SAVES = 8;
const STEPS_AND_PAYMENT = 3;
const SOURCES = 3;
const DRAFTS = 40;

export interface Written {
  /** Acknowledged writes. */
  writes: number;
  failures: string[];
}

/**
 * One applicant registers, uploads, saves a step several times, adds sources, and then pays or types. Every
 * acknowledged write must be stored once.
 */
export async function writeAll(server: AnyServer, folder: string, isPaying: boolean): Promise<Written> {
  const robin = await registerApplicant(server);
  const failures = [
    ...(await saveSteps(server, robin)),
    ...(await addSources(server, robin)),
    ...(await uploadOnce(server, robin)),
    ...(isPaying ? await pay(server, folder, robin) : await typeDrafts(server, robin)),
  ];
  return { writes: 1 + FILES + SAVES + SOURCES + 1 + (isPaying ? STEPS_AND_PAYMENT : DRAFTS), failures };
}

async function saveSteps(server: AnyServer, robin: TestApplicant): Promise<string[]> {
  const answers = await answersOf(server, robin, 'identification');
  const failures: string[] = [];
  for (let version = 0; version < SAVES; version += 1) {
    Object.assign(answers['personal-details'] ?? {}, { middle_name: `V${'i'.repeat(version)}` });
    const body = bodyOf(server, robin, 'identification', answers, version);
    const saved = expectRecords(await postStep(server, robin, 'identification', body)).version;
    if (saved !== version + 1) failures.push(`save ${version + 1} of ${robin.trn} was stored as version ${saved}`);
  }
  const stored = expectRecords(await get(server, robin, `/api/applicant/getidentification/${robin.trn}`));
  if (stored.version !== SAVES) failures.push(`${SAVES} saves of ${robin.trn} are version ${stored.version}`);
  return failures;
}

async function addSources(server: AnyServer, robin: TestApplicant): Promise<string[]> {
  const ids: unknown[] = [];
  for (let n = 0; n < SOURCES; n += 1)
    ids.push(expectRecords(await post(server, robin, '/api/income/addsource', { document_id: 6 })).id);
  return ids.map(Number).join() === '1,2,3' ? [] : [`the sources of ${robin.trn} are ${ids}`];
}

async function uploadOnce(server: AnyServer, robin: TestApplicant): Promise<string[]> {
  const count = async () =>
    ((await get(server, robin, `/api/applicant/getiddocumentstatus/${robin.trn}`)).json().records as unknown[]).length;
  const before = await count();
  expectRecords(await upload(server, robin, 4, { name: 'again.jpg', content: await sampleJpeg() }));
  const added = (await count()) - before;
  return added === 1 ? [] : [`an upload of ${robin.trn} exists ${added} times`];
}

async function typeDrafts(server: AnyServer, robin: TestApplicant): Promise<string[]> {
  const url = `/api/drafts/${robin.trn}/address`;
  for (let n = 1; n <= DRAFTS; n += 1)
    expectRecords(
      await server.app.inject({
        method: 'PUT',
        url,
        headers: robin.headers,
        payload: { answers: { first: n, second: n } },
      }),
    );
  const { answers } = expectRecords(await get(server, robin, url)) as { answers: { first: number; second: number } };
  const isThere = answers.first === DRAFTS && answers.second === DRAFTS;
  return isThere ? [] : [`draft ${DRAFTS} of ${robin.trn} was saved, but ${JSON.stringify(answers)} is stored`];
}

async function pay(server: AnyServer, folder: string, robin: TestApplicant): Promise<string[]> {
  await completeSteps(server, robin, 'income', { pdfs: false, from: 'applicant-details' });
  expectRecords(await post(server, robin, '/api/payment', await paymentBody(server, robin)));
  const isDone = async () => expectRecords(await get(server, robin, `/api/record/${robin.trn}`)).state === 'whole';
  for (let tries = 0; tries < 600 && !(await isDone()); tries += 1) await new Promise((done) => setTimeout(done, 200));
  return checkPaid(server, folder, robin);
}
