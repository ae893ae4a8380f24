import { beforeAll, describe, expect, it } from 'vitest';
import rules from '../../../../schemas/takeover.json';
import texts from '../../../../schemas/texts/server-application.json';
import { replaceLiveFiles } from '../../../../src/model/messages/liveFiles';
import { eraseApplicant } from '../../../../src/server/features/erasure/erasureRepository';
import { hashToken } from '../../../../src/server/platform/sessions/tokenRepository';
import { completeSteps, expectRecords, get, paymentBody, post } from '../../../support/fillSteps';
import { openServer } from '../../../support/openServer';
import { PASSWORD, registerApplicant, type TestApplicant } from '../../../support/serverApplicants';
import { engines } from '../../../support/serverFixture';

type Json = Record<string, unknown>;

describe.each(engines)('an application for another home of the same landlord on $name', async (engine) => {
  let second: TestApplicant;
  let number: string;

  const server = await openServer(engine);
  const first = await registerApplicant(server);
  beforeAll(async () => {
    await completeSteps(server, first, 'income');
    expectRecords(await post(server, first, '/api/payment', await paymentBody(server, first)));
    await server.drain();
    number = String(expectRecords(await get(server, first, '/api/users/applicationdetail')).application_number);
  });

  const own = async (who: TestApplicant) => expectRecords(await get(server, who, '/api/application/another'));
  const linkOf = async (name: string) =>
    ((await own(first)).places as { link: number; name: string }[]).find((place) => place.name === name)?.link;
  const begin = (who: TestApplicant, link: unknown, key = 'another-home-1') =>
    post(server, who, '/api/application/another', { link }, { 'idempotency-key': key });
  const enter = (records: Json): TestApplicant => {
    const headers = {
      email: first.headers.email ?? '',
      authorization: String(records.token),
      trn_id: String(records.trn_id),
    };
    return { ...first, trn: String(records.trn_id), token: String(records.token), headers };
  };
  const draft = async (section: string, who = second) => {
    const { records } = (await get(server, who, `/api/drafts/${who.trn}/${section}`)).json();
    return records?.answers as Json | undefined;
  };
  const documents = async (trn: string) =>
    (
      await server.deps.db.query(
        'select document_id, source_id, blob_path, digest from document where trn = $1 and document_id <> 8 order by document_id, id',
        [trn],
      )
    ).rows;

  it('is offered by the open links to properties and floors that were not applied for', async () => {
    const names = ((await own(first)).places as Json[]).map(({ name }) => name);
    expect(names).toContain('Harbor View Apartments, 2BR');
    for (const name of ['Harbor View Apartments', 'Main Office', 'Riley Chen']) expect(names).not.toContain(name);
    expect(names.some((name) => String(name).includes('204'))).toBe(false);
    await server.deps.db.query(
      `insert into subscriber (id, name, support_phone, support_email, fee_cents, instructions, terms)
       values ('elm', 'Elm', '1', 'e@elm.example', 1, '', '')`,
    );
    const { rows } = await server.deps.db.query(
      `insert into entry_link (subscriber_id, type, value) values ('elm', 'Office', 'open') returning id`,
    );
    expect((await begin(first, rows[0].id, 'another-elm-1')).statusCode).toBe(404);
  });

  it("can't be started with the link of an office, of an agent or of the earlier application", async () => {
    const { rows } = await server.deps.db.query<{ id: number; type: string }>(
      `select id, type from entry_link where subscriber_id = 'demo' and (type in ('Office', 'Agent')
       or id = (select entry_link_id from application where trn = $1))`,
      [first.trn],
    );
    expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(['Office', 'Agent', 'Property']));
    for (const { id } of rows) expect((await begin(first, id, `another-${id}`)).statusCode).toBe(404);
  });

  it('can be for the same home after the earlier application was withdrawn', async () => {
    const mark = (status: string) =>
      server.deps.db.query('update application_status set status = $2 where trn = $1', [first.trn, status]);
    await mark('withdrawn');
    expect(await linkOf('Harbor View Apartments')).toBeDefined();
    await mark('submitted');
    expect(await linkOf('Harbor View Apartments')).toBeUndefined();
  });

  it('can’t be started with a link that was revoked or has expired', async () => {
    const link = await linkOf('Harbor View Apartments, 2BR');
    for (const [column, at] of [
      ['revoked_at', new Date()],
      ['expires_at', new Date(0)],
    ] as const) {
      await server.deps.db.query(`update entry_link set ${column} = $2 where id = $1`, [link, at]);
      expect([column, await linkOf('Harbor View Apartments, 2BR')]).toEqual([column, undefined]);
      expect((await begin(first, link, `another-${column}`)).statusCode).toBe(404);
      await server.deps.db.query(`update entry_link set ${column} = null where id = $1`, [link]);
    }
  });

  it('is started once per key, and only after the earlier one is submitted', async () => {
    const early = await registerApplicant(server);
    const link = await linkOf('Harbor View Apartments, 2BR');
    expect((await begin(early, link)).json().code).toBe('notSubmitted');
    const answer = await begin(first, link);
    const records = expectRecords(answer);
    // Simulates a process that died before it stored the response.
    await server.deps.db.query('delete from idempotency where key = $1', [hashToken('another-home-1')]);
    expect(expectRecords(await begin(first, link)).trn_id).toBe(records.trn_id);
    second = enter(records);
    expect(records).toMatchObject({ application_type: 'Floor', email: first.headers.email });
    expect((await begin(first, link, 'another-home-2')).json().code).toBe('unfinished');
    expect(await own(second)).toMatchObject({
      applications: [
        { current: true, submitted_at: null, place: 'Harbor View Apartments, 2BR' },
        { current: false, number },
      ],
    });
  });

  it("has the earlier one's recent answers, re-encrypted files, and no Social Security number", async () => {
    expect(await draft('personal-details')).toMatchObject({ first_name: 'Robin', DOB: expect.any(String) });
    const { address } = await earlier('applicant/getidentification');
    expect((await draft('address'))?.address).toHaveLength((address as unknown[]).length);
    const { employer } = (await draft('employers')) as { employer: Json[] };
    const { employment_details } = await earlier('income/getdetails');
    const [known] = (employment_details as { employer: Json[] }).employer;
    expect(employer[0]?.employer_name).toBe(known?.employer_name);
    for (const section of ['ssn', 'applicant-details', 'banking']) expect(await draft(section)).toBeUndefined();
    const [before, after] = [await documents(first.trn), await documents(second.trn)];
    const digests = (rows: Json[]) => rows.map(({ document_id, digest }) => `${document_id} ${digest}`);
    expect(digests(before)).toEqual(expect.arrayContaining(digests(after)));
    expect(after.map(({ document_id }) => document_id)).toEqual(expect.arrayContaining([2, 3]));
    expect(after.some(({ document_id }) => document_id === 4)).toBe(false);
    for (const { blob_path } of after) {
      expect(blob_path).toContain(second.trn);
      expect((await server.deps.files.read(blob_path)).length).toBeGreaterThan(0);
    }
    const text = JSON.stringify(employer);
    expect(text).not.toContain(first.trn);
    expect(text).toContain(second.trn);
  });

  const earlier = async (path: string) => expectRecords(await get(server, first, `/api/${path}/${first.trn}`));

  it("names the earlier application, and can't be saved with unconfirmed answers", async () => {
    const { taken_over } = expectRecords(await get(server, second, '/api/users/applicationdetail'));
    const sections = (taken_over as Json[]).map(({ section }) => section).sort();
    expect(sections).toEqual(['address', 'employers', 'personal-details', 'proof-of-identity']);
    for (const one of taken_over as Json[]) expect(one).toMatchObject({ number, confirmed: false });
    const save = () => post(server, second, '/api/applicant/saveiddetail', { trn_id: second.trn, version: 0 });
    const unconfirmed = async () =>
      ((await save()).json().errors as Json[])
        .filter(({ message }) => message === texts.confirmTaken)
        .map(({ section }) => section)
        .sort();
    expect(await unconfirmed()).toEqual(['address', 'personal-details', 'proof-of-identity']);
    const confirm = (section: string) => post(server, second, '/api/application/confirm', { section });
    for (const section of ['address', 'personal-details']) expect((await confirm(section)).statusCode).toBe(200);
    expect((await confirm('address')).statusCode).toBe(200);
    expect((await confirm('banking')).statusCode).toBe(404);
    expect(await unconfirmed()).toEqual(['proof-of-identity']);
  });

  it('lets its applicant open the earlier one again, while a login opens the newer one', async () => {
    const back = await post(server, second, '/api/application/switch', { number });
    expect(expectRecords(back).trn_id).toBe(first.trn);
    expect((await post(server, second, '/api/application/switch', { number: '1' })).statusCode).toBe(404);
    const stranger = await registerApplicant(server);
    expect((await post(server, stranger, '/api/application/switch', { number })).statusCode).toBe(404);
    expect(await server.deps.stores.accounts.findByTrn(first.trn)).toMatchObject({ trn: first.trn });
    const login = await server.app.inject({
      method: 'POST',
      url: '/api/users/login',
      payload: { email: first.headers.email, password: PASSWORD },
    });
    expect(login.json().records.trn_id).toBe(second.trn);
  });

  it('never has a Social Security number, whichever sections are copied', async () => {
    await eraseApplicant(server.deps, second.trn);
    const withSsn = { ...rules, sections: { ...rules.sections, ssn: { freshDays: 365 } } };
    replaceLiveFiles((name, built) => (name === 'takeover' ? withSsn : built));
    try {
      second = enter(
        expectRecords(await begin(first, await linkOf('Harbor View Apartments, 2BR'), 'another-home-ssn')),
      );
    } finally {
      replaceLiveFiles((_name, built) => built);
    }
    expect(await draft('ssn')).toMatchObject({ isUS_citizen: expect.any(String) });
    const { rows } = await server.deps.db.query<{ data: Json }>(
      "select data from draft where trn = $1 and section = 'ssn'",
      [second.trn],
    );
    expect(rows[0]?.data).not.toHaveProperty('SSNNumber');
  });

  it('copies no old pay stubs, and stays when the earlier one is erased', async () => {
    await eraseApplicant(server.deps, second.trn);
    expect((await server.deps.db.query('select from taken_over where trn = $1', [second.trn])).rowCount).toBe(0);
    server.advance(60 * 86_400);
    const again = expectRecords(
      await post(server, first, '/api/users/login', { email: first.headers.email, password: PASSWORD }),
    );
    const later = enter(again);
    const third = enter(expectRecords(await begin(later, await linkOfLater(later), 'another-home-3')));
    // Pay stubs are copied for thirty days, employers for half a year.
    expect(((await draft('employers', third)) as { employer: Json[] }).employer[0]?.employer_name).toBeTruthy();
    const types = (await documents(third.trn)).map(({ document_id }) => document_id);
    expect([types.includes(2), types.includes(3)]).toEqual([true, false]);
    await eraseApplicant(server.deps, first.trn);
    expect(await draft('personal-details', third)).toMatchObject({ first_name: 'Robin' });
  });

  async function linkOfLater(who: TestApplicant): Promise<unknown> {
    return ((await own(who)).places as { link: number }[])[0]?.link;
  }
});
