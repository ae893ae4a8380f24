import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import type { DecisionRequest } from '../../../contract/office';
import { recordsIn, setIn } from '../../../model/answers/paths';
import { type StepAnswers, toBody } from '../../../model/answers/stepBody';
import { toCents } from '../../../model/format/money';
import type { FormChange } from '../../../model/formContext';
import type { IncomeChecks } from '../../../model/income/checks/documentChecks';
import { documentPayChanges, grossPayChanges, grossPayDifference } from '../../../model/income/grossPay';
import { documentId } from '../../../model/section/documentTypes';
import type { Answers, Step } from '../../../model/types';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { withdraw } from '../../applications/review/applyDecision';
import {
  type App,
  addFiles,
  addSources,
  type Caller,
  type Credentials,
  createCaller,
  createUploader,
  type Json,
} from './addDemoFiles';
import { confirmNotices } from './confirmNotices';
import decidedApplications from './decidedApplications.json';
import demo from './demo.json';
import { hasDemo } from './demoRepository';
import { type DemoPerson, namePersona } from './namedPersona';
import { type DemoMember, seedHousehold } from './seedHousehold';

interface Persona {
  link: string;
  applicant: { first_name: string; last_name: string };
  flows: { entry: { registration: StepAnswers }; application: Record<string, StepAnswers> };
}

interface DemoApplication {
  persona: string;
  person?: DemoPerson;
  notes?: string[];
  acts?: SeededAction[];
  isWithdrawn?: boolean;
  household?: DemoMember[];
}

// Imported JSON has no literal types.
const APPLICATIONS = [...demo.applications, ...decidedApplications] as DemoApplication[];

interface Person {
  name: string;
  email: string;
}

export interface DemoOffice {
  findOwner(deps: ApplicationDeps, subscriberId: string, owner: Person): Promise<Person & { id: string }>;
  /** Returns the token of a login link. Outside production, the link needs no second factor. */
  issueLink(deps: ApplicationDeps, personId: string, expiresAt: Date): Promise<string>;
  addNote(deps: ApplicationDeps, trn: string, personId: string, text: string): Promise<void>;
  decide(
    deps: ApplicationDeps,
    trn: string,
    by: Person & { id: string },
    request: Omit<DecisionRequest, 'revision'>,
  ): Promise<void>;
}

/** Submits each new demo application through the API. Adds its office decisions, notes and household. */
export async function seedApplications(deps: ApplicationDeps, app: App, office: DemoOffice): Promise<void> {
  for (const demoApplication of APPLICATIONS) {
    // The persona was validated against meta/persona.schema.json.
    const persona = deps.forms.files[`personas/${demoApplication.persona}.json`] as Persona | undefined;
    const { person } = demoApplication;
    const named = persona && person ? namePersona(persona, person) : persona;
    const submitted = named && (await submitApplication(deps, app, named));
    if (!submitted) continue;
    await applyOfficeActions(deps, office, submitted.credentials.trn_id, demoApplication);
    await seedHousehold(deps, createCaller(app), submitted, demoApplication.household ?? []);
  }
}

async function submitApplication(
  deps: Pick<ApplicationDeps, 'stores' | 'forms' | 'clock' | 'tokenKey'>,
  app: App,
  { link, flows }: Persona,
): Promise<{ credentials: Credentials; registration: Json } | undefined> {
  const { 'registration-personal': personal, 'registration-login': login } = flows.entry.registration;
  const answers: Json = Object.assign({}, ...Object.values(flows.entry.registration));
  if (await deps.stores.accounts.isEmailTaken(String(answers.email))) return undefined;
  const call = createCaller(app);
  const value = link.split('/').at(-1) ?? '';
  const registered = await call('POST', '/users/register', { ...answers, url: value }, { url: value, entry: link });
  const trn = String(registered.trnid);
  const credentials = { email: String(answers.email), authorization: String(registered.token), trn_id: trn };
  const uploadDocuments = createUploader(deps, call, credentials);
  for (const step of deps.forms.catalog.flow('application').steps) {
    // Only answers about files and signatures change, so the type stays the same.
    const written = (await addFiles(flows.application[step.id] ?? {}, {
      line: await drawSignature(),
      put: uploadDocuments,
    })) as StepAnswers;
    const filled = await addSources(written, call, credentials);
    const stepAnswers = filled.employers
      ? { ...filled, employers: await resolveGrossPay(filled.employers, call, credentials) }
      : filled;
    const body = { trn_id: trn, version: 0, ...toBody(step, stepAnswers) };
    if (step.role === 'payment') {
      await confirmNotices(deps, call, credentials);
      await call('POST', '/payment', { ...body, ...(await paymentMembers(app, call, credentials)) }, credentials);
    } else await call('POST', savePath(step), body, credentials);
  }
  // Omits the answers about the home and the agent, because household members don't have these questions.
  return { credentials, registration: { ...personal, ...login } };
}

