import { describe, expect, it } from 'vitest';
import { eachApplicant } from '../support/eachApplicant';
import { completeSteps, demand, get, paymentBody, post } from '../support/fillSteps';
import type { TestApplicant } from '../support/serverApplicants';
import { engines, type TestServer } from '../support/serverFixture';

describe.each(engines)('the success area on $name', (engine) => {
  let server: TestServer;
  let robin: TestApplicant;
  eachApplicant(engine, (...now) => {
    [server, robin] = now;
  });

  const submit = async () => {
    await completeSteps(server, robin, 'income', { pdfs: false });
    demand(await post(server, robin, '/api/payment', await paymentBody(server, robin)));
  };
  const lists = async () =>
    demand(await get(server, robin, `/api/desired/unit/${robin.trn}`)) as {
      floors: { ID: number }[];
      units: { ID: number; FloorPlanID: number }[];
    };

  it('tells what is missing before anything is there', async () => {
    const summary = demand(await get(server, robin, `/api/application/summary/${robin.trn}`));
    expect(summary).toMatchObject({ application_status: 'Started', document_status: false, secondary_complete: false });
  });

  it('has all documents once every required one is uploaded', async () => {
    await completeSteps(server, robin);
    const summary = demand(await get(server, robin, `/api/application/summary/${robin.trn}`));
    expect(summary).toMatchObject({ document_status: true });
  });

  it('puts a submitted application in review, by its own number alone', async () => {
    const { applicationID } = demand(await get(server, robin, `/api/application/summary/${robin.trn}`));
    const review = (applicationnumber: unknown) =>
      post(server, robin, '/api/application/inreview', { applicationnumber, isInReview: 1 });
    expect((await review(applicationID)).json().code).toBe('notSubmitted');
    await submit();
    expect((await review('1')).statusCode).toBe(403);
    expect((await review(applicationID)).json()).toMatchObject({ success: true });
  });

  it('keeps a desired unit of the chosen floor plan and refuses one of another', async () => {
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

  it('has no desired address for an application that comes by a property', async () => {
    expect((await get(server, robin, `/api/desired/address/${robin.trn}`)).statusCode).toBe(404);
    await submit();
    expect((await post(server, robin, '/api/desired/address', { trn_id: robin.trn, version: 0 })).statusCode).toBe(404);
  });

  it('takes the supplemental questionnaire once', async () => {
    await submit();
    const url = `/api/secondary/questions/${robin.trn}`;
    const { version } = demand(await get(server, robin, url));
    const save = (questions: unknown) =>
      post(server, robin, '/api/secondary/save', { trn_id: robin.trn, version, questions });
    const missing = await save([{ name: 'convicted_for_crime', response: 'Yes' }]);
    expect(missing.json().errors).toContainEqual(expect.objectContaining({ path: '/questions/0/explanation' }));
    expect((await save([{ name: 'convicted_for_crime', response: 'No' }])).json()).toMatchObject({ success: true });
    expect((await save([{ name: 'convicted_for_crime', response: 'No' }])).json().code).toBe('secondaryComplete');
    const summary = demand(await get(server, robin, `/api/application/summary/${robin.trn}`));
    expect(summary).toMatchObject({ secondary_complete: true, secondary_status: 'Completed' });
  });

  it('has no documents while the income step, which says what they prove, is open', async () => {
    await server.deps.db.query(`update subscriber set settings = jsonb_set(settings, '{documents}', '{}')`);
    server.advance(6);
    const summary = demand(await get(server, robin, `/api/application/summary/${robin.trn}`));
    expect(summary).toMatchObject({ document_status: false });
  });
});
