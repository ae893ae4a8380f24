import { beforeAll, describe, expect, it } from 'vitest';
import texts from '../../../../schemas/texts/server-messages.json';
import translations from '../../../../schemas/translations/es.json';
import type { OfficeThread, Thread } from '../../../../src/contract/messages';
import { fillText } from '../../../../src/model/messages/fillText';
import { documentId } from '../../../../src/model/section/documentTypes';
import { exportApplication, OFFICE_MASKED } from '../../../../src/server/applications/exportApplication';
import { createMessages } from '../../../../src/server/features/messages/messages';
import { officeGuard } from '../../../../src/server/features/office/officeGuard';
import type { Message } from '../../../../src/server/platform/mail/mail';
import { issueApiKey } from '../../../../src/server/platform/sessions/apiKeyRepository';
import { completeSteps, expectRecords, get, paymentBody, post } from '../../../support/fillSteps';
import { multipartBody, multipartType, upload } from '../../../support/multipart';
import { askOffice, joinOffice, type OfficeTester } from '../../../support/officePeople';
import { openServer } from '../../../support/openServer';
import { sampleJpeg, samplePdf } from '../../../support/sampleFiles';
import { registerApplicant, type TestApplicant } from '../../../support/serverApplicants';
import { engines, noLimits } from '../../../support/serverFixture';

/** Returns the translation. Throws if it's missing. */
function spanish(text: string): string {
  const found = Object.entries(translations.texts).find(([key]) => key === text)?.[1];
  if (!found) throw new Error(`No Spanish for ${text}`);
  return found;
}

