import { beforeEach, describe, expect, it } from 'vitest';
import { answersOf, bodyOf, completeSteps, expectRecords, get, postStep } from '../../../support/fillSteps';
import { openServer } from '../../../support/openServer';
import { registerApplicant, type TestApplicant } from '../../../support/serverApplicants';
import { engines } from '../../../support/serverFixture';

describe.each(engines)('drafts on $name', async (engine) => {
  let robin: TestApplicant;
  const server = await openServer(engine);
  beforeEach(async () => {
    server.advance(1201);
    robin = await registerApplicant(server);
  });

  const url = (section = 'address', { trn } = robin) => `/api/drafts/${trn}/${section}`;
  const put = (answers: unknown, mark?: unknown, section?: string, by = robin) =>
    server.app.inject({ method: 'PUT', url: url(section, by), headers: by.headers, payload: { answers, mark } });
  const draft = async (section?: string) => expectRecords(await get(server, robin, url(section)));
  const city = (name: string) => ({ address: [{ city: name }] });
  const first = { page: 'phone', at: 10, was: 'saved-0' };

  it('return a revision for the next draft', async () => {
    const { revision } = expectRecords(await put(city('Austin'), first));
    expect(await draft()).toEqual({ answers: city('Austin'), revision });
    expect((await put(city('Waco'), { page: 'desktop', at: 5, was: revision })).statusCode).toBe(200);
    expect(await draft()).toMatchObject({ answers: city('Waco') });
  });

  it('a draft with another base revision gets a 409 and changes nothing', async () => {
    const { revision } = expectRecords(await put(city('Austin'), first));
    const refused = await put(city('Waco'), { page: 'desktop', at: 99, was: 'saved-0' });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'staleDraft', records: { answers: city('Austin'), revision } });
    expect(await draft()).toMatchObject({ answers: city('Austin') });
  });

  it('keep the newest draft of a page, in any order of arrival', async () => {
    const { revision } = expectRecords(await put(city('Austin'), { ...first, at: 20 }));
    expect(expectRecords(await put(city('A'), { ...first, at: 10 }))).toEqual({ revision });
    expect(await draft()).toMatchObject({ answers: city('Austin') });
    expectRecords(await put(city('Austin, TX'), { ...first, at: 30 }));
    expect(await draft()).toMatchObject({ answers: city('Austin, TX') });
  });

  it('accept one of two pages that write at once', async () => {
    const both = await Promise.all(['a', 'b'].map((page) => put(city(page), { ...first, page })));
    expect(both.map((one) => one.statusCode).sort()).toEqual([200, 409]);
  });

  it('of many applicants at once are stored separately', async () => {
    const others = [robin, await registerApplicant(server), await registerApplicant(server)];
    const texts = ['Austin', 'Waco', 'Dallas'];
    const typed = others.flatMap((other) =>
      texts.map((name, at) => put(city(name), { ...first, at }, 'address', other)),
    );
    expect((await Promise.all(typed)).map(({ statusCode }) => statusCode)).toEqual(typed.map(() => 200));
    for (const other of others)
      expect(expectRecords(await get(server, other, url('address', other)))).toMatchObject({ answers: city('Dallas') });
  });

  it('detect a draft typed before the step was saved elsewhere', async () => {
    const { revision } = expectRecords(await put(city('Austin'), first));
    await completeSteps(server, robin, 'identification');
    for (const was of ['saved-0', revision]) {
      const refused = await put(city('Waco'), { page: 'desktop', at: 99, was });
      expect(refused.json()).toMatchObject({ code: 'staleDraft', records: { revision: 'saved-1' } });
      expect(refused.json().records.answers.address[0].city).toBe('Austin');
    }
    expectRecords(await put(city('Waco'), { page: 'desktop', at: 99, was: 'saved-1' }));
  });

  it('mask the SSN in the current answers', async () => {
    const ssn = (SSNNumber: string) => ({ isUS_citizen: 'Yes', SSNNumber });
    expectRecords(await put(ssn('219-09-9999'), first, 'ssn'));
    const refused = await put(ssn('078-05-1120'), { ...first, page: 'desktop' }, 'ssn');
    expect(refused.json().records.answers.SSNNumber).toBe('***-**-9999');
    expect(refused.body).not.toContain('219-09-9999');
  });

  it('never count as an answer', async () => {
    const answers = await answersOf(server, robin, 'identification');
    for (const [section, typed] of Object.entries(answers)) expectRecords(await put(typed, undefined, section));
    const records = expectRecords(await get(server, robin, `/api/applicant/getidentification/${robin.trn}`));
    expect(records).toMatchObject({ version: 0, complete: false });
    expect(records).not.toHaveProperty('address.0');
    const status = expectRecords(await get(server, robin, `/api/users/sectionstatus/${robin.trn}`));
    expect(status).toMatchObject({ identification_details_status: false });
    const early = bodyOf(server, robin, 'applicant-details', await answersOf(server, robin, 'applicant-details'));
    expect((await postStep(server, robin, 'applicant-details', early)).json()).toMatchObject({ code: 'stepOrder' });
  });

  it.each([[{ page: 'x' }], [{ ...first, at: -1 }], [{ ...first, at: 1.5 }], [{ ...first, hat: 1 }], ['x']])(
    'reject the base revision %j',
    async (mark) => {
      expect((await put(city('Austin'), mark)).statusCode).toBe(422);
    },
  );
});
