import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCatalog } from '../../../src/model/section/catalog';
import type { Flow, SchemaNode, SubscriberSettings } from '../../../src/model/types';
import { type Candidate, findBlockers } from '../../../src/server/forms/findBlockers';
import { parseAll, readSchemaTexts } from '../../../src/server/forms/readSchemas';
import type { RejectedForms } from '../../../src/server/forms/schemaFiles';
import { schemaVersion } from '../../../src/server/forms/schemaFiles';
import { changeFiles } from '../../edits/changeFiles';
import { editByHand, type HandEdit, inSpanish } from '../../edits/editByHand';
import { completeSteps, expectRecords, get } from '../../support/fillSteps';
import { openServerOnDatabaseCopy } from '../../support/openServer';
import { registerApplicant, type TestApplicant } from '../../support/serverApplicants';

const PERSONAS = ['robin-hale', 'mae-li', 'sam-ortega', 'refused'];

describe('a mistake in schemas/', async () => {
  let robin: TestApplicant;
  const server = await openServerOnDatabaseCopy();
  beforeAll(async () => {
    await mkdir(path.join(server.folder, 'migrations'));
    robin = await registerApplicant(server);
    await completeSteps(server, robin, 'identification', { files: false });
  });

  const readBlockers = async () =>
    ((await server.deps.forms.reload().catch((error: unknown) => error)) as RejectedForms | undefined)?.blockers ?? [];
  const edit = (...edits: HandEdit[]) => editByHand(server.folder, edits);
  const type = async (answers: object) => {
    const url = `/api/drafts/${robin.trn}/ssn`;
    expectRecords(await server.app.inject({ method: 'PUT', url, headers: robin.headers, payload: { answers } }));
  };
  const asking = {
    'ssn.schema.json': (schema: SchemaNode) => {
      const country: SchemaNode = { title: 'Country of birth', type: 'string', maxLength: 40, 'x-pii': 'none' };
      schema.properties = { ...schema.properties, country };
    },
    'ssn.ui.json': (ui: object) => ({ ...ui, country: { 'ui:autocomplete': 'off' } }),
  };
  const words = () => edit(inSpanish('Country of birth', 'Your number', 'Another title'));

  it('an added question can be removed until someone answers it', async () => {
    const forget = await words();
    const takeBack = await changeFiles(server.folder, asking);
    expect(await readBlockers()).toEqual([]);
    await takeBack();
    const other = await edit({ file: 'ssn.schema.json', from: '"Social Security Number"', to: '"Your number"' });
    expect(await readBlockers()).toEqual([]);
    expect(server.deps.forms.getPlainSection('ssn', { settings: {} }).schema.title).toBe('Your number');
    await other();
    await forget();
    expect(await readBlockers()).toEqual([]);
  });

  it("removing an answered question is rejected until it's restored unchanged", async () => {
    const forget = await words();
    expect(await readBlockers()).toEqual([]);
    const takeBack = await changeFiles(server.folder, asking);
    expect(await readBlockers()).toEqual([]);
    await type({ isUS_citizen: 'Yes', country: 'Peru' });
    await takeBack();
    const other = await edit({ file: 'ssn.schema.json', from: '"Social Security Number"', to: '"Another title"' });
    expect(await readBlockers()).toMatchObject([
      { code: 'breaking', accept: { section: 'ssn', line: { drop: 'country' } } },
    ]);
    await other();
    expect(await readBlockers()).toEqual([]);
    await type({ isUS_citizen: 'Yes' });
    await forget();
    expect(await readBlockers()).toEqual([]);
  });

  it('removing an option is rejected once someone chose it', async () => {
    const option =
      '{\n          "const": "none",\n          "title": "I don\'t have a Social Security number"\n        },';
    const gone = () => edit({ file: 'ssn.schema.json', from: option, to: '' });
    const takeBack = await gone();
    expect(await readBlockers()).toEqual([]);
    await takeBack();
    expect(await readBlockers()).toEqual([]);
    await type({ isUS_citizen: 'No', no_doc_reason: 'none' });
    const again = await changeFiles(server.folder, {
      'ssn.schema.json': ({ properties = {} }: SchemaNode) => {
        const { no_doc_reason: reason } = properties;
        if (reason) reason.oneOf = reason.oneOf?.filter((one) => one.const !== 'none');
        if (reason) reason.description = undefined;
      },
    });
    // The content differs from what was active, so it's validated again.
    expect(await readBlockers()).toMatchObject([{ code: 'breaking', accept: { line: { accept: 'no_doc_reason' } } }]);
    await again();
    await type({ isUS_citizen: 'Yes' });
    expect(await readBlockers()).toEqual([]);
  });

  describe('a section that is removed', () => {
    const removal = {
      'flows/application.json': ({ steps }: Flow) => {
        for (const step of steps) step.sections = step.sections.filter(({ section }) => section !== 'ssn');
      },
      ...Object.fromEntries(
        ['demo', 'lean', 'strict'].map((name) => [
          `configs/${name}.json`,
          ({ fields }: { fields: Record<string, string | undefined> }) => {
            fields.USCitizen = undefined;
          },
        ]),
      ),
      ...Object.fromEntries(
        PERSONAS.map((name) => [
          `personas/${name}.json`,
          ({ flows }: { flows: { application: Record<string, Record<string, unknown>> } }) => {
            const { ssn: _gone, ...others } = flows.application.identification ?? {};
            flows.application.identification = others;
          },
        ]),
      ),
    };
    const FILES = ['ssn.schema.json', 'ssn.ui.json'];
    const drop = { dropSection: 'ssn' };
    const migration = () => path.join(server.folder, 'migrations/001-no-ssn.json');
    const ssnOf = async () =>
      expectRecords(await get(server, robin, `/api/applicant/getidentification/${robin.trn}`)).ssn_data;

    it.each([
      ['with its files', true],
      ['from the flow only', false],
    ])(
      'can be removed with a migration, %s, and has its answers again after it is added back',
      async (_how, isWhole) => {
        const original = FILES.map((file) => [file, server.deps.forms.texts[file] ?? ''] as const);
        const takeBack = await changeFiles(server.folder, removal);
        if (isWhole) for (const [file] of original) await rm(path.join(server.folder, file));
        expect(await readBlockers()).toMatchObject([{ code: 'breaking', accept: { section: 'ssn', line: drop } }]);
        const whole = { $schema: '../meta/migration.schema.json', title: 'No SSN', changes: [drop] };
        await writeFile(migration(), JSON.stringify(whole));
        expect(await readBlockers()).toEqual([]);
        expect(await ssnOf()).toBeUndefined();
        await takeBack();
        await rm(migration());
        for (const [file, text] of original) await writeFile(path.join(server.folder, file), text);
        expect(await readBlockers()).toEqual([]);
        expect(await ssnOf()).toMatchObject({ SSNNumber: '***-**-9999' });
      },
    );
  });
});

