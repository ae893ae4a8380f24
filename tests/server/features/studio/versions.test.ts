import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import retention from '../../../../schemas/retention.json';
import { createDeps } from '../../../../src/server/deps';
import { readSharedFiles } from '../../../../src/server/features/studio/sharedFiles';
import { reloadOnPublish } from '../../../../src/server/features/studio/versionRoutes';
import { createEvents } from '../../../../src/server/platform/db/events';
import { runCommand } from '../../../../src/tools/portal/runCommand';
import { registerApplicant } from '../../../support/serverApplicants';
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

const FILE = 'contacts.schema.json';
const WORDS = 'translations/es.json';
const FLOW = 'flows/application.json';
const live = (file: string) => server.deps.forms.texts[file] ?? '';
const head = async () => (await askStudio(server, ada, '/versions')).json().records.head as number;

/** The live contacts section with a new title, and its translation. */
function titled(title: string) {
  const schema = JSON.parse(live(FILE));
  schema.title = title;
  const words = JSON.parse(live(WORDS));
  words.texts[title] = `${title} (es)`;
  return { [FILE]: JSON.stringify(schema, null, 2), [WORDS]: JSON.stringify(words, null, 2) };
}

async function publish(changes: Record<string, string | null>, rest: object = {}) {
  const body = { subscriber: null, changes, note: 'A new title', head: await head(), when: 'now', ...rest };
  return askStudio(server, ada, '/versions', body);
}

describe('files that would keep the server busy', () => {
  const nest = (open: string, close: string, times: number) => `${open.repeat(times)}1${close.repeat(times)}`;

  it.each([
    ['lists', FILE, nest('[', ']', 90_000)],
    ['groups', FILE, nest('{"type":"object","properties":{"a":', '}}', 4000)],
    ['conditions', 'contacts.ui.json', nest('{"not":', '}', 20_000)],
  ])('are rejected by every call if %s nest too deep', async (_what, file, text) => {
    const changes = { [file]: text };
    const preview = { section: 'contacts', applicationType: 'Property', overlay: { settings: {} }, changes };
    const answers = [
      askStudio(server, ada, '/check', { subscriber: null, changes }),
      askStudio(server, ada, '/section', preview),
      askStudio(server, ada, '/editor', { section: 'contacts', path: ['emergency'], changes }),
      publish(changes),
      publish(changes, { when: 'draft' }),
    ];
    for (const answer of await Promise.all(answers)) {
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'heldBack']);
      expect(answer.json().records.findings).toMatchObject([{ code: 'too-deep', file }]);
    }
  });
});

