import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  issueStudioInvitation,
  removeStudioPerson,
  saveStudioPerson,
} from '../../../../src/server/features/studio/studioPeopleRepository';
import { openServer } from '../../../support/openServer';
import { askStudio, joinStudio } from '../../../support/studioPeople';

const server = await openServer();

const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'POST', url: `/api/studio${url}`, payload, headers });

async function mailsTo(address: string): Promise<string[]> {
  const folder = path.join(server.deps.config.dataDir, 'outbox');
  const names = await readdir(folder).catch(() => []);
  const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
  return texts.filter((text) => text.includes(address)).map((text) => text.replace(/=\r?\n/g, ''));
}

describe('POST /api/studio/login', () => {
  it('emails a link that works once', async () => {
    const now = server.deps.clock();
    await saveStudioPerson(server.deps.db, { email: 'ada@example.com', name: 'Ada', role: 'edit', now });
    expect((await post('/login', { email: 'Ada@example.com' })).statusCode).toBe(200);
    await server.drain();
    const [mail = ''] = await mailsTo('ada@example.com');
    const token = /studio#([\w-]+)/.exec(mail)?.[1] ?? '';
    const entered = await post('/enter', { token });
    expect(entered.json().records).toMatchObject({ email: 'ada@example.com', name: 'Ada', role: 'edit' });
    expect(String(entered.headers['set-cookie'])).toMatch(/^studio=.*Path=\/api\/studio; HttpOnly; SameSite=Strict/);
    expect((await post('/enter', { token })).statusCode).toBe(400);
  });

  it('accepts only the newest invitation', async () => {
    const now = server.deps.clock();
    const id = await saveStudioPerson(server.deps.db, { email: 'twice@example.com', name: '', role: 'edit', now });
    const [older, newer] = [
      await issueStudioInvitation(server.deps.db, id, now),
      await issueStudioInvitation(server.deps.db, id, now),
    ];
    expect((await post('/enter', { token: older.token })).json().code).toBe('tokenUsed');
    expect((await post('/enter', { token: newer.token })).statusCode).toBe(200);
  });

  it('returns the same response to an unknown email, and sends nothing', async () => {
    const known = await post('/login', { email: 'ada@example.com' });
    const stranger = await post('/login', { email: 'nobody@example.com' });
    await server.drain();
    expect(stranger.body).toBe(known.body);
    expect(await mailsTo('nobody@example.com')).toEqual([]);
  });

  it('skips an email only while an earlier link works, also after many requests by others', async () => {
    const now = server.deps.clock();
    await saveStudioPerson(server.deps.db, { email: 'target@example.com', name: '', role: 'edit', now });
    const ask = async (remoteAddress: string) => {
      const payload = { email: 'target@example.com' };
      const answer = await server.app.inject({ method: 'POST', url: '/api/studio/login', payload, remoteAddress });
      expect(answer.statusCode).toBe(200);
      await server.drain();
      return (await mailsTo('target@example.com')).length;
    };
    let sent = 0;
    for (let n = 0; n < 7; n += 1) sent = await ask('203.0.113.9');
    expect(sent).toBe(5);
    expect(await ask('198.51.100.3')).toBe(6);
    server.advance(6 * 60);
    expect(await ask('203.0.113.9')).toBe(7);
  });

  it('refuses a link past its time', async () => {
    const now = server.deps.clock();
    await saveStudioPerson(server.deps.db, { email: 'late@example.com', name: '', role: 'look', now });
    await post('/login', { email: 'late@example.com' });
    await server.drain();
    const token = /studio#([\w-]+)/.exec((await mailsTo('late@example.com'))[0] ?? '')?.[1] ?? '';
    server.advance(11 * 60);
    expect((await post('/enter', { token })).statusCode).toBe(400);
  });
});

describe('a session of the Studio', () => {
  it('returns its user until they log out', async () => {
    const person = await joinStudio(server, 'publish');
    expect((await askStudio(server, person, '/session')).json().records.role).toBe('publish');
    expect((await post('/logout', {}, person.headers)).statusCode).toBe(200);
    expect((await askStudio(server, person, '/session')).statusCode).toBe(401);
    expect((await post('/logout', {}, person.headers)).statusCode).toBe(401);
  });

  it('ends after 15 idle minutes, and when the user is removed', async () => {
    const idle = await joinStudio(server, 'look');
    server.advance(16 * 60);
    expect((await askStudio(server, idle, '/session')).statusCode).toBe(401);
    const gone = await joinStudio(server, 'publish', 'gone@example.com');
    await removeStudioPerson(server.deps.db, 'gone@example.com', server.deps.clock());
    expect((await askStudio(server, gone, '/session')).statusCode).toBe(401);
  });
});

describe('roles', () => {
  const body = { subscriber: null, changes: { 'address.ui.json': null } };

  it.each([
    ['look', 403, 403, 403],
    ['edit', 200, 403, 403],
    ['publish', 200, 200, 200],
  ] as const)(
    'the role %s gets %i for a check, %i for publishing and %i for the audit log',
    async (role, check, publish, trail) => {
      const person = await joinStudio(server, role);
      expect((await askStudio(server, person, '/check', body)).statusCode).toBe(check);
      const version = { ...body, note: 'Nothing new', head: 100, when: 'now' };
      expect((await askStudio(server, person, '/versions', version)).statusCode).toBe(publish);
      expect((await askStudio(server, person, '/acts')).statusCode).toBe(trail);
    },
  );

  it('no one can edit without a session, even in development', async () => {
    expect((await post('/check', body)).statusCode).toBe(401);
    expect((await server.app.inject('/api/studio/versions')).statusCode).toBe(200);
  });
});
