import type { AnyServer } from '../../support/anyServer';
import { answersOf, bodyOf, completeSteps, expectRecords, get, postStep } from '../../support/fillSteps';
import { registerApplicant, type TestApplicant } from '../../support/serverApplicants';

export interface Tally {
  calls: number;
  failures: string[];
}

/** The persona's date of birth, which is stored encrypted but returned in full. */
const SEALED = '1990-04-12';

/** Runs `work` while applicants save, read and register. Each response must be correct. Returns all applicants. */
export async function underTraffic(
  server: AnyServer,
  count: number,
  tally: Tally,
  work: () => Promise<void>,
  beforeSave = () => {},
): Promise<TestApplicant[]> {
  const people: TestApplicant[] = [];
  for (let n = 0; n < count; n++) people.push(await prepared(server));
  let isOver = false;
  const traffic = people.map((one) => saveAndRead(server, one, tally, () => isOver, beforeSave));
  const newcomers = register(server, people, tally, () => isOver);
  await work().finally(() => {
    isOver = true;
  });
  await Promise.all([...traffic, newcomers]);
  return people;
}

/** Checks everyone's answers and their first file. */
export async function expectReadable(server: AnyServer, people: TestApplicant[], tally: Tally, name: string) {
  for (const one of people) {
    const answer = await get(server, one, `/api/applicant/getidentification/${one.trn}`);
    const [document] = answer.statusCode === 200 ? (expectRecords(answer).documents as { id: number }[]) : [];
    const ticket = document && expectRecords(await get(server, one, `/api/applicant/ticket/${document.id}`));
    const file = ticket && (await server.app.inject({ url: String(ticket.url) }));
    tally.calls += 2;
    if (!answer.body.includes(SEALED)) tally.failures.push(`${name}: answers returned ${answer.statusCode}`);
    if (file?.statusCode !== 200) tally.failures.push(`${name}: file returned ${file?.statusCode}`);
  }
}

async function prepared(server: AnyServer): Promise<TestApplicant> {
  const applicant = await registerApplicant(server);
  await completeSteps(server, applicant, 'identification');
  return applicant;
}

/** Saves and reads in turn until `isOver`. Both responses must be correct. */
async function saveAndRead(
  server: AnyServer,
  who: TestApplicant,
  tally: Tally,
  isOver: () => boolean,
  beforeSave: () => void,
): Promise<void> {
  const answers = await answersOf(server, who, 'identification');
  for (let version = 1; version === 1 || !isOver(); version++) {
    beforeSave();
    const body = bodyOf(server, who, 'identification', answers, version);
    const saved = await postStep(server, who, 'identification', body);
    const read = await get(server, who, `/api/applicant/getidentification/${who.trn}`);
    tally.calls += 2;
    if (saved.statusCode !== 200) tally.failures.push(`a save during the rotation: ${saved.statusCode} ${saved.body}`);
    if (!read.body.includes(SEALED)) tally.failures.push(`a read during the rotation: ${read.statusCode}`);
    if (saved.statusCode !== 200) return;
  }
}

async function register(
  server: AnyServer,
  people: TestApplicant[],
  tally: Tally,
  isOver: () => boolean,
): Promise<void> {
  do {
    people.push(await prepared(server));
    tally.calls += 1;
  } while (!isOver());
}