describe('POST /api/studio/versions', () => {
  it('activates a change right away, with its note and author', async () => {
    const answer = await publish(titled('People to call'));
    expect(answer.json()).toMatchObject({ status: 200, message: 'Published.' });
    expect(answer.json().records).toMatchObject({ state: 'live', note: 'A new title', author: ada.name, live_no: 1 });
    const { records } = (await server.app.inject('/api/studio')).json();
    expect(records.sections).toContainEqual(expect.objectContaining({ name: 'contacts', title: 'People to call' }));
  });

  it('rejects a change that fails validation and says why', async () => {
    const schema = JSON.parse(live(FILE));
    schema.title = 'Untranslated';
    const before = live(FILE);
    const answer = await publish({ [FILE]: JSON.stringify(schema) });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().records.findings).toMatchObject([{ code: 'missing-translation', file: FILE }]);
    expect(live(FILE)).toBe(before);
  });

  it.each([
    ['text that is no JSON', '{', 'not-json'],
    ['a pattern that would keep the process busy', '^([0-9]+)+$', 'slow-pattern'],
  ])('rejects %s', async (_, text, code) => {
    const schema = JSON.parse(live(FILE));
    schema.properties.slow = { title: 'Slow', type: 'string', 'x-pii': 'none', maxLength: 9, pattern: text };
    const changed = code === 'not-json' ? text : JSON.stringify(schema);
    const { findings } = (await publish({ [FILE]: changed })).json().records;
    expect(findings.map((one: { code: string }) => one.code)).toContain(code);
  });

  it.each(['constructor', 'toString', 'hasOwnProperty', '__proto__', '$sealed'])(
    'rejects a question named %s',
    async (name) => {
      const poisoned = live(FILE).replace('"reference": {', `${JSON.stringify(name)}: {`);
      const { statusCode, body } = await publish({ [FILE]: poisoned });
      expect([statusCode, body.includes('reserved-name')]).toEqual([422, true]);
    },
  );

  it.each([
    ['another page', '"/login"'],
    ['the server', '"/api/pay"'],
    ['another step', '"/identification/incomeDetail"'],
  ])('rejects a step at the address of %s', async (_, route) => {
    const moved = live(FLOW).replace('"/identification/payment"', route);
    const { findings } = (await publish({ [FLOW]: moved })).json().records;
    expect(findings).toMatchObject([{ code: 'bad-route', file: FLOW }]);
  });

  it('refuses changes made on forms that have changed since', async () => {
    const before = await head();
    await publish(titled('First'));
    const late = await publish(titled('Second'), { head: before });
    expect(late.statusCode).toBe(409);
    expect(late.json().code).toBe('staleForms');
  });

  it('accepts one of two changes at the same time', async () => {
    const at = await head();
    const body = (title: string) => ({ subscriber: null, changes: titled(title), note: 'x', head: at, when: 'now' });
    const both = await Promise.all(['One', 'Other'].map((title) => askStudio(server, ada, '/versions', body(title))));
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });

  it.each([
    ['a file outside schemas/', { '../package.json': '{}' }],
    ['a file of the program', { 'meta/section.schema.json': '{}' }],
    ['a change without files', {}],
  ])('refuses %s', async (_, changes) => {
    expect((await publish(changes)).statusCode).toBe(422);
  });

  it('requires a migration for a change that breaks stored answers, and accepts it with one', async () => {
    const { trn, headers } = await registerApplicant(server);
    const answers = { address: [{ city: 'Austin', search_address: '12 Oak St' }] };
    await server.app.inject({ method: 'PUT', url: `/api/drafts/${trn}/address`, headers, payload: { answers } });
    const schema = JSON.parse(live('address.schema.json'));
    schema.properties.address.items.required.push('appartment');
    const changes = { 'address.schema.json': JSON.stringify(schema) };
    const check = async (changed: object) =>
      (await askStudio(server, ada, '/check', { subscriber: null, changes: changed })).json().records;
    const { findings, affected, nextMigration } = await check(changes);
    expect(affected).toMatchObject([{ section: 'address', answered: 1, affected: 1 }]);
    const line = { accept: 'address/[]/appartment' };
    expect(findings).toMatchObject([{ code: 'breaking', accept: { section: 'address', line } }]);
    const { properties } = JSON.parse(live('address.schema.json'));
    const counted = async (name: string) => {
      const fewer = JSON.parse(live('address.schema.json'));
      fewer.properties.address.items.properties = { ...properties.address.items.properties, [name]: undefined };
      const drawn = JSON.parse(live('address.ui.json'));
      drawn.address.items[name] = undefined;
      const texts = [fewer, drawn].map((content) => JSON.stringify(content));
      const [one] = (await check({ 'address.schema.json': texts[0], 'address.ui.json': texts[1] })).affected;
      return [one?.answered, one?.affected];
    };
    // The draft has an address from the search, and no reason for moving.
    expect([await counted('search_address'), await counted('reason')]).toEqual([
      [1, 1],
      [1, 0],
    ]);
    const migration = { title: 'Apartment', section: 'address', changes: [line] };
    const file = `migrations/${String(nextMigration).padStart(3, '0')}-apartment.json`;
    const whole = { $schema: '../meta/migration.schema.json', ...migration };
    expect((await publish({ ...changes, [file]: JSON.stringify(whole) })).statusCode).toBe(200);
    expect(server.deps.forms.schemaVersion).toContain('-apartment');
  });

  it('returns how many applications a shorter retention deletes, and rejects one below the minimum', async () => {
    const { trn } = await registerApplicant(server);
    await server.deps.db.query("update application set active_at = now() - interval '40 days' where trn = $1", [trn]);
    const days = (warnAfterDays: number, removeAfterDays: number) => ({
      'retention.json': JSON.stringify({ ...retention, warnAfterDays, removeAfterDays }),
    });
    const check = async (changes: object) =>
      (await askStudio(server, ada, '/check', { subscriber: null, changes })).json().records;
    expect(await check(days(20, 30))).toMatchObject({
      findings: [],
      retention: { removeAfterDays: 30, all: 1, newly: 1 },
    });
    for (const below of [days(0, 1), days(-1, 0.5), days(29, 30)]) {
      const refused = await publish(below);
      expect(refused.json().code).toBe('heldBack');
      expect(refused.json().records.findings[0]).toMatchObject({ file: 'retention.json' });
    }
    expect((await check(titled('Nothing is removed'))).retention).toBeUndefined();
  });
});

