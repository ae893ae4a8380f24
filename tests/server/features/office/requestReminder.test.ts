import { expect, it } from 'vitest';
import { sweepRows } from '../../../../src/server/features';
import type { Message } from '../../../../src/server/platform/mail/mail';
import { completeSteps, expectRecords, get, paymentBody, post } from '../../../support/fillSteps';
import { upload } from '../../../support/multipart';
import { askOffice, joinOffice } from '../../../support/officePeople';
import { openServer } from '../../../support/openServer';
import { sampleJpeg } from '../../../support/sampleFiles';
import { registerApplicant } from '../../../support/serverApplicants';
import { engines, noLimits } from '../../../support/serverFixture';

const DAY = 86_400;
const [engine] = engines;

it('reminds the applicant once, two days before requested documents are due, of what is still open', async () => {
  const sent: Message[] = [];
  const server = await openServer(engine, {
    mail: { send: async (message: Message) => void sent.push(message) },
    limits: noLimits,
  });
  const robin = await registerApplicant(server);
  await completeSteps(server, robin, 'income', { files: false });
  expectRecords(await post(server, robin, '/api/payment', await paymentBody(server, robin)));
  const summary = async () => expectRecords(await get(server, robin, `/api/application/summary/${robin.trn}`));
  const number = String((await summary()).applicationID);
  const reviewer = await joinOffice(server, 'reviewer');
  const open = async () => expectRecords(await askOffice(server, reviewer, `/applications/${number}`));
  const ask = async (...types: number[]) => {
    const documents = types.map((document_id) => ({ document_id, source_id: 0, text: `Document ${document_id}` }));
    const body = { act: 'askDocuments', revision: (await open()).revision, documents };
    const preview = expectRecords(await askOffice(server, reviewer, `/applications/${number}/letter`, body));
    expectRecords(await askOffice(server, reviewer, `/applications/${number}/acts`, body));
    await server.drain();
    return (preview.email as { text: string }).text;
  };
  const reminders = async (days: number) => {
    server.advance(days * DAY);
    await sweepRows(server.deps);
    await server.drain();
    return sent.splice(0).filter(({ subject }) => /needs documents from you by/.test(subject));
  };

  const preview = await ask(4, 5);
  expect(preview).toMatch(
    /- Proof of SSN: Document 4\n- Other documents: Document 5\n\nThe deadline is \w+ \d+, \d{4}\./,
  );
  expect(sent.splice(0).find(({ to, subject }) => to === robin.email && /Documents needed/.test(subject))?.text).toBe(
    preview,
  );
  const due = (requests: unknown) => (requests as { due_at: string }[]).map(({ due_at }) => Date.parse(due_at));
  const inDays = (due((await open()).requests)[0] ?? 0) - server.deps.clock().getTime();
  expect(Math.round(inDays / DAY / 1000)).toBe(7);
  expect(due((((await summary()).review ?? {}) as { requests: unknown }).requests)).toEqual(
    due((await open()).requests),
  );

  expectRecords(await upload(server, robin, 4, { name: 'ssn.jpg', content: await sampleJpeg() }));
  await server.drain();
  expect(await reminders(4.9)).toEqual([]);
  const [reminder, ...others] = await reminders(0.2);
  expect(others).toEqual([]);
  expect(reminder?.to).toBe(robin.email);
  expect(reminder?.text).toContain('- Other documents: Document 5');
  expect(reminder?.text).not.toContain('Document 4');
  expect(await reminders(3)).toEqual([]);
});

it('sends no reminder once the office has decided, and a new one for a new request', async () => {
  const sent: Message[] = [];
  const server = await openServer(engine, {
    mail: { send: async (message: Message) => void sent.push(message) },
    limits: noLimits,
  });
  const robin = await registerApplicant(server);
  await completeSteps(server, robin, 'income', { files: false });
  expectRecords(await post(server, robin, '/api/payment', await paymentBody(server, robin)));
  const number = String(expectRecords(await get(server, robin, `/api/application/summary/${robin.trn}`)).applicationID);
  const act = async (body: object) => {
    const reviewer = await joinOffice(server, 'reviewer');
    const { revision } = expectRecords(await askOffice(server, reviewer, `/applications/${number}`));
    expectRecords(await askOffice(server, reviewer, `/applications/${number}/acts`, { revision, ...body }));
    await server.drain();
  };
  const reminders = async (days: number) => {
    server.advance(days * DAY);
    await sweepRows(server.deps);
    await server.drain();
    return sent.splice(0).filter(({ subject }) => /needs documents from you by/.test(subject)).length;
  };
  const documents = [{ document_id: 5, source_id: 0, text: 'A letter' }];
  await act({ act: 'askDocuments', documents });
  await act({ act: 'review' });
  expect(await reminders(6)).toBe(0);
  await act({ act: 'askDocuments', documents });
  expect(await reminders(5.1)).toBe(1);
});
