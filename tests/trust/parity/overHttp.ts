import { createRandom, type Random } from '../../../e2e/support/scan/random';
import checkTexts from '../../../schemas/texts/checks.json';
import serverTexts from '../../../schemas/texts/server.json';
import texts from '../../../schemas/texts/server-application.json';
import { toPointer } from '../../../src/model/answers/paths';
import { bodyPath, fromBody, type StepAnswers, toBody } from '../../../src/model/answers/stepBody';
import type { Answers, Checker, Context, ServedSection, Step } from '../../../src/model/types';
import { type OpenStep, openStep } from '../../../src/server/applications/steps/openStep';
import { restoreReadOnly } from '../../../src/server/applications/steps/validateStep';
import { answersOf, completeSteps, expectRecords, get, postStep, type SavedStep } from '../../support/fillSteps';
import { registerApplicant, type TestApplicant } from '../../support/serverApplicants';
import type { TestServer } from '../../support/serverFixture';
import { mutateAnswers } from './payloads';

interface Tally {
  n: number;
  wrong: number;
  overHttp: number;
  failures: string[];
}

/** A step's sections as a page has them. */
interface Page {
  step: Step;
  sections: ServedSection[];
  checkers: Checker[];
  context: Context;
  open: OpenStep;
}

const STEPS: SavedStep[] = ['identification', 'applicant-details', 'income'];
const SEED = 20_261_121;
const UNREADABLE = /__proto__|\\u0000|\\ud800/;
/** Messages about data that only the server has: a document's owner, which rows exist, what documents contain. */
const SERVERS_OWN = [texts.notYourDocument, texts.fixedRow, checkTexts.unverified];

/** Sends invalid answers to each of STEPS over HTTP: the 422 must have the page's messages. */
export async function compareOverHttp(
  server: TestServer,
  count: number,
  tally: Tally,
  load: (served: ServedSection) => Promise<Checker>,
): Promise<void> {
  const robin = await registerApplicant(server);
  const random = createRandom(SEED);
  for (const id of STEPS) {
    const page = await openPage(server, robin, id, load);
    const good = await answersOf(server, robin, id);
    for (let n = 0; n < count; n++) await compareSave(server, robin, id, page, mutatePage(random, page, good), tally);
    // Wrongly saved answers would affect the next case.
    if (tally.failures.length > 0) return;
    await completeSteps(server, robin, id, { from: id });
  }
}

async function openPage(
  server: TestServer,
  robin: TestApplicant,
  id: SavedStep,
  load: (served: ServedSection) => Promise<Checker>,
): Promise<Page> {
  const form = expectRecords(await get(server, robin, `/api/forms/application/${id}`));
  const { sections, context } = form as unknown as { sections: ServedSection[]; context: Context };
  const applicant = await server.deps.sessions.authenticate(robin.token);
  return {
    step: server.deps.forms.findStep('application', id),
    sections,
    context,
    checkers: await Promise.all(sections.map(load)),
    open: await openStep(server.deps, applicant, 'application', id),
  };
}

const mutatePage = (random: Random, { sections }: Page, good: StepAnswers): StepAnswers =>
  Object.fromEntries(
    sections.map(({ name, schema }) => [name, mutateAnswers(random, schema, (good[name] ?? {}) as Answers)]),
  );

async function compareSave(
  server: TestServer,
  robin: TestApplicant,
  id: SavedStep,
  page: Page,
  typed: StepAnswers,
  tally: Tally,
): Promise<void> {
  const body: Record<string, unknown> = { trn_id: robin.trn, version: 0, ...toBody(page.step, typed) };
  const expected = findPageErrors(page, body);
  if (expected.length === 0) return;
  const answer = await postStep(server, robin, id, body);
  tally.n++;
  tally.wrong++;
  tally.overHttp++;
  // Bodies with forbidden names or characters are rejected before the answers are read.
  if (answer.statusCode === 400 && UNREADABLE.test(JSON.stringify(body))) return;
  const errors = ((answer.statusCode === 422 && answer.json().errors) || []) as { path: string; message: string }[];
  const returned = errors
    .filter(({ message }) => !SERVERS_OWN.includes(message))
    .map(({ path, message }) => `${path} ${message}`);
  if (returned.sort().join('\n') === expected.sort().join('\n')) return;
  tally.failures.push(
    `${id} over HTTP (${answer.statusCode}): ${JSON.stringify(typed).slice(0, 300)}\n  browser ${expected.slice(0, 5)}\n  server  ${returned.slice(0, 5)} ${answer.body.slice(0, 200)}`,
  );
}

function findPageErrors({ step, sections, checkers, context, open }: Page, body: Record<string, unknown>): string[] {
  const schemaOf = (name: string) => sections.find((one) => one.name === name)?.schema ?? {};
  const parsed = fromBody(step, body, schemaOf, ['trn_id', 'version']);
  const rules = sections.flatMap(({ name, schema }, index) => {
    // Pages can't change read-only answers, so the server uses the stored ones.
    const answers = restoreReadOnly(schema, parsed.answers[name] ?? {}, open.answers[name]) as Answers;
    const errors = checkers[index]?.check(answers, context).errors ?? [];
    return errors.map(({ path, message }) => `${toPointer(bodyPath(step, name, path, body))} ${message}`);
  });
  return [...rules, ...parsed.unknown.map((name) => `/${name} ${serverTexts.unknownField}`)];
}