it('publishes a change although a sample persona answers a removed question', async () => {
  const file = 'personas/robin-hale.json';
  const persona = JSON.parse(live(file));
  persona.flows.application.identification.ssn.gone = 'x';
  const { id, state } = (await publish({ [file]: JSON.stringify(persona) })).json().records;
  expect(state).toBe('live');
  await askStudio(server, ada, `/versions/${id}/undo`, {});
});

describe('POST /api/studio/versions/:id/undo', () => {
  const undo = (id: string) => askStudio(server, ada, `/versions/${id}/undo`, {});

  it('restores the earlier files once, as a new version', async () => {
    const before = live(FILE);
    const { id, live_no } = (await publish(titled('Undone'))).json().records;
    const undone = (await undo(id)).json().records;
    expect(undone).toMatchObject({ undoes: id, live_no: live_no + 1, note: `Undid version ${live_no}` });
    expect(live(FILE)).toBe(before);
    expect((await undo(id)).json().code).toBe('laterVersion');
  });

  it('removes a new question that has answers only if the undo is forced', async () => {
    const [schema, drawn, words] = ['address.schema.json', 'address.ui.json', WORDS].map((file) =>
      JSON.parse(live(file)),
    );
    schema.properties.lived = { title: 'Since when?', type: 'string', maxLength: 40, 'x-pii': 'none' };
    drawn.lived = { 'ui:autocomplete': 'off' };
    words.texts['Since when?'] = '¿Desde cuándo?';
    const before = live('address.schema.json');
    const changes = { 'address.schema.json': schema, 'address.ui.json': drawn, [WORDS]: words };
    const texts = Object.entries(changes).map(([file, content]) => [file, JSON.stringify(content)]);
    const { id } = (await publish(Object.fromEntries(texts))).json().records;
    const { trn, headers } = await registerApplicant(server);
    const payload = { answers: { lived: 'May' } };
    await server.app.inject({ method: 'PUT', url: `/api/drafts/${trn}/address`, headers, payload });
    // Publishing the earlier file instead of undoing needs a migration, because the removal may be intended.
    const byHand = (await publish({ 'address.schema.json': before, 'address.ui.json': null })).json().records;
    expect(byHand.findings).toMatchObject([{ code: 'breaking', accept: { line: { drop: 'lived' } } }]);
    const refused = await undo(id);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      code: 'answersStored',
      message: expect.stringMatching(/^The answers in 1 application don't fit the earlier form/),
    });
    expect(live('address.schema.json')).not.toBe(before);
    expect((await askStudio(server, ada, `/versions/${id}/undo?anyway=true`, {})).statusCode).toBe(200);
    expect(live('address.schema.json')).toBe(before);
  });

  it('removes a new question without answers at once', async () => {
    const schema = JSON.parse(live('address.schema.json'));
    const drawn = JSON.parse(live('address.ui.json'));
    const words = JSON.parse(live(WORDS));
    schema.properties.unseen = { title: 'Since which day?', type: 'string', maxLength: 40, 'x-pii': 'none' };
    drawn.unseen = { 'ui:autocomplete': 'off' };
    words.texts['Since which day?'] = '¿Desde qué día?';
    const changes = { 'address.schema.json': schema, 'address.ui.json': drawn, [WORDS]: words };
    const texts = Object.entries(changes).map(([file, content]) => [file, JSON.stringify(content)]);
    const { id } = (await publish(Object.fromEntries(texts))).json().records;
    expect((await undo(id)).statusCode).toBe(200);
  });

  it('is rejected while a later version has changed the same files', async () => {
    const { id } = (await publish(titled('Earlier'))).json().records;
    await publish(titled('Later'));
    expect((await undo(id)).statusCode).toBe(409);
  });
});

