import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import application from '../../schemas/flows/application.json' with { type: 'json' };
import { type StepAnswers, toBody } from '../../src/model/answers/stepBody';
import { getCalls } from '../../src/model/section/flow';
import type { Step } from '../../src/model/types';
import { makeDocument } from './documents';
import { type Persona, withNewEmail } from './journey';
import { readSession } from './session';

/** Steps in order, with their routes. */
export const ROUTES = {
  identification: '/identification',
  'applicant-details': '/identification/applicantDetail',
  income: '/identification/incomeDetail',
  payment: '/identification/payment',
} as const;

export type StepName = keyof typeof ROUTES;

/** Document type of each upload field. */
const FILES: Record<string, number> = {
  'proof-of-identity.file': 2,
  'proof-of-identity.backfile': 13,
  'ssn.file': 4,
  'other-details.file': 14,
  'employers.files': 3,
  'other-income.files': 7,
  'banking.files': 6,
};

/** Registers and logs in a new applicant of a persona through the API. */
export async function start<T extends Persona>(page: Page, persona: T, tag: string): Promise<T> {
  const fresh = withNewEmail(persona, tag);
  const answers = Object.assign({}, ...Object.values(fresh.flows.entry.registration ?? {}));
  const url = fresh.link.split('/').at(-1) ?? '';
  const body = { ...answers, url };
  const records = await send(page, 'post', '/api/users/register', { url, entry: fresh.link }, body);
  const { trnid: trnId, token, refreshToken } = records as Record<string, string>;
  // Any page of this origin can access its storage.
  await page.goto('/healthz');
  await page.evaluate((session) => localStorage.setItem('rental-session', JSON.stringify(session)), {
    email: answers.email,
    token,
    refreshToken,
    trnId,
    urlGeneratedAts: url,
  });
  await send(page, 'post', '/api/users/updateTandC', (await readSession(page)).headers, { trn_id: trnId });
  return fresh;
}

/** Saves the persona's steps before `step` through the API, and opens `step`. */
export async function startAt<T extends Persona>(page: Page, persona: T, tag: string, step: StepName): Promise<T> {
  const fresh = await start(page, persona, tag);
  const steps = application.steps as Step[];
  for (const before of steps.slice(0, Object.keys(ROUTES).indexOf(step)))
    await saveStep(page, before, fresh.flows.application[before.id] ?? {});
  await page.goto(ROUTES[step]);
  return fresh;
}

async function saveStep(page: Page, step: Step, sections: Record<string, unknown>): Promise<void> {
  const { trnId, headers } = await readSession(page);
  const answers: StepAnswers = {};
  for (const [section, sectionAnswers] of Object.entries(sections))
    answers[section] = (await withFiles({ page, section, source: 0 }, sectionAnswers, '')) as StepAnswers[string];
  await send(page, 'post', `/api${getCalls(step)?.save}`, headers, {
    trn_id: trnId,
    version: 0,
    ...toBody(step, answers),
  });
}

/** Opens a step with a full load. Changing only the hash wouldn't load it. */
export async function openStep(page: Page, step: StepName): Promise<void> {
  await page.goto('/healthz');
  await page.goto(ROUTES[step]);
}

/** Saves answers as a section's draft, with uploaded files and created sources. */
export async function draftSection(page: Page, section: string, answers: unknown): Promise<void> {
  const { trnId, headers } = await readSession(page);
  const ready = await withFiles({ page, section, source: 0 }, answers, '');
  await send(page, 'put', `/api/drafts/${trnId}/${section}`, headers, { answers: ready });
}

/** Where an answer's files are stored. `source` is the row of an income section, otherwise 0. */
interface Place {
  page: Page;
  section: string;
  source: number;
}

async function withFiles(place: Place, value: unknown, field: string): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((one) => withFiles(place, one, field)));
  if (typeof value !== 'object' || value === null) return value;
  if ('document' in value) return uploadDocument(place, String(value.document), field);
  const at = ['employer', 'otherincome', 'banking'].includes(field) ? await withSource(place) : place;
  const pairs = Object.entries(value).map(async ([name, inner]) => [name, await withFiles(at, inner, name)] as const);
  return { ...Object.fromEntries(await Promise.all(pairs)), ...(at !== place && { id: at.source }) };
}

/** Creates the server's source for a row of an income section. */
async function withSource(place: Place): Promise<Place> {
  const { trnId, headers } = await readSession(place.page);
  const body = { trn_id: trnId, document_id: FILES[`${place.section}.files`] };
  const { id } = await send(place.page, 'post', '/api/income/addsource', headers, body);
  return { ...place, source: Number(id) };
}

async function uploadDocument({ page, section, source }: Place, name: string, field: string): Promise<unknown> {
  const { trnId, headers } = await readSession(page);
  const file = await makeDocument(name, path.join(process.env.E2E_FOLDER ?? '', 'made'));
  const mimeType = file.endsWith('.pdf') ? 'application/pdf' : 'image/jpeg';
  const document_id = String(FILES[`${section}.${field}`]);
  const files = { name: path.basename(file), mimeType, buffer: await readFile(file) };
  const multipart = { trn_id: trnId, document_id, source_id: String(source), files };
  const answer = await page.request.post('/api/applicant/document', { headers, multipart });
  if (!answer.ok()) throw new Error(`The upload of ${name} returned ${answer.status()}: ${await answer.text()}`);
  return (await answer.json()).records.blob_path;
}

async function send(
  page: Page,
  method: 'post' | 'put',
  url: string,
  headers: Record<string, string>,
  data: unknown,
): Promise<Record<string, unknown>> {
  const answer = await page.request[method](url, { headers, data });
  if (!answer.ok()) throw new Error(`${url} returned ${answer.status()}: ${await answer.text()}`);
  return (await answer.json()).records;
}
