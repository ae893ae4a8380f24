import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { type StepAnswers, toBody } from '../../model/body';
import { documentId, isOf } from '../../model/documents';
import { type OfficeAct, scopesOf } from '../../model/office';
import { isRecord } from '../../model/paths';
import type { Step } from '../../model/types';
import { sealText } from '../crypto/seal';
import type { Deps } from '../deps';
import { noteBound } from '../office/describeApplication';
import { act } from '../office/officeActs';
import { addNote, findStatus } from '../office/officeStore';
import { issueLink, listPeople, putPerson } from '../office/peopleStore';
import demo from './demo.json';
import { type DrawnPaper, drawPaper, hasPaper } from './drawPaper';

type Json = Record<string, unknown>;

/** A persona as its file has it. */
interface Persona {
  link: string;
  flows: { entry: { registration: StepAnswers }; application: Record<string, StepAnswers> };
}

type Wish = (typeof demo.applications)[number];

/**
 * Hands in an application for each of the demo's personas by the calls that a browser makes, with the papers that the demo has and all others
 * left for later, and does what its office has done since; those that are there stay.
 */
export async function seedApplications(deps: Deps, app: FastifyInstance): Promise<void> {
  for (const wish of demo.applications) {
    // What the file holds is bound by meta/persona.schema.json.
    const persona = deps.forms.files[`personas/${wish.persona}.json`] as Persona | undefined;
    const trn = persona && (await handIn(deps, app, persona));
    if (trn) await workOn(deps, trn, wish);
  }
}

/** The number of the application that is handed in; undefined where it was before. */
async function handIn(deps: Deps, app: FastifyInstance, { link, flows }: Persona): Promise<string | undefined> {
  const answers: Json = Object.assign({}, ...Object.values(flows.entry.registration));
  if (await deps.stores.accounts.isEmailTaken(String(answers.email))) return undefined;
  const send = senderOf(app);
  const value = link.split('/').at(-1) ?? '';
  const registered = await send('POST', '/users/register', { ...answers, url: value }, { url: value, entry: link });
  const trn = String(registered.trnid);
  const own = { email: String(answers.email), authorization: String(registered.token), trn_id: trn };
  const put = uploaderOf(deps, send, own);
  for (const step of deps.forms.catalogue.flow('application').steps) {
    // Sections stay sections.
    const given = (await withFiles(flows.application[step.id] ?? {}, { line: await drawLine(), put })) as StepAnswers;
    const body = { trn_id: trn, version: 0, ...toBody(step, given) };
    if (step.role === 'payment') await send('POST', '/payment', { ...body, ...(await payment(app, send, own)) }, own);
    else await send('POST', saveOf(step), body, own);
  }
  return trn;
}

/** What the demo's office has done with an application since it was handed in. */
async function workOn(deps: Deps, trn: string, { acts = [], notes = [] }: Wish): Promise<void> {
  const { id, email, name } = await officePerson(deps);
  const by = { kind: 'person', id, name: name || email, role: 'owner' } as const;
  const access = { subscriberId: demo.subscriber.id, scopes: scopesOf('owner'), by };
  const key = await deps.keyring.keyOf(trn);
  for (const text of notes)
    await addNote(deps.db, trn, { personId: id, sealed: sealText(text, key, noteBound(trn)), now: deps.clock() });
  // The names are those of the office's acts and of document types; JSON has no literal types.
  for (const { act: name, documents } of acts as SeededAct[]) {
    const row = await findStatus(deps.db, trn);
    const asked = documents?.map(({ type, text }) => ({ document_id: documentId(type), source_id: 0, text }));
    if (row) await act(deps, access, row, { act: name, revision: row.revision, ...(asked && { documents: asked }) });
  }
}

/** An act as demo.json has it. */
interface SeededAct {
  act: OfficeAct;
  documents?: { type: Parameters<typeof documentId>[0]; text: string }[];
}

const saveOf = ({ calls, id }: Step): string => (calls ? calls.save : undefined) ?? `/steps/${id}`;

type Send = ReturnType<typeof senderOf>;

function senderOf(app: FastifyInstance) {
  return async (
    method: 'GET' | 'POST',
    url: string,
    payload: Json | Buffer | undefined,
    headers: Record<string, string>,
  ) => {
    const answer = await app.inject({ method, url: `/api${url}`, payload, headers });
    if (answer.statusCode !== 200)
      throw new Error(`The demo's ${url} was answered ${answer.statusCode}: ${answer.body}`);
    return answer.json().records;
  };
}

/** What a card that is accepted pays, and a line in the place of a signature. */
async function payment(app: FastifyInstance, send: Send, own: Record<string, string>): Promise<Json> {
  const { recordset } = await send('GET', `/payment/fees/${own.trn_id}`, undefined, own);
  const { digest } = await send('GET', `/users/getTandCpageforregistration/${own.trn_id}`, undefined, own);
  return {
    token: await sandboxCard(app),
    file: await drawLine(),
    document_id: '8',
    amount: Math.round(recordset[0].ApplicationFee * 100),
    terms: digest,
  };
}

async function sandboxCard(app: FastifyInstance): Promise<string> {
  const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034, outcome: 'succeed' };
  return (await app.inject({ method: 'POST', url: '/sandbox/v1/tokens', payload: { card } })).json().id;
}

