import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { changeRole } from '../../../../src/server/features/office/peopleRepository';
import { askOffice, joinOffice, type OfficeTester } from '../../../support/officePeople';
import { openServer } from '../../../support/openServer';
import { engines } from '../../../support/serverFixture';

interface Person {
  id: string;
  email: string;
}

describe.each(engines)('the people of an office on $name', async (engine) => {
  let owner: OfficeTester;
  const server = await openServer(engine);
  beforeAll(async () => {
    owner = await joinOffice(server, 'owner', { email: 'owner@example.com' });
  });

  const call = (who: OfficeTester, url: string, body?: object) => askOffice(server, who, `/people${url}`, body);
  const peopleOf = async (response: ReturnType<typeof call>): Promise<Person[]> =>
    (await response).json().records.people;
  const emails = async () => (await peopleOf(call(owner, ''))).map(({ email }) => email);
  const logged = async (): Promise<Record<string, string>[]> =>
    (await server.deps.db.query("select body from audit_entry where kind = 'people' order by seq")).rows.map(
      ({ body }) => JSON.parse(body),
    );

  it('are invited by email, and only by an owner', async () => {
    const invitation = { email: 'new@example.com', name: 'Noor', role: 'reader' };
    const reviewer = await joinOffice(server, 'reviewer');
    expect((await call(reviewer, '', invitation)).json().code).toBe('notAllowed');
    const own = { ...invitation, email: 'Owner@example.com' };
    expect((await call(owner, '', own)).json().code).toBe('notAllowed');
    const noor = (await peopleOf(call(owner, '', invitation))).find(({ email }) => email === invitation.email);
    expect(noor).toMatchObject({ name: 'Noor', role: 'reader', has_factor: false });
    await server.drain();
    const folder = path.join(server.deps.config.dataDir, 'outbox');
    const names = await readdir(folder);
    const mails = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
    const mail = mails.find((one) => one.includes('To: new@example.com'))?.replaceAll('=\r\n', '');
    expect(mail).toContain('/office/enter#');
    expect((await logged()).at(-1)).toEqual({
      subscriber: 'demo',
      by: owner.id,
      act: 'invited',
      person: noor?.id,
      role: 'reader',
    });
  });

  it('can use only their newest invitation', async () => {
    const [first, second] = ['reader', 'reviewer'].map((role) => ({ email: 'twice@example.com', name: 'Tam', role }));
    const linksOf = async () => {
      await server.drain();
      const folder = path.join(server.deps.config.dataDir, 'outbox');
      const names = (await readdir(folder)).sort();
      const mails = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
      const own = mails
        .filter((one) => one.includes('To: twice@example.com'))
        .map((one) => one.replaceAll('=\r\n', ''));
      return own.map((one) => /office\/enter#([\w-]+)/.exec(one)?.[1] ?? '');
    };
    const enterBy = (token = '') => server.app.inject({ method: 'POST', url: '/api/office/enter', payload: { token } });
    await call(owner, '', first);
    const [older = ''] = await linksOf();
    await call(owner, '', second);
    // The second link invalidates the first at once, even before its email arrives.
    expect((await enterBy(older)).json().code).toBe('tokenUsed');
    const newer = (await linksOf()).find((token) => token !== older);
    expect((await enterBy(newer)).statusCode).toBe(200);
  });

  it('get another role and log in again, with the authenticator that they have', async () => {
    const other = await joinOffice(server, 'reviewer');
    await server.deps.db.query("update office_person set factor = 'sealed', factor_since = now() where id = $1", [
      other.id,
    ]);
    const people = await peopleOf(call(owner, '/role', { id: other.id, role: 'owner' }));
    expect(people.find(({ id }) => id === other.id)).toMatchObject({ role: 'owner', has_factor: true });
    expect((await askOffice(server, other, '/session')).statusCode).toBe(401);
    expect((await logged()).at(-1)).toMatchObject({ act: 'role', person: other.id, role: 'owner' });
    await call(owner, '/remove', { id: other.id });
  });

  it('lose their access at once when they are removed', async () => {
    const leaving = await joinOffice(server, 'reader', { email: 'leaving@example.com' });
    expect((await call(owner, '/remove', { id: leaving.id })).statusCode).toBe(200);
    expect(await emails()).not.toContain('leaving@example.com');
    expect((await askOffice(server, leaving, '/applications')).statusCode).toBe(401);
    expect((await logged()).at(-1)).toMatchObject({ act: 'removed', person: leaving.id });
    expect((await call(owner, '/remove', { id: leaving.id })).statusCode).toBe(404);
  });

  it('always have an owner: the last one can’t be removed or demoted, and nothing is logged', async () => {
    const before = (await logged()).length;
    expect((await call(owner, '/remove', { id: owner.id })).json().code).toBe('lastOwner');
    expect((await call(owner, '/role', { id: owner.id, role: 'reader' })).json().code).toBe('lastOwner');
    expect(await emails()).toContain('owner@example.com');
    expect(await logged()).toHaveLength(before);
  });

  it("can't be changed by someone who stops being an owner during the call", async () => {
    const { db, clock } = server.deps;
    const former = await joinOffice(server, 'owner');
    const other = await joinOffice(server, 'reader', { email: 'other@example.com' });
    const query = db.query.bind(db) as (...values: unknown[]) => Promise<unknown>;
    const lowered = vi.spyOn(db, 'query').mockImplementationOnce((async (...values: unknown[]) => {
      const session = await query(...values);
      await changeRole(db, { id: former.id, subscriberId: 'demo', role: 'reader' }, clock());
      return session;
    }) as never);
    const answer = await call(former, '/remove', { id: other.id });
    lowered.mockRestore();
    expect(answer.json().code).toBe('notAllowed');
    expect(await emails()).toContain('other@example.com');
  });

  it('keep one of two owners who remove each other at once', async () => {
    const other = await joinOffice(server, 'owner');
    const done = await Promise.all([
      call(owner, '/remove', { id: other.id }),
      call(other, '/remove', { id: owner.id }),
    ]);
    expect(done.map(({ statusCode }) => statusCode).filter((status) => status === 200)).toHaveLength(1);
    const left = await server.deps.db.query(
      "select id from office_person where subscriber_id = 'demo' and role = 'owner' and removed_at is null",
    );
    expect(left.rows).toHaveLength(1);
  });
});
