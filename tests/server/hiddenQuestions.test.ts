import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answersOf, bodyOf, get, postStep } from '../support/fillSteps';
import { registerApplicant, type TestApplicant } from '../support/serverApplicants';
import { createTestServer, engines, type TestServer } from '../support/serverFixture';

const HIDDEN = { convicted_for_crime: 'Hide', secondary_convicted_for_crime: 'Hide', USCitizen: 'Hide' };

describe.each(engines)('questions that a jurisdiction forbids, on $name', (engine) => {
  let server: TestServer;
  let robin: TestApplicant;
  beforeAll(async () => {
    server = await createTestServer(engine);
    await server.deps.db.query(
      "update subscriber set settings = jsonb_set(settings::jsonb, '{fields}', (settings::jsonb -> 'fields') || $1::jsonb)",
      [JSON.stringify(HIDDEN)],
    );
    server.advance(6);
    robin = await registerApplicant(server);
  });
  afterAll(() => server.close());

  it.each([
    '/api/forms/application/identification',
    '/api/forms/application/applicant-details',
    '/api/forms/success/supplemental',
  ])('are not served by %s', async (url) => {
    const { records } = (await get(server, robin, url)).json();
    const served = JSON.stringify(records.sections.map(({ schema, ui }: Record<string, unknown>) => [schema, ui]));
    expect(served.length).toBeGreaterThan(100);
    expect(served).not.toMatch(/convicted_for_crime|isUS_citizen/);
  });

  it.each([
    [{ convicted_for_crime: 'Hide', secondary_convicted_for_crime: 'Required' }, false, 'Incomplete'],
    [{ convicted_for_crime: 'Required', secondary_convicted_for_crime: 'Hide' }, true, null],
  ])(
    'are settings of their own in step 2 and in the supplemental questionnaire: %j',
    async (fields, inStep, status) => {
      const set = (now: object) =>
        server.deps.db.query(
          "update subscriber set settings = jsonb_set(settings::jsonb, '{fields}', (settings::jsonb -> 'fields') || $1::jsonb)",
          [JSON.stringify(now)],
        );
      await set(fields);
      server.advance(6);
      const form = async (url: string) => JSON.stringify((await get(server, robin, url)).json().records.sections);
      const asks = async (url: string) => /"convicted_for_crime":\{"title"/.test(await form(url));
      expect(await asks('/api/forms/application/applicant-details')).toBe(inStep);
      expect(await asks('/api/forms/success/supplemental')).toBe(!inStep);
      const { records } = (await get(server, robin, `/api/application/summary/${robin.trn}`)).json();
      expect(records.secondary_status).toBe(status);
      await set(HIDDEN);
      server.advance(6);
    },
  );

  it('are not stored when they are answered all the same, by save or draft', async () => {
    const answers = await answersOf(server, robin, 'identification');
    const body = bodyOf(server, robin, 'identification', answers);
    expect(JSON.stringify(body)).toContain('isUS_citizen');
    await server.app.inject({
      method: 'PUT',
      url: `/api/drafts/${robin.trn}/other-details`,
      headers: robin.headers,
      payload: { answers: { convicted_for_crime: { response: 'Yes', explanation: 'long ago' } } },
    });
    expect((await postStep(server, robin, 'identification', body)).statusCode).toBe(200);
    for (const table of ['step_answer', 'draft']) {
      const { rows } = await server.deps.db.query(`select data::text from ${table} where trn = $1`, [robin.trn]);
      expect(JSON.stringify(rows)).not.toMatch(/isUS_citizen|convicted_for_crime|long ago/);
    }
    const stored = await get(server, robin, `/api/applicant/getidentification/${robin.trn}`);
    expect(stored.body).not.toContain('isUS_citizen');
  });
});
