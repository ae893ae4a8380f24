import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RestructuredDraft } from '../../../../src/contract/studio';
import { REMOVED } from '../../../../src/model/studio/roles';
import { completeSteps, expectRecords, get } from '../../../support/fillSteps';
import { registerApplicant, type TestApplicant } from '../../../support/serverApplicants';
import type { TestServer } from '../../../support/serverFixture';
import { askStudio, joinStudio, type StudioTester, startStudioServer } from '../../../support/studioPeople';

let server: TestServer;
let close: () => Promise<void>;
let ada: StudioTester;
let robin: TestApplicant;

beforeAll(async () => {
  ({ server, close } = await startStudioServer());
  ada = await joinStudio(server, 'publish');
  robin = await registerApplicant(server);
  await completeSteps(server, robin, 'identification', { files: false });
  await draft('address', { address: [{ street_address: '12 Harbor Street', appartment: '4B', reason: 'Too small' }] });
  await draft('other-details', { felony: 'No' });
});
afterAll(() => close());

const draft = async (section: string, answers: object) =>
  expectRecords(
    await server.app.inject({
      method: 'PUT',
      url: `/api/drafts/${robin.trn}/${section}`,
      headers: robin.headers,
      payload: { answers },
    }),
  );
const readDraft = async (section: string) =>
  (expectRecords(await get(server, robin, `/api/drafts/${robin.trn}/${section}`)) as Record<string, unknown>).answers;

async function restructure(body: object): Promise<RestructuredDraft> {
  const response = await askStudio(server, ada, '/restructure', body);
  expect(response.statusCode, response.body).toBe(200);
  return response.json().records;
}

async function publish(changes: object, note: string) {
  const { head } = (await askStudio(server, ada, '/versions')).json().records;
  return askStudio(server, ada, '/versions', { subscriber: null, changes, note, head, when: 'now' });
}

describe('POST /api/studio/restructure', () => {
  const rename = { verb: 'rename', kind: 'field', names: ['address', 'address/[]/appartment', 'unit'] };

  it('returns the draft with its migration, and counts who has answered', async () => {
    const { changes, files, findings, affected } = await restructure(rename);
    expect(findings.filter(({ code }) => !code.startsWith('unused'))).toEqual([]);
    expect(affected).toMatchObject([{ section: 'address', affected: 1 }]);
    const migration = files.find((file) => file.startsWith('migrations/')) ?? '';
    expect(JSON.parse(changes[migration] ?? '').changes).toEqual([{ rename: 'address/[]/appartment', to: 'unit' }]);
  });

  it('adds to a draft that has been changed already', async () => {
    const first = await restructure(rename);
    const { changes } = await restructure({
      ...{ verb: 'retire', kind: 'field', names: ['address', 'address/[]/reason'] },
      changes: first.changes,
    });
    expect(Object.keys(changes).filter((file) => file.startsWith('migrations/'))).toHaveLength(2);
    expect(changes['address.schema.json']).toContain('"unit"');
    expect(changes['address.schema.json']).not.toContain('"reason"');
  });

  it('publishes a renamed question, which keeps its answers', async () => {
    const { changes } = await restructure(rename);
    const response = await publish(changes, 'Unit');
    expect(response.statusCode, response.body).toBe(200);
    expect(await readDraft('address')).toMatchObject({ address: [{ unit: '4B', reason: 'Too small' }] });
  });

  it('publishes a moved section, and undoes it', async () => {
    const { changes, affected } = await restructure({ verb: 'move', kind: 'section', names: ['ssn', 'income'] });
    expect(affected).toMatchObject([{ section: 'ssn', affected: 1 }]);
    const response = await publish(changes, 'Move');
    expect(response.statusCode, response.body).toBe(200);
    const step = server.deps.forms.files['flows/application.json']?.steps.find(({ id }) => id === 'income');
    expect(step?.sections.map(({ section }) => section)).toContain('ssn');
    const undone = await askStudio(server, ada, `/versions/${response.json().records.id}/undo?anyway=true`, {});
    expect(undone.statusCode, undone.body).toBe(200);
  });

  it('publishes a retired section, whose files are gone until it is undone', async () => {
    const { changes } = await restructure({ verb: 'retire', kind: 'section', names: ['other-details'] });
    expect(changes['other-details.schema.json']).toBe(REMOVED);
    const response = await publish(changes, 'Retire');
    expect(response.statusCode, response.body).toBe(200);
    expect(server.deps.forms.catalog.sectionNames).not.toContain('other-details');
    const undone = await askStudio(server, ada, `/versions/${response.json().records.id}/undo?anyway=true`, {});
    expect(undone.statusCode, undone.body).toBe(200);
    expect(server.deps.forms.catalog.sectionNames).toContain('other-details');
  });

  it('returns a draft without a section that a rehearsal accepts', async () => {
    const { changes } = await restructure({ verb: 'retire', kind: 'section', names: ['other-details'] });
    const response = await askStudio(server, ada, '/rehearsal', { overlay: { settings: {} }, changes });
    expect(response.statusCode, response.body).toBe(200);
  });

  it.each([
    [{ verb: 'rename', kind: 'section', names: ['ssn', 'address'] }, 409, 'nameTaken'],
    [{ verb: 'rename', kind: 'section', names: ['ssn', 'My SSN'] }, 422, 'badName'],
    [{ verb: 'move', kind: 'section', names: ['ssn', 'identification'] }, 409, 'samePlace'],
    [{ verb: 'retire', kind: 'field', names: ['ssn', 'pet'] }, 422, 'unknownName'],
    [{ verb: 'retire', kind: 'field', names: ['ssn'] }, 422, 'unknownName'],
  ])('refuses %o', async (body, status, code) => {
    const response = await askStudio(server, ada, '/restructure', body);
    expect(response.statusCode, response.body).toBe(status);
    expect(response.json().code).toBe(code);
  });

  it('rejects viewers', async () => {
    const looker = await joinStudio(server, 'look');
    expect((await askStudio(server, looker, '/restructure', rename)).statusCode).toBe(403);
  });
});
