import { describe, expect, it } from 'vitest';
import demo from '../../../schemas/configs/demo.json';
import { lawOf, readJurisdictions } from '../../../src/model/law/jurisdictions';
import { readWidgetList } from '../../../src/model/section/widgetList';
import type { Setting } from '../../../src/model/types';
import { lintSchemas } from '../../../src/schema-tools/lint/lintSchemas';
import { readSchemaTexts } from '../../../src/server/forms/readSchemas';
import { runCommand } from '../../../src/tools/portal/runCommand';
import { findLawBreaks } from '../../../src/tools/schemas/law';
import { openServer } from '../../support/openServer';
import { readSchemaFiles } from '../../support/schemaFiles';
import { engines } from '../../support/serverFixture';
import { askStudio, joinStudio } from '../../support/studioPeople';

/** The place of a home, what the landlord wants, and the statute that forbids it. */
type Violation = [place: string, key: string, wanted: Setting | number, statute: string];

const CITIZEN = 'Cal. Civ. Code §1940.3(b) (California)';
const DOCUMENTS = 'Cal. Civ. Code §1940.3(b), (c) (California)';
const SSN = '9 V.S.A. §4456a(b) (Vermont)';
const NUMBER = '9 V.S.A. §4456a(b)(2) (Vermont)';

const settings: Violation[] = [
  ['us-ca', 'USCitizen', 'Required', CITIZEN],
  ['us-ca', 'USCitizen', 'Optional', CITIZEN],
  ['us-ca', 'PermanentResidentID', 'Required', DOCUMENTS],
  ['us-ca', 'Visa', 'Required', DOCUMENTS],
  ['us-vt', 'SSNCard', 'Required', SSN],
  ['us-vt', 'SSNNumber', 'Required', NUMBER],
];

const FEES: [place: string, most: number, statute: string][] = [
  ['us-ca', 65.86, 'Cal. Civ. Code §1950.6(b), (c) (California)'],
  ['us-ny', 20, 'N.Y. Real Prop. Law §238-a(1)(b) (New York)'],
  ['us-ny-new-york', 20, 'N.Y. Real Prop. Law §238-a(1)(b) (New York)'],
  ['us-nj', 50, 'N.J. A4899 (2026), a supplement to N.J.S.A. 46:8 (New Jersey)'],
  ['us-ma', 0, 'Mass. G.L. c.186 §15B(1)(b) (Massachusetts)'],
  ['us-vt', 0, '9 V.S.A. §4456a(a) (Vermont)'],
];
/** Fees in dollars: a cent above the limit, and more. */
const fees: Violation[] = FEES.flatMap(([place, most, statute]) =>
  [0.01, 10, 100].map((over): Violation => [place, 'fee', Number((most + over).toFixed(2)), statute]),
);

const files = readSchemaFiles();
const all = readJurisdictions(files);

/** What was rejected, by way and violation. */
const rejected = new Set<string>();
const countRejected = (way: string, place: string, key: string, wanted: Violation[2]) =>
  rejected.add(`${way}: ${place} ${key} = ${wanted}`);

describe('lint', () => {
  it.each(settings)('rejects in %s %s = %s', async (place, key, wanted, statute) => {
    const group = key in demo.documents ? 'documents' : 'fields';
    const own = {
      ...demo,
      documents: { ...demo.documents, Visa: 'Hide' },
      fields: { ...demo.fields, USCitizen: 'Hide' },
    };
    const sample = { ...own, places: [place], [group]: { ...own[group], [key]: wanted } };
    const texts = { ...(await readSchemaTexts()), 'configs/oak.json': JSON.stringify(sample) };
    const found = lintSchemas({ texts, widgets: readWidgetList(files), today: '2026-11-26' });
    expect(found).toContainEqual(
      expect.objectContaining({
        code: 'forbidden-setting',
        file: 'configs/oak.json',
        fix: expect.stringContaining(statute),
      }),
    );
    countRejected('lint', place, key, wanted);
  });
});

describe('prove', () => {
  it.each(settings)('rejects in %s %s = %s', (place, key, wanted, statute) => {
    const oak = { where: 'subscriber oak', places: [place], settings: { [key]: wanted as Setting } };
    expect(findLawBreaks(all, [oak])).toEqual([expect.stringContaining(statute)]);
    countRejected('prove', place, key, wanted);
  });

  it.each(fees)('rejects in %s a %s of %d dollars', (place, key, wanted, statute) => {
    const oak = { where: 'subscriber oak', places: [place], settings: {}, fee: Math.round(Number(wanted) * 100) };
    expect(findLawBreaks(all, [oak])).toEqual([expect.stringContaining(statute)]);
    countRejected('prove', place, key, wanted);
  });

  it('accepts the maximum that a place allows', () => {
    for (const [place, most] of FEES)
      expect(findLawBreaks(all, [{ where: 'oak', places: [place], settings: {}, fee: most * 100 }])).toEqual([]);
  });
});

