import { beforeEach, describe, expect, it } from 'vitest';
import { answersOf, bodyOf, completeSteps, expectRecords, get, post, postStep } from '../../support/fillSteps';
import { openServer } from '../../support/openServer';
import { registerApplicant, type TestApplicant } from '../../support/serverApplicants';
import { engines } from '../../support/serverFixture';

const SSN = '219-09-9999';

describe.each(engines)('the application API on $name', async (engine) => {
  let robin: TestApplicant;
  const server = await openServer(engine);
  // The rate limit is 20 registrations per address in 20 minutes.
  beforeEach(() => server.advance(1201));

  const identification = async (applicant: TestApplicant, version = 0) =>
    bodyOf(server, applicant, 'identification', await answersOf(server, applicant, 'identification'), version);

  it("has the applicant's registration answers before anything is saved", async () => {
    robin = await registerApplicant(server);
    const records = expectRecords(await get(server, robin, `/api/applicant/getidentification/${robin.trn}`));
    expect(records).toMatchObject({ version: 0, complete: false, documents: [], validation_message: [] });
    expect(records.applicant).toMatchObject({
      first_name: 'Robin',
      last_name: 'Hale',
      Email: robin.email,
      mobile: [{ number: '15125550123' }],
    });
    expect(records.states).toContainEqual(expect.objectContaining({ StateShortCode: 'TX', StateName: 'Texas' }));
  });

  it('saves step 1 and returns it with the SSN masked', async () => {
    robin = await registerApplicant(server);
    const response = await postStep(server, robin, 'identification', await identification(robin));
    expect(response.json()).toMatchObject({ status: 200, success: true, records: { version: 1 } });
    const records = expectRecords(await get(server, robin, `/api/applicant/getidentification/${robin.trn}`));
    expect(records).toMatchObject({
      version: 1,
      complete: true,
      ssn_data: { SSNNumber: '***-**-9999' },
      applicant: { DOB: '1990-04-12' },
    });
    expect(records.address).toHaveLength(2);
    expect(records.documents).toHaveLength(3);
    expect(JSON.stringify(records)).not.toContain(SSN);
  });

  it('reads a masked SSN as the stored one, and rejects an unknown one', async () => {
    robin = await registerApplicant(server);
    const answers = await answersOf(server, robin, 'identification');
    expectRecords(await postStep(server, robin, 'identification', bodyOf(server, robin, 'identification', answers)));
    const masked = { ...answers, ssn: { ...answers.ssn, SSNNumber: '***-**-9999' } };
    const again = await postStep(server, robin, 'identification', bodyOf(server, robin, 'identification', masked, 1));
    expect(again.json()).toMatchObject({ records: { version: 2 } });
    const other = { ...answers, ssn: { ...answers.ssn, SSNNumber: '***-**-1111' } };
    const refused = await postStep(server, robin, 'identification', bodyOf(server, robin, 'identification', other, 2));
    expect(refused.statusCode).toBe(422);
    expect(refused.json().errors).toEqual([
      {
        path: '/ssn_data/SSNNumber',
        section: 'ssn',
        field: '/SSNNumber',
        message: 'Please Enter valid SSN Number',
      },
    ]);
  });

  it('rejects a stale version with the stored answers', async () => {
    robin = await registerApplicant(server);
    const body = await identification(robin);
    expectRecords(await postStep(server, robin, 'identification', body));
    const stale = await postStep(server, robin, 'identification', body);
    expect(stale.statusCode).toBe(409);
    expect(stale.json()).toMatchObject({
      success: false,
      code: 'staleVersion',
      records: { version: 1, applicant: { first_name: 'Robin' } },
    });
    expect(stale.body).not.toContain(SSN);
  });

  it('accepts one of two parallel saves', async () => {
    robin = await registerApplicant(server);
    const body = await identification(robin);
    const both = await Promise.all([1, 2].map(() => postStep(server, robin, 'identification', body)));
    expect(both.map((one) => one.statusCode).sort()).toEqual([200, 409]);
  });

  it('repeats its response to the same save with the same key', async () => {
    robin = await registerApplicant(server);
    const body = await identification(robin);
    const send = () =>
      post(server, robin, '/api/applicant/saveiddetail', body, { 'idempotency-key': 'one-save-of-robin' });
    const [first, second] = [await send(), await send()];
    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
    expect(second.json()).toEqual(first.json());
  });

  it('reports the place of every violated rule and unknown field', async () => {
    robin = await registerApplicant(server);
    const body = await identification(robin);
    const wrong = {
      ...body,
      applicant: { ...(body.applicant as object), first_name: ' ', shoe_size: 44 },
      hat: 1,
      address: [{}],
    };
    const response = await postStep(server, robin, 'identification', wrong);
    expect(response.statusCode).toBe(422);
    const paths = response.json().errors.map((one: { path: string }) => one.path);
    expect(paths).toEqual(
      expect.arrayContaining(['/hat', '/applicant/first_name', '/applicant/shoe_size', '/address/0/street_address']),
    );
    const records = expectRecords(await get(server, robin, `/api/applicant/getidentification/${robin.trn}`));
    expect(records.version).toBe(0);
  });

  it.each([[null], [[]], ['x'], [7]])('refuses %j as a body', async (body) => {
    robin = await registerApplicant(server);
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/applicant/saveiddetail',
      headers: { ...robin.headers, 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    });
    expect([400, 422]).toContain(response.statusCode);
    expect(response.json()).toMatchObject({ success: false });
  });

  it('refuses members of a wrong type', async () => {
    robin = await registerApplicant(server);
    const body = await identification(robin);
    const response = await postStep(server, robin, 'identification', {
      ...body,
      applicant: 'Robin',
      address: { street: 1 },
    });
    expect(response.statusCode).toBe(422);
    const without = await postStep(server, robin, 'identification', { ...body, version: '0' });
    expect(without.json().errors).toEqual([{ path: '/version', message: 'Send the version you last read' }]);
  });

  it('always keeps the registration email', async () => {
    robin = await registerApplicant(server);
    const body = await identification(robin);
    const applicant = { ...(body.applicant as object), Email: 'someone@else.example' };
    expectRecords(await postStep(server, robin, 'identification', { ...body, applicant }));
    const records = expectRecords(await get(server, robin, `/api/applicant/getidentification/${robin.trn}`));
    expect(records.applicant).toMatchObject({ Email: robin.email });
  });

  it("rejects another applicant's file among the answers", async () => {
    const body = await identification(await registerApplicant(server));
    const stranger = await registerApplicant(server);
    const stolen = await postStep(server, stranger, 'identification', { ...body, trn_id: stranger.trn });
    expect(stolen.json().errors).toContainEqual({
      path: '/ssn_data/file',
      section: 'ssn',
      field: '/file',
      message: "This file isn't one of your documents. Upload it again.",
    });
  });

  it('opens a step only when those before it are complete', async () => {
    robin = await registerApplicant(server);
    const body = bodyOf(server, robin, 'applicant-details', await answersOf(server, robin, 'applicant-details'));
    const early = await postStep(server, robin, 'applicant-details', body);
    expect(early.statusCode).toBe(409);
    expect(early.json()).toMatchObject({
      code: 'stepOrder',
      message: 'Please complete Identification Details.',
      records: { step: 'identification', route: '/identification' },
    });
    await completeSteps(server, robin);
    const status = expectRecords(await get(server, robin, `/api/users/sectionstatus/${robin.trn}`));
    expect(status).toEqual({
      identification_details_status: true,
      applicant_details_status: true,
      income_banking_status: true,
      consent_payment_status: false,
    });
  });

  it('reopens the income step, with its answers, when the questions are saved', async () => {
    robin = await registerApplicant(server);
    await completeSteps(server, robin);
    const done = async () => expectRecords(await get(server, robin, `/api/users/sectionstatus/${robin.trn}`));
    const answers = await answersOf(server, robin, 'applicant-details');
    expectRecords(
      await postStep(server, robin, 'applicant-details', bodyOf(server, robin, 'applicant-details', answers, 1)),
    );
    expect(await done()).toMatchObject({ applicant_details_status: true, income_banking_status: false });
    const income = expectRecords(await get(server, robin, `/api/income/getdetails/${robin.trn}`));
    expect(income).toMatchObject({ version: 1, complete: false, employment_details: { response: 'Yes' } });
  });

  it('returns the questions in order, with their wording', async () => {
    robin = await registerApplicant(server);
    await completeSteps(server, robin, 'applicant-details');
    const call = `/api/contextual/getdetails/${robin.trn}`;
    expect((await get(server, robin, `${call}?RoleName=Agent`)).statusCode).toBe(400);
    const records = expectRecords(await get(server, robin, `${call}?RoleName=Applicant`));
    const names = (list: unknown) => (list as { name: string }[]).map(({ name }) => name);
    expect(names(records.questions).slice(0, 3)).toEqual(['anyone_over_18', 'co_occupants', 'is_co_signer']);
    expect(names(records.groups)).toEqual(names(records.questions));
    expect((records.groups as unknown[])[0]).toMatchObject({
      display: true,
      required: true,
      labelIndex: 1,
      ProfileTabFieldID: 1,
    });
  });

  it("accepts questions with their wording, as the specification's clients send them", async () => {
    robin = await registerApplicant(server);
    await completeSteps(server, robin, 'identification');
    const body = bodyOf(server, robin, 'applicant-details', await answersOf(server, robin, 'applicant-details'));
    const questions = (body.questions as object[]).map((one) => ({
      ...one,
      display: true,
      required: true,
      labelIndex: 1,
      Question: '?',
      ProfileTabFieldID: 9,
    }));
    expect((await postStep(server, robin, 'applicant-details', { ...body, questions })).statusCode).toBe(200);
  });

  it('masks the SSN in a draft, and deletes the draft when the step is saved', async () => {
    robin = await registerApplicant(server);
    const url = `/api/drafts/${robin.trn}/ssn`;
    const put = (answers: unknown) =>
      server.app.inject({ method: 'PUT', url, headers: robin.headers, payload: { answers } });
    expect(expectRecords(await get(server, robin, url))).toBeNull();
    expect((await put({ isUS_citizen: 'Yes', SSNNumber: SSN, typo: true })).statusCode).toBe(200);
    expect(expectRecords(await get(server, robin, url))).toMatchObject({
      answers: { isUS_citizen: 'Yes', SSNNumber: '***-**-9999', typo: true },
    });
    expect((await put({ isUS_citizen: 'Yes', SSNNumber: '***-**-9999' })).statusCode).toBe(200);
    const answers = await answersOf(server, robin, 'identification');
    const masked = { ...answers, ssn: { ...answers.ssn, SSNNumber: '***-**-9999' } };
    expectRecords(await postStep(server, robin, 'identification', bodyOf(server, robin, 'identification', masked)));
    expect(expectRecords(await get(server, robin, url))).toBeNull();
    expect((await get(server, robin, `/api/drafts/${robin.trn}/no-such`)).statusCode).toBe(404);
    expect((await put('text')).statusCode).toBe(422);
  });

  it('adds at most three sources under parallel calls', async () => {
    robin = await registerApplicant(server);
    const add = () =>
      post(server, robin, '/api/income/addsource', { trn_id: robin.trn, document_id: '3', source_id: '1' });
    const all = await Promise.all(Array.from({ length: 8 }, add));
    expect(
      all
        .filter((one) => one.statusCode === 200)
        .map((one) => one.json().records.id)
        .sort(),
    ).toEqual([1, 2, 3]);
    expect(all.filter((one) => one.statusCode === 409)).toHaveLength(5);
    const remove = await post(server, robin, '/api/income/deletesource', {
      trn_id: robin.trn,
      document_id: '3',
      source_id: '2',
    });
    expect(remove.json()).toMatchObject({ status: 200 });
    expect(expectRecords(await add())).toMatchObject({ id: 2 });
    const stranger = await registerApplicant(server);
    expect(
      (
        await post(server, stranger, '/api/income/deletesource', {
          trn_id: stranger.trn,
          document_id: '3',
          source_id: '1',
        })
      ).statusCode,
    ).toBe(404);
  });

  it('returns whether the stored step 1 is valid', async () => {
    robin = await registerApplicant(server);
    const check = async () =>
      expectRecords(await get(server, robin, `/api/applicant/getIDValidationCheck/${robin.trn}`));
    expect(await check()).toMatchObject({ valid: false, complete: false });
    await completeSteps(server, robin, 'identification');
    expect(await check()).toEqual({ valid: true, complete: true, errors: [] });
  });

  it('limits how often a new SSN is saved', async () => {
    robin = await registerApplicant(server);
    const answers = await answersOf(server, robin, 'identification');
    const save = (n: number) => {
      const ssn = { ...answers.ssn, SSNNumber: `219-09-90${10 + n}` };
      return postStep(server, robin, 'identification', bodyOf(server, robin, 'identification', { ...answers, ssn }, n));
    };
    for (let n = 0; n < 10; n += 1) expect((await save(n)).statusCode).toBe(200);
    const tooMany = await save(10);
    expect(tooMany.statusCode).toBe(429);
    expect(Number(tooMany.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('suggests US addresses to anyone who types', async () => {
    const response = await server.app.inject({ url: '/api/address/suggest?q=500%20Congress%20Ave%20Aust' });
    expect(response.json().records[0]).toMatchObject({
      street: '500 Congress Ave',
      houseNumber: '500',
      city: 'Austin',
      state: 'TX',
    });
    expect((await server.app.inject({ url: '/api/address/suggest?q=x' })).json().records).toEqual([]);
  });

  it('suggests 120 times a minute per address', async () => {
    server.advance(61);
    const ask = () => server.app.inject({ url: '/api/address/suggest?q=500%20Congress', remoteAddress: '192.0.2.9' });
    for (let n = 0; n < 120; n += 1) expect((await ask()).statusCode).toBe(200);
    const tooMany = await ask();
    expect(tooMany.statusCode).toBe(429);
    expect(Number(tooMany.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('has no unencrypted SSN in any table', async () => {
    robin = await registerApplicant(server);
    await completeSteps(server, robin, 'identification');
    const put = { method: 'PUT' as const, url: `/api/drafts/${robin.trn}/ssn`, headers: robin.headers };
    await server.app.inject({ ...put, payload: { answers: { SSNNumber: SSN } } });
    // Skips the schema files, because an invented person in them has this SSN.
    const { rows } = await server.deps.db.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_name <> 'schema_state'",
    );
    for (const { name } of rows) {
      const { rows: found } = await server.deps.db.query(`select t::text as row from "${name}" t`);
      const text = JSON.stringify(found);
      expect(text, name).not.toContain(SSN);
      expect(text, name).not.toContain('1990-04-12');
    }
    const { rows: sealed } = await server.deps.db.query(
      "select data->'ssn'->'SSNNumber'->>'last4' as last4 from step_answer where trn = $1",
      [robin.trn],
    );
    expect(sealed[0]).toEqual({ last4: '9999' });
  });
});
