import { codeInPdf } from '../../e2e/support/testPdf';
import robin from '../../schemas/personas/robin-hale.json';
import type { Notices } from '../../src/contract/notices';
import { isRecord } from '../../src/model/answers/paths';
import { type StepAnswers, toBody } from '../../src/model/answers/stepBody';
import type { AnyAnswer, AnyServer } from './anyServer';
import { upload } from './multipart';
import { samplePdf, sampleSignature, sampleStrip } from './sampleFiles';
import type { TestApplicant } from './serverApplicants';

type Records = Record<string, unknown>;
type Naming = (name: string) => string;

const SAVES = {
  identification: '/api/applicant/saveiddetail',
  'applicant-details': '/api/contextual/savedetails',
  income: '/api/income/savedetails',
} as const;

export type SavedStep = keyof typeof SAVES;

/** Returns a persona's answers in a step, with files uploaded under the names that `named` returns. */
export async function answersOf(
  server: AnyServer,
  applicant: TestApplicant,
  step: SavedStep | 'payment',
  named: Naming = (name) => name,
): Promise<StepAnswers> {
  const answers = structuredClone(robin.flows.application[step]) as unknown as StepAnswers;
  if (step === 'identification') await addIdentityFiles(server, applicant, answers, named);
  if (step === 'income') await addSources(server, applicant, answers, named);
  return answers;
}

/** Returns the request body for a step's answers. */
export function bodyOf(
  server: AnyServer,
  applicant: TestApplicant,
  step: SavedStep | 'payment',
  answers: StepAnswers,
  version = 0,
): Records {
  return { trn_id: applicant.trn, version, ...toBody(server.deps.forms.findStep('application', step), answers) };
}

/** Saves a step. */
export function postStep(server: AnyServer, applicant: TestApplicant, step: SavedStep, body: Records) {
  return post(server, applicant, SAVES[step], body);
}

/** Posts JSON with the applicant's headers. */
export function post(
  server: AnyServer,
  applicant: TestApplicant,
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
) {
  return server.app.inject({
    method: 'POST',
    url,
    headers: { ...applicant.headers, ...headers },
    payload: body as object,
  });
}

/** Sends a GET request with the applicant's headers. */
export function get(server: AnyServer, { headers }: Pick<TestApplicant, 'headers'>, url: string) {
  return server.app.inject({ url, headers });
}

/**
 * Saves the steps `from` to `last`. Without `pdfs`, income documents are marked as to follow; without `files`, all
 * documents are, which is faster because each upload needs a process. Throws if a save is refused.
 */
export async function completeSteps(
  server: AnyServer,
  applicant: TestApplicant,
  last: SavedStep = 'income',
  { files = true, pdfs = files, from = 'identification' }: { files?: boolean; pdfs?: boolean; from?: SavedStep } = {},
): Promise<void> {
  const steps = Object.keys(SAVES) as SavedStep[];
  for (const step of steps.slice(steps.indexOf(from))) {
    const answers = postponeDocuments(step, { files, pdfs }) ?? (await answersOf(server, applicant, step));
    const body = bodyOf(server, applicant, step, answers);
    expectRecords(await postStep(server, applicant, step, body));
    if (step === last) return;
  }
}

/** Confirms the notices. Returns the body of a payment, which succeeds unless the card has another `outcome`. */
export async function paymentBody(server: AnyServer, applicant: TestApplicant, outcome = 'succeed'): Promise<Records> {
  await confirmNotices(server, applicant);
  const { recordset } = expectRecords(await get(server, applicant, `/api/payment/fees/${applicant.trn}`)) as {
    recordset: { ApplicationFee: number }[];
  };
  const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034, outcome };
  const token = (await server.app.inject({ method: 'POST', url: '/sandbox/v1/tokens', payload: { card } })).json().id;
  return {
    ...bodyOf(server, applicant, 'payment', await answersOf(server, applicant, 'payment')),
    token,
    file: await sampleSignature(),
    document_id: '8',
    amount: Math.round((recordset[0]?.ApplicationFee ?? 0) * 100),
    terms: expectRecords(await get(server, applicant, `/api/users/getTandCpageforregistration/${applicant.trn}`))
      .digest,
  };
}

