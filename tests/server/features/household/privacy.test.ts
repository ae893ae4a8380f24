import { AsyncLocalStorage } from 'node:async_hooks';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import pg from 'pg';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRecord } from '../../../../src/model/answers/paths';
import type { StepAnswers } from '../../../../src/model/answers/stepBody';
import { pages } from '../../../../src/model/section/pages';
import type { Message } from '../../../../src/server/platform/mail/mail';
import { runCommand } from '../../../../src/tools/portal/runCommand';
import { answersOf, bodyOf, expectRecords, post, postStep, type SavedStep } from '../../../support/fillSteps';
import {
  beginHousehold,
  changeMember,
  createPaymentBody,
  HOUSEHOLD,
  type HouseholdPart,
  joinAs,
  readHousehold,
} from '../../../support/households';
import { askOffice, joinOffice, type OfficeTester } from '../../../support/officePeople';
import type { TestApplicant } from '../../../support/serverApplicants';
import { createTestServer, engines, noLimits, type TestServer } from '../../../support/serverFixture';
import { entriesOf } from '../../../support/zipEntries';
import { contractCalls, sampleOf } from '../../../trust/support/contractCalls';

type Part = HouseholdPart | 'lead';

/** Calls that end a session, an application or a membership, so they come last. */
const ENDING = /\/(logout|withdraw|leave|sessions\/end)$/;
/** This stream never ends. */
const STREAM = 'GET /api/forms/changes';

const TAGS: Record<Part, string> = {
  lead: 'Marigold',
  co: 'Turquoise',
  occupant: 'Saxophone',
  guarantor: 'Periscope',
};
const PARTS = Object.keys(TAGS) as Part[];
const STEPS: Record<Part, SavedStep[]> = {
  lead: ['identification', 'applicant-details', 'income'],
  co: ['identification', 'applicant-details', 'income'],
  occupant: ['identification', 'applicant-details'],
  guarantor: ['identification', 'income'],
};
/** Fields with free text about the applicant. */
const TYPED = [
  'street_address',
  'landlord_name',
  'reason',
  'relationship',
  'employer_name',
  'position',
  'manager_name',
  'bank_name',
  'vehicle_make',
  'pet_name',
];

