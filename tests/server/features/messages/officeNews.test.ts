import { beforeAll, describe, expect, it } from 'vitest';
import translations from '../../../../schemas/translations/es.json';
import type { EmailMode } from '../../../../src/contract/messages';
import { sweepRows } from '../../../../src/server/features';
import { createMessages } from '../../../../src/server/features/messages/messages';
import { officeGuard } from '../../../../src/server/features/office/officeGuard';
import type { Message } from '../../../../src/server/platform/mail/mail';
import { completeSteps, expectRecords, get, paymentBody, post } from '../../../support/fillSteps';
import { upload } from '../../../support/multipart';
import { askOffice, joinOffice, type OfficeTester } from '../../../support/officePeople';
import { openServer } from '../../../support/openServer';
import { sampleJpeg } from '../../../support/sampleFiles';
import { registerApplicant, type TestApplicant } from '../../../support/serverApplicants';
import { engines, noLimits } from '../../../support/serverFixture';

const spanish: Record<string, string> = translations.texts;

describe.each(engines)('emails to people of the office, on $name', async (engine) => {
  const sent: Message[] = [];
  const mail = { send: async (message: Message) => void sent.push(message) };
  const server = await openServer(engine, { mail, limits: noLimits });
  const { db } = server.deps;
  let robin: TestApplicant;
  let ana: OfficeTester;
  let ben: OfficeTester;
  let number = '';
  let count = 0;

  const write = (text: string) => {
    count += 1;
    return post(server, robin, '/api/messages', { text }, { 'idempotency-key': `news-test-${count}` });
  };
  const choose = async (who: OfficeTester, emails: EmailMode) =>
    expectRecords(await askOffice(server, who, '/emails', { emails }));
  const assign = async (by: OfficeTester, person: string | null) => {
    const { revision } = expectRecords(await askOffice(server, by, `/applications/${number}`));
    expectRecords(await askOffice(server, by, `/applications/${number}/assign`, { revision, person }));
  };
  /** Returns the emails that are sent after the delay. */
  const arrivals = async (): Promise<string[][]> => {
    await server.drain();
    await db.query("update job set run_at = now() where kind = 'office-news'");
    await server.drain();
    const office = sent.splice(0).filter(({ to }) => /^(ana|ben|eve)@/.test(to));
    return office.map(({ to, subject, text }) => [to, subject, text]);
  };

  beforeAll(async () => {
    ana = await joinOffice(server, 'reviewer', { email: 'ana@office.example' });
    ben = await joinOffice(server, 'owner', { email: 'ben@office.example' });
    await joinOffice(server, 'reader', { email: 'eve@office.example' });
    robin = await registerApplicant(server);
    await completeSteps(server, robin, 'income', { files: false });
    expectRecords(await post(server, robin, '/api/payment', await paymentBody(server, robin)));
    number = String(expectRecords(await get(server, robin, `/api/application/summary/${robin.trn}`)).applicationID);
    await arrivals();
  });

  it('go to all who decide while no one is assigned: one for ten files, without the name of the applicant', async () => {
    const content = await sampleJpeg();
    for (let n = 0; n < 10; n += 1) expectRecords(await upload(server, robin, 5, { name: `${n}.jpg`, content }));
    expectRecords(await write('A secret word'));
    const emails = await arrivals();
    expect(emails.map(([to, subject]) => [to, subject]).sort()).toEqual([
      ['ana@office.example', `Updates on application ${number}`],
      ['ben@office.example', `Updates on application ${number}`],
    ]);
    const [, , text = ''] = emails[0] ?? [];
    expect(text).toMatch(/- Application \d+.*: 10 documents received\n- Application \d+.*: new message\n/);
    expect(text).not.toMatch(/Robin|secret/);
    expect(text).toContain('You get these emails right away. To change this, go to http');
    expect(await arrivals()).toEqual([]);
  });

  it('go only to the assigned person, including one about the assignment unless they assigned themselves', async () => {
    await assign(ben, ana.id);
    expect((await arrivals()).map(([to, subject]) => [to, subject])).toEqual([
      ['ana@office.example', `Application ${number}: assigned to you`],
    ]);
    expectRecords(await write('For Ana'));
    expect((await arrivals()).map(([to, subject]) => [to, subject])).toEqual([
      ['ana@office.example', `Application ${number}: new message`],
    ]);
    await assign(ben, null);
    await assign(ben, ben.id);
    expect(await arrivals()).toEqual([]);
  });

  it("wait for the daily email in the landlord's time zone, or aren't sent at all", async () => {
    expect(expectRecords(await askOffice(server, ben, '/emails'))).toEqual({ emails: 'now' });
    expect(await choose(ben, 'daily')).toEqual({ emails: 'daily' });
    await db.query("update subscriber set time_zone = 'America/Chicago'");
    expectRecords(await write('One'));
    expectRecords(await write('Two'));
    expect(await arrivals()).toEqual([]);
    const at = async (time: string) => {
      await createMessages(officeGuard).queueDue({ db, clock: () => new Date(time) });
      return (await arrivals()).map(([to, subject]) => [to, subject]);
    };
    expect(await at('2027-01-12T13:59:00Z')).toEqual([]);
    expect(await at('2027-01-12T14:01:00Z')).toEqual([['ben@office.example', `Application ${number}: 2 new messages`]]);
    expectRecords(await write('Three'));
    expect(await at('2027-01-12T20:00:00Z')).toEqual([]);
    expect(await at('2027-01-13T14:30:00Z')).toHaveLength(1);
    await choose(ben, 'off');
    expectRecords(await write('Four'));
    expect(await at('2027-01-14T14:30:00Z')).toEqual([]);
    await choose(ben, 'now');
  });

  it('report in Spanish that the applicant withdrew', async () => {
    await db.query("update office_person set language = 'es' where email = 'ben@office.example'");
    expectRecords(await post(server, robin, '/api/application/withdraw', {}));
    const [[to, subject, text] = []] = await arrivals();
    expect([to, subject]).toEqual([
      'ben@office.example',
      `Solicitud ${number}: ${spanish['withdrawn by the applicant']}`,
    ]);
    expect(text).toMatch(/^Hola:/);
  });

  it('reject an unknown choice of when to send them', async () => {
    expect((await askOffice(server, ana, '/emails', { emails: 'hourly' })).statusCode).toBe(422);
  });

  it('are queued by the hourly cleanup', async () => {
    await choose(ana, 'daily');
    await db.query("insert into office_news (person_id, trn, kind, at) values ($1, $2, 'message', now())", [
      ana.id,
      robin.trn,
    ]);
    await sweepRows({ ...server.deps, clock: () => new Date('2027-02-01T18:00:00Z') });
    expect((await arrivals()).map(([to]) => to)).toEqual(['ana@office.example']);
  });
});