/** Confirms the notices of the home's law that the signature doesn't confirm. Enters the test PDF's code if needed. */
export async function confirmNotices(server: AnyServer, applicant: TestApplicant): Promise<void> {
  const answer = await get(server, applicant, `/api/notices/${applicant.trn}`);
  if (isUnknown(answer)) return;
  const { notices } = expectRecords(answer) as Partial<Notices>;
  for (const { id, proof, digest, confirmed_at } of notices ?? []) {
    if (confirmed_at !== null || proof === 'signature') continue;
    const pdf = proof === 'pdf' ? await getTestPdf(server, applicant) : undefined;
    if (pdf && isUnknown(pdf)) return;
    const code = pdf && (await codeInPdf(pdf.rawPayload));
    const confirmed = await post(server, applicant, '/api/notices/confirm', { notice: id, digest, code });
    if (isUnknown(confirmed)) return;
    expectRecords(confirmed);
  }
}

/** Release 0.2.0, which the upgrade suite starts, has no notices. */
const isUnknown = ({ statusCode }: AnyAnswer): boolean => statusCode === 404;

export async function findPdfCode(server: AnyServer, applicant: TestApplicant): Promise<string> {
  return codeInPdf((await getTestPdf(server, applicant)).rawPayload);
}

const getTestPdf = (server: AnyServer, applicant: TestApplicant) =>
  get(server, applicant, `/api/notices/pdf/${applicant.trn}`);

/** Returns a response's records. Throws if it's a refusal. */
export function expectRecords(response: AnyAnswer): Records {
  if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${response.body}`);
  return response.json().records;
}

async function addIdentityFiles(
  server: AnyServer,
  applicant: TestApplicant,
  answers: StepAnswers,
  named: Naming,
): Promise<void> {
  const content = await sampleStrip();
  const put = async (documentId: number) =>
    expectRecords(await upload(server, applicant, documentId, { name: named('scan.jpg'), content })).blob_path;
  Object.assign(part(answers, 'proof-of-identity'), { file: await put(2), backfile: await put(13) });
  Object.assign(part(answers, 'ssn'), { file: await put(4) });
}

/** Returns a step's answers with documents to follow. Undefined for a step that uploads them or has none. */
function postponeDocuments(
  step: SavedStep,
  { files, pdfs }: { files: boolean; pdfs: boolean },
): StepAnswers | undefined {
  if (step === 'income' && !pdfs) return withoutPdfs();
  return step === 'identification' && !files ? withoutPictures() : undefined;
}

function withoutPictures(): StepAnswers {
  const { isUS_citizen, SSNNumber } = robin.flows.application.identification.ssn;
  return {
    ...structuredClone(robin.flows.application.identification),
    'proof-of-identity': { availableToUpload_id: 'No', no_doc_reason: 'later' },
    ssn: { isUS_citizen, SSNNumber, availableToUpload_ssn: 'No', no_doc_reason: 'later' },
  };
}

function withoutPdfs(): StepAnswers {
  const answers = structuredClone(robin.flows.application.income) as unknown as StepAnswers;
  for (const row of [firstRow(part(answers, 'employers').employer), firstRow(part(answers, 'banking').banking)]) {
    delete row.files;
    Object.assign(row, { availableToUpload: 'No', no_doc_reason: 'later' });
  }
  return answers;
}

async function addSources(
  server: AnyServer,
  applicant: TestApplicant,
  answers: StepAnswers,
  named: Naming,
): Promise<void> {
  const content = await samplePdf();
  const lists = [
    { row: firstRow(part(answers, 'employers').employer), type: 3 },
    { row: firstRow(part(answers, 'banking').banking), type: 6 },
  ];
  for (const { row, type } of lists) {
    const { id } = expectRecords(
      await post(server, applicant, '/api/income/addsource', { trn_id: applicant.trn, document_id: type }),
    );
    row.id = id;
    const pdf = { name: named('statement.pdf'), content };
    row.files = [expectRecords(await upload(server, applicant, type, pdf, Number(id))).blob_path];
  }
}

function part(answers: StepAnswers, section: string): Records {
  const found = answers[section];
  if (!found) throw new Error(`The persona doesn't answer '${section}'`);
  return found;
}

function firstRow(rows: unknown): Records {
  const row: unknown = Array.isArray(rows) ? rows[0] : undefined;
  if (!isRecord(row)) throw new Error('The persona has no row here');
  return row;
}