const MAX_READING_MS = 60_000;
const POLL_MS = 250;

/** Waits up to a minute for the documents to be read. If they show different gross pay, keeps the persona's. */
async function resolveGrossPay(employers: Answers, send: Caller, credentials: Credentials): Promise<Answers> {
  const { monthly_avr_gross } = await readDocuments(send, credentials);
  let settled = applyChanges(employers, documentPayChanges(employers, monthly_avr_gross));
  for (;;) {
    const difference = grossPayDifference(settled);
    if (!difference) return settled;
    const row = recordsIn(settled.employer)[difference.index] ?? {};
    settled = applyChanges(settled, grossPayChanges(row, difference, { by: 'typed' }));
  }
}

function applyChanges(answers: Answers, changes: FormChange[]): Answers {
  return changes.reduce((all, { path, value }) => setIn(all, path, value), answers);
}

async function readDocuments(send: Caller, credentials: Credentials): Promise<IncomeChecks> {
  const until = Date.now() + MAX_READING_MS;
  for (;;) {
    const checks: IncomeChecks = await send('GET', `/income/checks/${credentials.trn_id}`, undefined, credentials);
    if (checks.reading === 0 || Date.now() > until) return checks;
    await wait(POLL_MS);
  }
}

async function applyOfficeActions(
  deps: ApplicationDeps,
  office: DemoOffice,
  trn: string,
  demoApplication: DemoApplication,
): Promise<void> {
  const { acts = [], notes = [], isWithdrawn } = demoApplication;
  const owner = await findOwner(deps, office);
  for (const text of notes) await office.addNote(deps, trn, owner.id, text);
  for (const { documents, ...request } of acts) {
    const documentRequests = documents?.map(({ type, text }) => ({
      document_id: documentId(type),
      source_id: 0,
      text,
    }));
    await office.decide(deps, trn, owner, { ...request, ...(documentRequests && { documents: documentRequests }) });
  }
  if (isWithdrawn) await withdraw(deps, trn);
}

interface SeededAction extends Omit<DecisionRequest, 'revision' | 'documents'> {
  documents?: { type: Parameters<typeof documentId>[0]; text: string }[];
}

const savePath = ({ calls, id }: Step): string => (calls ? calls.save : undefined) ?? `/steps/${id}`;

async function paymentMembers(app: App, send: Caller, credentials: Record<string, string>): Promise<Json> {
  const { recordset } = await send('GET', `/payment/fees/${credentials.trn_id}`, undefined, credentials);
  const { digest } = await send(
    'GET',
    `/users/getTandCpageforregistration/${credentials.trn_id}`,
    undefined,
    credentials,
  );
  return {
    token: await sandboxCard(app),
    file: await drawSignature(),
    document_id: '8',
    amount: toCents(recordset[0].ApplicationFee),
    terms: digest,
  };
}

async function sandboxCard(app: App): Promise<string> {
  const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034, outcome: 'succeed' };
  return (await app.inject({ method: 'POST', url: '/sandbox/v1/tokens', payload: { card } })).json().id;
}

async function drawSignature(): Promise<string> {
  const line =
    '<svg xmlns="http://www.w3.org/2000/svg" width="380" height="200"><path d="M60 120q40-90 70 0t60-10 60 0 70-20" fill="none" stroke="#000" stroke-width="4"/></svg>';
  const picture = await sharp(Buffer.from(line)).flatten({ background: '#fff' }).png().toBuffer();
  return `data:image/png;base64,${picture.toString('base64')}`;
}

export async function demoOfficePath(deps: ApplicationDeps, office: DemoOffice): Promise<string | undefined> {
  if (!(await hasDemo(deps.db))) return undefined;
  const { id } = await findOwner(deps, office);
  const expiresAt = new Date(deps.clock().getTime() + 86_400_000);
  return `/office/enter#${await office.issueLink(deps, id, expiresAt)}`;
}

const findOwner = (deps: ApplicationDeps, office: DemoOffice) =>
  office.findOwner(deps, demo.subscriber.id, demo.office);
