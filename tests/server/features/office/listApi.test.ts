import { beforeAll, describe, expect, it } from 'vitest';
import { issueApiKey } from '../../../../src/server/platform/sessions/apiKeyRepository';
import { completeSteps, expectRecords, get, paymentBody, post } from '../../../support/fillSteps';
import { openServer } from '../../../support/openServer';
import { registerApplicant } from '../../../support/serverApplicants';
import { engines } from '../../../support/serverFixture';

type Json = Record<string, unknown>;

const PHONES = [
  '5125550123',
  '(512) 555-0123',
  '512-555-0123',
  '512.555.0123',
  '+1 512 555 0123',
  '15125550123',
  '555-0123',
];

describe.each(engines)('the API of the office on $name', async (engine) => {
  const server = await openServer(engine);
  let number: string;
  let headers: Record<string, string>;

  beforeAll(async () => {
    const robin = await registerApplicant(server);
    await completeSteps(server, robin, 'income', { files: false });
    expectRecords(
      await post(server, robin, '/api/payment', await paymentBody(server, robin), { 'idempotency-key': 'payment-1' }),
    );
    await server.drain();
    number = String(expectRecords(await get(server, robin, '/api/users/applicationdetail')).application_number);
    const key = await issueApiKey(server.deps.db, {
      subscriber: 'demo',
      name: 'CRM sync',
      scopes: ['read', 'status'],
      now: server.deps.clock(),
    });
    headers = { authorization: `Bearer ${key}` };
  });

  const ask = (url: string, payload?: Json, more: Record<string, string> = {}) =>
    server.app.inject({
      method: payload ? 'POST' : 'GET',
      url: `/api/office/applications${url}`,
      payload,
      headers: { ...headers, ...more },
    });
  const found = async (query: Record<string, string>) =>
    (await ask(`?${new URLSearchParams(query)}`)).json().records.applications.length;

  it('lists up to a limit, and only what changed since a time', async () => {
    expect(await found({ limit: '1' })).toBe(1);
    expect(await found({ updated_since: '2020-01-01' })).toBe(1);
    expect(await found({ updated_since: '2199-01-01T00:00:00Z' })).toBe(0);
    expect((await ask('')).json().records.total).toBe(1);
  });

  it('names the invalid parameter in a problem (RFC 9457)', async () => {
    const answer = await ask('?limit=0');
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.json()).toMatchObject({
      type: '/problems/badRequest',
      title: expect.any(String),
      status: 400,
      errors: [{ parameter: 'limit', message: expect.any(String) }],
    });
  });

  it('finds people without accents, by email, and by property', async () => {
    await server.deps.db.query(
      "update application_status set first_key = 'jose ibarra', last_key = 'ibarra jose' where trn = (select trn from application where application_number = $1::bigint)",
      [number],
    );
    for (const search of ['José', 'JOSE', 'ibarra, josé', 'harbor v'])
      expect([search, await found({ search })]).toEqual([search, 1]);
    const { email } = (await ask('')).json().records.applications[0];
    expect(await found({ search: email.slice(0, 8) })).toBe(1);
    expect(await found({ search: 'elsewhere' })).toBe(0);
  });

  it('finds a phone number in any common format', async () => {
    await server.drain();
    for (const search of PHONES) expect([search, await found({ search })]).toEqual([search, 1]);
    expect(await found({ search: '(999) 555-0000' })).toBe(0);
    const { rows } = await server.deps.db.query('select phones from application_status');
    expect(JSON.stringify(rows)).not.toContain('5550');
  });

  it('writes the labels of a CSV in the requested language', async () => {
    const label = async (lang: string) => (await ask(`.csv?lang=${lang}`)).body.split('\r\n')[1]?.split(',').at(-2);
    expect(await label('en')).toBe('Needs review');
    expect(await label('es')).not.toBe('Needs review');
  });

  it('reports how many calls are left', async () => {
    const [first, second] = [await ask(''), await ask('')];
    expect(Number(first.headers['ratelimit-limit'])).toBeGreaterThan(0);
    expect(Number(first.headers['ratelimit-remaining']) - Number(second.headers['ratelimit-remaining'])).toBe(1);
    expect(Number(second.headers['ratelimit-reset'])).toBeGreaterThan(0);
  });

  it('reports how many calls are left on a 429, too', async () => {
    await server.deps.db.query('update rate_limit set hits = hits + 1000000');
    const refused = await ask('');
    await server.deps.db.query('delete from rate_limit');
    expect(refused.statusCode).toBe(429);
    expect(refused.headers).toMatchObject({ 'ratelimit-limit': expect.any(String), 'ratelimit-remaining': '0' });
    expect(refused.headers['ratelimit-reset']).toBe(refused.headers['retry-after']);
  });

  it('returns 304 for any form of its ETag, for the list and for an application', async () => {
    for (const url of ['', `/${number}`]) {
      const { etag } = (await ask(url)).headers;
      for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
        expect([tag, (await ask(url, undefined, { 'if-none-match': String(tag) })).statusCode]).toEqual([tag, 304]);
    }
  });

  it('repeats the response to a decision with the same key, and decides once', async () => {
    const { revision } = (await ask(`/${number}`)).json().records;
    const key = { 'idempotency-key': 'decision-0001' };
    const first = await ask(`/${number}/acts`, { act: 'review', revision }, key);
    expect(first.statusCode).toBe(200);
    const again = await ask(`/${number}/acts`, { act: 'review', revision }, key);
    expect(again.json()).toEqual(first.json());
    expect((await ask(`/${number}`)).json().records).toMatchObject({ status: 'inReview', revision: revision + 1 });
  });

  it('previews the email of a document request, and saves nothing', async () => {
    const { revision, may_ask } = (await ask(`/${number}`)).json().records;
    const [first] = may_ask;
    const documents = [{ document_id: first.document_id, source_id: first.source_id, text: first.template }];
    const { email } = (await ask(`/${number}/letter`, { act: 'askDocuments', revision, documents })).json().records;
    expect(email).toMatchObject({ language: 'en', subject: expect.stringContaining(number) });
    expect(email.text).toContain(first.template);
    expect((await ask(`/${number}`)).json().records.status).toBe('inReview');
  });
});
