import { beforeAll, describe, expect, it } from 'vitest';
import type { Verb } from '../../../src/schema-tools/restructure/restructure';
import { parseAll, readSchemaTexts } from '../../../src/server/forms/readSchemas';
import type { RejectedForms } from '../../../src/server/forms/schemaFiles';
import { restructureByCommand, writeChanges } from '../../../src/tools/schemas/restructure';
import { readWidgetNames } from '../../../src/tools/schemas/widgetIndex';
import { editByHand, inSpanish } from '../../edits/editByHand';
import { petsSection } from '../../edits/petsStep';
import { completeSteps, expectRecords, get } from '../../support/fillSteps';
import { openServerOnDatabaseCopy } from '../../support/openServer';
import { flowWithPets } from '../../support/schemaFolder';
import { registerApplicant, type TestApplicant } from '../../support/serverApplicants';

type Records = Record<string, unknown>;

/** Each command runs in the folder of a running server, one after the other, while an applicant has a draft. */
describe('npm run schemas -- move, rename and retire, on a running server', async () => {
  let robin: TestApplicant;
  const server = await openServerOnDatabaseCopy({ 'flows/application.json': flowWithPets(), ...petsSection });
  beforeAll(async () => {
    await editByHand(server.folder, [
      inSpanish('Pets', 'Your pets', 'Name of your pet', 'At most 40 characters', 'Please complete Your pets.'),
    ]);
    await server.deps.forms.reload();
    robin = await registerApplicant(server);
    await completeSteps(server, robin, 'identification', { files: false });
    await draft('address', {
      address: [{ street_address: '12 Harbor Street', appartment: '4B', reason: 'Too small' }],
    });
    await draft('ssn', { isUS_citizen: 'Yes', no_doc_reason: 'none' });
    await draft('their-pets', { pet_name: 'Rex' });
  });

  const draft = async (section: string, answers: object) =>
    expectRecords(
      await server.app.inject({
        method: 'PUT',
        url: `/api/drafts/${robin.trn}/${section}`,
        headers: robin.headers,
        payload: { answers },
      }),
    );
  const read = async (url: string) => expectRecords(await get(server, robin, `/api/${url}`)) as Records;
  const readDraft = async (section: string) => (await read(`drafts/${robin.trn}/${section}`)).answers;

  /** Runs a command and reloads. Returns the code, file and fix of each issue that blocks the change. */
  async function run(command: string): Promise<string[]> {
    const [verb, ...args] = command.split(' ');
    const [texts, widgets] = await Promise.all([readSchemaTexts(server.folder), readWidgetNames()]);
    const today = new Date().toISOString().slice(0, 10);
    const made = restructureByCommand(verb as Verb, args, { texts, files: parseAll(texts), widgets, today });
    await writeChanges(server.folder, made);
    const rejected: RejectedForms | undefined = await server.deps.forms.reload().catch((error) => error);
    return (rejected?.blockers ?? []).map(({ code, file, fix }) => `${code} ${file} ${fix}`);
  }

  it('a renamed field has its answers under the new name', async () => {
    expect(await run('rename field address address/[]/appartment unit')).toEqual([]);
    expect(await readDraft('address')).toMatchObject({ address: [{ unit: '4B', reason: 'Too small' }] });
    expect(JSON.stringify(await read(`applicant/getidentification/${robin.trn}`))).toContain('"unit":');
  });

  it('a moved field has its answers in another place of the form', async () => {
    expect(await run('move field address address/[]/reason --before city')).toEqual([]);
    const { sections } = (await read('forms/application/identification')) as { sections: object[] };
    expect(JSON.stringify(sections)).toMatch(/"reason":.*"city":/);
    expect(await readDraft('address')).toMatchObject({ address: [{ unit: '4B', reason: 'Too small' }] });
  });

  it('a moved section has its answers in its new step', async () => {
    expect(await run('move section ssn income')).toEqual([]);
    expect(await readDraft('ssn')).toMatchObject({ isUS_citizen: 'Yes', no_doc_reason: 'none' });
    expect(await read(`income/getdetails/${robin.trn}`)).toMatchObject({ ssn_data: { SSNNumber: '***-**-9999' } });
  });

  it('a renamed section has its answers under the new name', async () => {
    expect(await run('rename section ssn social-security')).toEqual([]);
    expect(await readDraft('social-security')).toMatchObject({ isUS_citizen: 'Yes', no_doc_reason: 'none' });
    expect(await read(`income/getdetails/${robin.trn}`)).toMatchObject({ ssn_data: { SSNNumber: '***-**-9999' } });
  });

  it('a renamed step is still complete', async () => {
    expect(await run('rename step identification identity')).toEqual([]);
    expect(await read(`users/sectionstatus/${robin.trn}`)).toMatchObject({ identification_details_status: true });
    expect(await readDraft('address')).toMatchObject({ address: [{ unit: '4B' }] });
  });

  it('a moved step keeps its draft', async () => {
    expect(await run('move step pets --after identity')).toEqual([]);
    expect(await readDraft('their-pets')).toEqual({ pet_name: 'Rex' });
  });

  it('a retired field is gone, and the others stay', async () => {
    expect(await run('retire field address address/[]/reason')).toEqual([]);
    expect(await readDraft('address')).toEqual({ address: [{ street_address: '12 Harbor Street', unit: '4B' }] });
  });

  it('a retired step is gone with its answers', async () => {
    expect(await run('retire step pets')).toEqual([]);
    expect((await get(server, robin, `/api/drafts/${robin.trn}/their-pets`)).statusCode).toBe(404);
  });

  it('a retired section is gone with its answers', async () => {
    expect(await run('retire section social-security')).toEqual([]);
    expect(await read(`income/getdetails/${robin.trn}`)).not.toHaveProperty('ssn_data');
    expect(await readDraft('address')).toMatchObject({ address: [{ unit: '4B' }] });
  });
});
