import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, type TestDatabase } from '../../support/serverEngines';
import { type Checked, checkRows } from './checkRows';
import { findStatements, type Statement } from './findStatements';
import { incorrectStatements } from './incorrectStatements';

/** Statements built at run time: how many per file, and what they depend on. */
const UNREADABLE: Record<string, [number, string]> = {
  'src/server/platform/sessions/staffSessionRepository.ts': [1, 'columns of the feature that asks'],
  'src/server/features/office/listRepository.ts': [2, 'filters of the list and of its count'],
  'src/server/features/office/searchRepository.ts': [1, 'one query for each kind of term'],
  'src/server/features/studio/versionRepository.ts': [1, 'columns of the object that is stored'],
  'src/server/features/demo/demoRepository.ts': [1, 'columns of the object that is stored'],
  'src/server/features/erasure/erasureRepository.ts': [2, 'the names of all tables, and commands that return nothing'],
  'src/server/platform/db/dumpTables.ts': [3, 'the names of all tables'],
  'src/server/platform/db/loadTables.ts': [4, 'the names of all tables, and their columns'],
  'src/server/forms/storedAnswerRepository.ts': [2, 'one condition for drafts and saved answers'],
  'src/tools/portal/operatorRepository.ts': [1, 'columns of the object that is stored'],
};

/** Never null in these rows, although the column can be. */
const NEVER_NULL: Record<string, string[]> = {
  'the statement leaves them out': [
    'dumpTables.name',
    'storedFileRepository.since',
    'formRepository.texts',
    'applicationRepository.account_id',
    'timelineRepository.delay',
    'operatorRepository.id',
  ],
  'neither table of the view has nulls': [
    'subscriber_id',
    'seq',
    'at',
    'kind',
    'trn',
    'body',
    'previous',
    'hash',
  ].flatMap((column) => [`auditRepository.${column}`, `auditCsvRepository.${column}`]),
  'a check of the table, or each insert, sets them': [
    'checkRepository.pages',
    'checkRepository.sealed',
    'disposalRepository.due',
    'timelineRepository.sealed',
  ],
  'set when the application was signed and paid, before anybody reads them': [
    'recordRepository.questions',
    'recordRepository.salt',
    'recordRepository.reference',
    'recordRepository.card',
    'recordRepository.paid_at',
    'webhookRepository.submitted_at',
  ],
};

const engine = engines.find(({ name }) => name === 'PostgreSQL') ?? engines[0];
const fileOf = ({ place }: Statement) => place.replace(/:.*/, '');

describe(`the rows of each statement on ${engine?.name}`, () => {
  let database: TestDatabase;
  let client: pg.PoolClient;
  let found: Statement[];
  let checked: Checked;

  beforeAll(async () => {
    database = (await engine?.open()) as TestDatabase;
    client = await database.db.connect();
    // Only an installation of an earlier release has this table.
    await client.query('create table migration (name text primary key, at timestamptz not null default now())');
    found = findStatements(['src/server', 'src/tools/portal', 'tests/server/sql/incorrectStatements.ts']);
    checked = await checkRows(client, own());
  });
  afterAll(async () => {
    client.release();
    await database.close();
  });
  const isPlanted = ({ place }: Statement) => place.startsWith('tests/');
  const own = () => found.filter((one) => !isPlanted(one));

  it("match the code's declared types", () => {
    expect(checked.problems).toEqual([]);
  });

  it('are null only where the code expects it', () => {
    expect([...new Set(checked.nullable)].sort()).toEqual(Object.values(NEVER_NULL).flat().sort());
  });

  it('are checked for every statement except those built at run time', () => {
    const counts: Record<string, number> = {};
    for (const one of own().filter(({ texts }) => texts.length === 0))
      counts[fileOf(one)] = (counts[fileOf(one)] ?? 0) + 1;
    expect(counts).toEqual(Object.fromEntries(Object.entries(UNREADABLE).map(([file, [count]]) => [file, count])));
    expect(own().filter(({ columns, texts }) => columns && texts.length).length).toBeGreaterThan(140);
  });

  it('fail if a type is wrong', async () => {
    const { problems, nullable } = await checkRows(client, found.filter(isPlanted));
    expect(problems.map((one) => one.replace(/.*\.ts:\d+: /, ''))).toEqual([
      'rows without a type',
      'id is string, declared as number',
      'run_at is Date, declared as string',
      "size isn't selected",
      "kind isn't declared",
      'error: relation "jobs" does not exist',
    ]);
    expect(nullable).toEqual(['incorrectStatements.error']);
    const unread = found.filter((one) => isPlanted(one) && one.texts.length === 0);
    expect(unread).toHaveLength(1);
    expect(incorrectStatements).toBeTypeOf('function');
  });
});
