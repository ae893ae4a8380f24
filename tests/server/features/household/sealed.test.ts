import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRecord } from '../../../../src/model/answers/paths';
import type { StepAnswers } from '../../../../src/model/answers/stepBody';
import type { Message } from '../../../../src/server/platform/mail/mail';
import { answersOf, bodyOf, demand, post, postStep, type SavedStep } from '../../../support/fillSteps';
import {
  beginHousehold,
  changeMember,
  HOUSEHOLD,
  type HouseholdPart,
  joinAs,
  orderOf,
  readHousehold,
} from '../../../support/households';
import { joinOffice, type OfficeTester } from '../../../support/officePeople';
import type { TestApplicant } from '../../../support/serverApplicants';
import { createTestServer, engines, noLimits, type TestServer } from '../../../support/serverFixture';
import { entriesOf } from '../../../support/zipEntries';
import { contractCalls, sampleOf } from '../../../trust/support/contractCalls';

type Part = HouseholdPart | 'lead';

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
/** Free text that a person types about themselves. */
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

/** Nobody of a household learns what another one entered, at any route that the contract describes. */
describe('what a member enters', () => {
  let server: TestServer;
  const sent: Message[] = [];
  const people = {} as Record<Part, TestApplicant>;
  const files = {} as Record<Part, { id: number; path: string }[]>;
  let office: OfficeTester;

  beforeAll(async () => {
    const mail = { send: async (message: Message) => void sent.push(message) };
    server = await createTestServer(engines.at(-1), { mail, limits: noLimits });
    people.lead = await beginHousehold(server);
    for (const part of ['co', 'occupant', 'guarantor'] as const)
      people[part] = await joinAs(server, sent, people.lead, HOUSEHOLD[part]);
    for (const part of PARTS) await fill(part);
    // One stays open, so that open drafts and steps are looked at too.
    for (const part of ['co', 'guarantor', 'lead'] as const) await submit(part);
    office = await joinOffice(server, 'owner');
    for (const part of PARTS) {
      const { rows } = await server.deps.db.query(
        'select id::int as id, blob_path as path from document where trn = $1',
        [people[part].trn],
      );
      files[part] = rows;
    }
  }, 240_000);
  afterAll(() => server.close());

  async function fill(part: Part): Promise<void> {
    const who = people[part];
    for (const step of STEPS[part]) {
      const own = await answersOf(server, who, step, (name) => `${TAGS[part]}-${name}`.toLowerCase());
      if (step === 'applicant-details') {
        const { 'applicant-details': asked, ...rest } = own;
        const kept = part === 'lead' ? await savedPeople(who) : undefined;
        await save(who, step, mark({ ...(kept && { 'applicant-details': kept }), ...(asked && rest) }, TAGS[part]));
      } else await save(who, step, mark(own, TAGS[part]));
    }
  }

  async function savedPeople(who: TestApplicant): Promise<Record<string, unknown>> {
    const { groups } = demand(
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
    demand(await postStep(server, who, step, body));
  }

  async function submit(part: Part): Promise<void> {
    server.advance(6);
    demand(await post(server, people[part], '/api/payment', await orderOf(server, people[part])));
    await server.drain();
  }

  /** Tags of the others that lie in these bytes. */
  function foreignTags(content: Buffer, part: Part): string[] {
    const text = `${content.toString('latin1')} ${entriesOf(content)
      .map((entry) => entry.toString('latin1'))
      .join(' ')}`.toLowerCase();
    return PARTS.filter((other) => other !== part && text.includes(TAGS[other].toLowerCase()));
  }

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
    'is in no answer of any route to %s, but their own',
    async (part) => {
      const leaks: string[] = [];
      let tried = 0;
      for (const [key, call] of Object.entries(contractCalls)) {
        const [method = '', template = ''] = key.split(' ');
        // A stream that never ends, and calls that would end what the test looks at.
        if (/forms\/changes|logout|withdraw|leave|sessions\/end/.test(key)) continue;
        for (const about of PARTS) {
          const url = fillPath(template, part, about);
          for (const trn_id of new Set([people[part].trn, people[about].trn])) {
            const headers = { ...people[part].headers, trn_id };
            const sample = call.body ? (sampleOf(call.body) as object) : {};
            const payload = method === 'GET' ? {} : { payload: { ...sample, trn_id: people[about].trn } };
            const response = await server.app.inject({ method: method as 'GET', url, headers, ...payload });
            tried += 1;
            const found = foreignTags(response.rawPayload, part);
            if (found.length) leaks.push(`${key} about ${about}: ${found.join()}`);
          }
        }
      }
      expect(leaks).toEqual([]);
      expect(tried).toBeGreaterThan(Object.keys(contractCalls).length * 6);
    },
    240_000,
  );

  const fillPath = (template: string, part: Part, about: Part) =>
    template
      .replace(':trn', template.includes('/household') || part === about ? people[part].trn : people[about].trn)
      .replace(':section', 'address')
      .replace(':flow', 'application')
      .replace(':step', template.includes('/open/') ? 'identification' : 'identification')
      .replace(':file', files[about][0]?.path.split('/').pop() ?? 'none')
      .replace(':document', String(files[about][0]?.id ?? 0))
      .replace(':id', String(files[about][0]?.id ?? 0))
      .replace('*', files[about][0]?.path ?? 'none');

  it.each(PARTS)('%s sees only first name, role and progress of the others', async (part) => {
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
  });

  it('is in no email to another member', async () => {
    demand(await changeMember(server, people.lead, 'remind', 'Tam'));
    await server.drain();
    expect(sent.length).toBeGreaterThan(8);
    for (const { to, subject, text } of sent) {
      const part = PARTS.find((one) => people[one].email === to) ?? 'lead';
      expect([to, foreignTags(Buffer.from(`${subject} ${text}`), part)]).toEqual([to, []]);
    }
  });

  it('opens no file of another one', async () => {
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
      expect([part, statusCode, foreignTags(rawPayload, part)]).toEqual([part, 200, []]);
    }
  });

  it('takes equally long to read for a member and an outsider', async () => {
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
});

/** The same answers with a tag in every free text. */
function mark<T>(node: T, tag: string): T {
  if (Array.isArray(node)) return node.map((one) => mark(one, tag)) as T;
  if (!isRecord(node)) return node;
  const marked = Object.entries(node).map(([name, value]) => [
    name,
    TYPED.includes(name) && typeof value === 'string' ? `${value} ${tag}` : mark(value, tag),
  ]);
  return Object.fromEntries(marked) as T;
}
