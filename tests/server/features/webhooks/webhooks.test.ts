import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import settings from '../../../../schemas/office/webhooks.json';
import { eraseApplicant } from '../../../../src/server/features/erasure/erasureRepository';
import { retryDelay } from '../../../../src/server/features/webhooks/deliverWebhooks';
import { createWebhookSender } from '../../../../src/server/features/webhooks/webhookSender';
import { transaction } from '../../../../src/server/platform/db/transaction';
import type { Message } from '../../../../src/server/platform/mail/mail';
import { runCommand } from '../../../../src/tools/portal/runCommand';
import { completeSteps, expectRecords, paymentBody, post } from '../../../support/fillSteps';
import { upload } from '../../../support/multipart';
import { samplePdf, sampleStrip } from '../../../support/sampleFiles';
import { registerApplicant, type TestApplicant } from '../../../support/serverApplicants';
import { createTestServer, engines, type TestServer } from '../../../support/serverFixture';

interface Received {
  headers: Record<string, string>;
  body: string;
}

/** Starts a landlord's system that stores what it receives and returns what the test sets. */
async function startReceiver() {
  const received: Received[] = [];
  const answers: number[] = [];
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers as Record<string, string>, body: await text(request) });
    response.writeHead(answers.shift() ?? 204, { location: 'http://127.0.0.1:1/' }).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { received, answers, port, close: () => server.close() };
}

