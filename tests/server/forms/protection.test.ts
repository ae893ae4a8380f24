import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Pii } from '../../../src/model/answers/pii';
import type { SchemaNode } from '../../../src/model/types';
import { findBlockers } from '../../../src/server/forms/findBlockers';
import { createFormsVersion } from '../../../src/server/forms/formsVersion';
import type { RejectedForms } from '../../../src/server/forms/schemaFiles';
import { changeFiles } from '../../edits/changeFiles';
import { completeSteps, expectRecords, get } from '../../support/fillSteps';
import { openServerOnDatabaseCopy } from '../../support/openServer';
import { registerApplicant, type TestApplicant } from '../../support/serverApplicants';
import { askStudio, joinStudio } from '../../support/studioPeople';

describe('the protection of encrypted answers', async () => {
  let robin: TestApplicant;
  const server = await openServerOnDatabaseCopy();
  beforeAll(async () => {
    await mkdir(path.join(server.folder, 'migrations'));
    robin = await registerApplicant(server);
    await completeSteps(server, robin, 'income', { files: false });
    const url = `/api/drafts/${robin.trn}/address`;
    const payload = { answers: { address: [{ reason: 'Too small' }] } };
    expectRecords(await server.app.inject({ method: 'PUT', url, headers: robin.headers, payload }));
  });

  const readBlockers = async () =>
    ((await server.deps.forms.reload().catch((error: unknown) => error)) as RejectedForms | undefined)?.blockers ?? [];
  const migrate = async (name: string, section: string, changes: object[]) => {
    const whole = { $schema: '../meta/migration.schema.json', title: name, section, changes };
    await writeFile(path.join(server.folder, `migrations/${name}.json`), JSON.stringify(whole));
  };
  const forget = (name: string) => rm(path.join(server.folder, `migrations/${name}.json`));
  const at = (schema: SchemaNode, ...names: string[]) =>
    names.reduce((node, name) => (name === '[]' ? node.items : node.properties?.[name]) as SchemaNode, schema);
  const lower =
    (kind: SchemaNode['x-pii'], ...names: string[]) =>
    (schema: SchemaNode) => {
      at(schema, ...names)['x-pii'] = kind;
    };

  it.each([
    ['in a definition', 'definitions/ssn.json', lower('none')],
    ['in a section, beside its definition', 'ssn.schema.json', lower('contact', 'SSNNumber')],
    ['from a masked kind to a kind that is only encrypted', 'ssn.schema.json', lower('bank', 'SSNNumber')],
    ['of a date of birth', 'personal-details.schema.json', lower('none', 'DOB')],
    ['of a bank figure', 'banking.schema.json', lower('contact', 'banking', '[]', 'current_balance')],
  ])('is never lowered: %s', async (_where, file, change) => {
    const takeBack = await changeFiles(server.folder, { [file]: change });
    const findings = await readBlockers();
    expect(findings.map(({ code }) => code).every((code) => /^(weak-pii|protection-lowered)$/.test(code))).toBe(true);
    expect(findings.length).toBeGreaterThan(0);
    await takeBack();
    expect(await readBlockers()).toEqual([]);
  });

  it('is never lowered in the Studio', async () => {
    const ada = await joinStudio(server, 'publish');
    const text = server.deps.forms.texts['definitions/ssn.json']?.replace('"ssn"', '"none"');
    const changes = { 'definitions/ssn.json': text };
    const body = { subscriber: null, changes, note: 'x', head: 0, when: 'now' };
    const answer = await askStudio(server, ada, '/versions', body);
    expect([answer.statusCode, answer.json().records.findings[0].code]).toEqual([422, 'weak-pii']);
  });

  it('is never lowered by renaming a field', async () => {
    const renamed = {
      'personal-details.schema.json': (schema: SchemaNode) => {
        const { DOB, ...others } = schema.properties ?? {};
        schema.properties = { ...others, born: { ...DOB, 'x-pii': 'none' } };
        schema.required = schema.required?.map((name) => (name === 'DOB' ? 'born' : name));
      },
      'personal-details.ui.json': (ui: Record<string, unknown>) => {
        const { DOB, 'ui:options': _summary, ...others } = ui;
        return { ...others, ...(DOB ? { born: DOB } : {}) };
      },
      ...Object.fromEntries(
        ['robin-hale', 'mae-li', 'sam-ortega', 'refused'].map((name) => [
          `personas/${name}.json`,
          (persona: object) =>
            JSON.parse(JSON.stringify(persona).replaceAll('"DOB":', '"born":').replaceAll('/DOB', '/born')),
        ]),
      ),
    };
    const takeBack = await changeFiles(server.folder, renamed);
    await migrate('001-born', 'personal-details', [{ rename: 'DOB', to: 'born' }]);
    expect(await readBlockers()).toMatchObject([
      { code: 'protection-lowered', file: 'personal-details.schema.json', path: '/properties/born' },
    ]);
    await takeBack();
    await forget('001-born');
  });

  it("isn't lowered by a field that is removed and added again", async () => {
    const { texts, files, catalog } = server.deps.forms;
    const schema = JSON.parse(texts['ssn.schema.json'] ?? '');
    schema.properties.account = { title: 'Other', type: 'string', maxLength: 40, 'x-pii': 'contact' };
    const changed = { ...texts, 'ssn.schema.json': JSON.stringify(schema) };
    const check = (protectedBefore: Record<string, Pii>) =>
      findBlockers({
        texts: changed,
        before: { files, catalog },
        protectedBefore,
        settingsByOwner: {},
        today: '2026-11-25',
      }).map(({ code, path: where }) => [code, where]);
    expect(check({})).toEqual([]);
    expect(check({ 'ssn account': 'bank' })).toEqual([['protection-lowered', '/properties/account']]);
  });

  it.each(['reseal', 'accept', 'map'])("isn't lowered by a migration with %s", async (kind) => {
    const { texts } = server.deps.forms;
    const withProtection = (pii: Pii) => {
      const schema = JSON.parse(texts['ssn.schema.json'] ?? '');
      schema.properties.account = { title: 'Other', type: 'string', maxLength: 40, 'x-pii': pii };
      return { ...texts, 'ssn.schema.json': JSON.stringify(schema) };
    };
    const change = kind === 'map' ? { map: 'account', values: [{ from: 'a', to: 'b' }] } : { [kind]: 'account' };
    const whole = { $schema: '../meta/migration.schema.json', title: 'Open', section: 'ssn', changes: [change] };
    const before = createFormsVersion(withProtection('bank'));
    const found = findBlockers({
      texts: { ...withProtection('contact'), 'migrations/001-open.json': JSON.stringify(whole) },
      before,
      settingsByOwner: {},
      today: '2026-11-25',
    });
    expect(found.map(({ code, path: where }) => [code, where])).toEqual([
      ['protection-lowered', '/properties/account'],
    ]);
  });

  it('changes only with a migration, which encrypts stored answers', async () => {
    const raise = (schema: SchemaNode) => lower('bank', 'address', '[]', 'reason')(schema);
    const takeBack = await changeFiles(server.folder, { 'address.schema.json': raise });
    expect(await readBlockers()).toMatchObject([
      { code: 'breaking', accept: { section: 'address', line: { reseal: 'address/[]/reason' } } },
    ]);
    await migrate('001-reasons', 'address', [{ reseal: 'address/[]/reason' }]);
    expect(await readBlockers()).toEqual([]);
    const stored = async () => {
      const { rows } = await server.deps.db.query<{ draft: string; step: string }>(
        `select (select data::text from draft where trn = $1 and section = 'address') as draft,
           (select (data -> 'address')::text from step_answer where trn = $1 and step = 'identification') as step`,
        [robin.trn],
      );
      return rows[0];
    };
    expect((await stored())?.draft).toContain('Too small');
    await server.drain();
    const now = await stored();
    expect(now?.draft).not.toContain('Too small');
    expect(now?.step).not.toContain('I would');
    expect(now?.draft).toContain('$sealed');
    const { records } = (await get(server, robin, `/api/drafts/${robin.trn}/address`)).json();
    expect(records.answers.address).toEqual([{ reason: 'Too small' }]);
    await takeBack();
    await forget('001-reasons');
    // The earlier form was active before, so it's accepted again. Encrypted answers stay readable.
    expect(await readBlockers()).toEqual([]);
    const { records: again } = (await get(server, robin, `/api/drafts/${robin.trn}/address`)).json();
    expect(again.answers.address).toEqual([{ reason: 'Too small' }]);
  });
});
