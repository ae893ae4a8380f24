import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { setIn } from '../../../src/model/answers/paths';
import { createCatalog } from '../../../src/model/section/catalog';
import { WIDGET_LIST } from '../../../src/model/section/widgetList';
import type { SchemaFiles } from '../../../src/model/types';
import { findBlockers } from '../../../src/server/forms/findBlockers';
import { createForms, type Forms } from '../../../src/server/forms/forms';
import { parseAll, readSchemaTexts } from '../../../src/server/forms/readSchemas';
import { describeRejection } from '../../../src/server/forms/schemaWatch';
import { editByHand, type HandEdit, inSpanish } from '../../edits/editByHand';
import { expectRecords } from '../../support/fillSteps';
import { openServerOnDatabaseCopy } from '../../support/openServer';
import { registerApplicant } from '../../support/serverApplicants';

describe('schema files that were changed while the server was down', async () => {
  const server = await openServerOnDatabaseCopy();
  const { folder } = server;
  beforeAll(async () => {
    const robin = await registerApplicant(server);
    const url = `/api/drafts/${robin.trn}/ssn`;
    const answers = { isUS_citizen: 'Yes', no_doc_reason: 'none' };
    expectRecords(await server.app.inject({ method: 'PUT', url, headers: robin.headers, payload: { answers } }));
  });

  /** Starts another process on the same database. */
  const startAgain = (): Promise<Forms> =>
    createForms(server.deps.stores.forms, server.deps.clock, server.deps.events, folder);

  const titleOf = (forms: Forms) => forms.getPlainSection('ssn', { settings: {} }).schema.title;

  const BAD: [string, HandEdit[], string][] = [
    ['invalid JSON', [{ file: 'ssn.schema.json', from: '"type": "object",', to: '"type": "object",,' }], 'not-json'],
    [
      'a pattern that can run forever',
      [{ file: 'definitions/zip.json', from: '"^([0-9]{5}|[0-9]{9}|[0-9]{5}-[0-9]{4})$"', to: '"^([0-9]+)+$"' }],
      'slow-pattern',
    ],
    [
      'a removed option that someone chose',
      [
        {
          file: 'ssn.schema.json',
          from: '{\n          "const": "none",\n          "title": "I don\'t have a Social Security number"\n        },',
          to: '',
        },
      ],
      'breaking',
    ],
  ];

  it.each(BAD)('are rejected when the server starts: %s', async (_what, edits, code) => {
    const takeBack = await editByHand(folder, edits);
    try {
      const forms = await startAgain();
      expect(forms.version).toBe(server.deps.forms.version);
      expect(forms.blockers.map((one) => one.code)).toEqual([code]);
      expect(describeRejection(forms.blockers)).toContain(`schemas/${edits[0]?.file}`);
      await takeBack();
      await forms.reload();
      expect(forms.blockers).toEqual([]);
    } finally {
      await takeBack();
    }
  });

  it('valid files are active from the start, also when restored to an earlier state', async () => {
    const first = server.deps.forms.version;
    const takeBack = await editByHand(folder, [
      { file: 'ssn.schema.json', from: '"Social Security Number"', to: '"Your number"' },
      inSpanish('Your number'),
    ]);
    const forms = await startAgain();
    expect(forms.blockers).toEqual([]);
    expect(titleOf(forms)).toBe('Your number');
    await takeBack();
    const again = await startAgain();
    expect([again.version, again.blockers]).toEqual([first, []]);
    expect(titleOf(again)).toBe('Social Security Number');
  });

  describe('and came with a release', () => {
    /** Starts another release on the same database. `files` are the files that its code needs. */
    const release = (files: SchemaFiles): Promise<Forms> =>
      createForms(server.deps.stores.forms, server.deps.clock, server.deps.events, folder, {
        name: 'next',
        requiredFiles: () => files,
      });
    const GONE: HandEdit = { file: 'texts/scan.json', from: '"have":', to: '"haveNoMore":' };
    const scanOf = (forms: Forms) => forms.files['texts/scan.json'] as Record<string, unknown>;

    it('files may lack messages that only the previous release used', async () => {
      const takeBack = await editByHand(folder, [GONE]);
      try {
        expect((await startAgain()).blockers.map((one) => one.code)).toContain('text-gone');
        const forms = await release({
          'texts/scan.json': JSON.parse(await readFile(`${folder}/texts/scan.json`, 'utf8')),
        });
        expect(forms.blockers).toEqual([]);
      } finally {
        await takeBack();
        await startAgain();
      }
    });

    it('can use a widget that the previous release didn’t have', async () => {
      const texts = await readSchemaTexts(folder);
      const files = parseAll(texts);
      const catalog = createCatalog(files);
      const before = {
        files: { ...files, 'meta/ui.schema.json': setIn(files['meta/ui.schema.json'], WIDGET_LIST, ['Text']) },
        catalog,
      };
      expect(findBlockers({ texts, before, settingsByOwner: {}, today: '2026-11-23' })).toEqual([]);
    });

    it('rejected files still get the messages the new release needs', async () => {
      const breaking = BAD.find(([what]) => what.includes('option'))?.[1] ?? [];
      const added = {
        file: 'texts/scan.json',
        from: '"product":',
        to: '"later": { "added": "New words" }, "product":',
      };
      const takeBack = await editByHand(folder, [...breaking, added, inSpanish('New words')]);
      try {
        const forms = await release({ 'texts/scan.json': { later: { added: 'New words' } } });
        expect(forms.blockers.map((one) => one.code)).toEqual(['breaking']);
        expect(scanOf(forms)).toMatchObject({ ...scanOf(server.deps.forms), later: { added: 'New words' } });
        expect(titleOf(forms)).toBe(titleOf(server.deps.forms));
      } finally {
        await takeBack();
      }
    });
  });
});
