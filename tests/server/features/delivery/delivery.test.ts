import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { eraseApplicant } from '../../../../src/server/features/erasure/erasureRepository';
import { findMailProblem, listMailProblems } from '../../../../src/server/platform/mail/mailProblemRepository';
import { runCommand } from '../../../../src/tools/portal/runCommand';
import { completeSteps, expectRecords, paymentBody, post } from '../../../support/fillSteps';
import { openServer } from '../../../support/openServer';
import { registerApplicant } from '../../../support/serverApplicants';
import { engines } from '../../../support/serverEngines';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const bounce = (to: string, changes: object = {}, at = new Date()) => ({
  type: 'email.bounced',
  timestamp: at.toISOString(),
  data: { to: [to], bounce: { type: 'Permanent', message: '550 no such user' }, ...changes },
});

describe.each(engines)('POST /api/mail/events on $name', async (engine) => {
  const server = await openServer(engine);
  const { db, config, mail } = server.deps;
  config.mailWebhookSecret = secret;

  const send = (event: object, key = secret, sentAt = new Date()) => {
    const payload = JSON.stringify(event);
    const headers = {
      'content-type': 'application/json',
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
      'webhook-signature': new Webhook(key).sign('msg_1', sentAt, payload),
    };
    return server.app.inject({ method: 'POST', url: '/api/mail/events', headers, payload });
  };
  const run = (...args: string[]) => runCommand({ db, config, cwd: config.dataDir }, args);
  const write = (to: string) => mail.send({ to, subject: 'Hello', text: 'Hello' });
  const outbox = () => path.join(config.dataDir, 'outbox');
  const sentTo = (address: string) =>
    readdirSync(outbox()).filter((name) => readFileSync(path.join(outbox(), name), 'utf8').includes(`To: ${address}`))
      .length;

  it('stops emails to an address that bounced, whatever its case', async () => {
    await write('Ana@example.com');
    expect((await send(bounce('ANA@example.com'))).statusCode).toBe(200);
    await write('Ana@example.com');
    expect(sentTo('Ana@example.com')).toBe(1);
    expect(await findMailProblem(db, 'ana@example.com')).toMatchObject({ kind: 'bounced', reason: '550 no such user' });
  });

  it('stops emails after a complaint, but not after a temporary bounce', async () => {
    await send({ ...bounce('ben@example.com'), type: 'email.complained' });
    await send(bounce('cem@example.com', { bounce: { type: 'Transient', message: 'mailbox full' } }));
    await Promise.all(['ben@example.com', 'cem@example.com'].map(write));
    expect([sentTo('ben@example.com'), sentTo('cem@example.com')]).toEqual([0, 1]);
    expect(await findMailProblem(db, 'cem@example.com')).toMatchObject({ is_stopped: false });
  });

  it('keeps the newest report that stops an address', async () => {
    const old = new Date(Date.now() - 60_000);
    await send(bounce('dan@example.com'));
    await send(bounce('dan@example.com', { bounce: { message: 'older' } }, old));
    await send(bounce('dan@example.com', { bounce: { type: 'Transient' } }));
    expect(await findMailProblem(db, 'dan@example.com')).toMatchObject({
      reason: '550 no such user',
      is_stopped: true,
    });
  });

  it('refuses a wrong signature, an old one and an event without an address, and ignores other events', async () => {
    const other = `whsec_${randomBytes(32).toString('base64')}`;
    expect((await send(bounce('eve@example.com'), other)).statusCode).toBe(400);
    expect((await send(bounce('eve@example.com'), secret, new Date(Date.now() - 600_000))).statusCode).toBe(400);
    expect((await send({ ...bounce('eve@example.com'), data: {} })).statusCode).toBe(400);
    expect((await send({ ...bounce('eve@example.com'), type: 'email.opened' })).statusCode).toBe(200);
    expect(await findMailProblem(db, 'eve@example.com')).toBeUndefined();
  });

  it('returns 404 if no secret is configured', async () => {
    config.mailWebhookSecret = undefined;
    expect((await send(bounce('fay@example.com'))).statusCode).toBe(404);
    config.mailWebhookSecret = secret;
  });

  it('shows the operator the stopped addresses, and sends to one again after the operator allows it', async () => {
    await send(bounce('gus@example.com'));
    expect((await run('mail', 'problems')).lines.join('\n')).toMatch(
      /gus@example\.com\s+bounced\s+stopped\s+550 no such user/,
    );
    expect((await server.app.inject('/metrics')).body).toMatch(/^mail_stopped_addresses \d+$/m);
    expect((await run('mail', 'allow', 'gus@example.com')).lines).toEqual([
      "The portal sends emails to gus@example.com again. It won't send the emails it skipped.",
    ]);
    await write('gus@example.com');
    expect(sentTo('gus@example.com')).toBe(1);
    expect((await run('mail', 'allow', 'gus@example.com')).error).toContain('Nothing is recorded for gus@example.com');
  });

  it('shows the office why emails to an applicant do not arrive', async () => {
    const applicant = await registerApplicant(server);
    await completeSteps(server, applicant, 'income', { files: false });
    expectRecords(await post(server, applicant, '/api/payment', await paymentBody(server, applicant)));
    const key = /^\S{30,}$/m.exec((await run('apikey', 'add', 'demo')).lines.join('\n'))?.[0];
    const headers = { authorization: `Bearer ${key}` };
    const office = async (call: string) =>
      expectRecords(await server.app.inject({ url: `/api/office/${call}`, headers }));
    const listed = (await office('applications')).applications as { id: string; email: string }[];
    const id = listed.find(({ email }) => email === applicant.email)?.id;
    expect(await office(`applications/${id}`)).toMatchObject({ email_problem: null });
    await send(bounce(applicant.email));
    expect(await office(`applications/${id}`)).toMatchObject({
      email_problem: { kind: 'bounced', reason: '550 no such user', is_stopped: true },
    });
  });

  it('deletes the address with the applicant', async () => {
    const { trn, email } = await registerApplicant(server);
    await send(bounce(email));
    await eraseApplicant(server.deps, trn);
    expect((await listMailProblems(db)).map(({ address }) => address)).not.toContain(email);
  });
});
