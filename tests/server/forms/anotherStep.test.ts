import { describe, expect, it } from 'vitest';
import { petsSection } from '../../edits/petsStep';
import { completeSteps, expectRecords, get, paymentBody, post } from '../../support/fillSteps';
import { openServerOnDatabaseCopy } from '../../support/openServer';
import { flowWithPets } from '../../support/schemaFolder';
import { registerApplicant } from '../../support/serverApplicants';
import { engines } from '../../support/serverFixture';

describe.each(engines)('an added step in the flow file, on $name', async (engine) => {
  const server = await openServerOnDatabaseCopy({ 'flows/application.json': flowWithPets(), ...petsSection }, engine);
  const robin = await registerApplicant(server);

  const read = async (path: string) => expectRecords(await get(server, robin, `/api/${path}`));
  const save = (pet_name: string, version = 0) =>
    post(server, robin, '/api/steps/pets', { trn_id: robin.trn, version, pets: pet_name ? { pet_name } : {} });

  it('waits for the steps before it', async () => {
    const early = await save('Momo');
    expect([early.statusCode, early.json().records]).toEqual([
      409,
      { step: 'identification', route: '/identification' },
    ]);
  });

  it('is opened by the usual call, with its form and its draft', async () => {
    await completeSteps(server, robin, 'income', { files: false });
    const draft = `/api/drafts/${robin.trn}/their-pets`;
    const kept = { answers: { pet_name: 'Mo' } };
    expectRecords(await server.app.inject({ method: 'PUT', url: draft, headers: robin.headers, payload: kept }));
    expect(await read(`steps/pets/${robin.trn}`)).toMatchObject({ version: 0, complete: false, pets: {} });
    const page = await read('open/application/pets');
    expect(page).toMatchObject({
      forms: { pets: [{ name: 'their-pets' }] },
      drafts: { 'their-pets': kept },
      steps: { pets: { version: 0 } },
      status: { income_banking_status: true, pets_status: false },
    });
  });

  it('is validated and saved, and payment waits for it', async () => {
    const body = await paymentBody(server, robin);
    const tooEarly = await post(server, robin, '/api/payment', body);
    expect(tooEarly.json()).toMatchObject({ message: 'Please complete Your pets.', records: { step: 'pets' } });
    const refused = await save('');
    expect([refused.statusCode, refused.json().errors]).toEqual([
      422,
      [{ path: '/pets/pet_name', section: 'their-pets', field: '/pet_name', message: 'Required' }],
    ]);
    expect(expectRecords(await save('Momo'))).toEqual({ version: 1 });
    expect((await save('Coco')).statusCode).toBe(409);
    expect(await read(`steps/pets/${robin.trn}`)).toMatchObject({
      version: 1,
      complete: true,
      pets: { pet_name: 'Momo' },
    });
    expect(await read(`users/sectionstatus/${robin.trn}`)).toMatchObject({ pets_status: true });
  });

  it('is signed and shown with the record, and a later change of its answers is detected', async () => {
    server.advance(10);
    expectRecords(await post(server, robin, '/api/payment', await paymentBody(server, robin)));
    await server.drain();
    const { sections } = (await read(`payment/consent/${robin.trn}`)) as { sections: { step: string }[] };
    expect(sections.find(({ step }) => step === 'pets')).toMatchObject({
      title: 'Pets',
      lines: [{ label: 'Name of your pet', text: 'Momo' }],
    });
    const broken = async () =>
      ((await read(`record/${robin.trn}`)).parts as { part: string; whole: boolean }[]).filter(({ whole }) => !whole);
    expect(await broken()).toEqual([]);
    await server.deps.db.query(
      `update step_answer set data = '{"their-pets":{"pet_name":"Rex"}}' where trn = $1 and step = 'pets'`,
      [robin.trn],
    );
    expect((await broken()).map(({ part }) => part)).toEqual(['answers']);
  });

  it.each(['identification', 'payment', 'login', 'nothing'])('has no standard call for the step %s', async (step) => {
    expect((await get(server, robin, `/api/steps/${step}/${robin.trn}`)).statusCode).toBe(404);
  });
});
