import { describe, expect, it } from 'vitest';
import { completeSteps } from '../../../support/fillSteps';
import { openServer } from '../../../support/openServer';
import { registerApplicant } from '../../../support/serverApplicants';
import { engines } from '../../../support/serverFixture';

describe.each(engines)('the API for the page shell on $name', async (engine) => {
  const server = await openServer(engine);
  const robin = await registerApplicant(server);

  const get = async (url: string) => (await server.app.inject({ url: `/api/${url}`, headers: robin.headers })).json();
  const agree = (payload: object) =>
    server.app.inject({ method: 'POST', url: '/api/users/updateTandC', headers: robin.headers, payload });
  const undone = {
    identification_details_status: false,
    applicant_details_status: false,
    income_banking_status: false,
    consent_payment_status: false,
  };

  it("returns the data of every page's header", async () => {
    expect((await get('users/applicationdetail')).records).toMatchObject({
      trn_id: robin.trn,
      application_number: expect.stringMatching(/^\d{6,}$/),
      application_status: 'Started',
      subscriber_id: 'demo',
      subscriber_name: 'Demo Homes',
      home_name: 'Harbor View Apartments',
      subscriber_logo: '/api/logos/demo.svg',
      accent: '#1f5f8b',
      phone: '+1 (512) 555-0142',
      email: 'help@demo-homes.example',
      first_name: 'Robin',
      last_name: 'Hale',
      accept_terms_and_condition_status: false,
      taken_over: [],
    });
  });

  it('changes the move-in date of the registration, and nothing else', async () => {
    const ana = await registerApplicant(server);
    const change = (payload: object) =>
      server.app.inject({ method: 'POST', url: '/api/application/registration', headers: ana.headers, payload });
    const read = async () =>
      (await server.app.inject({ url: '/api/users/applicationdetail', headers: ana.headers })).json().records;
    expect((await read()).registration_changes).toEqual({ desiredMoveInDate: (await read()).move_in_date });
    for (const wrong of [{}, { desiredMoveInDate: '2020-01-01' }, { desiredMoveInDate: '2035-04-15', state: 'NY' }])
      expect((await change(wrong)).statusCode).toBe(422);
    expect((await change({ trn_id: ana.trn, desiredMoveInDate: '2035-04-15' })).json()).toMatchObject({ status: 200 });
    expect(await read()).toMatchObject({
      move_in_date: '2035-04-15',
      registration_changes: { desiredMoveInDate: '2035-04-15' },
    });
    await server.deps.db.query('update application set submitted_at = now() where trn = $1', [ana.trn]);
    expect((await change({ desiredMoveInDate: '2035-05-15' })).statusCode).toBe(409);
    expect(await read()).toMatchObject({ move_in_date: '2035-04-15', registration_changes: null });
  });

  it('has instructions and terms, and remembers when they were first agreed to', async () => {
    const { records } = await get(`users/getTandCpageforregistration/${robin.trn}`);
    expect(records.text).toContain('<p>Complete four steps');
    expect(records.subscriber_text).toContain('not refunded');
    const acceptedAt = async () =>
      (await server.deps.db.query('select terms_accepted_at as at from application where trn = $1', [robin.trn]))
        .rows[0].at;
    const response = await agree({ trn_id: robin.trn });
    expect(response.json()).toMatchObject({ status: 200, success: true, message: expect.stringMatching(/./) });
    const first = await acceptedAt();
    server.advance(5);
    await agree({ trn_id: robin.trn });
    expect(await acceptedAt()).toEqual(first);
    expect((await get(`users/applicationstatus/${robin.trn}`)).records).toEqual({
      application_status: 'Started',
      accept_terms_and_condition_status: true,
      ...undone,
    });
  });

  it('returns which steps are complete', async () => {
    expect((await get(`users/sectionstatus/${robin.trn}`)).records).toEqual(undone);
    await completeSteps(server, robin, 'identification', { files: false });
    await server.deps.db.query(
      `insert into step_answer (trn, step, data, version, complete, schema_hash, saved_at)
       values ($1, 'applicant-details', '{}', 1, true, '', now()), ($1, 'income', '{}', 1, false, '', now())`,
      [robin.trn],
    );
    const { records } = await get(`users/sectionstatus/${robin.trn}`);
    // Without answers a step isn't complete, even if its row says so.
    expect(records).toEqual({ ...undone, identification_details_status: true });
  });

  it("has the subscriber's settings", async () => {
    const settings = { documents: { Passport: 'Hide' }, fields: { MoveInDate: 'Required' } };
    await server.deps.db.query('update subscriber set settings = $1', [JSON.stringify(settings)]);
    expect((await get(`applicant/configuration/${robin.trn}`)).records).toEqual(settings);
  });

  it('lists the states without a session', async () => {
    const { records } = (await server.app.inject({ url: '/api/users/states' })).json();
    expect(records.States.length).toBeGreaterThanOrEqual(50);
    expect(records.States[0]).toEqual({ ID: 1, StateShortCode: 'AL', StateName: 'Alabama' });
  });

  it('refuses an agreement with unknown members or without a transaction', async () => {
    expect((await agree({ trn_id: robin.trn, signed: true })).json()).toMatchObject({
      status: 422,
      errors: [{ path: '/signed' }],
    });
    expect((await agree({})).json()).toMatchObject({ status: 422, errors: [{ path: '/trn_id' }] });
  });
});
