import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Newer } from '../../../../src/contract/studio';
import { mergeDraft } from '../../../../src/model/studio/merge/mergeDraft';
import { SETTINGS_FILE } from '../../../../src/model/studio/roles';
import type { TestServer } from '../../../support/serverFixture';
import { askStudio, joinStudio, type StudioTester, startStudioServer } from '../../../support/studioPeople';

let server: TestServer;
let ada: StudioTester;
let ben: StudioTester;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ server, close } = await startStudioServer());
  ada = await joinStudio(server, 'publish');
  ben = await joinStudio(server, 'publish');
});
afterAll(() => close());

const FILE = 'contacts.schema.json';
const WORDS = 'translations/es.json';
const live = (file: string) => server.deps.forms.texts[file] ?? '';
const head = async () => (await askStudio(server, ada, '/versions')).json().records.head as number;
type Changes = Record<string, string>;

async function publish(who: StudioTester, changes: Changes, at: number, subscriber: string | null = null) {
  const body = { subscriber, changes, note: `By ${who.name}`, head: at, when: 'now' };
  return askStudio(server, who, '/versions', body);
}

async function findNewer(files: string[], at: number, subscriber: string | null = null): Promise<Newer> {
  return (await askStudio(server, ada, '/newer', { subscriber, files, head: at })).json().records;
}

/** The live contacts section with a new title for a group, and its translation. */
function titled(group: string, title: string): Changes {
  const schema = JSON.parse(live(FILE));
  schema.properties[group].title = title;
  const words = JSON.parse(live(WORDS));
  words.texts[title] = `${title} (es)`;
  return { [FILE]: JSON.stringify(schema), [WORDS]: JSON.stringify(words) };
}

describe('POST /api/studio/newer', () => {
  it('lets a second person publish without redoing their change', async () => {
    const at = await head();
    const mine = titled('emergency_reference', 'Who should we call?');
    const before = live(FILE);
    await publish(ben, titled('reference', 'Who knows you?'), at);
    expect((await publish(ada, mine, at)).json().code).toBe('staleForms');
    const newer = await findNewer(Object.keys(mine), at);
    expect(newer).toMatchObject({
      head: at + 1,
      versions: [{ live_no: at + 1, author: ben.name, note: `By ${ben.name}` }],
    });
    expect(newer.base[FILE]).toBe(before);
    const { changes, conflicts } = mergeDraft(mine, newer, {});
    expect(conflicts).toEqual([]);
    expect((await publish(ada, changes as Changes, newer.head)).statusCode).toBe(200);
    const { properties } = JSON.parse(live(FILE));
    expect([properties.emergency_reference.title, properties.reference.title]).toEqual([
      'Who should we call?',
      'Who knows you?',
    ]);
    expect(JSON.parse(live(WORDS)).texts).toMatchObject({
      'Who should we call?': 'Who should we call? (es)',
      'Who knows you?': 'Who knows you? (es)',
    });
  });

  it('returns the file before the first of several changes', async () => {
    const at = await head();
    const before = live(FILE);
    await publish(ben, titled('reference', 'A first title'), at);
    await publish(ben, titled('reference', 'A second title'), at + 1);
    const { base, theirs, versions } = await findNewer([FILE], at);
    expect(base).toEqual({ [FILE]: before });
    expect(JSON.parse(theirs[FILE] ?? '').properties.reference.title).toBe('A second title');
    expect(versions.map(({ live_no }) => live_no)).toEqual([at + 1, at + 2]);
  });

  it('returns nothing for files that no one changed', async () => {
    const at = await head();
    await publish(ben, titled('reference', 'Another title'), at);
    expect(await findNewer(['ssn.schema.json'], at)).toMatchObject({
      base: {},
      theirs: {},
      versions: [],
      head: at + 1,
    });
  });

  it('names files that the base does not have, and the next free migration', async () => {
    const file = 'migrations/999-later.json';
    const { added, nextMigration } = await findNewer([file, FILE], await head());
    expect(added).toEqual([file]);
    expect(nextMigration).toBeGreaterThan(0);
  });

  it("returns a subscriber's earlier settings", async () => {
    const id = 'demo';
    const { files } = (await askStudio(server, ada, `/settings/${id}`)).json().records;
    const text = files[SETTINGS_FILE];
    const at = await head();
    const { documents, fields, ...rest } = JSON.parse(text);
    const changed = JSON.stringify({ ...rest, documents, fields: { ...fields, ReasonforMoving: 'Hide' } });
    expect((await publish(ben, { [SETTINGS_FILE]: changed }, at, id)).statusCode).toBe(200);
    const { base, theirs } = await findNewer([SETTINGS_FILE], at, id);
    expect(base).toEqual({ [SETTINGS_FILE]: text });
    expect(JSON.parse(theirs[SETTINGS_FILE] ?? '').fields.ReasonforMoving).toBe('Hide');
    expect((await findNewer([FILE], at)).versions).toEqual([]);
  });

  it('requires the role editor', async () => {
    const reader = await joinStudio(server, 'look');
    const refused = await askStudio(server, reader, '/newer', { subscriber: null, files: [FILE], head: 0 });
    expect(refused.statusCode).toBe(403);
  });
});
