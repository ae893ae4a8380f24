import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RejectedForms } from '../../../src/server/forms/schemaFiles';
import { editByHand, type HandEdit, inSpanish } from '../../edits/editByHand';
import { expectRecords, get } from '../../support/fillSteps';
import { upload } from '../../support/multipart';
import { openServerOnDatabaseCopy } from '../../support/openServer';
import { sampleJpeg } from '../../support/sampleFiles';
import { registerApplicant } from '../../support/serverApplicants';

describe("the server's messages and rules", async () => {
  const server = await openServerOnDatabaseCopy();
  const { folder } = server;
  const robin = await registerApplicant(server);

  const edited = async (edits: HandEdit[], look: () => Promise<void>) => {
    const takeBack = await editByHand(folder, edits);
    try {
      await server.deps.forms.reload();
      await look();
    } finally {
      await takeBack();
      await server.deps.forms.reload();
    }
  };
  const refusal = async () => (await get(server, robin, '/api/forms/application/nowhere')).json().message;

  it('an edited error message is used at once', async () => {
    const before = await refusal();
    const words = 'Nothing of that name is here.';
    await edited(
      [{ file: 'texts/server.json', from: JSON.stringify(before), to: JSON.stringify(words) }, inSpanish(words)],
      async () => expect(await refusal()).toBe(words),
    );
    expect(await refusal()).toBe(before);
  });

  it('an edited file limit applies at once on the server and in page data', async () => {
    const content = await sampleJpeg();
    const send = () => upload(server, robin, 4, { name: 'passport.jpg', content });
    expectRecords(await send());
    const fewer = { file: 'definitions/documents.json', from: '"documents": 150', to: '"documents": 1' };
    await edited([fewer], async () => {
      expect((await send()).json()).toMatchObject({ code: 'tooManyDocuments' });
      const words = expectRecords(await get(server, robin, '/api/forms/words')) as { files: Record<string, unknown> };
      expect(words.files['definitions/documents']).toMatchObject({ most: { documents: 1 } });
    });
  });

  const WRONG: [string, HandEdit[], string][] = [
    [
      'a removed text that the program uses',
      [{ file: 'texts/server.json', from: '"notFound"', to: '"notFoundAnyMore"' }],
      'text-gone',
    ],
    [
      'a text with a placeholder that nothing fills',
      [
        {
          file: 'texts/server-application.json',
          from: '"noSuchSource": "',
          to: '"noSuchSource": "Ask {who}", "before": "',
        },
        inSpanish('Ask {who}'),
      ],
      'unknown-placeholder',
    ],
    [
      'a file limit that contradicts a form',
      [{ file: 'ssn.ui.json', from: '"maxBytes": ', to: '"maxBytes": 1' }],
      'upload-limit',
    ],
    [
      'a document type with a changed number',
      [{ file: 'definitions/documents.json', from: '"id": 16,', to: '"id": 77,' }],
      'text-gone',
    ],
    [
      'a document type that would open without revealing hidden details',
      [{ file: 'definitions/documents.json', from: '"shows": ["ssn"]', to: '"shows": []' }],
      'opens-files',
    ],
    [
      'a removed status that applications can have',
      [{ file: 'office/status.json', from: '"declined": {\n      "title"', to: '"refused": {\n      "title"' }],
      'meta',
    ],
    [
      'a removed reason that decisions can have',
      [{ file: 'office/status.json', from: '"gone": {', to: '"taken": {' }],
      'text-gone',
    ],
    [
      'a right to decide for readers',
      [{ file: 'office/status.json', from: '"scopes": ["read"]', to: '"scopes": ["read", "status"]' }],
      'wider-role',
    ],
  ];

  it.each(WRONG)("don't accept %s", async (_what, edits, code) => {
    const takeBack = await editByHand(folder, edits);
    const rejected = (await server.deps.forms.reload().catch((error: unknown) => error)) as RejectedForms;
    await takeBack();
    await server.deps.forms.reload();
    expect(rejected.blockers?.map((one) => one.code)).toContain(code);
    expect(rejected.blockers.find((one) => one.code === code)?.file).toBe(edits[0]?.file);
  });

  /**
   * Values that are built in on purpose: the files' language, setting names, the app's widgets, what the Studio
   * can add, states (their codes are stored in rows), and minimum retention, which can't be lowered at run time.
   */
  const BUILT_IN = [
    'language',
    'meta/page-files',
    'meta/ui.schema',
    'meta/setting-aliases',
    'meta/new-fields',
    'definitions/us-state',
    'meta/retention.schema',
  ];

  it('modules import only listed schema files at build time', () => {
    const sources = ['src/server', 'src/model'].flatMap((room) =>
      readdirSync(room, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => readFileSync(path.join(room, file), 'utf8')),
    );
    const others = sources.flatMap((source) =>
      [...source.matchAll(/^import (?!type )\w+ from '(?:\.\.\/)+schemas\/(.+)\.json'/gm)]
        .map(([, name]) => String(name))
        .filter((name) => !source.includes(`defineLiveFile('${name}', `) && !BUILT_IN.includes(name)),
    );
    expect([...new Set(others)]).toEqual([]);
  });
});
