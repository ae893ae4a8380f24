import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { type StepAnswers, toBody } from '../../model/body';
import { isRecord } from '../../model/paths';
import type { Step } from '../../model/types';
import type { Deps } from '../deps';
import { issueLink, listPeople, putPerson } from '../office/peopleStore';
import demo from './demo.json';

type Json = Record<string, unknown>;

/** A persona as its file has it. */
interface Persona {
  link: string;
  flows: { entry: { registration: StepAnswers }; application: Record<string, StepAnswers> };
}

/** Hands in an application for each of the demo's personas by the calls that a browser makes, documents left for later; those that are there stay. */
export async function seedApplications(deps: Deps, app: FastifyInstance): Promise<void> {
  for (const name of demo.applications) {
    // What the file holds is bound by meta/persona.schema.json.
    const persona = deps.forms.files[`personas/${name}.json`] as Persona | undefined;
    if (persona) await handIn(deps, app, persona);
  }
}

async function handIn(deps: Deps, app: FastifyInstance, { link, flows }: Persona): Promise<void> {
  const answers: Json = Object.assign({}, ...Object.values(flows.entry.registration));
  if (await deps.stores.accounts.isEmailTaken(String(answers.email))) return;
  const send = senderOf(app);
  const value = link.split('/').at(-1) ?? '';
  const registered = await send('POST', '/users/register', { ...answers, url: value }, { url: value, entry: link });
  const trn = String(registered.trnid);
  const own = { email: String(answers.email), authorization: String(registered.token), trn_id: trn };
  for (const step of deps.forms.catalogue.flow('application').steps) {
    // Sections stay sections.
    const given = withoutFiles(flows.application[step.id] ?? {}, await drawLine()) as StepAnswers;
    const body = { trn_id: trn, version: 0, ...toBody(step, given) };
    if (step.role === 'payment') await send('POST', '/payment', { ...body, ...(await payment(app, send, own)) }, own);
    else await send('POST', saveOf(step), body, own);
  }
}

const saveOf = ({ calls, id }: Step): string => (calls ? calls.save : undefined) ?? `/steps/${id}`;

type Send = ReturnType<typeof senderOf>;

function senderOf(app: FastifyInstance) {
  return async (method: 'GET' | 'POST', url: string, payload: Json | undefined, headers: Record<string, string>) => {
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

const isFile = (value: unknown): boolean => isRecord(value) && 'document' in value;

/** The same answers with every document promised for later, and the line in the place of what was drawn. */
function withoutFiles(node: unknown, line: string): unknown {
  if (Array.isArray(node)) return node.map((one) => withoutFiles(one, line));
  if (!isRecord(node)) return node;
  if ('drawing' in node) return line;
  const files = Object.entries(node).filter(
    ([, value]) => isFile(value) || (Array.isArray(value) && value.some(isFile)),
  );
  const gone = new Set([
    ...files.map(([name]) => name),
    ...(files.length ? ['documenttype_id', 'allowOfferLetter'] : []),
  ]);
  const kept = Object.entries(node).filter(([name]) => !gone.has(name));
  const later = kept.filter(
    ([name, value]) => files.length > 0 && name.startsWith('availableToUpload') && value === 'Yes',
  );
  return {
    ...Object.fromEntries(kept.map(([name, value]) => [name, withoutFiles(value, line)])),
    ...Object.fromEntries(later.map(([name]) => [name, 'No'])),
    ...(later.length > 0 && { no_doc_reason: 'later' }),
  };
}

/** A fresh link to the demo's office, for who reads this terminal: it stands for the second factor, too, and never in production. */
export async function demoOfficePath({ db, clock }: Deps): Promise<string | undefined> {
  const { id: subscriberId } = demo.subscriber;
  if (!(await db.query('select 1 from subscriber where id = $1', [subscriberId])).rowCount) return undefined;
  const found = (await listPeople(db, subscriberId)).find(({ email }) => email === demo.office.email);
  const now = clock();
  const personId = found?.id ?? (await putPerson(db, { subscriberId, ...demo.office, role: 'owner', now }));
  const expiresAt = new Date(now.getTime() + 86_400_000);
  const token = await issueLink(db, { personId, purpose: 'invitation', expiresAt, isDemo: true });
  return `/office/enter#${token}`;
}