describe('drafts and schedules', () => {
  const later = () => new Date(server.deps.clock().getTime() + 60_000).toISOString();
  const schedule = async (title: string): Promise<{ id: string }> => {
    const answer = await publish(titled(title), { when: later() });
    expect(answer.json().records.state).toBe('scheduled');
    return answer.json().records;
  };
  /** Advances the clock by a minute, and runs the jobs that are due then. */
  const passTime = async () => {
    server.advance(61);
    await server.deps.db.query("update job set run_at = now() where kind = 'studio-publish'");
    await server.drain();
  };
  const stateOf = async (id: string) =>
    (await askStudio(server, ada, `/versions/${id}`)).json().records.version.state as string;
  const actKind = ({ kind }: { kind: string }) => kind;

  it("a draft isn't active, and viewers can read it by its number", async () => {
    const before = live(FILE);
    const { id, state } = (await publish(titled('A draft'), { when: 'draft' })).json().records;
    expect(state).toBe('draft');
    expect(live(FILE)).toBe(before);
    const colleague = await joinStudio(server, 'look');
    const { changes } = (await askStudio(server, colleague, `/versions/${id}`)).json().records;
    expect(changes[FILE]).toContain('A draft');
    expect((await askStudio(server, ada, `/versions/${id}/withdraw`, {})).json().records.state).toBe('withdrawn');
    expect((await askStudio(server, ada, `/versions/${id}/withdraw`, {})).statusCode).toBe(404);
  });

  it('an editor can save drafts but not publish', async () => {
    const editor = await joinStudio(server, 'edit');
    const body = { subscriber: null, changes: titled('By an editor'), note: 'x', head: await head() };
    expect((await askStudio(server, editor, '/versions', { ...body, when: 'draft' })).statusCode).toBe(200);
    expect((await askStudio(server, editor, '/versions', { ...body, when: 'now' })).statusCode).toBe(403);
  });

  it('a scheduled version becomes active at its time', async () => {
    const when = new Date(server.deps.clock().getTime() + 3 * 86_400_000).toISOString();
    const { id, state } = (await publish(titled('At its time'), { when })).json().records;
    expect(state).toBe('scheduled');
    await server.deps.db.query("update job set run_at = now() where kind = 'studio-publish'");
    await server.drain();
    expect(live(FILE)).not.toContain('At its time');
    server.advance(3 * 86_400 + 1);
    ada = await joinStudio(server, 'publish');
    await server.deps.db.query("update job set run_at = now() where kind = 'studio-publish'");
    await server.drain();
    expect(live(FILE)).toContain('At its time');
    expect((await askStudio(server, ada, `/versions/${id}`)).json().records.version.state).toBe('live');
  });

  it('are withdrawn by publishers, not by editors', async () => {
    const editor = await joinStudio(server, 'edit');
    const { id } = await schedule('Not for editors');
    expect((await askStudio(server, editor, `/versions/${id}/withdraw`, {})).statusCode).toBe(403);
    expect(await stateOf(id)).toBe('scheduled');
    expect((await askStudio(server, ada, `/versions/${id}/withdraw`, {})).statusCode).toBe(200);
    const body = { subscriber: null, changes: titled('By an editor'), note: 'x', head: await head() };
    expect((await askStudio(server, editor, '/versions', { ...body, when: later() })).statusCode).toBe(403);
  });

  it("aren't scheduled while validation fails", async () => {
    const schema = JSON.parse(live(FILE));
    schema.title = 'Never translated';
    const refused = await publish({ [FILE]: JSON.stringify(schema) }, { when: later() });
    expect(refused.statusCode).toBe(422);
    expect(refused.json().records.findings).toMatchObject([{ code: 'missing-translation', file: FILE }]);
  });

  it('are checked again at their time', async () => {
    const { id } = await schedule('Fine when it was scheduled');
    // Simulates stricter validation after an update: the stored file is no longer valid.
    const text = live(FILE).replace(/"title": "[^"]*"/, '"title": "Never translated"');
    await server.deps.db.query('update studio_version set files = $2 where id = $1', [id, { [FILE]: text }]);
    await passTime();
    expect(live(FILE)).not.toContain('Never translated');
    const { version } = (await askStudio(server, ada, `/versions/${id}`)).json().records;
    expect(version).toMatchObject({ state: 'refused', findings: [{ code: 'missing-translation' }] });
  });

  it('never become active once withdrawn, not even if the job is just checking them', async () => {
    const early = await schedule('Withdrawn in time');
    await askStudio(server, ada, `/versions/${early.id}/withdraw`, {});
    await passTime();
    const late = await schedule('Withdrawn at the last moment');
    const { forms } = server.deps;
    const tryOut = forms.validateChanges;
    const checking = vi.spyOn(forms, 'validateChanges').mockImplementationOnce(async (...wanted) => {
      expect((await askStudio(server, ada, `/versions/${late.id}/withdraw`, {})).statusCode).toBe(200);
      return tryOut(...wanted);
    });
    await passTime();
    expect(checking).toHaveBeenCalled();
    checking.mockRestore();
    expect(live(FILE)).not.toContain('Withdrawn');
    const { acts } = (await askStudio(server, ada, '/acts')).json().records;
    for (const { id } of [early, late]) {
      expect(await stateOf(id)).toBe('withdrawn');
      const kinds = acts.filter(({ version }: { version: string }) => version === id).map(actKind);
      expect(kinds.sort()).toEqual(['schedule', 'withdraw']);
    }
  });

  it('are rejected at their time, with the reason, if their files changed meanwhile', async () => {
    const when = new Date(server.deps.clock().getTime() + 60_000).toISOString();
    const { id } = (await publish(titled('Too late'), { when })).json().records;
    await publish(titled('In between'));
    server.advance(61);
    await server.deps.db.query("update job set run_at = now() where kind = 'studio-publish'");
    await server.drain();
    const { version } = (await askStudio(server, ada, `/versions/${id}`)).json().records;
    expect(version).toMatchObject({ state: 'refused', findings: [{ code: 'stale' }] });
    expect(live(FILE)).toContain('In between');
  });
});

