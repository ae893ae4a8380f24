import { describe, expect, it } from 'vitest';
import persona from '../../../../schemas/personas/robin-hale.json';
import es from '../../../../schemas/translations/es.json';
import { recordsIn } from '../../../../src/model/answers/paths';
import type { StepAnswers } from '../../../../src/model/answers/stepBody';
import { sourceNames } from '../../../../src/server/applications/documents/documentNames';
import { findDemoLinks } from '../../../../src/server/features/demo/demoRepository';
import { eachApplicant } from '../../../support/eachApplicant';
import { bodyOf, completeSteps, expectRecords, get, paymentBody, post, postStep } from '../../../support/fillSteps';
import { registerApplicant, type TestApplicant } from '../../../support/serverApplicants';
import { engines, type TestServer } from '../../../support/serverFixture';

const OFFICE = '/Office/demo/main-office/open';

describe.each(engines)('the success area on $name', (engine) => {
  let server: TestServer;
  let robin: TestApplicant;
  eachApplicant(engine, (...now) => {
    [server, robin] = now;
  });

  const submit = async () => {
    await completeSteps(server, robin, 'income', { files: false });
    expectRecords(await post(server, robin, '/api/payment', await paymentBody(server, robin)));
  };
  const lists = async () =>
    expectRecords(await get(server, robin, `/api/desired/unit/${robin.trn}`)) as {
      floors: { ID: number }[];
      units: { ID: number; FloorPlanID: number }[];
    };

  it('reports incomplete documents and questions before anything is uploaded', async () => {
    const summary = expectRecords(await get(server, robin, `/api/application/summary/${robin.trn}`));
    expect(summary).toMatchObject({ application_status: 'Started', document_status: false, secondary_complete: false });
  });

  it('has all documents once every required one is uploaded', async () => {
    await completeSteps(server, robin);
    const summary = expectRecords(await get(server, robin, `/api/application/summary/${robin.trn}`));
    expect(summary).toMatchObject({ document_status: true });
  });

  it('names the accounts with missing statements to their applicant, but not to the office', async () => {
    await completeSteps(server, robin, 'applicant-details', { files: false });
    const accounts = [
      { bank_name: 'Pecan Street Credit Union', account_type: 'Checking' },
      { bank_name: 'Pecan Street Credit Union', account_type: 'Savings' },
    ];
    const banking: Record<string, unknown>[] = [];
    for (const account of accounts) {
      const source = { trn_id: robin.trn, document_id: '6' };
      const { id } = expectRecords(await post(server, robin, '/api/income/addsource', source));
      banking.push({ id, ...account, current_balance: 10, availableToUpload: 'No', no_doc_reason: 'later' });
    }
    const answers = { ...persona.flows.application.income, banking: { response: 'Yes', banking } } as StepAnswers;
    const [employer] = recordsIn(answers.employers?.employer);
    const { files: _, ...without } = employer ?? {};
    answers.employers = {
      response: 'Yes',
      employer: [{ ...without, availableToUpload: 'No', no_doc_reason: 'later' }],
    };
    expectRecords(await postStep(server, robin, 'income', bodyOf(server, robin, 'income', answers)));
    const { missing } = expectRecords(await get(server, robin, `/api/application/summary/${robin.trn}`));
    expect(missing).toEqual(
      expect.arrayContaining([
        // The employer was saved without a source.
        { document: 3, title: 'Pay stub', source_id: null, source: null },
        {
          document: 6,
          title: 'Bank Statement',
          source_id: banking[0]?.id,
          source: 'Pecan Street Credit Union, Checking',
        },
        {
          document: 6,
          title: 'Bank Statement',
          source_id: banking[1]?.id,
          source: 'Pecan Street Credit Union, Savings',
        },
      ]),
    );
    const nameOf = (texts: Record<string, string>) =>
      sourceNames(answers, texts, 'numbered')(6, Number(banking[1]?.id));
    expect([nameOf({}), nameOf(es.texts)]).toEqual(['account 2', 'cuenta 2']);
    const spanish = await get(
      server,
      { headers: { ...robin.headers, 'accept-language': 'es' } },
      `/api/application/summary/${robin.trn}`,
    );
    expect(JSON.stringify(expectRecords(spanish).missing)).toContain('Pecan Street Credit Union, Cuenta de ahorros');
  });

  it('puts a submitted application in review only by its own number', async () => {
    const { applicationID } = expectRecords(await get(server, robin, `/api/application/summary/${robin.trn}`));
    const review = (applicationnumber: unknown) =>
      post(server, robin, '/api/application/inreview', { applicationnumber, isInReview: 1 });
    expect((await review(applicationID)).json().code).toBe('notSubmitted');
    await submit();
    expect((await review('1')).statusCode).toBe(403);
    expect((await review(applicationID)).json()).toMatchObject({ success: true });
  });

  it('stores a desired unit of the chosen floor plan, and rejects a unit of another floor plan', async () => {
    const { units } = await lists();
    const unit = units[0] ?? { ID: 0, FloorPlanID: 0 };
    const elsewhere = units.find((one) => one.FloorPlanID !== unit.FloorPlanID);
    const save = (version: number, floorId: unknown, unitId: unknown) =>
      post(server, robin, '/api/desired/unit', { trn_id: robin.trn, version, floorId, unitId });
    expect((await save(0, unit.FloorPlanID, unit.ID)).json().code).toBe('notSubmitted');
    await submit();
    expect((await save(0, unit.FloorPlanID, elsewhere?.ID)).json().errors[0]).toMatchObject({ path: '/unitId' });
    expect((await save(0, 987654, undefined)).json().errors[0]).toMatchObject({ path: '/floorId' });
    expect((await save(0, unit.FloorPlanID, unit.ID)).json()).toMatchObject({
      success: true,
      message: 'Floor Plan Unit updated',
    });
    expect(await lists()).toMatchObject({ version: 1, floorId: unit.FloorPlanID, unitId: unit.ID });
    expect((await save(0, unit.FloorPlanID, unit.ID)).statusCode).toBe(409);
  });

  it('fills in the desired address from the registration with an office', async () => {
    const answers = {
      agent: '0',
      otherAgentName: 'Lee Park',
      address: '18 Lantern Ln',
      city: 'San Francisco',
      state: 'CA',
      unitNo: '12',
      rent: 2400.4,
      desiredMoveInDate: '2035-03-01',
    };
    const mae = await registerApplicant(server, { floor: undefined, unit: undefined, ...answers }, { entry: OFFICE });
    const record = expectRecords(await get(server, mae, `/api/desired/address/${mae.trn}`));
    const { address, city, state, desiredMoveInDate } = answers;
    expect(record).toMatchObject({ street_address: address, city, unitNo: 12, desired_rent: 2400.4 });
    expect(record).toMatchObject({ state: { value: state, label: 'CA - California' } });
    expect(record).toMatchObject({ move_in_date: desiredMoveInDate, version: 0 });
    expect(record).toMatchObject({ DesiredPropertyAddress: address, State: { StateShortCode: 'CA' } });
  });

  it("keeps the registration's rent and unit until they're changed by the form's rules", async () => {
    const answers = {
      agent: '0',
      otherAgentName: 'José Ibarra',
      address: '18 Lantern Ln',
      unitNo: '3B',
      city: 'Austin',
      state: 'TX',
      rent: 1234.5,
      desiredMoveInDate: '2035-03-01',
    };
    const mae = await registerApplicant(server, { floor: undefined, unit: undefined, ...answers }, { entry: OFFICE });
    const read = async () => expectRecords(await get(server, mae, `/api/desired/address/${mae.trn}`));
    const expected = { unitNo: '3B', desired_rent: 1234.5, DesiredUnitNumber: '3B', DesiredRent: 1234.5 };
    expect(await read()).toMatchObject(expected);
    await completeSteps(server, mae, 'income', { files: false });
    expectRecords(await post(server, mae, '/api/payment', await paymentBody(server, mae)));
    const { street_address, unitNo, city, state, desired_rent, move_in_date } = await read();
    const body = { trn_id: mae.trn, street_address, unitNo, city, state, desired_rent, move_in_date };
    const save = (version: number, change: object) =>
      post(server, mae, '/api/desired/address', { ...body, version, ...change });
    expectRecords(await save(0, { city: 'Oakland' }));
    expect(await read()).toMatchObject({ ...expected, City: 'Oakland', version: 1 });
    expectRecords(await save(1, { city: 'Berkeley' }));
    const refused = async (change: object) =>
      (await save(2, change)).json().errors.map(({ field, message }: Record<string, string>) => [field, message]);
    expect(await refused({ unitNo: '4C' })).toEqual([['/unitNo', 'Only Numbers Allowed']]);
    expect(await refused({ desired_rent: 1234.75 })).toEqual([['/desired_rent', 'Only Numbers Allowed']]);
    expectRecords(await save(2, { unitNo: 4, desired_rent: 1500 }));
    expect(await read()).toMatchObject({ DesiredUnitNumber: 4, DesiredRent: 1500 });
    expect((await save(3, {})).json().errors).toHaveLength(2);
  });

  it('fills in the floor and the unit from the registration, or from the link', async () => {
    const { floors, units } = await lists();
    const unit = units[0];
    const chosen = await registerApplicant(server, { floor: unit?.FloorPlanID, unit: unit?.ID });
    const byProperty = expectRecords(await get(server, chosen, `/api/desired/unit/${chosen.trn}`));
    expect(byProperty).toMatchObject({ floorId: unit?.FloorPlanID, unitId: unit?.ID, version: 0 });
    const entry = String((await findDemoLinks(server.deps.db)).find((link) => link.startsWith('/Unit/')));
    const none = { floor: undefined, unit: undefined, trn_id: entry.split('/').at(-1) };
    const invited = await registerApplicant(server, none, { entry });
    const byLink = expectRecords(await get(server, invited, `/api/desired/unit/${invited.trn}`)) as Record<
      string,
      unknown
    >;
    expect(units.find(({ ID }) => ID === byLink.unitId)?.FloorPlanID).toBe(byLink.floorId);
    expect(floors.map(({ ID }) => ID)).toContain(byLink.floorId);
  });

  it('has no desired address for an application by a property link', async () => {
    expect((await get(server, robin, `/api/desired/address/${robin.trn}`)).statusCode).toBe(404);
    await submit();
    expect((await post(server, robin, '/api/desired/address', { trn_id: robin.trn, version: 0 })).statusCode).toBe(404);
  });

  it('accepts the supplemental questionnaire once', async () => {
    await submit();
    const url = `/api/secondary/questions/${robin.trn}`;
    const { version } = expectRecords(await get(server, robin, url));
    const save = (questions: unknown) =>
      post(server, robin, '/api/secondary/save', { trn_id: robin.trn, version, questions });
    const first = { name: 'convicted_for_crime', ProfileTabFieldID: 1, required: true };
    const missing = await save([{ ...first, response: 'Yes' }]);
    expect(missing.json().errors).toContainEqual(expect.objectContaining({ path: '/questions/0/explanation' }));
    expect((await save([{ ...first, response: 'No' }])).json()).toMatchObject({ success: true });
    expect((await save([{ ...first, response: 'No' }])).json().code).toBe('secondaryComplete');
    const summary = expectRecords(await get(server, robin, `/api/application/summary/${robin.trn}`));
    expect(summary).toMatchObject({ secondary_complete: true, secondary_status: 'Completed' });
  });

  it("rejects a required question without its number, with another question's number, or unanswered", async () => {
    await submit();
    const { groups } = expectRecords(await get(server, robin, `/api/secondary/questions/${robin.trn}`)) as {
      groups: { name: string; required: boolean; ProfileTabFieldID: number }[];
    };
    expect(groups.map(({ required }) => required)).toEqual([true, true, true]);
    const numbered = (name: string) => {
      const { required, ProfileTabFieldID } = groups.find((group) => group.name === name) ?? {};
      return { name, required, ProfileTabFieldID };
    };
    const save = async (...questions: object[]) =>
      (await post(server, robin, '/api/secondary/save', { trn_id: robin.trn, version: 0, questions })).json();
    const no = { ...numbered('convicted_for_crime'), response: 'No' };
    const at = '/questions/0/ProfileTabFieldID';
    for (const required of [true, false, undefined])
      expect(await save({ ...no, required, ProfileTabFieldID: undefined })).toMatchObject({
        status: 422,
        errors: [{ path: at, message: 'Required' }],
      });
    expect(await save({ ...no, ProfileTabFieldID: 2 })).toMatchObject({ status: 422, errors: [{ path: at }] });
    const yes = { ...no, response: 'Yes', explanation: 'A fine in 1979.' };
    const property = { ...numbered('convictions_on_property'), response: 'No' };
    expect(await save(yes, property, numbered('proof_of_document'))).toMatchObject({
      status: 422,
      errors: [{ path: '/questions/2/response', message: 'Response Required' }],
    });
    expect(await save(yes, property, { ...numbered('proof_of_document'), response: 'No' })).toMatchObject({
      success: true,
    });
  });

  it('reports incomplete documents while the income step is incomplete, even if none are required', async () => {
    await server.deps.db.query(`update subscriber set settings = jsonb_set(settings, '{documents}', '{}')`);
    server.advance(6);
    const summary = expectRecords(await get(server, robin, `/api/application/summary/${robin.trn}`));
    expect(summary).toMatchObject({ document_status: false });
  });
});
