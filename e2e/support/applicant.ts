import type { APIRequestContext, Page } from '@playwright/test';
import sharp from 'sharp';
import robin from '../../schemas/personas/robin-hale.json' with { type: 'json' };
import type { Persona } from './journey';
import { codeInPdf } from './testPdf';

type Part = Record<string, unknown>;

interface Notice {
  id: string;
  proof: string;
  digest: string;
  confirmed_at: string | null;
}

/** An applicant created through the API, with the headers for their calls. */
export interface Applicant {
  request: APIRequestContext;
  trnId: string;
  headers: Record<string, string>;
  session: Part;
}

const { application } = robin.flows;
const POSTPONED = { availableToUpload: 'No', no_doc_reason: 'later' };
const HOUSING = { other_income_type: 'Housing Assistance', voucher_type: 'Housing Choice Voucher' };

/** Registers a persona, saves three steps without files and submits, all through the API. Can stop earlier. */
export async function makeApplicant(
  request: APIRequestContext,
  persona: Persona,
  until: 'registered' | 'saved' | 'submitted' = 'submitted',
  /** Questions that the home's law forbids or delays. */
  unasked: readonly string[] = [],
): Promise<Applicant> {
  const applicant = await registerByApi(request, persona);
  await postForApplicant(applicant, 'users/updateTandC', {});
  if (until === 'registered') return applicant;
  for (const [path, body] of [
    ['applicant/saveiddetail', identification(persona, unasked)],
    ['contextual/savedetails', questions(unasked)],
    ['income/savedetails', await income(applicant)],
  ] as const)
    await postForApplicant(applicant, path, { version: 0, ...body });
  if (until === 'submitted') await signAndSubmit(applicant, persona);
  return applicant;
}

/** Groups of step 2 for only the person who started the application. */
const HOUSEHOLD = ['anyone_over_18', 'co_occupants', 'is_co_signer'];

/** Saves a household member's steps and submits. */
export async function completeAsMember(
  applicant: Applicant,
  persona: Persona,
  role: 'co' | 'occupant' | 'guarantor',
): Promise<void> {
  await postForApplicant(applicant, 'users/updateTandC', {});
  await saveIdentification(applicant, persona);
  if (role !== 'guarantor')
    await postForApplicant(applicant, 'contextual/savedetails', { version: 0, ...questions(HOUSEHOLD) });
  if (role !== 'occupant') await saveIncome(applicant);
  await signAndSubmit(applicant, persona);
}

export async function saveIdentification(applicant: Applicant, persona: Persona): Promise<void> {
  await postForApplicant(applicant, 'applicant/saveiddetail', { version: 0, ...identification(persona) });
}

export async function saveIncome(applicant: Applicant): Promise<void> {
  await postForApplicant(applicant, 'income/savedetails', { version: 0, ...(await income(applicant)) });
}

/** Gives a browser page the applicant's session, and opens `path`. */
export async function openAsApplicant(page: Page, { session }: Applicant, path: string): Promise<void> {
  await page.addInitScript((stored) => {
    if (!localStorage.getItem('rental-session')) localStorage.setItem('rental-session', stored);
  }, JSON.stringify(session));
  await page.goto(path);
}

/** Posts with the applicant's headers and returns the records. Throws if refused. */
export async function postForApplicant(
  { request, headers, trnId }: Applicant,
  path: string,
  body: Part,
): Promise<Part> {
  return expectRecords(await request.post(`/api/${path}`, { headers, data: { trn_id: trnId, ...body } }));
}

/** Uploads a file as a document of this type, for a source if it has one. Throws if refused. */
export async function uploadByApi(applicant: Applicant, documentId: number, file: string, sourceId = 0): Promise<void> {
  const { request, headers, trnId } = applicant;
  const { openAsBlob } = await import('node:fs');
  const form = new FormData();
  const fields = { trn_id: trnId, document_id: documentId, source_id: sourceId, allowOfferLetter: false };
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  form.set('files', await openAsBlob(file), file.split('/').at(-1));
  await expectRecords(await request.post('/api/applicant/document', { headers, multipart: form }));
}

async function registerByApi(request: APIRequestContext, persona: Persona): Promise<Applicant> {
  const answers = Object.assign({}, ...Object.values(persona.flows.entry.registration ?? {}));
  const url = persona.link.split('/').at(-1) ?? '';
  const headers = { url, entry: persona.link };
  const answer = await request.post('/api/users/register', { headers, data: { ...answers, url } });
  const { trnid: trnId, token, refreshToken } = (await expectRecords(answer)) as Record<string, string>;
  const email = String(answers.email);
  const applicationType = persona.link.split('/')[1];
  const session = { email, token, refreshToken, trnId, urlGeneratedAts: url, applicationType, newApp: true };
  return {
    request,
    trnId: String(trnId),
    headers: { email, authorization: String(token), trn_id: String(trnId) },
    session,
  };
}