async function drawLine(): Promise<string> {
  const line =
    '<svg xmlns="http://www.w3.org/2000/svg" width="380" height="200"><path d="M60 120q40-90 70 0t60-10 60 0 70-20" fill="none" stroke="#000" stroke-width="4"/></svg>';
  const picture = await sharp(Buffer.from(line)).flatten({ background: '#fff' }).png().toBuffer();
  return `data:image/png;base64,${picture.toString('base64')}`;
}

type Own = Record<'email' | 'authorization' | 'trn_id', string>;
type Put = ReturnType<typeof uploaderOf>;

/** Uploads papers by their names, those of one source of income next to each other. */
function uploaderOf({ clock }: Deps, send: Send, own: Own) {
  const today = clock().toISOString().slice(0, 10);
  const upload = async ({ documentId: type, name, content }: DrawnPaper, source: number): Promise<string> => {
    const fields = {
      trn_id: own.trn_id,
      document_id: String(type),
      source_id: String(source),
      allowOfferLetter: 'false',
    };
    const { body, type: contentType } = multipart(fields, { name, content });
    return (await send('POST', '/applicant/document', body, { ...own, 'content-type': contentType })).blob_path;
  };
  return async (names: string[]): Promise<{ paths: string[]; source: number }> => {
    const drawn = await Promise.all(names.map((name) => drawPaper(name, today)));
    const type = drawn[0]?.documentId;
    const isSource = type !== undefined && isOf('source', type);
    const source = isSource ? await send('POST', '/income/addsource', { document_id: type }, own) : { id: 0 };
    const paths: string[] = [];
    for (const paper of drawn) paths.push(await upload(paper, source.id));
    return { paths, source: source.id };
  };
}

const BOUNDARY = '----demo';

function multipart(fields: Record<string, string>, { name, content }: Pick<DrawnPaper, 'name' | 'content'>) {
  const part = (about: string, rest: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${about}\r\n${rest}`;
  const head = [
    ...Object.entries(fields).map(([key, value]) => part(`name="${key}"`, `\r\n${value}\r\n`)),
    part(`name="files"; filename="${name}"`, 'Content-Type: application/octet-stream\r\n\r\n'),
  ];
  const body = Buffer.concat([Buffer.from(head.join('')), content, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
  return { body, type: `multipart/form-data; boundary=${BOUNDARY}` };
}

const isFile = (value: unknown): value is { document: string } => isRecord(value) && 'document' in value;

interface Filling {
  /** In the place of what was drawn. */
  line: string;
  put: Put;
}

/** The same answers with the files that the demo has uploaded, and every document that it has not promised for later. */
async function withFiles(node: unknown, filling: Filling): Promise<unknown> {
  if (Array.isArray(node)) return eachOf(node, (one) => withFiles(one, filling));
  if (!isRecord(node)) return node;
  if ('drawing' in node) return filling.line;
  const files = Object.entries(node).flatMap(([name, value]) => {
    const given = [value].flat().filter(isFile);
    return given.length > 0
      ? [{ name, given: given.map(({ document }) => document), isList: Array.isArray(value) }]
      : [];
  });
  const isThere = files.every(({ given }) => given.some(hasPaper));
  if (!isThere)
    return withoutFiles(
      node,
      files.map(({ name }) => name),
      filling,
    );
  const rest = Object.entries(node).filter(([name]) => files.every((file) => file.name !== name));
  const kept = await eachOf(rest, async ([name, value]) => [name, await withFiles(value, filling)] as const);
  const put = await eachOf(files, async ({ name, given, isList }) => {
    const { paths, source } = await filling.put(given.filter(hasPaper));
    return { ...(source > 0 && { id: source }), [name]: isList ? paths : paths[0] };
  });
  return Object.assign(Object.fromEntries(kept), ...put);
}

/** One after the other: uploads of one applicant wait for each other anyway. */
async function eachOf<T, R>(all: readonly T[], make: (one: T) => Promise<R>): Promise<R[]> {
  const made: R[] = [];
  for (const one of all) made.push(await make(one));
  return made;
}

async function withoutFiles(node: Json, files: string[], filling: Filling): Promise<Json> {
  const gone = new Set([...files, 'documenttype_id', 'allowOfferLetter']);
  const kept = Object.entries(node).filter(([name]) => !gone.has(name));
  const later = kept.filter(([name, value]) => name.startsWith('availableToUpload') && value === 'Yes');
  return {
    ...Object.fromEntries(
      await eachOf(kept, async ([name, value]) => [name, await withFiles(value, filling)] as const),
    ),
    ...Object.fromEntries(later.map(([name]) => [name, 'No'])),
    ...(later.length > 0 && { no_doc_reason: 'later' }),
  };
}

/** A fresh link to the demo's office, for who reads this terminal: it stands for the second factor, too, and never in production. */
export async function demoOfficePath(deps: Deps): Promise<string | undefined> {
  const { db, clock } = deps;
  if (!(await db.query('select 1 from subscriber where id = $1', [demo.subscriber.id])).rowCount) return undefined;
  const { id: personId } = await officePerson(deps);
  const expiresAt = new Date(clock().getTime() + 86_400_000);
  const token = await issueLink(db, { personId, purpose: 'invitation', expiresAt, isDemo: true });
  return `/office/enter#${token}`;
}

/** The owner at the demo's office, who is there from the first look on. */
async function officePerson({ db, clock }: Deps): Promise<{ id: string; name: string; email: string }> {
  const { id: subscriberId } = demo.subscriber;
  const found = (await listPeople(db, subscriberId)).find(({ email }) => email === demo.office.email);
  const { office } = demo;
  return found ?? { ...office, id: await putPerson(db, { subscriberId, ...office, role: 'owner', now: clock() }) };
}
