import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SharedFiles } from '../../../../src/contract/studio';
import { listSettings } from '../../../../src/model/studio/settingsForm';
import type { MetaNode } from '../../../../src/model/studio/settingsMeta';
import { changeText } from '../../../../src/model/studio/texts';
import type { TestServer } from '../../../support/serverFixture';
import { askStudio, joinStudio, type StudioTester, startStudioServer } from '../../../support/studioPeople';

let server: TestServer;
let ada: StudioTester;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ server, close } = await startStudioServer());
  ada = await joinStudio(server, 'publish');
});
afterAll(() => close());

const read = async (): Promise<SharedFiles> => (await askStudio(server, ada, '/files')).json().records;

describe('GET /api/studio/files', () => {
  it('has the texts that people read, the translations and the settings, with a form for each', async () => {
    const { files, settings, metaSchemas } = await read();
    expect(Object.keys(files)).toEqual(expect.arrayContaining(['texts/server.json', 'translations/es.json']));
    expect(files).not.toHaveProperty(['texts/operator.json']);
    expect(settings.map(({ file }) => file)).toEqual(
      expect.arrayContaining(['retention.json', 'checks/income.json', 'flows/application.json']),
    );
    for (const { file, meta } of settings) {
      const fields = listSettings(metaSchemas[meta] as MetaNode, JSON.parse(files[file] ?? ''));
      expect(fields.length, file).toBeGreaterThan(0);
    }
  });

  it('lists the texts of questions, so that they keep their translations', async () => {
    const { elsewhere } = await read();
    expect(elsewhere).toContain('Monthly rent');
  });

  it('lets a text be published with its translation, and a file of checks', async () => {
    const { files, elsewhere, head } = await read();
    const path = ['mail', 'reset', 'subject'];
    const checks = JSON.parse(files['checks/income.json'] ?? '');
    const changes = {
      ...changeText(files, { file: 'texts/server.json', path, after: 'Choose another password' }, elsewhere),
      'checks/income.json': JSON.stringify({ ...checks, leastConfidence: 0.7 }),
    };
    const body = { subscriber: null, changes, note: 'Plainer', head, when: 'now' };
    expect((await askStudio(server, ada, '/versions', body)).statusCode).toBe(200);
    const after = await read();
    const words = JSON.parse(after.files['translations/es.json'] ?? '').texts;
    expect(words['Choose another password']).toBe('Restablezca su contraseña');
    expect(JSON.parse(after.files['checks/income.json'] ?? '').leastConfidence).toBe(0.7);
  });
});