/** No route of the contract shows a member what another one entered. */
describe('what a member enters', () => {
  let server: TestServer;
  const sent: Message[] = [];
  const people = {} as Record<Part, TestApplicant>;
  const files = {} as Record<Part, { id: number; path: string }[]>;
  let office: OfficeTester;
  const tried = new Set<string>();
  /** Everything that the landlord's system received. */
  const webhooks: string[] = [];
  const landlord = createServer(async (request, response) => {
    webhooks.push(await readText(request));
    response.writeHead(204).end();
  });

  beforeAll(async () => {
    const mail = { send: async (message: Message) => void sent.push(message) };
    server = await createTestServer(engines.at(-1), { mail, limits: noLimits });
    await new Promise<void>((done) => landlord.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(landlord.address() as AddressInfo).port}/`;
    await runCommand({ db: server.deps.db, config: server.deps.config, cwd: process.cwd() }, [
      'webhook',
      'add',
      'demo',
      url,
    ]);
    people.lead = await beginHousehold(server);
    for (const part of ['co', 'occupant', 'guarantor'] as const)
      people[part] = await joinAs(server, sent, people.lead, HOUSEHOLD[part]);
    for (const part of PARTS) await fill(part);
    // The occupant doesn't submit, so open drafts and steps are searched too.
    for (const part of ['co', 'guarantor', 'lead'] as const) await submit(part);
    office = await joinOffice(server, 'owner');
    for (const part of PARTS) {
      const { rows } = await server.deps.db.query(
        'select id::int as id, blob_path as path from document where trn = $1',
        [people[part].trn],
      );
      files[part] = rows;
    }
  }, 600_000);
  afterAll(async () => {
    landlord.close();
    // Otherwise the server waits 70 seconds for the event streams' connections.
    server.app.server.closeAllConnections();
    await server.close();
  });

  async function fill(part: Part): Promise<void> {
    const who = people[part];
    for (const step of STEPS[part]) {
      const own = await answersOf(server, who, step, (name) => `${TAGS[part]}-${name}`.toLowerCase());
      if (step === 'applicant-details') {
        const { 'applicant-details': questionAnswers, ...rest } = own;
        const savedBefore = part === 'lead' ? await savedPeople(who) : undefined;
        await save(
          who,
          step,
          mark({ ...(savedBefore && { 'applicant-details': savedBefore }), ...(questionAnswers && rest) }, TAGS[part]),
        );
      } else await save(who, step, mark(own, TAGS[part]));
    }
  }

  async function savedPeople(who: TestApplicant): Promise<Record<string, unknown>> {
    const { groups } = expectRecords(
      await server.app.inject({
        url: `/api/contextual/getdetails/${who.trn}?RoleName=Applicant`,
        headers: who.headers,
      }),
    );
    const rows = (groups as Record<string, unknown>[]).filter(({ name }) =>
      ['anyone_over_18', 'is_co_signer', 'co_occupants'].includes(String(name)),
    );
    return Object.fromEntries(
      rows.map(({ name, response, fields }) => [String(name), { response, ...(response === 'Yes' && { fields }) }]),
    );
  }

  async function save(who: TestApplicant, step: SavedStep, answers: StepAnswers): Promise<void> {
    const { rows } = await server.deps.db.query('select version from step_answer where trn = $1 and step = $2', [
      who.trn,
      step,
    ]);
    const body = bodyOf(server, who, step, answers, rows[0]?.version ?? 0);
    expectRecords(await postStep(server, who, step, body));
  }

  async function submit(part: Part): Promise<void> {
    server.advance(6);
    expectRecords(await post(server, people[part], '/api/payment', await createPaymentBody(server, people[part])));
    await server.drain();
  }

  /** Lists the other members with an answer or an email address in the response, including zip and PDF contents. */
  async function findForeign(content: Buffer, part: Part): Promise<string[]> {
    const text = await textIn(content);
    return PARTS.filter((other) => other !== part && canariesOf(other, part).some((canary) => text.includes(canary)));
  }

  /** Leaves out email addresses for the lead, who typed them. */
  const canariesOf = (about: Part, reader: Part): string[] =>
    [TAGS[about], ...(reader === 'lead' ? [] : [people[about].email])].map((canary) => canary.toLowerCase());

  it('each member sees their own answers (control)', async () => {
    for (const part of PARTS) {
      const { headers, trn } = people[part];
      const { body } = await server.app.inject({ url: `/api/applicant/getidentification/${trn}`, headers });
      expect([part, body.includes(TAGS[part])]).toEqual([part, true]);
    }
    const zip = await server.app.inject({
      url: `/api/application/export/${people.co.trn}`,
      headers: people.co.headers,
    });
    const all = entriesOf(zip.rawPayload)
      .map((entry) => entry.toString('latin1'))
      .join('')
      .toLowerCase();
    expect(all).toContain(TAGS.co.toLowerCase());
  });

  it.each(PARTS)(
    'is in no response to another member: %s',
    async (part) => {
      const leaks: string[] = [];
      for (const key of Object.keys(contractCalls).filter((one) => one !== STREAM && !ENDING.test(one)))
        leaks.push(...(await findLeaks(key, part)));
      expect(leaks).toEqual([]);
    },
    240_000,
  );

  /** Calls the route about each member, with the caller's own transaction id and with the other's. */
  async function findLeaks(key: string, part: Part, sessionOf = async () => people[part].headers): Promise<string[]> {
    const leaks: string[] = [];
    const [method = '', template = ''] = key.split(' ');
    const { body } = contractCalls[key] ?? {};
    const sample = body ? (sampleOf(body) as object) : {};
    for (const about of PARTS)
      for (const trn_id of new Set([people[part].trn, people[about].trn])) {
        const headers = { ...(await sessionOf()), trn_id };
        const payload = method === 'GET' ? {} : { payload: { ...sample, trn_id: people[about].trn } };
        const url = fillPath(template, part, about);
        const response = await server.app.inject({ method: method as 'GET', url, headers, ...payload });
        tried.add(key);
        const found = await findForeign(response.rawPayload, part);
        if (found.length) leaks.push(`${key} about ${about}: ${found.join()}`);
      }
    return leaks;
  }

  const fillPath = (template: string, part: Part, about: Part) =>
    template
      .replace(':trn', template.includes('/household') || part === about ? people[part].trn : people[about].trn)
      .replace(':section', 'address')
      .replace(':flow', 'application')
      .replace(':step', 'identification')
      .replace(':file', files[about][0]?.path.split('/').pop() ?? 'none')
      .replace(':document', String(files[about][0]?.id ?? 0))
      .replace(':id', String(files[about][0]?.id ?? 0))
      .replace('*', files[about][0]?.path ?? 'none');

  it.each(PARTS)(
    '%s sees only first name, role and progress of the others; the lead also sees what they typed',
    async (part) => {
      const { members } = await readHousehold(server, people[part]);
      for (const member of members.filter(({ is_you }) => !is_you)) {
        expect(Object.keys(member).sort()).toEqual([
          'first_name',
          'id',
          'is_lead',
          'is_you',
          'may',
          'role',
          'state',
          'typed',
        ]);
        expect(member.typed === null).toBe(part !== 'lead');
      }
      const text = JSON.stringify(members);
      for (const { email, last_name } of part === 'lead' ? [] : Object.values(HOUSEHOLD)) {
        expect(text).not.toContain(email);
        expect(text).not.toContain(last_name);
      }
      expect(text).not.toContain(people.lead.email);
      for (const other of PARTS) expect(text).not.toContain(people[other].trn);
    },
  );

  it('is in no email to another member', async () => {
    expectRecords(await changeMember(server, people.lead, 'remind', 'Tam'));
    await server.drain();
    expect(sent.length).toBeGreaterThan(8);
    for (const message of sent) {
      const { to } = message;
      const part = PARTS.find((one) => people[one].email === to) ?? 'lead';
      expect([to, await findForeignInMail(message, part)]).toEqual([to, []]);
    }
  });

  async function findForeignInMail({ attachments = [], ...content }: Message, part: Part): Promise<string[]> {
    const parts = [JSON.stringify(content), ...attachments.map((one) => one.content)];
    return (await Promise.all(parts.map((one) => findForeign(Buffer.from(one), part)))).flat();
  }

  it.each(['lead', 'co', 'guarantor'] as const)(
    'is in no document of another member: the signed PDF of %s has only their own answers',
    async (part) => {
      const { headers, trn } = people[part];
      const { rawPayload } = await server.app.inject({ url: `/api/application/export/${trn}`, headers });
      const pdfs = await Promise.all(entriesOf(rawPayload).map(pdfText));
      expect(pdfs.some((text) => text.toLowerCase().includes(TAGS[part].toLowerCase()))).toBe(true);
      expect(await findForeign(rawPayload, part)).toEqual([]);
    },
  );

  it('is on no page of another member', async () => {
    const all = Object.values(pages).flat();
    for (const part of PARTS)
      for (const page of all) {
        const url = page.replaceAll(/:\w+|\*/g, people[part].trn);
        const { headers } = people[part];
        const { rawPayload } = await server.app.inject({ url, headers: { ...headers, accept: 'text/html' } });
        expect([part, page, await findForeign(rawPayload, part)]).toEqual([part, page, []]);
      }
  });

  it("is in no event to the landlord's system: household events have only ids, counts, status and time", async () => {
    await server.drain();
    const events = webhooks.map((body) => JSON.parse(body));
    const ofHousehold = events.filter(({ type }) => type.startsWith('household.'));
    expect(ofHousehold.length).toBeGreaterThan(2);
    for (const { data } of ofHousehold)
      expect(Object.keys(data).sort()).toEqual([
        'application',
        'complete',
        'household',
        'number',
        'people',
        'revision',
        'status',
        'submitted',
        'submitted_at',
      ]);
    for (const body of webhooks)
      for (const part of PARTS) {
        expect(body.toLowerCase()).not.toContain(TAGS[part].toLowerCase());
        expect(body).not.toContain(people[part].email);
      }
  });

  it("includes files, which another member can't open", async () => {
    for (const part of PARTS)
      for (const about of PARTS.filter((one) => one !== part))
        for (const { id } of files[about]) {
          const { statusCode } = await server.app.inject({
            url: `/api/applicant/ticket/${id}`,
            headers: people[part].headers,
          });
          expect([part, about, statusCode]).toEqual([part, about, 404]);
        }
  });

  it('reaches the office only under its own application', async () => {
    for (const part of ['co', 'guarantor', 'lead'] as const) {
      const { rows } = await server.deps.db.query(
        'select application_number as number from application where trn = $1',
        [people[part].trn],
      );
      const url = `/api/office/applications/${rows[0].number}`;
      const { rawPayload, statusCode } = await server.app.inject({ url, headers: office.headers });
      expect([part, statusCode, await findForeign(rawPayload, 'lead')]).toEqual([
        part,
        200,
        PARTS.filter((one) => one === part && one !== 'lead'),
      ]);
    }
  });

  it('is in no letter, summary or export of another member after a decision', async () => {
    const [household] = (await askOffice(server, office, '/households')).json().records.households;
    const decided = household.people.filter(({ id }: { id: string | null }) => id !== null);
    const body = {
      act: 'decline',
      people: decided.map(({ id, revision }: { id: string; revision: number }, index: number) => ({
        id,
        revision,
        bases: ['income'],
        reasons: [['income', 'incomeProof'][index] ?? 'income'],
      })),
    };
    sent.length = 0;
    expectRecords(await askOffice(server, office, `/households/${household.id}/acts`, body));
    await server.drain();
    const letters = sent.filter(({ text }) => text.includes('Notice of adverse action'));
    expect(letters.map(({ to }) => to).sort()).toEqual(
      (['co', 'guarantor', 'lead'] as const).map((part) => people[part].email).sort(),
    );
    for (const message of sent) {
      const part = PARTS.find((one) => people[one].email === message.to) ?? 'lead';
      expect([message.to, await findForeignInMail(message, part)]).toEqual([message.to, []]);
    }
    for (const part of PARTS) {
      const { headers, trn } = people[part];
      for (const call of ['application/summary', 'application/export', 'household']) {
        const { rawPayload } = await server.app.inject({ url: `/api/${call}/${trn}`, headers });
        expect([part, call, await findForeign(rawPayload, part)]).toEqual([part, call, []]);
      }
    }
  });

  it('gives no access: every call treats a member like an outsider', async () => {
    const count = countStatements();
    const differing: string[] = [];
    let ownStatements = 0;
    for (const [key, call] of Object.entries(contractCalls)) {
      const [method = '', template = ''] = key.split(' ');
      // A landlord's rules are public. The transaction id only selects the landlord, and members don't know each
      // other's.
      if (!template.includes(':trn') || /forms\/(changes|rules)/.test(key)) continue;
      const ask = async (trn: string) => {
        const payload =
          method === 'GET' ? {} : { payload: { ...(call.body ? (sampleOf(call.body) as object) : {}), trn_id: trn } };
        const url = template
          .replace(':trn', trn)
          .replace(':section', 'address')
          .replace(':flow', 'application')
          .replace(':step', 'identification');
        const { result: response, statements } = await count.during(() =>
          server.app.inject({ method: method as 'GET', url, headers: people.guarantor.headers, ...payload }),
        );
        return { status: response.statusCode, body: response.body.replaceAll(trn, 'trn'), statements };
      };
      if (method === 'GET') ownStatements += (await ask(people.guarantor.trn)).statements;
      // The first call may fill a cache.
      await ask(people.co.trn);
      const [member, stranger] = [await ask(people.co.trn), await ask('zzzzzzzzzzzzzzzz')];
      if (stranger.status !== 403 || JSON.stringify(member) !== JSON.stringify(stranger))
        differing.push(`${key}: ${JSON.stringify([member, stranger])}`);
    }
    count.stop();
    expect(ownStatements).toBeGreaterThan(50);
    expect(differing).toEqual([]);
  });

  it('is refused to a member and to an outsider in about the same time', async () => {
    const median = async (work: () => Promise<unknown>) => {
      const times: number[] = [];
      for (let n = 0; n < 15; n += 1) {
        const start = performance.now();
        await work();
        times.push(performance.now() - start);
      }
      return times.sort((a, b) => a - b)[7] ?? 0;
    };
    const refused = (about: string) => () =>
      server.app.inject({ url: `/api/applicant/getidentification/${about}`, headers: people.guarantor.headers });
    const member = await median(refused(people.co.trn));
    const nobody = await median(refused('zzzzzzzzzzzzzzzz'));
    expect(Math.abs(member - nobody)).toBeLessThan(25);
  });

  it('appears in no event stream', async () => {
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
    for (const part of PARTS) {
      const read = await readFor(300, address + STREAM.slice(4), people[part].headers);
      expect([part, await findForeign(read, part)]).toEqual([part, []]);
    }
    tried.add(STREAM);
  });

  it('isn’t revealed to a member who becomes the lead', async () => {
    expectRecords(await changeMember(server, people.lead, 'lead', 'Jonas'));
    const { headers, trn } = people.co;
    const { rawPayload } = await server.app.inject({ url: `/api/household/${trn}`, headers });
    expect(rawPayload.toString()).toContain('"remove"');
    expect(await findForeign(rawPayload, 'co')).toEqual([]);
    for (const { last_name } of [HOUSEHOLD.guarantor, HOUSEHOLD.occupant])
      expect(rawPayload.toString()).not.toContain(last_name);
  });

  it.each(PARTS)(
    'is in no response to a call of %s that ends a session, an application or a membership',
    async (part) => {
      const { rows } = await server.deps.db.query('select account_id as account from application where trn = $1', [
        people[part].trn,
      ]);
      // Each call gets a new session, because a call may end it.
      const sessionOf = async () => {
        const { token } = await server.deps.sessions.start(rows[0].account, people[part].trn);
        return { ...people[part].headers, authorization: token };
      };
      const leaks: string[] = [];
      for (const key of Object.keys(contractCalls).filter((one) => ENDING.test(one)))
        leaks.push(...(await findLeaks(key, part, sessionOf)));
      expect(leaks).toEqual([]);
    },
  );

  it('is searched for at every route of the contract', () => {
    expect([...tried].sort()).toEqual(Object.keys(contractCalls).sort());
  });
});

/** Returns what arrives within this many milliseconds. */
async function readFor(ms: number, url: string, headers: Record<string, string>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  try {
    const { body } = await fetch(url, { headers, signal: AbortSignal.timeout(ms) });
    for await (const chunk of body ?? []) chunks.push(chunk);
  } catch {
    // Timed out.
  }
  return Buffer.concat(chunks);
}

/** Returns lowercase text, including the files in a zip and the text of a PDF. */
async function textIn(content: Buffer): Promise<string> {
  const all = await Promise.all(
    [content, ...entriesOf(content)].map(async (one) => `${one.toString('utf8')} ${await pdfText(one)}`),
  );
  return all.join(' ').toLowerCase();
}

async function pdfText(content: Buffer): Promise<string> {
  if (content.subarray(0, 4).toString() !== '%PDF') return '';
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(content)), { mergePages: true });
  return text;
}

/**
 * Counts the database statements of a call, without those of the server's timers, and without those about its session,
 * which depend on the time.
 */
function countStatements() {
  const { query } = pg.Client.prototype;
  const calls = new AsyncLocalStorage<{ statements: number }>();
  pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]) {
    const call = calls.getStore();
    if (call && !JSON.stringify(args[0]).includes('session')) call.statements += 1;
    return (query as (...all: unknown[]) => unknown).apply(this, args);
  } as typeof query;
  return {
    async during<T>(work: () => PromiseLike<T>) {
      const call = { statements: 0 };
      const result = await calls.run(call, async () => work());
      return { result, statements: call.statements };
    },
    stop: () => {
      pg.Client.prototype.query = query;
    },
  };
}

/** Adds a tag to every free text of the answers. */
function mark<T>(node: T, tag: string): T {
  if (Array.isArray(node)) return node.map((one) => mark(one, tag)) as T;
  if (!isRecord(node)) return node;
  const marked = Object.entries(node).map(([name, value]) => [
    name,
    TYPED.includes(name) && typeof value === 'string' ? `${value} ${tag}` : mark(value, tag),
  ]);
  return Object.fromEntries(marked) as T;
}
