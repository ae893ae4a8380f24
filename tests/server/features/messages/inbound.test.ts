import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Thread } from '../../../../src/contract/messages';
import { readReply } from '../../../../src/server/features/messages/receiveReply';
import type { Message } from '../../../../src/server/platform/mail/mail';
import { completeSteps, expectRecords, get, paymentBody, post } from '../../../support/fillSteps';
import { askOffice, joinOffice, type OfficeTester } from '../../../support/officePeople';
import { openServer } from '../../../support/openServer';
import { sampleJpeg } from '../../../support/sampleFiles';
import { registerApplicant, type TestApplicant } from '../../../support/serverApplicants';
import { engines, noLimits } from '../../../support/serverFixture';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const engine = engines[0];

describe('POST /api/mail/inbound', async () => {
  const sent: Message[] = [];
  const mail = { send: async (message: Message) => void sent.push(message) };
  const server = await openServer(engine, { mail, limits: noLimits });
  server.deps.config.mailReplies = { address: 'reply@in.example.com', secret };
  let robin: TestApplicant;
  let reviewer: OfficeTester;
  let number = '';
  let replyTo = '';
  let count = 0;

  const signed = (payload: string, key = secret, sentAt = new Date(), id = 'msg_1') => ({
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': new Webhook(key).sign(id, sentAt, payload),
  });
  const deliver = (payload: string, headers: Record<string, string>) =>
    server.app.inject({ method: 'POST', url: '/api/mail/inbound', headers, payload });
  const reply = (text: string, changes: object = {}) => {
    count += 1;
    const from = `Robin <${robin.email.toUpperCase()}>`;
    const data = { message_id: `<${count}@mail.example>`, from, to: [replyTo], text, ...changes };
    const payload = JSON.stringify({ type: 'email.received', timestamp: new Date().toISOString(), data });
    return deliver(payload, signed(payload));
  };
  const texts = async () => {
    const { messages } = expectRecords(await get(server, robin, `/api/messages/${robin.trn}`)) as Thread;
    return messages.filter(({ from }) => from === 'applicant').map(({ text }) => text);
  };

  beforeAll(async () => {
    robin = await registerApplicant(server);
    reviewer = await joinOffice(server, 'reviewer');
    await completeSteps(server, robin, 'income', { files: false });
    expectRecords(await post(server, robin, '/api/payment', await paymentBody(server, robin)));
    number = String(expectRecords(await get(server, robin, `/api/application/summary/${robin.trn}`)).applicationID);
    expectRecords(
      await askOffice(server, reviewer, `/applications/${number}/messages`, { text: 'When do you move in?' }),
    );
    await server.drain();
    replyTo = sent.find(({ subject }) => subject.endsWith('sent you a message'))?.replyTo ?? '';
  });

  it('has a reply address with 32 hex digits, and the email says how to reply', () => {
    expect(replyTo).toMatch(new RegExp(`^reply\\+${number}-[0-9a-f]{32}@in\\.example\\.com$`));
    expect(sent.find((one) => one.replyTo)?.text).toContain('To answer, reply to this email or log in:');
  });

  it('adds a reply to the thread, without the history', async () => {
    const quoted = 'On Monday.\r\n\r\nOn Tue, Nov 24, 2026 at 9:00 AM Demo wrote:\r\n> When do you move in?\r\n';
    expect((await reply(quoted, { message_id: '<first@mail.example>' })).statusCode).toBe(200);
    expect(await texts()).toEqual(['On Monday.']);
    const { messages } = expectRecords(await get(server, robin, `/api/messages/${robin.trn}`)) as Thread;
    expect(messages.at(-1)).toMatchObject({ by_email: true, from: 'applicant' });
  });

  it('stores an email once, however often it is delivered', async () => {
    expect((await reply('On Monday.', { message_id: '<first@mail.example>' })).statusCode).toBe(200);
    await server.deps.db.query("delete from idempotency where scope like 'mail:%'");
    expect((await reply('On Monday.', { message_id: '<first@mail.example>' })).statusCode).toBe(200);
    expect(await texts()).toHaveLength(1);
  });

  it.each<[string, object]>([
    ['an unknown token', { to: [`reply+1-${'0'.repeat(32)}@in.example.com`] }],
    ['no token', { to: ['reply@in.example.com'] }],
    ['another sender', { from: 'mallory@example.com' }],
    ['another sender who looks like the applicant', { from: '"robin@example.com" <mallory@example.com>' }],
    ['a forged sender', { dmarc: 'fail' }],
    ['an automatic answer', { auto_submitted: 'auto-replied' }],
  ])('ignores %s, and sends no reply', async (_what, changes) => {
    const before = sent.length;
    const response = await reply('Let me in', changes);
    expect([response.statusCode, response.json().records]).toEqual([200, null]);
    await server.drain();
    expect(sent.slice(before).map(({ to }) => to)).not.toContain('mallory@example.com');
    expect(await texts()).toHaveLength(1);
  });

  it('ignores a token with one changed digit', async () => {
    const token = replyTo.replace(/-[0-9a-f]/, (found) => (found === '-0' ? '-1' : '-0'));
    await reply('Guessed', { to: [token] });
    expect(await texts()).toHaveLength(1);
  });

  it('accepts files like an upload, and names the rejected ones in an email', async () => {
    const attachments = [
      { filename: 'license.jpg', content: (await sampleJpeg()).toString('base64') },
      { filename: 'evil.exe', content: Buffer.from('MZ not a picture').toString('base64') },
    ];
    expect((await reply('Here it is', { attachments })).statusCode).toBe(200);
    const { messages } = expectRecords(await get(server, robin, `/api/messages/${robin.trn}`)) as Thread;
    expect(messages.at(-1)?.files.map(({ name }) => name)).toEqual(['license.jpg']);
    await server.drain();
    const refusalEmail = sent.find(({ subject }) => subject === "We couldn't accept a file you sent");
    expect(refusalEmail).toMatchObject({ to: robin.email, replyTo });
    expect(refusalEmail?.text).toContain('- File 2: We accept only pictures and PDFs.');
  });

  it.each([
    ['empty', '> When do you move in?', 'Write your message'],
    ['too long', 'x '.repeat(2500), 'Use up to 4,000 characters'],
  ])("emails the applicant why an email that is %s wasn't delivered", async (_what, text, reason) => {
    const before = (await texts()).length;
    expect((await reply(text)).statusCode).toBe(200);
    await server.drain();
    expect(sent.at(-1)).toMatchObject({ to: robin.email, subject: "We couldn't deliver your reply" });
    expect(sent.at(-1)?.text).toContain(reason);
    expect(await texts()).toHaveLength(before);
  });

  it('refuses a wrong, old or missing signature, malformed and too large bodies, and other events', async () => {
    const payload = JSON.stringify({ type: 'email.received', timestamp: new Date().toISOString(), data: {} });
    const other = `whsec_${randomBytes(32).toString('base64')}`;
    const statuses = [
      await deliver(payload, signed(payload, other)),
      await deliver(payload, signed(payload, secret, new Date(Date.now() - 600_000))),
      await deliver(payload, { 'content-type': 'application/json' }),
      await deliver(payload, signed(payload)),
      await deliver('not json', signed('not json')),
    ].map(({ statusCode }) => statusCode);
    expect(statuses).toEqual([400, 400, 400, 400, 400]);
    const large = 'x'.repeat(15 * 1024 * 1024);
    expect((await deliver(large, signed(large))).statusCode).toBe(413);
    const opened = payload.replace('email.received', 'email.opened');
    expect((await deliver(opened, signed(opened))).statusCode).toBe(400);
  });

  it("returns 404 without its setting, and emails an applicant who withdrew that they can't reply", async () => {
    const { mailReplies } = server.deps.config;
    server.deps.config.mailReplies = undefined;
    expect((await reply('Hello?')).statusCode).toBe(404);
    server.deps.config.mailReplies = mailReplies;
    expectRecords(await post(server, robin, '/api/application/withdraw', {}));
    expect((await reply('Wait')).statusCode).toBe(200);
    await server.drain();
    expect(sent.at(-1)?.text).toContain(
      "This application was withdrawn. You can read the messages, but you can't send",
    );
    await server.deps.db.query('delete from application where trn = $1', [robin.trn]);
    expect((await reply('Still there?')).statusCode).toBe(200);
  });
});

describe('the text of a reply', () => {
  it.each([
    ['Yes\n\nSent from my iPhone\n\n> On Nov 24, 2026, Demo <a@b.c> wrote:\n> \n> Hi', 'Yes'],
    ['Sí, el lunes.\n\nEl mar, 24 nov 2026 a las 9:00, Demo (<x@y.example>) escribió:\n> Hola', 'Sí, el lunes.'],
    ['Hello\n\n-----Original Message-----\nFrom: Demo <a@b.c>\nSent: Monday\nTo: Robin\nSubject: x\n\nold', 'Hello'],
    ['One\n\nTwo', 'One\n\nTwo'],
  ])('of %j is %j', (text, expected) => expect(readReply(text)).toBe(expected));

  it('is found quickly even in a hostile email', () => {
    const started = process.cpuUsage();
    for (const hostile of [' \n'.repeat(5_000), 'On '.repeat(5_000), 'El a escribió '.repeat(5_000)])
      readReply(hostile);
    const { user } = process.cpuUsage(started);
    expect(user / 1e6).toBeLessThan(3);
  });
});