describe('settings of a subscriber', () => {
  const settings = async () =>
    JSON.parse((await askStudio(server, ada, '/settings/demo')).json().records.files['settings.json']);
  const set = (text: object) => publish({ 'settings.json': JSON.stringify(text) }, { subscriber: 'demo' });

  it('change for that subscriber, and are undone', async () => {
    const before = await settings();
    const changed = { ...before, fields: { ...before.fields, ReasonforMoving: 'Hide' } };
    const { id } = (await set(changed)).json().records;
    expect((await server.deps.forms.getSubscriberSettings('demo')).settings.ReasonforMoving).toBe('Hide');
    await askStudio(server, ada, `/versions/${id}/undo`, {});
    expect(await settings()).toEqual(before);
  });

  it('are rejected with a key that no schema reads', async () => {
    const before = await settings();
    const { records } = (await set({ ...before, fields: { ...before.fields, NoSuchKey: 'Hide' } })).json();
    expect(JSON.stringify(records.findings)).toContain('NoSuchKey');
  });

  it('are rejected with an unknown setting or subscriber', async () => {
    expect((await set({ fields: { MoveInDate: 'Maybe' } })).statusCode).toBe(400);
    const nobody = await publish({ 'settings.json': '{}' }, { subscriber: 'nobody' });
    expect(nobody.statusCode).toBe(404);
  });
});