describe.each(engines)('a webhook on $name', (engine) => {
  let server: TestServer;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let robin: TestApplicant;
  let url: string;
  let secret: string;
  const outbox: Message[] = [];

  const run = (...args: string[]) =>
    runCommand({ db: server.deps.db, config: server.deps.config, cwd: process.cwd() }, args);
  const typesOf = (received: Received[]) => received.map(({ body }) => JSON.parse(body).type);
  const idOf = ({ headers }: Received) => headers['webhook-id'];
  const dueNow = () => server.deps.db.query('update job set run_at = now()');
  const addFile = async () =>
    expectRecords(await upload(server, robin, 4, { name: 'card.jpg', content: await sampleStrip() }));

  /** Records another event directly, because the applicant's session has expired by then. */
  const happen = () =>
    transaction(server.deps.db, (client) =>
      server.deps.recordEvent(client, {
        type: 'application.status_changed',
        applicationId: robin.trn,
        now: server.deps.clock(),
      }),
    );

  beforeAll(async () => {
    server = await createTestServer(engine);
    server.deps.mail = { send: async (message) => void outbox.push(message) };
    receiver = await startReceiver();
    robin = await registerApplicant(server);
    url = `http://127.0.0.1:${receiver.port}/hook`;
    secret = (await run('webhook', 'add', 'demo', url)).lines[0] ?? '';
    await run('subscriber', 'mail', 'demo', '--to', 'office@demo.example');
    await completeSteps(server, robin, 'income', { files: false });
    await addFile();
    expectRecords(await post(server, robin, '/api/payment', await paymentBody(server, robin)));
    await server.drain();
  });
  afterAll(async () => {
    receiver.close();
    await server.close();
  });
  beforeEach(() => {
    receiver.received.length = 0;
    receiver.answers.length = 0;
  });

  it('records a submission once, in order, and signs events so that the published library accepts them', async () => {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { rows } = await server.deps.db.query<{ type: string; body: string }>(
      'select type, body from office_event order by seq',
    );
    expect(rows.map(({ type }) => type)).toEqual(['payment.settled', 'application.submitted']);
    const [payment, submission] = rows.map(({ body }) => JSON.parse(body));
    const data = { application: robin.trn, number: expect.stringMatching(/^\d+$/), status: 'submitted' };
    expect(submission).toEqual({
      type: 'application.submitted',
      timestamp: expect.any(String),
      data: { ...data, submitted_at: expect.any(String) },
    });
    expect(payment.data).toEqual({ ...data, submitted_at: expect.any(String), paid_at: expect.any(String) });
    const event = (await addFile()).id;
    await server.drain();
    const [webhook] = receiver.received;
    if (!webhook) throw new Error('Nothing came');
    expect(new Webhook(secret).verify(webhook.body, webhook.headers)).toMatchObject({
      type: 'document.added',
      data: { document: event, document_id: 4 },
    });
    expect(() => new Webhook(secret).verify(webhook.body.replace('submitted', 'approved'), webhook.headers)).toThrow();
    expect(JSON.stringify(rows)).not.toMatch(/Robin|Hale|219-09|example\.com/);
  });

  it("emails the office about the submission, without the applicant's data", () => {
    const mails = outbox.filter(({ to }) => to === 'office@demo.example');
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toMatch(/An application for Harbor View Apartments was submitted on .*Application \d{6}/s);
    expect(mails[0]?.text).toMatch(/\/office\/applications\/\d{6}\n/);
    expect(`${mails[0]?.subject} ${mails[0]?.text}`).not.toMatch(/Robin|Hale|robin|\$/);
  });

  it('sends an event for a file that was read', async () => {
    expectRecords(await upload(server, robin, 5, { name: 'return.pdf', content: await samplePdf() }));
    await server.drain();
    expect(typesOf(receiver.received)).toEqual(['document.added', 'document.checked']);
  });

  it('sends an event for a deleted file, with ids and no name', async () => {
    const { id } = await addFile();
    const headers = robin.headers;
    expectRecords(await server.app.inject({ method: 'DELETE', url: `/api/applicant/deletedocument/${id}`, headers }));
    await server.drain();
    expect(typesOf(receiver.received)).toEqual(['document.added', 'document.withdrawn']);
    const { data } = JSON.parse(receiver.received[1]?.body ?? '');
    expect(data).toMatchObject({ application: robin.trn, document: id, document_id: 4, source_id: 0 });
    expect(Object.keys(data).sort()).toEqual(
      ['application', 'document', 'document_id', 'number', 'source_id', 'status', 'submitted_at'].sort(),
    );
  });

  it('sends later events only after a failed one succeeds, and retries with the same id', async () => {
    receiver.answers.push(500, 302);
    await happen();
    await happen();
    await server.drain();
    expect(receiver.received).toHaveLength(1);
    server.advance(6);
    await dueNow();
    await server.drain();
    // Redirects aren't followed, and count as failures.
    expect(receiver.received.map(idOf)).toEqual([
      idOf(receiver.received[0] as Received),
      idOf(receiver.received[0] as Received),
    ]);
    server.advance(360);
    await dueNow();
    await server.drain();
    expect(receiver.received).toHaveLength(4);
    const [first, second, third, fourth] = receiver.received.map(idOf);
    expect([second, third]).toEqual([first, first]);
    expect(fourth).not.toBe(first);
    const times = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']));
    expect(times[2]).toBeGreaterThan((times[0] ?? 0) + 300);
  });

  it('drops an event after three days and sends the next one', async () => {
    receiver.answers.push(...settings.retryAfterSeconds.map(() => 503), 503);
    await happen();
    await happen();
    await server.drain();
    for (const seconds of settings.retryAfterSeconds) {
      server.advance(seconds * 1.2);
      await dueNow();
      await server.drain();
    }
    expect(new Set(receiver.received.map(idOf)).size).toBe(2);
    expect(receiver.received).toHaveLength(settings.retryAfterSeconds.length + 2);
    const { lines } = await run('webhook', 'deliveries', 'demo', '--last', '2');
    expect(lines.join('\n')).toMatch(/delivered .* 204 .*\n.* failed +10 .* 503/s);
    const failed = await run('jobs', 'list', '--kind', 'tell-office', '--state', 'failed');
    expect(failed.lines[1]).toMatch(/ failed .* http:\/\/127\.0\.0\.1:\d+ responded with 503$/);
    const firstId = receiver.received.map(idOf)[0];
    expect((await run('jobs', 'retry', 'all')).code).toBe(0);
    await server.drain();
    expect(receiver.received.map(idOf).at(-1)).toBe(firstId);
    expect((await run('jobs', 'list', '--state', 'failed')).lines).toEqual(['No jobs.']);
  });

  it('deletes failed deliveries once they’re delivered another way, or the address is removed', async () => {
    const failed = async () => (await run('jobs', 'list', '--kind', 'tell-office')).lines.length - 1;
    const gone = 'https://gone.example/hook';
    await run('webhook', 'add', 'demo', gone);
    receiver.answers.push(500);
    await happen();
    await server.drain();
    const event = String(idOf(receiver.received[0] as Received));
    expect(await failed()).toBe(2);
    await run('webhook', 'remove', 'demo', gone);
    expect(await failed()).toBe(1);
    await run('webhook', 'deliveries', 'demo', '--again', event);
    await server.drain();
    expect((await run('jobs', 'list', '--kind', 'tell-office')).lines).toEqual(['No jobs.']);
  });

  it('sends a requested event again, and shows it in the list', async () => {
    const { rows } = await server.deps.db.query<{ id: string }>(
      "select id from office_event where type = 'application.submitted'",
    );
    const id = rows[0]?.id ?? '';
    expect((await run('webhook', 'deliveries', 'demo', '--again', id)).code).toBe(0);
    await server.drain();
    expect(receiver.received.map(idOf)).toEqual([id]);
    expect(await run('webhook', 'deliveries', 'demo', '--again', 'msg_none')).toMatchObject({ code: 1 });
  });

  it('signs by both secrets while they change, and by the new one only afterward', async () => {
    const next = (await run('webhook', 'rotate', 'demo', url)).lines[0] ?? '';
    await server.deps.db.query('update webhook set previous_until = $1', [
      new Date(server.deps.clock().getTime() + 60_000),
    ]);
    await happen();
    await server.drain();
    const [during] = receiver.received;
    // Computed here, because the server signs with the library that the other test verifies with.
    const verify = (by: string, { headers, body }: Received) => {
      const key = Buffer.from(by.slice('whsec_'.length), 'base64');
      const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
      const own = `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
      return headers['webhook-signature']?.split(' ').includes(own);
    };
    expect(during && [secret, next].map((by) => verify(by, during))).toEqual([true, true]);
    server.advance(61);
    await happen();
    await server.drain();
    const after = receiver.received.at(-1);
    expect(after && [secret, next].map((by) => verify(by, after))).toEqual([false, true]);
  });

  it('signs nothing with a secret moved from another webhook', async () => {
    const { db } = server.deps;
    expect((await run('webhook', 'add', 'demo', `${url}/other`)).code).toBe(0);
    const secretAt = async (address: string) =>
      (await db.query('select secret from webhook where url = $1', [address])).rows[0].secret;
    const own = await secretAt(url);
    await db.query('update webhook set secret = $2 where url = $1', [url, await secretAt(`${url}/other`)]);
    await run('webhook', 'remove', 'demo', `${url}/other`);
    await happen();
    await expect(server.drain()).rejects.toThrow();
    expect(receiver.received).toEqual([]);
    await db.query('update webhook set secret = $2 where url = $1', [url, own]);
    server.advance(60);
    await dueNow();
    await server.drain();
    expect(receiver.received).toHaveLength(1);
  });

  it('stores secrets only encrypted', async () => {
    const { rows } = await server.deps.db.query<{ text: string }>('select w::text as text from webhook w');
    const bytes = Buffer.from(secret.slice(6), 'base64').toString('hex');
    for (const { text } of rows) for (const form of [secret.slice(6, 20), bytes]) expect(text).not.toContain(form);
  });

  it('is removed by a 410, and can be added again', async () => {
    receiver.answers.push(410);
    await happen();
    await happen();
    await server.drain();
    await happen();
    await server.drain();
    expect(receiver.received).toHaveLength(1);
    expect((await run('webhook', 'list', 'demo')).lines.join('\n')).toMatch(/ended \d{4}-\d\d-\d\d/);
    expect((await run('webhook', 'add', 'demo', url)).code).toBe(0);
    expect((await run('webhook', 'add', 'demo', url)).error).toMatch(/is already a webhook/);
    expect((await run('webhook', 'remove', 'demo', url)).code).toBe(0);
    expect((await run('webhook', 'remove', 'demo', url)).code).toBe(1);
  });

  it('deletes everything of an erased applicant', async () => {
    await eraseApplicant(server.deps, robin.trn);
    const { rows } = await server.deps.db.query(
      'select (select count(*)::int from office_event) as events, (select count(*)::int from delivery) as deliveries',
    );
    expect(rows).toEqual([{ events: 0, deliveries: 0 }]);
  });
});

describe('the sender of webhooks', () => {
  const strict = createWebhookSender({ allowPrivate: false });

  it.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://0x7f000001/',
    'https://10.1.2.3/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/',
    'https://0.0.0.0/',
    'https://[::1]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[64:ff9b::a00:1]/',
    'https://[64:ff9b:1::a00:1]/',
    'https://[::7f00:1]/',
    'https://[::a9fe:a9fe]/',
    'https://[2002:7f00:1::]/',
    'https://[2001:0:4136:e378::]/',
    'https://[fd00:ec2::254]/',
    'https://[fec0::1]/',
    'https://[4000::1]/',
    'https://168.63.129.16/machine',
    'https://[::ffff:168.63.129.16]/',
    'https://[64:ff9b::a83f:8110]/',
    'https://2822734096/',
    'https://100.100.100.200/',
    'https://192.0.0.192/',
  ])('refuses %s outside development', async (url) => {
    expect(strict.findRefusal(url)).toBe('inside');
    expect(await strict.post(url, {}, '{}')).toEqual({ status: 0, text: 'inside' });
  });

  it('accepts only https addresses without a user name', () => {
    expect(strict.findRefusal('http://example.com/hook')).toBe('notHttps');
    expect(strict.findRefusal('https://me:secret@example.com/hook')).toBe('notAnAddress');
    expect(strict.findRefusal('file:///etc/passwd')).toBe('notAnAddress');
    expect(strict.findRefusal('https://example.com/hook')).toBeUndefined();
    for (const host of ['93.184.216.34', '[2606:2800:220:1::1]', '[64:ff9b::5db8:d822]'])
      expect([host, strict.findRefusal(`https://${host}/hook`)]).toEqual([host, undefined]);
  });

  it.each(['127.0.0.1', '10.0.0.7', '::1', '::7f00:1', '168.63.129.16'])(
    'refuses a name that resolves to %s, whatever else it resolves to',
    async (address) => {
      const found = [
        { address: '93.184.216.34', family: 4 },
        { address, family: address.includes(':') ? 6 : 4 },
      ];
      const resolve = ((_host: string, _options: object, done: (error: null, all: typeof found) => void) =>
        done(null, found)) as never;
      const sender = createWebhookSender({ allowPrivate: false, resolve });
      expect(await sender.post('https://rebound.example/hook', {}, '{}')).toEqual({
        status: 0,
        text: `INSIDE rebound.example resolves to the internal address ${address}`,
      });
    },
  );

  it('waits longer each time, with jitter, for three days in total', () => {
    const waits = settings.retryAfterSeconds.map((_, index) => retryDelay(index + 1, () => 0.5) ?? 0);
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    const days = waits.reduce((sum, one) => sum + one, 0) / 86_400;
    expect(days).toBeGreaterThan(2.7);
    expect(days).toBeLessThan(3.1);
    expect(retryDelay(1, () => 1)).toBeGreaterThan(retryDelay(1, () => 0) ?? 0);
    expect(retryDelay(waits.length + 1)).toBeUndefined();
  });
});
