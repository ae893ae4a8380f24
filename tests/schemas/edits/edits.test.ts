import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { isInSample, type LintIssue, lintSchemas } from '../../../src/schema-tools/lint/lintSchemas';
import { readSchemaTexts } from '../../../src/server/forms/readSchemas';
import { readWidgetNames } from '../../../src/tools/schemas/widgetIndex';
import { editByHand, type HandEdit, inSpanish } from '../../edits/editByHand';
import { completeSteps, expectRecords, get } from '../../support/fillSteps';
import { openServer, openServerOnDatabaseCopy } from '../../support/openServer';
import { registerApplicant, type TestApplicant } from '../../support/serverApplicants';
import { askStudio, joinStudio, type StudioTester } from '../../support/studioPeople';
import { editsPage } from './page';
import { type EditRow, rows, TYPED } from './rows';
import { undoRows } from './undoRows';

/** Makes each edit alone, after an applicant has saved a step and typed an address. */
describe('an edit of schemas/', async () => {
  let robin: TestApplicant;
  const server = await openServerOnDatabaseCopy();
  const texts = await readSchemaTexts(server.folder);
  const widgets = await readWidgetNames();
  beforeAll(async () => {
    await mkdir(path.join(server.folder, 'migrations'), { recursive: true });
    robin = await registerApplicant(server);
    await completeSteps(server, robin, 'identification', { files: false });
    const url = `/api/drafts/${robin.trn}/address`;
    expectRecords(await server.app.inject({ method: 'PUT', url, headers: robin.headers, payload: { answers: TYPED } }));
  });

  const all = ({ edits, spanish = [] }: EditRow) => [...edits, ...(spanish.length ? [inSpanish(...spanish)] : [])];
  const typed = async () =>
    expectRecords(await get(server, robin, `/api/drafts/${robin.trn}/address`)) as { answers: object };

  it.each(rows.filter(({ code }) => code))('is refused: $what', async (row) => {
    const { blockers } = await server.deps.forms.validateChanges(changesOf(all(row), texts));
    expect([...new Set(blockers.map(({ code }) => code))]).toEqual([row.code]);
    expect(blockers.map(({ fix }) => fix).join('\n')).toContain(row.fix ?? '');
    expect(blockers.every(({ line, file }) => line > 0 && file in { ...texts, [row.edits[0]?.file ?? '']: '' })).toBe(
      true,
    );
  });

  it.each(rows.filter(({ code }) => !code))('goes live: $what', async (row) => {
    const changes = changesOf(all(row), texts);
    expect((await server.deps.forms.validateChanges(changes)).blockers).toEqual([]);
    const issues = lintSchemas({ texts: { ...texts, ...changes }, widgets, today: '2026-11-21' });
    const found = issues.filter((one) => row.warns || !isHarmless(one)).map(({ code }) => code);
    expect(found).toEqual(row.warns ? expect.arrayContaining([row.warns]) : []);
  });

  it.each(rows.filter(({ keeps }) => keeps))('keeps the answers: $what', async (row) => {
    const takeBack = await editByHand(server.folder, all(row));
    await server.deps.forms.reload();
    expect((await typed()).answers).toMatchObject(row.keeps ?? {});
    await takeBack();
    await server.deps.forms.reload();
    expect((await typed()).answers).toEqual(TYPED);
  });
});

/** Unused translations and outdated samples block nothing. */
const isHarmless = (issue: LintIssue) => issue.code === 'unused-translation' || isInSample(issue);

function changesOf(edits: readonly HandEdit[], texts: Record<string, string>): Record<string, string> {
  const changes: Record<string, string> = {};
  for (const { file, from, to } of edits) {
    const text = changes[file] ?? texts[file] ?? '';
    if (from !== undefined && !text.includes(from)) throw new Error(`${file} has no ${from}`);
    changes[file] = from === undefined ? to : text.replace(from, () => to);
  }
  return changes;
}

describe('an undo in the Studio', async () => {
  let robin: TestApplicant;
  let ada: StudioTester;
  const server = await openServer();
  beforeAll(async () => {
    ada = await joinStudio(server, 'publish');
    robin = await registerApplicant(server);
  });

  const live = () => ({ ...server.deps.forms.texts });
  const head = async () => (await askStudio(server, ada, '/versions')).json().records.head as number;
  async function publish(edits: readonly HandEdit[]): Promise<string> {
    const changes = changesOf(edits, live());
    const answer = await askStudio(server, ada, '/versions', {
      ...{ subscriber: null, changes, note: 'An edit', head: await head(), when: 'now' },
    });
    return expectRecords(answer).id as string;
  }
  const undo = (id: string, anyway = false) =>
    askStudio(server, ada, `/versions/${id}/undo${anyway ? '?anyway=true' : ''}`, {});
  const put = (section: string, answers: object) =>
    server.app.inject({
      ...{ method: 'PUT', url: `/api/drafts/${robin.trn}/${section}` },
      ...{ headers: robin.headers, payload: { answers } },
    });

  it.each(undoRows)('of $what', async (row) => {
    const before = live();
    const id = await publish(row.edits);
    if (row.typed) expectRecords(await put(row.typed.section, row.typed.answers));
    const later = row.later && (await publish(row.later));
    const published = live();
    if (later && row.inOrder) expect((await undo(later)).statusCode).toBe(200);
    const answer = await undo(id, row.anyway);
    expect([answer.statusCode, answer.json().code]).toEqual(row.code ? [409, row.code] : [200, undefined]);
    if (row.says) expect(answer.json().message).toContain(row.says);
    for (const { file } of row.edits) expect(live()[file], file).toBe((row.code ? published : before)[file]);
    if (row.keeps) {
      const url = `/api/drafts/${robin.trn}/${row.typed?.section}`;
      expect(expectRecords(await get(server, robin, url)).answers).toMatchObject(row.keeps);
    }
    if (row.redo) {
      expect((await undo(answer.json().records.id)).statusCode).toBe(200);
      expect(live()).toEqual(published);
    }
    for (const one of [row.redo ? await newest() : '', row.inOrder ? '' : later, row.code ? id : ''])
      if (one) expect((await undo(one, true)).json()).toMatchObject({ status: 200 });
    if (row.typed) await server.deps.db.query('delete from draft where trn = $1', [robin.trn]);
    expect(live()).toEqual(before);
  });

  const newest = async (): Promise<string> => (await askStudio(server, ada, '/versions')).json().records.versions[0].id;
});

it('docs/edits.md lists all of these edits', async () => {
  await expect(editsPage()).toMatchFileSnapshot('../../../docs/edits.md');
  expect(rows.length + undoRows.length).toBeGreaterThanOrEqual(60);
});
