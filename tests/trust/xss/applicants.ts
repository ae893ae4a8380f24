import { setIn, toPointer } from '../../../src/model/answers/paths';
import { bodyPath, type StepAnswers } from '../../../src/model/answers/stepBody';
import type { StoredDocument } from '../../../src/model/formContext';
import type { ServedSection, Step } from '../../../src/model/types';
import type { AnyAnswer, AnyServer } from '../../support/anyServer';
import {
  answersOf,
  bodyOf,
  expectRecords,
  get,
  paymentBody,
  post,
  postStep,
  type SavedStep,
} from '../../support/fillSteps';
import { registerApplicant, type TestApplicant } from '../../support/serverApplicants';
import { type NextPayload, nextFileName } from './seedOperator';
import { draftOf, type FilledDraft, fillWithPayload } from './textFields';

const STEPS = ['identification', 'applicant-details', 'income'] as const;
const SUCCESS_STEPS = ['success/desired-unit', 'success/supplemental'];

/** Someone who only registered. */
export async function createRegistered(server: AnyServer): Promise<TestApplicant> {
  return registerApplicant(server);
}

/** An applicant with the first three steps saved. */
export async function createSaved(server: AnyServer, nextPayload: NextPayload): Promise<TestApplicant> {
  return (await saving(server, nextPayload)).applicant;
}

/**
 * An applicant with the first three steps saved, then a payload typed into every text field of all steps. Returns the
 * fields.
 */
export async function createWithDrafts(
  server: AnyServer,
  nextPayload: NextPayload,
): Promise<{ applicant: TestApplicant; fields: string[] }> {
  const { applicant } = await saving(server, nextPayload);
  const flow = [...STEPS, 'payment'].map((step) => `application/${step}`);
  return { applicant, fields: await leaveDrafts(server, applicant, flow, nextPayload) };
}

async function leaveDrafts(
  server: AnyServer,
  applicant: TestApplicant,
  steps: string[],
  nextPayload: NextPayload,
): Promise<string[]> {
  const fields: string[] = [];
  for (const step of steps)
    for (const { name, schema } of await sectionsOf(server, applicant, step)) {
      const draft = draftOf(schema, nextPayload);
      fields.push(...draft.fields.map((field) => `${name}.${field}`));
      await saveDraft(server, applicant, name, draft.answer);
    }
  return fields;
}

/** Saves these answers as a section's draft. */
export async function saveDraft(
  server: AnyServer,
  { trn, headers }: TestApplicant,
  section: string,
  answers: unknown,
): Promise<void> {
  expectRecords(
    await server.app.inject({
      method: 'PUT',
      url: `/api/drafts/${trn}/${section}`,
      headers: { ...headers, 'content-type': 'application/json' },
      payload: JSON.stringify({ answers }),
    }),
  );
}

/** An applicant who submitted every payload that the rules accept, and typed more in the dialogs afterward. */
export async function createSubmitted(server: AnyServer, nextPayload: NextPayload) {
  const { applicant, kept, name } = await saving(server, nextPayload);
  const { token, file, document_id, amount, terms } = await paymentBody(server, applicant);
  const answers = await answersOf(server, applicant, 'payment');
  // The name may be a payload now, so the signature uses the current name.
  Object.assign(answers.signature ?? {}, { name });
  const send = (body: Body) =>
    post(server, applicant, '/api/payment', { ...body, token, file, document_id, amount, terms });
  const signed = await saveStep({ server, applicant, step: 'payment', send }, answers, nextPayload);
  const fields = await leaveDrafts(server, applicant, SUCCESS_STEPS, nextPayload);
  const message = nextPayload();
  expectRecords(await post(server, applicant, '/api/messages', { text: message }));
  return { applicant, kept: [...kept, ...signed.kept], fields, message };
}

/** Someone who agreed to the terms. */
export async function createAgreed(server: AnyServer): Promise<TestApplicant> {
  const applicant = await registerApplicant(server);
  expectRecords(await post(server, applicant, '/api/users/updateTandC', { trn_id: applicant.trn }));
  return applicant;
}

async function saving(server: AnyServer, nextPayload: NextPayload) {
  const applicant = await createAgreed(server);
  const kept: string[] = [];
  let name = '';
  for (const step of STEPS) {
    const send = (body: Body) => postStep(server, applicant, step, body);
    // Like another program's request. A browser would write %22 for the quote.
    const named = () => nextFileName(nextPayload).replaceAll('"', '\\"');
    const answers = await answersOf(server, applicant, step, named);
    const saved = await saveStep({ server, applicant, step, send }, answers, nextPayload);
    kept.push(...saved.kept);
    const { first_name, last_name } = saved.answers['personal-details'] ?? {};
    name ||= first_name ? `${first_name} ${last_name}` : '';
  }
  return { applicant, kept, name };
}

/** The applicant's files as the server lists them. */
export async function filesOf(server: AnyServer, applicant: TestApplicant): Promise<StoredDocument[]> {
  return Object.values(
    expectRecords(await get(server, applicant, `/api/applicant/getiddocumentstatus/${applicant.trn}`)),
  ) as unknown as StoredDocument[];
}

type Body = Record<string, unknown>;

interface Save {
  server: AnyServer;
  applicant: TestApplicant;
  step: SavedStep | 'payment';
  send(body: Body): Promise<AnyAnswer>;
}

/** Saves a step with a payload in each text. Rejected fields get their old answers until the rest is accepted. */
async function saveStep({ server, applicant, step, send }: Save, stepAnswers: StepAnswers, nextPayload: NextPayload) {
  let answers = stepAnswers;
  let planted: InSection[] = [];
  for (const { name, schema } of await sectionsOf(server, applicant, `application/${step}`)) {
    const section = answers[name] ?? {};
    planted.push(...fillWithPayload(schema, section, nextPayload).map((one) => ({ ...one, section: name })));
    answers[name] = section;
  }
  for (let tries = 0; tries < 8; tries++) {
    const body = bodyOf(server, applicant, step, answers);
    const answer = await send(body);
    if (answer.statusCode === 200) return { kept: planted.map(({ text }) => text), answers };
    const refused = refusedOf(server.deps.forms.findStep('application', step), planted, answer, body);
    if (refused.length === 0) throw new Error(`${step} returned ${answer.statusCode}: ${answer.body}`);
    planted = planted.filter((one) => !refused.includes(one));
    for (const { section, path, before } of refused)
      answers = { ...answers, [section]: setIn(answers[section] ?? {}, path, before) };
  }
  throw new Error(`${step} is rejected even with the original values`);
}

type InSection = FilledDraft & { section: string };

function refusedOf(step: Step, planted: InSection[], answer: AnyAnswer, body: Body): InSection[] {
  const errors = ((answer.statusCode === 422 && answer.json().errors) || []) as { path: string }[];
  return planted.filter(({ section, path }) => {
    const pointer = toPointer(bodyPath(step, section, path, body));
    return errors.some((error) => error.path === pointer || pointer.startsWith(`${error.path}/`));
  });
}

async function sectionsOf(server: AnyServer, applicant: TestApplicant, step: string): Promise<ServedSection[]> {
  const { sections } = expectRecords(await get(server, applicant, `/api/forms/${step}`));
  return sections as ServedSection[];
}