const CALIFORNIA = 'jurisdictions/us-ca.json';

describe('what may become active', () => {
  let texts: Record<string, string>;
  beforeAll(async () => {
    texts = await readSchemaTexts();
  });
  const laid = (changes: Record<string, (text: string) => string>) =>
    Object.fromEntries(Object.entries(texts).map(([file, text]) => [file, changes[file]?.(text) ?? text]));
  const check = (before: Record<string, string>, after: Record<string, string>, rest: Partial<Candidate> = {}) => {
    const files = parseAll(before);
    const known = { files, catalog: createCatalog(files), version: schemaVersion(files) };
    return findBlockers({ texts: after, before: known, settingsByOwner: {}, today: '2026-11-25', ...rest });
  };
  const codes = (...given: Parameters<typeof check>) => check(...given).map(({ code }) => code);

  it('an email template is accepted only with its links', () => {
    const without = laid({ 'texts/server.json': (text) => text.replace('{accounts}', 'our page') });
    expect(codes(texts, without)).toContain('lost-placeholder');
    expect(codes(without, texts)).toEqual([]);
  });

  const poison = (text: string) => text.replaceAll('"mortgage_company"', '"toString"');
  const poisoned = () => laid({ 'address.schema.json': poison, 'address.ui.json': poison });

  it('includes each earlier active version that still runs', () => {
    expect(codes(texts, poisoned())).toContain('reserved-name');
    expect(codes(texts, poisoned(), { isRestore: true })).toEqual([]);
    const unread = { ...texts, 'ssn.schema.json': '{' };
    expect(codes(texts, unread, { isRestore: true })).toEqual(['not-json']);
    const { 'texts/server.json': _gone, ...speechless } = texts;
    expect(codes(texts, speechless, { isRestore: true })).toEqual(['text-gone']);
  });

  it('a change that ignores a setting of a subscriber is rejected', () => {
    const renamed = laid(
      Object.fromEntries(
        ['ssn.schema.json', 'configs/demo.json', 'configs/lean.json', 'configs/strict.json', CALIFORNIA].map((file) => [
          file,
          (text: string) => text.replaceAll('"USCitizen"', '"CitizenOfUS"'),
        ]),
      ),
    );
    const settingsByOwner: Record<string, SubscriberSettings> = { demo: { settings: { USCitizen: 'Hide' } } };
    expect(codes(texts, renamed)).toEqual([]);
    expect(check(texts, renamed, { settingsByOwner })).toMatchObject([
      {
        code: 'setting-gone',
        file: 'ssn.schema.json',
        fix: expect.stringContaining('Restore "x-config": "USCitizen"'),
      },
    ]);
  });
});