describe('messages of a subscriber', () => {
  const settings = async () =>
    JSON.parse((await askStudio(server, ada, '/settings/demo')).json().records.files['settings.json']);
  const changeWording = async (own: object) =>
    publish({ 'settings.json': JSON.stringify({ ...(await settings()), ...own }) }, { subscriber: 'demo' });
  const words = {
    wording: {
      address: { 'address/[]/appartment': { label: 'Door', help: 'As on the bell' } },
      ssn: { isUS_citizen: { messages: { required: 'Say whether you are a citizen' } } },
    },
    translations: {
      es: {
        Door: 'Puerta',
        'As on the bell': 'Como en el timbre',
        'Say whether you are a citizen': 'Diga si es ciudadano',
      },
    },
  };
  const readTitles = async (language: string) => {
    const { headers } = await registerApplicant(server);
    const request = { ...headers, 'accept-language': language };
    const { body } = await server.app.inject({ url: '/api/forms/application/identification', headers: request });
    return body;
  };

  it("appear in that subscriber's forms, in every language, until they are undone", async () => {
    expect(await readTitles('en')).not.toContain('"Door"');
    const { id } = (await changeWording(words)).json().records;
    expect(await readTitles('en')).toContain('"title":"Door"');
    expect(await readTitles('en')).toContain('As on the bell');
    expect(await readTitles('es')).toContain('"title":"Puerta"');
    const other = await server.deps.forms.serveSection('address', { settings: {} });
    expect(JSON.stringify(other)).not.toContain('"Door"');
    await askStudio(server, ada, `/versions/${id}/undo`, {});
    expect(await readTitles('en')).not.toContain('"Door"');
  });

  it('appear in a rejected save, in its language', async () => {
    const { id } = (await changeWording(words)).json().records;
    const { trn, headers } = await registerApplicant(server);
    const save = async (language: string) => {
      const payload = { trn_id: trn, version: 0 };
      const all = { ...headers, 'accept-language': language };
      return (await server.app.inject({ method: 'POST', url: '/api/applicant/saveiddetail', headers: all, payload }))
        .body;
    };
    expect(await save('en')).toContain('Say whether you are a citizen');
    expect(await save('es')).toContain('Diga si es ciudadano');
    await askStudio(server, ada, `/versions/${id}/undo`, {});
  });

  it.each([
    [
      'a language lacks them',
      { wording: { address: { 'address/[]/appartment': { label: 'Door' } } } },
      'missing-translation',
    ],
    ['the field is not there', { wording: { address: { nowhere: { label: 'Yes' } } } }, 'dangling-path'],
    ['there is no such section', { wording: { nowhere: { x: { label: 'Yes' } } } }, 'dangling-path'],
    [
      'the option is not offered',
      { wording: { ssn: { isUS_citizen: { options: { Never: 'Yes' } } } } },
      'dangling-path',
    ],
  ])('are rejected if %s', async (_why, own, code) => {
    const { findings } = (await changeWording(own)).json().records;
    expect(findings).toMatchObject([{ code, file: 'configs/subscriber-demo.json' }]);
  });

  it('are refused in another format', async () => {
    expect((await changeWording({ wording: { address: { city: { title: 'No' } } } })).statusCode).toBe(400);
    expect((await changeWording({ translations: { es: ['x'] } })).statusCode).toBe(400);
  });

  it("replace the files' messages in the editor", async () => {
    const request = { section: 'address', path: ['address', '[]', 'appartment'], own: { wording: words.wording } };
    const { answers, base, served } = (await askStudio(server, ada, '/editor', request)).json().records;
    expect(answers).toMatchObject({ label: 'Door', help: 'As on the bell' });
    expect(base).toMatchObject({ label: 'Apartment or unit' });
    expect(Object.keys(served.schema.properties)).toEqual(['label', 'help', 'messages']);
  });

  it('are visible in a draft to viewers', async () => {
    const changes = { 'settings.json': JSON.stringify({ ...(await settings()), ...words }) };
    const { id } = (await publish(changes, { subscriber: 'demo', when: 'draft' })).json().records;
    const colleague = await joinStudio(server, 'look');
    const request = { section: 'address', applicationType: 'Property', overlay: { settings: {} }, version: id };
    const { served } = (await askStudio(server, colleague, '/section', request)).json().records;
    expect(JSON.stringify(served.schema)).toContain('"Door"');
  });

  it('are exported as a sample', async () => {
    await changeWording(words);
    const folder = await mkdtemp(path.join(tmpdir(), 'export-'));
    const portal = { db: server.deps.db, config: server.deps.config, cwd: folder };
    await runCommand(portal, ['schemas', 'export', '--to', '.', '--subscribers']);
    const sample = JSON.parse(await readFile(path.join(folder, 'configs/subscriber-demo.json'), 'utf8'));
    expect(sample).toMatchObject({ title: 'demo', ...words });
    await rm(folder, { recursive: true });
  });
});

