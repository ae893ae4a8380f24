import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { enqueue } from '../../../../src/server/platform/jobs/jobRepository';
import type { Message } from '../../../../src/server/platform/mail/mail';
import { completeSteps, expectRecords, paymentBody, post } from '../../../support/fillSteps';
import { PASSWORD, registerApplicant, type TestApplicant } from '../../../support/serverApplicants';
import { createTestServer, engines, noLimits, type TestServer } from '../../../support/serverFixture';

const spanish = { 'accept-language': 'es' };

describe.each(engines)('emails to the owner of an account on $name', (engine) => {
  let server: TestServer;
  const sent: Message[] = [];
  beforeAll(async () => {
    const mail = { send: async (message: Message) => void sent.push(message) };
    server = await createTestServer(engine, { mail, limits: noLimits });
  });
  afterAll(() => server.close());
  beforeEach(() => {
    sent.length = 0;
  });

  const forgot = (email: string, headers = {}) =>
    server.app.inject({ method: 'POST', url: '/api/users/forgotPassword', payload: { email }, headers });

  async function mailed(): Promise<Message[]> {
    await server.drain();
    for (const { subject, text } of sent) expect(`${subject}\n${text}`).not.toMatch(/[{}]|undefined| {2}|\s$/);
    return sent.splice(0);
  }

  async function registerIn(headers: Record<string, string>): Promise<{ robin: TestApplicant; welcome: Message[] }> {
    const robin = await registerApplicant(server, {}, headers);
    return { robin, welcome: await mailed() };
  }

  it('are in the language of the registration, with names and numbers filled in', async () => {
    const { robin, welcome } = await registerIn(spanish);
    expect(welcome).toMatchObject([
      { to: robin.email, subject: expect.stringMatching(/^Su cuenta para la solicitud de alquiler \d+ está lista$/) },
    ]);
    expect(welcome[0]?.text).toMatch(
      /^Hola:\s.+ con Demo Homes está lista\.\s+Solicitud \d+, Harbor View Apartments\s.+\shttp:\/\/\S+\/login\s+Si tiene preguntas, escriba a help@demo-homes\.example\.$/s,
    );
  });

  it('include the reset link and the notice of a changed password, in the language of the registration', async () => {
    const { robin } = await registerIn(spanish);
    await forgot(robin.email);
    const [reset] = await mailed();
    expect(reset).toMatchObject({ to: robin.email, subject: 'Restablezca su contraseña' });
    const uid = /\/reset-password\/(\S+)/.exec(reset?.text ?? '')?.[1] ?? '';
    const payload = { uid, password: 'Newer!View2026' };
    expect((await server.app.inject({ method: 'POST', url: '/api/users/resetPassword', payload })).statusCode).toBe(
      200,
    );
    const [notice] = await mailed();
    expect(notice).toMatchObject({ to: robin.email, subject: 'Se cambió su contraseña' });
    expect(notice?.text).toMatch(/\S+@\S+\.\S+/);
  });

  const typed = { fname: 'Prizewinner', lname: 'Callnow', username: 'Ring Five Five Five' };

  it('contain no registration answers until the address is confirmed', async () => {
    const { email } = await registerApplicant(server);
    await mailed();
    await registerApplicant(server, { email, reEmail: email, ...typed });
    await forgot(email);
    const mails = await mailed();
    expect(mails).toHaveLength(2);
    for (const { subject, text } of mails) expect(`${subject} ${text}`).not.toMatch(/prize|callnow|ring/i);
  });

  it('list each account of an address in one message, by property and number, and by username once confirmed', async () => {
    const first = await registerApplicant(server);
    const { email } = first;
    const second = await registerApplicant(server, { email, reEmail: email, username: 'Robin The Second' });
    const [welcome, other] = await mailed();
    for (const { text } of [welcome, other] as Message[])
      expect(text).toMatch(/Application \d+, Harbor View Apartments\n/);
    expect(welcome?.text).toContain('You log in with this email address.');
    expect(other?.text).toContain('You log in with the username you chose');
    await forgot(email);
    const [offer, ...rest] = await mailed();
    expect(rest).toEqual([]);
    const uids = [...(offer?.text ?? '').matchAll(/reset-password\/(\S+)/g)].map(([, uid]) => uid);
    const codes = [...(offer?.text ?? '').matchAll(/trn_id=(\w+)&/g)].map(([, trn]) => trn);
    expect(codes).toEqual([first.trn, second.trn]);
    const payload = { uid: uids[1], password: 'Newer!View2026' };
    expect((await server.app.inject({ method: 'POST', url: '/api/users/resetPassword', payload })).statusCode).toBe(
      200,
    );
    const [notice] = await mailed();
    expect(notice?.text).toMatch(/^Hello Robin,\n.+You log in with the username robin the second\./s);
    await forgot(email);
    const [again] = await mailed();
    expect(again?.text).toMatch(/^Hello,\n.+this email address\..+username robin the second\./s);
    const login = { email: 'robin the second', password: 'Newer!View2026' };
    const entered = await server.app.inject({ method: 'POST', url: '/api/users/login', payload: login });
    expect(entered.json().records.trn_id).toBe(second.trn);
  });

  it('include the receipt, in the language of the registration', async () => {
    const { robin } = await registerIn(spanish);
    await completeSteps(server, robin, 'income', { files: false });
    expectRecords(
      await post(server, robin, '/api/payment', await paymentBody(server, robin), { 'idempotency-key': robin.trn }),
    );
    const receipt = (await mailed()).find(({ subject }) => subject.startsWith('Recibo'));
    expect(receipt?.to).toBe(robin.email);
    expect(receipt?.text).toMatch(/^Hola:/);
  }, 60_000);

  it('are in English without a choice or with an unsupported language', async () => {
    for (const headers of [{}, { 'accept-language': 'fr-FR' }]) {
      const { welcome } = await registerIn(headers as Record<string, string>);
      expect(welcome[0]?.subject).toMatch(/^Application \d+: your account is ready$/);
    }
  });

  it('use a language chosen later: in the session, at login, or on the forgot-password form', async () => {
    const { robin } = await registerIn({ 'accept-language': 'en' });
    const subjectOf = async (headers = {}) => {
      await forgot(robin.email, headers);
      return (await mailed())[0]?.subject;
    };
    expect(await subjectOf()).toBe('Reset your password');
    expect(await subjectOf(spanish)).toBe('Restablezca su contraseña');
    await server.app.inject({ url: '/api/users/applicationdetail', headers: { ...robin.headers, ...spanish } });
    expect(await subjectOf()).toBe('Restablezca su contraseña');
    const payload = { email: robin.email, password: PASSWORD };
    const headers = { 'accept-language': 'en-US,en;q=0.9' };
    await server.app.inject({ method: 'POST', url: '/api/users/login', payload, headers });
    expect(await subjectOf()).toBe('Reset your password');
  });

  it("aren't sent if the account was deleted meanwhile", async () => {
    for (const kind of ['registered', 'password-changed'])
      await enqueue(server.deps.db, kind, { accountId: '00000000-0000-4000-8000-000000000000' });
    await enqueue(server.deps.db, 'invitation', { trn: 'gone', language: 'es' });
    expect(await mailed()).toEqual([]);
  });
});
