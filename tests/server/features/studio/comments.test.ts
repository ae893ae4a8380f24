import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StudioComment } from '../../../../src/contract/studioComments';
import { MAX_COMMENT, MAX_OPEN_COMMENTS } from '../../../../src/model/studio/comments';
import type { StudioRole } from '../../../../src/model/studio/roles';
import { addComment } from '../../../../src/server/features/studio/commentRepository';
import { studio } from '../../../../src/server/features/studio/studio';
import { createTestServer, type TestServer } from '../../../support/serverFixture';
import { askStudio, joinStudio, type StudioTester } from '../../../support/studioPeople';

let server: TestServer;
let people: Record<StudioRole, StudioTester>;

beforeAll(async () => {
  server = await createTestServer();
  people = {
    look: await joinStudio(server, 'look'),
    edit: await joinStudio(server, 'edit'),
    publish: await joinStudio(server, 'publish'),
  };
});
afterAll(() => server.close());

const plain = { section: 'contacts', subscriber: null, field: '', version: null, text: 'Is this still asked?' };
const nobody = { headers: {} };

async function comment(who: Pick<StudioTester, 'headers'>, rest: object = {}) {
  return askStudio(server, who, '/comments', { ...plain, ...rest });
}

async function list(section: string, query = '', who = people.look): Promise<StudioComment[]> {
  return (await askStudio(server, who, `/comments/${section}${query}`)).json().records.comments;
}

const resolve = (who: Pick<StudioTester, 'headers'>, id: string) =>
  askStudio(server, who, `/comments/${id}/resolve`, {});

describe('comments in the Studio', () => {
  it('have a field, a text, an author and a time, and are read by everyone in the Studio', async () => {
    const field = 'emergency/full_name';
    const start = server.deps.clock().getTime();
    const added = await comment(people.edit, { field, text: '  Why the full name?\n' });
    const { records, ...rest } = added.json();
    expect(rest).toMatchObject({ status: 200, message: 'Comment added.' });
    expect(records).toMatchObject({ field, text: 'Why the full name?', author: people.edit.name, isOwn: true });
    expect(Date.parse(records.written_at)).toBeGreaterThanOrEqual(start);
    expect(await list('contacts')).toEqual([{ ...records, isOwn: false }]);
    expect(await list('address')).toEqual([]);
  });

  it('belong to one subscriber or to everyone', async () => {
    await comment(people.edit, { section: 'address', subscriber: 'demo', text: 'Only for Demo Homes' });
    expect((await list('address', '?subscriber=demo')).map(({ text }) => text)).toEqual(['Only for Demo Homes']);
    expect(await list('address')).toEqual([]);
  });

  it('remember the draft that they are about', async () => {
    const file = 'contacts.schema.json';
    const changes = { [file]: server.deps.forms.texts[file] };
    const body = { subscriber: null, changes, note: 'A draft', head: 0, when: 'draft' };
    const { id } = (await askStudio(server, people.edit, '/versions', body)).json().records;
    expect((await comment(people.look, { version: id })).json().records.version).toBe(id);
  });

  it.each([
    ['look', 200],
    ['edit', 200],
    ['publish', 200],
  ] as const)('are written by people who may %s', async (role, status) => {
    expect((await comment(people[role], { section: 'ssn' })).statusCode).toBe(status);
  });

  it('are not written without a login', async () => {
    expect((await comment(nobody)).statusCode).toBe(401);
    expect((await resolve(nobody, '1')).statusCode).toBe(401);
  });

  it('are resolved once, by their author or an editor', async () => {
    const id = (await comment(people.publish, { section: 'banking' })).json().records.id;
    expect((await resolve(people.look, id)).statusCode).toBe(403);
    const done = (await resolve(people.edit, id)).json();
    expect(done.message).toBe('Comment resolved.');
    expect(done.records).toMatchObject({ resolved_by: people.edit.name, resolved_at: expect.any(String) });
    expect((await resolve(people.publish, id)).json().records.resolved_by).toBe(people.edit.name);
    const own = (await comment(people.look, { section: 'banking' })).json().records.id;
    expect((await resolve(people.look, own)).statusCode).toBe(200);
    expect((await resolve(people.edit, '4711')).statusCode).toBe(404);
  });

  it.each([
    ['an empty text', { text: ' ' }, 422],
    ['a long text', { text: 'x'.repeat(MAX_COMMENT + 1) }, 422],
    ['an unknown section', { section: 'nothing' }, 404],
    ['an unknown subscriber', { subscriber: 'nobody' }, 404],
    ['an unknown draft', { version: '999999' }, 404],
  ])('are refused with %s', async (_what, rest, status) => {
    expect((await comment(people.edit, rest)).statusCode).toBe(status);
  });

  it('are refused once too many are open, until some are resolved', async () => {
    const { db, clock } = server.deps;
    const by = { id: null, author: 'Ada' };
    const fill = { by, now: clock(), most: MAX_OPEN_COMMENTS };
    const full = { ...plain, section: 'supplemental' };
    const rows = await Promise.all(Array.from({ length: MAX_OPEN_COMMENTS }, () => addComment(db, full, fill)));
    const refused = await comment(people.edit, { section: 'supplemental' });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'tooManyComments']);
    await resolve(people.edit, rows[0]?.id ?? '');
    expect((await comment(people.edit, { section: 'supplemental' })).statusCode).toBe(200);
  });

  it('are deleted 30 days after they were resolved', async () => {
    const id = (await comment(people.edit, { section: 'signature' })).json().records.id;
    const open = (await comment(people.edit, { section: 'signature' })).json().records.id;
    await resolve(people.edit, id);
    const sweep = () => studio.deleteExpired(server.deps, server.deps.clock());
    await sweep();
    expect(await list('signature')).toHaveLength(2);
    server.advance(31 * 86_400);
    people.look = await joinStudio(server, 'look');
    await sweep();
    expect((await list('signature', '', people.look)).map((one) => one.id)).toEqual([open]);
  });
});