describe.each(engines.slice(-1))('portal and Studio on $name', async (engine) => {
  const server = await openServer(engine);
  const { db } = server.deps;
  const run = (...args: string[]) => runCommand({ db, config: server.deps.config, cwd: process.cwd() }, args);
  const ada = await joinStudio(server, 'publish');

  /** Moves the demo's homes to a place, with settings and a fee that are lawful everywhere. */
  const moveTo = async (place: string) => {
    const { state = '', cities, title } = lawOfState(place);
    const address = [state, cities ? title : 'Somewhere'];
    await db.query("update property set state = $1, city = $2, zip = '' where subscriber_id = 'demo'", address);
    await db.query(
      `update subscriber set fee_cents = 0, settings = settings || '{"documents": {}, "fields": {"USCitizen": "Hide"}}' where id = 'demo'`,
    );
  };
  const lawOfState = (place: string) => {
    const { state, cities } = all[place] ?? {};
    return { state, cities, title: lawOf(all, place).title };
  };
  const stored = async () => (await db.query("select settings, fee_cents from subscriber where id = 'demo'")).rows;

  it.each(settings)('config set rejects in %s %s = %s', async (place, key, wanted, statute) => {
    await moveTo(place);
    const before = await stored();
    const { code, error } = await run('config', 'set', 'demo', key, String(wanted));
    expect([code, error]).toEqual([1, expect.stringContaining(statute)]);
    expect(await stored()).toEqual(before);
    countRejected('config set', place, key, wanted);
  });

  it.each(settings)('the Studio rejects in %s %s = %s', async (place, key, wanted, statute) => {
    await moveTo(place);
    const before = await stored();
    const { records: sources } = (await askStudio(server, ada, '/settings/demo')).json();
    const own = JSON.parse(sources.files['settings.json']);
    const group = key in demo.documents ? 'documents' : 'fields';
    const text = JSON.stringify({ ...own, [group]: { ...own[group], [key]: wanted } });
    const { head } = (await askStudio(server, ada, '/versions')).json().records;
    const body = { subscriber: 'demo', changes: { 'settings.json': text }, note: 'Ask more', head, when: 'now' };
    const response = await askStudio(server, ada, '/versions', body);
    expect([response.statusCode, response.json().code]).toEqual([422, 'heldBack']);
    expect(JSON.stringify(response.json().records)).toContain(statute);
    expect(await stored()).toEqual(before);
    countRejected('Studio', place, key, wanted);
  });

  it.each(fees)('subscriber fee rejects in %s a %s of %d dollars', async (place, key, wanted, statute) => {
    await moveTo(place);
    const before = await stored();
    const { code, error = '' } = await run('subscriber', 'fee', 'demo', '--amount', String(wanted));
    const [title, ...rules] = error.split('\n');
    expect([code, title]).toEqual([1, 'The law that applies to a home forbids this:']);
    expect(rules[0]).toContain(statute);
    expect(await stored()).toEqual(before);
    countRejected('subscriber fee', place, key, wanted);
  });

  it('accepts the maximum that the place allows', async () => {
    await moveTo('us-nj');
    expect((await run('subscriber', 'fee', 'demo', '--amount', '50')).lines).toEqual(["The fee of 'demo' is $50.00."]);
  });

  it('rejects a new home in a place that forbids what the landlord has set', async () => {
    await moveTo('us-nj');
    await run('subscriber', 'fee', 'demo', '--amount', '50');
    const add = (...more: string[]) => run('property', 'add', 'demo', 'green', '--name', 'Green', ...more);
    expect((await add('--state', 'VT')).error).toContain('9 V.S.A. §4456a(a) (Vermont)');
    expect((await add('--state', 'TX', '--place', 'us-vt')).error).toContain('9 V.S.A. §4456a(a) (Vermont)');
    expect((await add('--place', 'us-tx')).error).toContain("There's no place 'us-tx'");
    expect((await add('--state', 'TX')).lines[0]).toContain('the portal checks only federal rules');
  });

  it("sets a property's own place, unless that breaks the law", async () => {
    const place = (...more: string[]) => run('property', 'place', 'demo', 'green', ...more);
    expect((await place('--place', 'us-nj')).lines).toEqual([
      'Applicable law: New Jersey. To read it, run: npm run schemas -- law us-nj',
    ]);
    expect((await place('--place', 'us-ma')).error).toContain('Mass. G.L. c.186 §15B(1)(b)');
    expect((await place('--auto')).lines[0]).toContain('the portal checks only federal rules');
    expect((await place()).error).toContain('--auto');
  });
});

// 6 settings in 4 ways, and 6 limits at 3 amounts in 2 ways. The last test of the file, so that all others have run.
it('rejects all 60 violations', () => {
  expect(rejected.size).toBe(60);
});
