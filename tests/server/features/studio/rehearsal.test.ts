import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rehearsal } from '../../../../src/contract/studio';
import { createTestServer, type TestServer } from '../../../support/serverFixture';
import { askStudio, joinStudio, type StudioTester } from '../../../support/studioPeople';

let server: TestServer;
let ada: StudioTester;
let reader: StudioTester;

beforeAll(async () => {
  server = await createTestServer();
  ada = await joinStudio(server, 'edit');
  reader = await joinStudio(server, 'look');
});
afterAll(() => server.close());

const live = (file: string) => JSON.parse(server.deps.forms.texts[file] ?? '');
const overlay = { settings: {} };
const STEP = 'application/identification';

async function rehearse(body: object, who = ada): Promise<Rehearsal> {
  const response = await askStudio(server, who, '/rehearsal', { overlay, ...body });
  expect(response.statusCode, response.body).toBe(200);
  return response.json().records;
}

/** The live Social Security section, changed by `edit`. */
function edited(edit: (schema: ReturnType<typeof live>) => void) {
  const schema = live('ssn.schema.json');
  edit(schema);
  return { changes: { 'ssn.schema.json': JSON.stringify(schema) } };
}

describe('POST /api/studio/rehearsal', () => {
  it('finds no difference in a draft that changes nothing', async () => {
    const { steps, personas, differences } = await rehearse(edited(() => undefined));
    expect(differences).toEqual([]);
    expect(steps).toContainEqual({ key: STEP, flow: 'application', title: 'Identification Details' });
    expect(personas.map(({ name }) => name)).toContain('Sam Ortega');
  });

  it('lists a changed label for every persona and language, in its step only', async () => {
    const { personas, differences } = await rehearse(
      edited((schema) => {
        schema.title = 'Your number';
      }),
    );
    const questions = [{ key: '', label: 'Your number', how: 'changed' }];
    const expected = personas.flatMap(({ name }) =>
      ['', 'es'].map((language) => ({ step: STEP, section: 'ssn', language, persona: name, questions })),
    );
    expect(differences).toEqual(expected);
  });

  it('lists a changed translation in its language only', async () => {
    const words = live('translations/es.json');
    words.texts['Social Security Number'] = 'SSN (es)';
    const { differences } = await rehearse({ changes: { 'translations/es.json': JSON.stringify(words) } });
    expect(differences.length).toBeGreaterThan(0);
    expect([...new Set(differences.map(({ language }) => language))]).toEqual(['es']);
  });

  it('lists a question only for the personas who see it', async () => {
    const { differences } = await rehearse(
      edited((schema) => {
        schema.properties.nickname = { type: 'string', title: 'Nickname', 'x-pii': 'none' };
        schema['x-conditions'].push({
          if: { properties: { availableToUpload_ssn: { const: 'No' } }, required: ['availableToUpload_ssn'] },
          show: ['nickname'],
        });
      }),
    );
    const { personas } = await rehearse({});
    const without = personas
      .filter(({ asked: findQuestions }) => findQuestions[STEP]?.ssn?.availableToUpload_ssn === 'No')
      .map(({ name }) => name);
    const untranslated = differences.filter(({ language }) => language === '');
    expect(untranslated.map(({ persona }) => persona)).toEqual(without);
    expect(without.length).toBeGreaterThan(0);
    expect(without.length).toBeLessThan(personas.length);
    for (const { questions } of untranslated)
      expect(questions).toEqual([{ key: 'nickname', label: 'Nickname', how: 'added' }]);
  });

  it('asks each persona only what their link asks', async () => {
    const { personas } = await rehearse({});
    const findQuestions = (name: string, step: string) =>
      Object.keys(personas.find((persona) => persona.name === name)?.asked[step] ?? {});
    expect(findQuestions('Sam Ortega', 'success/desired-unit')).toEqual(['desired-unit']);
    expect(findQuestions('Sam Ortega', 'success/desired-address')).toEqual([]);
    expect(findQuestions("李 Mae O'Neil", 'success/desired-address')).toEqual(['desired-address']);
  });

  it('compares the settings of a subscriber with the live ones', async () => {
    const { differences } = await rehearse({
      overlay: { settings: { ReasonforMoving: 'Hide' } },
      liveOverlay: { settings: { ReasonforMoving: 'Required' } },
    });
    expect(differences.length).toBeGreaterThan(0);
    for (const { section, questions } of differences) {
      expect(section).toBe('address');
      expect(questions).toEqual([{ key: 'address/[]/reason', label: expect.any(String), how: 'removed' }]);
    }
  });

  it('shows a stored draft to a viewer, but accepts no files from them', async () => {
    const { changes } = edited((schema) => {
      schema.title = 'Your number';
    });
    const body = { subscriber: null, changes, note: 'For review', head: 0, when: 'draft' };
    const { id } = (await askStudio(server, ada, '/versions', body)).json().records;
    const { differences } = await rehearse({ version: id }, reader);
    expect(differences.map(({ section }) => section)).toContain('ssn');
    expect((await askStudio(server, reader, '/rehearsal', { overlay, changes })).statusCode).toBe(403);
    expect((await askStudio(server, reader, '/rehearsal', { overlay, version: '999999' })).statusCode).toBe(404);
  });

  it("reports what's wrong with a draft that can't be rendered", async () => {
    const response = await askStudio(server, ada, '/rehearsal', { overlay, changes: { 'ssn.schema.json': '{,' } });
    expect(response.json().code).toBe('heldBack');
    expect(response.json().records.findings[0].code).toBe('not-json');
  });

  it('stores no version', async () => {
    const count = async () =>
      (await server.deps.db.query('select count(*) as n from studio_version')).rows[0]?.n as unknown;
    const before = await count();
    await rehearse(
      edited((schema) => {
        schema.title = 'Your number';
      }),
    );
    expect(await count()).toEqual(before);
  });
});
