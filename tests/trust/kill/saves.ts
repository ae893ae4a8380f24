import { setTimeout as wait } from 'node:timers/promises';
import type { StepAnswers } from '../../../src/model/answers/stepBody';
import { answersOf, bodyOf, expectRecords, get, postStep } from '../../support/fillSteps';
import { registerApplicant, type TestApplicant } from '../../support/serverApplicants';
import type { CrashTestServer } from '../support/crashTestServer';
import { loginAgain } from '../support/loginAgain';

const WRITERS = 4;
const SECTION = 'address';

/** An applicant who types and saves without a pause, and what the server acknowledged. */
interface Writer {
  applicant: TestApplicant;
  /** For applicants who also save step 1. */
  answers?: StepAnswers;
  draft: { tried: number; kept: number };
  version: { tried: number; kept: number };
}

/**
 * Kills the server at random moments while drafts and steps are saved. Whatever was acknowledged must be stored
 * completely.
 */
export async function killInSaves(crashTest: CrashTestServer, rounds: number): Promise<string[]> {
  const writers = await Promise.all(Array.from({ length: WRITERS }, (_, n) => createWriter(crashTest, n % 2 === 0)));
  const failures: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const one of writers) one.applicant = await loginAgain(crashTest.server, one.applicant);
    const writing = Promise.all(writers.flatMap((one) => [typeOn(crashTest, one), saveOn(crashTest, one)]));
    for (const before = totalOf(writers); totalOf(writers) === before; ) await wait(5);
    await wait(Math.random() * 600);
    await crashTest.restart();
    await writing;
    for (const one of writers) failures.push(...(await verify(crashTest, one)));
  }
  return failures;
}

/** Returns how many saves have been acknowledged. */
function totalOf(writers: Writer[]): number {
  return writers.reduce((sum, { draft, version }) => sum + draft.kept + version.kept, 0);
}

async function createWriter({ server }: CrashTestServer, saves: boolean): Promise<Writer> {
  const applicant = await registerApplicant(server);
  const answers = saves ? await answersOf(server, applicant, 'identification') : undefined;
  return { applicant, answers, draft: { tried: 0, kept: 0 }, version: { tried: 0, kept: 0 } };
}

/** Saves drafts until the server dies. */
async function typeOn({ server }: CrashTestServer, { applicant, draft }: Writer): Promise<void> {
  const url = `/api/drafts/${applicant.trn}/${SECTION}`;
  for (;;) {
    draft.tried += 1;
    const payload = { answers: { first: draft.tried, second: draft.tried } };
    const answer = await server.app
      .inject({ method: 'PUT', url, headers: applicant.headers, payload })
      .catch(ignoreLoss);
    if (!answer) return;
    expectRecords(answer);
    draft.kept = draft.tried;
  }
}

/** Saves step 1 until the server dies. The middle name is the version. */
async function saveOn({ server }: CrashTestServer, { applicant, answers, version }: Writer): Promise<void> {
  while (answers) {
    version.tried = version.kept + 1;
    Object.assign(answers['personal-details'] ?? {}, { middle_name: nameOf(version.tried) });
    const body = bodyOf(server, applicant, 'identification', answers, version.kept);
    const answer = await postStep(server, applicant, 'identification', body).catch(ignoreLoss);
    if (!answer) return;
    version.kept = Number(expectRecords(answer).version);
  }
}

async function verify({ server }: CrashTestServer, { applicant, answers, draft, version }: Writer): Promise<string[]> {
  const failures: string[] = [];
  const records = expectRecords(await get(server, applicant, `/api/drafts/${applicant.trn}/${SECTION}`)) as {
    answers: { first: number; second: number };
  } | null;
  const { first = 0, second = 0 } = records?.answers ?? {};
  if (first !== second) failures.push(`a draft is half saved: ${first} and ${second}`);
  // Saving step 1 deletes its drafts, so only a draft newer than the attempted ones is wrong.
  if (first > draft.tried || (!answers && first < draft.kept))
    failures.push(`draft ${draft.kept} was acknowledged, but ${first} is stored`);
  if (answers) {
    const stored = expectRecords(await get(server, applicant, `/api/applicant/getidentification/${applicant.trn}`));
    const found = Number(stored.version);
    if (found < version.kept || found > version.tried)
      failures.push(`version ${version.kept} was acknowledged, but ${found} is stored`);
    const { middle_name } = stored.applicant as { middle_name?: string };
    if (found > 0 && middle_name !== nameOf(found))
      failures.push(`version ${found} has the answers of '${middle_name}'`);
    version.kept = found;
  }
  return failures;
}

/** 27 → 'Vch', because a name can only have letters. */
const nameOf = (version: number) => `V${[...String(version)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`;

function ignoreLoss(): undefined {}