describe.each(engines)('messages, on $name', async (engine) => {
  const sent: Message[] = [];
  const mail = { send: async (message: Message) => void sent.push(message) };
  const server = await openServer(engine, { mail, limits: noLimits });
  const { db } = server.deps;
  let robin: TestApplicant;
  let reviewer: OfficeTester;
  let reader: OfficeTester;
  let number: string;
  let count = 0;

  const newKey = () => {
    count += 1;
    return `key-${count}-of-the-test`;
  };
  const write = (who: TestApplicant, body: object, key = newKey()) =>
    post(server, who, '/api/messages', body, { 'idempotency-key': key });
  const own = async () => expectRecords(await get(server, robin, `/api/messages/${robin.trn}`)) as Thread;
  const place = () => `/applications/${number}/messages`;
  const office = async (who = reviewer) => expectRecords(await askOffice(server, who, place())) as OfficeThread;
  const listed = async (query = '') => {
    const { applications } = expectRecords(await askOffice(server, reviewer, `/applications${query}`));
    return (applications as { id: string; unread_messages: number }[]).find(({ id }) => id === number);
  };
  const sendFile = (url: string, content: Buffer, headers: Record<string, string>) =>
    server.app.inject({
      method: 'POST',
      url: `/api/office${url}/files`,
      headers: { ...headers, 'content-type': multipartType },
      payload: multipartBody({ fields: {}, name: 'lease.pdf', content }),
    });

  beforeAll(async () => {
    robin = await registerApplicant(server);
    reviewer = await joinOffice(server, 'reviewer');
    reader = await joinOffice(server, 'reader');
  });

  it('are open once the application is submitted', async () => {
    expect(await own()).toMatchObject({ messages: [], is_open: false });
    expect((await write(robin, { text: 'Too early' })).json()).toMatchObject({ code: 'notSubmitted', status: 409 });
    const early = await upload(server, robin, documentId('message'), { name: 'x.jpg', content: await sampleJpeg() });
    expect(early.json().code).toBe('notSubmitted');
    await completeSteps(server, robin, 'income', { files: false });
    expectRecords(await post(server, robin, '/api/payment', await paymentBody(server, robin)));
    number = String(expectRecords(await get(server, robin, `/api/application/summary/${robin.trn}`)).applicationID);
    expect(await own()).toMatchObject({ messages: [], is_open: true, unread: 0 });
  });

  it('go from the office to the page and by email, in the language of the applicant, from a template', async () => {
    await db.query(
      "update account set language = 'es' where id = (select account_id from application where trn = $1)",
      [robin.trn],
    );
    const { templates, language } = await office();
    expect(language).toBe('es');
    const { title, text } = templates.find(({ id }) => id === 'moveIn') ?? { title: '', text: '' };
    const { moveIn } = texts.templates;
    expect([title, text]).toEqual([moveIn.title, fillText(spanish(moveIn.text), { name: 'Robin' })]);
    expectRecords(await askOffice(server, reviewer, place(), { text }));
    await server.drain();
    const [email] = sent.filter(({ subject }) =>
      subject.endsWith(spanish('{subscriber} sent you a message').slice(13)),
    );
    expect(email).toMatchObject({ to: robin.email });
    expect(email?.text).toContain(`${text}\n\n${spanish(texts.parts.answer.onPage)}`);
    expect(email?.replyTo).toBeUndefined();
    const { messages, unread } = await own();
    expect(messages).toMatchObject([{ from: 'office', text, is_read: false, files: [] }]);
    expect(messages[0]?.by).toMatch(/^Person \d+$/);
    expect(unread).toBe(1);
  });

  it('are marked as read for both sides', async () => {
    const last = (await own()).messages.at(-1)?.id;
    expect(await own()).toMatchObject({ unread: 1 });
    expect(expectRecords(await post(server, robin, '/api/messages/read', { last }))).toMatchObject({ unread: 0 });
    expect((await office()).messages.at(-1)).toMatchObject({ is_read: true });
    expectRecords(await write(robin, { text: 'On Monday' }));
    expect(await listed()).toMatchObject({ unread_messages: 1 });
    expect(await listed('?messages=unread')).toBeDefined();
    expect(expectRecords(await askOffice(server, reviewer, `/applications/${number}`))).toMatchObject({
      unread_messages: 1,
    });
    const answer = (await office()).messages.at(-1)?.id;
    expect((await askOffice(server, reader, `${place()}/read`, { last: answer })).statusCode).toBe(403);
    expect(expectRecords(await askOffice(server, reviewer, `${place()}/read`, { last: answer }))).toMatchObject({
      unread: 0,
    });
    expect(await listed()).toMatchObject({ unread_messages: 0 });
    expect(await listed('?messages=unread')).toBeUndefined();
  });

  it("are stored once for a repeated call, and rejected if they're empty, too long or have too many files", async () => {
    const before = (await own()).messages.length;
    expectRecords(await write(robin, { text: 'Once' }, 'the-same-key-twice'));
    expectRecords(await write(robin, { text: 'Once' }, 'the-same-key-twice'));
    expect((await own()).messages).toHaveLength(before + 1);
    const refused = async (body: object) => {
      const { code, status, errors } = (await write(robin, body)).json();
      return [code, status, errors?.[0]?.message];
    };
    expect(await refused({ text: ' \n ' })).toEqual(['invalid', 422, 'Write your message']);
    expect(await refused({ text: 'x'.repeat(4001) })).toEqual(['invalid', 422, 'Use up to 4,000 characters']);
    expect(await refused({ text: 'x', files: [1, 2, 3, 4, 5, 6] })).toEqual(['tooManyFiles', 422, undefined]);
    expect((await own()).messages).toHaveLength(before + 1);
  });

  it('accept files from the applicant, which the office can open after giving a reason', async () => {
    const content = await sampleJpeg();
    const { id } = expectRecords(await upload(server, robin, documentId('message'), { name: 'ssn card.jpg', content }));
    expectRecords(await write(robin, { text: '', files: [id] }));
    expect((await own()).messages.at(-1)).toMatchObject({ text: '', files: [{ id, name: 'ssn card.jpg' }] });
    const open = (who: OfficeTester) => askOffice(server, who, `/applications/${number}/documents/${id}`);
    expect((await open(reviewer)).json()).toMatchObject({ code: 'revealNeeded' });
    expect((await open(reader)).json()).toMatchObject({ code: 'notAllowed' });
    const kinds = ['ssn', 'dob', 'bank'];
    expectRecords(await askOffice(server, reviewer, `/applications/${number}/reveal`, { why: 'To check', kinds }));
    expect((await open(reviewer)).statusCode).toBe(200);
    expect((await write(robin, { text: 'Again', files: [id] })).statusCode).toBe(404);
    const other = await registerApplicant(server);
    const theirs = await upload(server, other, 2, { name: 'other.jpg', content });
    expect((await write(robin, { text: 'Stolen', files: [expectRecords(theirs).id] })).statusCode).toBe(404);
  });

  it('accept files from the office, which the applicant can open once sent, but not delete', async () => {
    const content = await samplePdf({ text: 'The lease' });
    expect((await sendFile(place(), Buffer.from('MZ'), reviewer.headers)).statusCode).toBe(415);
    expect((await sendFile(place(), content, reader.headers)).statusCode).toBe(403);
    const { id } = expectRecords(await sendFile(place(), content, reviewer.headers));
    const ticket = () => get(server, robin, `/api/applicant/ticket/${id}`);
    expect((await ticket()).statusCode).toBe(404);
    expectRecords(await askOffice(server, reviewer, place(), { text: 'The draft of your lease', files: [id] }));
    const { url } = expectRecords(await ticket());
    const file = await server.app.inject({ url: String(url) });
    expect([file.statusCode, file.rawPayload.equals(content)]).toEqual([200, true]);
    const gone = await server.app.inject({
      method: 'DELETE',
      url: `/api/applicant/deletedocument/${id}`,
      headers: robin.headers,
    });
    expect(gone.statusCode).toBe(404);
    await server.drain();
    expect(sent.at(-1)?.text).toContain(fillText(spanish(texts.parts.files), { n: 1 }));
  });

  it('lose a file that the office uploaded but did not send within a day', async () => {
    const { id } = expectRecords(await sendFile(place(), await samplePdf({ text: 'Unsent' }), reviewer.headers));
    const expire = (at: Date) => createMessages(officeGuard).deleteExpired(server.deps, at);
    const files = await exportApplication(server.deps, robin.trn, { masked: [], isApplicants: true });
    expect(files.filter(({ name }) => name.includes('lease'))).toHaveLength(1);
    await expire(new Date(Date.now() - 86_400_000));
    expect((await db.query('select 1 from document where id = $1', [id])).rowCount).toBe(1);
    await expire(new Date(Date.now() + 1000));
    expect((await db.query('select 1 from document where id = $1', [id])).rowCount).toBe(0);
    expect((await office()).messages.flatMap(({ files }) => files)).toHaveLength(2);
  });

  it('can be read by an API key, and written by an API key with the scope to decide', async () => {
    const now = new Date();
    const bearer = async (...scopes: ('read' | 'status')[]) => ({
      headers: {
        authorization: `Bearer ${await issueApiKey(db, { subscriber: 'demo', name: 'CRM', scopes, now })}`,
      },
    });
    const reading = await bearer('read');
    expectRecords(await askOffice(server, reading, place()));
    expect((await askOffice(server, reading, place(), { text: 'No' })).statusCode).toBe(403);
    expectRecords(await askOffice(server, await bearer('read', 'status'), place(), { text: 'From our system' }));
    expect((await own()).messages.at(-1)).toMatchObject({ text: 'From our system', by: '' });
    expect((await askOffice(server, reading, '/emails')).statusCode).toBe(403);
  });

  it('are in the timeline, the audit log and both exports, and sealed at rest', async () => {
    const { timeline } = expectRecords(await askOffice(server, reviewer, `/applications/${number}`));
    const kinds = (timeline as { kind: string; title: string }[]).filter(({ kind }) => kind === 'message');
    expect(kinds.map(({ title }) => title)).toEqual(expect.arrayContaining(['Message', 'Message with a file']));
    const log = await db.query("select body from audit_entry where trn = $1 and kind = 'message'", [robin.trn]);
    expect(log.rowCount).toBe((await own()).messages.length);
    expect(JSON.stringify(log.rows)).not.toContain('Monday');
    const rows = await db.query('select sealed from message where trn = $1', [robin.trn]);
    expect(JSON.stringify(rows.rows)).not.toContain('Monday');
    const read = async (options: Parameters<typeof exportApplication>[2]) => {
      const files = await exportApplication(server.deps, robin.trn, options);
      const file = files.find(({ name }) => name === 'messages.json');
      return { text: String(await file?.read()), names: files.map(({ name }) => name) };
    };
    const applicants = await read({ masked: ['ssn'], isApplicants: true });
    expect(applicants.text).toContain('On Monday');
    expect(applicants.names.join()).toMatch(/File from the landlord - lease\.pdf/);
    const offices = await read({ masked: OFFICE_MASKED });
    expect(offices.text).toContain('On Monday');
    expect(offices.names.join()).not.toMatch(/lease|ssn card/);
  });

  it("can't be read by anyone else", async () => {
    await db.query(
      `insert into subscriber (id, name, support_phone, support_email, fee_cents, instructions, terms)
       values ('oak', 'Oak', '1', 'o@oak.example', 1, '', '')`,
    );
    const stranger = await joinOffice(server, 'owner', { subscriberId: 'oak' });
    for (const [url, body] of [
      [place(), undefined],
      [place(), { text: 'Hi' }],
      [`${place()}/read`, { last: 1 }],
    ] as const)
      expect((await askOffice(server, stranger, url, body)).statusCode).toBe(404);
    expect((await sendFile(place(), await samplePdf({ text: 'x' }), stranger.headers)).statusCode).toBe(404);
    const other = await registerApplicant(server);
    expect((await get(server, other, `/api/messages/${robin.trn}`)).statusCode).toBe(403);
  });

  it('are read-only after a withdrawal, and are deleted with the application', async () => {
    expectRecords(await post(server, robin, '/api/application/withdraw', {}));
    expect((await write(robin, { text: 'Too late' })).json()).toMatchObject({ code: 'threadClosed', status: 409 });
    expect((await askOffice(server, reviewer, place(), { text: 'Too late' })).json().code).toBe('threadClosed');
    expect((await sendFile(place(), await samplePdf({ text: 'x' }), reviewer.headers)).json().code).toBe(
      'threadClosed',
    );
    expect(await own()).toMatchObject({ is_open: false });
    expect((await office()).messages.length).toBeGreaterThan(3);
    await db.query('delete from application where trn = $1', [robin.trn]);
    expect(
      (await db.query('select (select count(*) from message) + (select count(*) from message_file) as n')).rows[0].n,
    ).toBe('0');
    expect((await askOffice(server, reviewer, place())).statusCode).toBe(404);
  });
});