async function expectRecords(answer: { ok(): boolean; status(): number; text(): Promise<string> }): Promise<Part> {
  const text = await answer.text();
  if (!answer.ok()) throw new Error(`${answer.status()}: ${text}`);
  return JSON.parse(text).records;
}

/** Returns Robin's answers of step 1 with the persona's name, which the signature must match. */
function identification({ flows }: Persona, unasked: readonly string[] = []): Part {
  const { 'personal-details': robins, address, ssn } = application.identification;
  const { first_name, last_name } = (flows.application.identification?.['personal-details'] ?? robins) as Part;
  const applicant = { ...robins, first_name, last_name };
  const { file: _file, ...ssnAnswers } = ssn;
  const number = Object.fromEntries(Object.entries(ssnAnswers).filter(([name]) => !unasked.includes(name)));
  return {
    applicant,
    identification_data: { availableToUpload_id: 'No', no_doc_reason: 'later' },
    ...address,
    ssn_data: { ...number, availableToUpload_ssn: 'No', no_doc_reason: 'later' },
  };
}

/** Converts answers of step 2 to the list that its save expects. */
function questions(unasked: readonly string[]): Part {
  const groups: Record<string, Part> = Object.assign({}, ...Object.values(application['applicant-details']));
  const answered = Object.entries(groups).filter(([name]) => !unasked.includes(name));
  return { questions: answered.map(([name, group]) => ({ name, ...group })) };
}

/** Returns one employer, one other income and one account, with proofs to be uploaded later. */
async function income(applicant: Applicant): Promise<Part> {
  const source = async (document_id: string) =>
    (await postForApplicant(applicant, 'income/addsource', { document_id })).id;
  const [employer] = application.income.employers.employer;
  const [account] = application.income.banking.banking;
  const list = async (type: string, row: Part = {}) => [
    { ...row, files: undefined, ...POSTPONED, id: await source(type) },
  ];
  return {
    employment_details: { response: 'Yes', employer: await list('3', employer) },
    other_income_details: { response: 'Yes', otherincome: await list('7', { ...HOUSING, monthly_income: 950 }) },
    banking_details: { response: 'Yes', banking: await list('6', account) },
  };
}

/** Signs and pays an application with three saved steps, which submits it. */
export async function signAndSubmit(applicant: Applicant, { flows }: Persona): Promise<void> {
  const { request, headers, trnId } = applicant;
  await confirmNotices(applicant);
  const { recordset } = await expectRecords(await request.get(`/api/payment/fees/${trnId}`, { headers }));
  const fee = (recordset as { ApplicationFee: number }[])[0]?.ApplicationFee ?? 0;
  const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034, outcome: 'succeed' };
  const token = (await (await request.post('/sandbox/v1/tokens', { data: { card } })).json()).id;
  const amount = Math.round(fee * 100);
  const { consent, payment } = flows.application.payment ?? {};
  const signature = { ...application.payment.signature, name: (payment as Part).cname };
  const answers = { consent, ...(amount > 0 && { payment }), signature };
  const shown = await request.get(`/api/users/getTandCpageforregistration/${trnId}`, { headers });
  const { digest: terms } = await expectRecords(shown);
  await postForApplicant(applicant, 'payment', {
    ...answers,
    token,
    file: await drawSignature(),
    document_id: '8',
    amount,
    terms,
  });
}

/** Confirms the notices that aren't confirmed by signing, and enters the test PDF's code. */
async function confirmNotices(applicant: Applicant): Promise<void> {
  const { request, headers, trnId } = applicant;
  const { notices } = await expectRecords(await request.get(`/api/notices/${trnId}`, { headers }));
  for (const { id, proof, digest, confirmed_at } of notices as Notice[]) {
    if (confirmed_at !== null || proof === 'signature') continue;
    const pdf = proof === 'pdf' && (await (await request.get(`/api/notices/pdf/${trnId}`, { headers })).body());
    await postForApplicant(applicant, 'notices/confirm', {
      notice: id,
      digest,
      ...(pdf && { code: await codeInPdf(pdf) }),
    });
  }
}

/** Draws a stroke on white, in the format of a signature. */
async function drawSignature(): Promise<string> {
  const svg =
    '<svg width="380" height="200"><path d="M60 120q60-90 110 0t150-20" fill="none" stroke="#111" stroke-width="3"/></svg>';
  const png = await sharp(Buffer.from(svg)).flatten({ background: '#fff' }).png().toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}