it('a published version reaches another process at once', async () => {
  const events = createEvents();
  const other = await createDeps(server.deps.config, server.deps.db, { events });
  const hooks: (() => Promise<void>)[] = [];
  const app = { addHook: (_: string, hook: () => Promise<void>) => hooks.push(hook), log: console };
  reloadOnPublish(app as never, other);
  const reloaded = new Promise<void>((resolve) => other.forms.onReload(resolve));
  const stop = server.deps.events.subscribe('schemas', (id) => events.publish(`schemas:${id ?? ''}`));
  await publish(titled('Everywhere'));
  await reloaded;
  stop();
  expect(other.forms.texts[FILE]).toContain('Everywhere');
});

it('a preview of a restored file shows the file in schemas/', async () => {
  await publish(titled('Not in schemas/'));
  const request = { section: 'contacts', applicationType: 'Property', overlay: { settings: {} } };
  const titleWith = async (changes?: object) =>
    (await askStudio(server, ada, '/section', { ...request, changes })).json().records.served.schema.title;
  expect(await titleWith()).toBe('Not in schemas/');
  expect(await titleWith({ [FILE]: null, [WORDS]: null })).toBe('Contacts');
});

it('a published version reaches another process without notifications', async () => {
  const other = await createDeps(server.deps.config, server.deps.db, { events: createEvents() });
  const hooks: (() => Promise<void>)[] = [];
  const app = { addHook: (_: string, hook: () => Promise<void>) => hooks.push(hook), log: console };
  reloadOnPublish(app as never, other, { every: 20 });
  await publish(titled('Polled'));
  await vi.waitFor(() => expect(other.forms.texts[FILE]).toContain('Polled'), 5000);
  for (const stop of hooks) await stop();
});

it('a process that has not loaded a new version serves the number of its own files', async () => {
  const late = await createDeps(server.deps.config, server.deps.db);
  const before = late.forms.publishedNumber;
  await publish(titled('Not loaded yet'));
  expect(readSharedFiles(late, '').head).toBe(before);
  await late.forms.reload();
  expect(readSharedFiles(late, '').head).toBe(before + 1);
});

it('published files are served after a restart', async () => {
  const again = await createDeps(server.deps.config, server.deps.db);
  expect(again.forms.texts[FILE]).toBe(live(FILE));
});

it('schemas export writes the published files', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'export-'));
  const portal = { db: server.deps.db, config: server.deps.config, cwd: folder };
  const { lines, error } = await runCommand(portal, ['schemas', 'export', '--to', 'out']);
  expect(error).toBeUndefined();
  expect(lines.join()).toContain(FILE);
  expect(lines.at(-1)).toBe('Next: npm run format, then open a pull request.');
  expect(await readFile(path.join(folder, 'out', FILE), 'utf8')).toBe(live(FILE));
  expect((await runCommand(portal, ['schemas', 'export', '--to', 'out'])).lines).toEqual([
    'Nothing to export: the files match what was published.',
  ]);
  await rm(folder, { recursive: true });
});

it('the audit log has every action', async () => {
  const { acts } = (await askStudio(server, ada, '/acts')).json().records;
  const kinds = new Set(acts.map(({ kind }: { kind: string }) => kind));
  for (const kind of ['enter', 'publish', 'undo', 'draft', 'schedule', 'withdraw', 'refused'])
    expect(kinds).toContain(kind);
  expect(acts.find(({ kind }: { kind: string }) => kind === 'publish')).toMatchObject({
    author: expect.stringMatching(/^Editor/),
    version: expect.any(String),
  });
});
