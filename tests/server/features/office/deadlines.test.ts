import { beforeAll, describe, expect, it } from 'vitest';
import { sweepRows } from '../../../../src/server/features';
import type { Message } from '../../../../src/server/platform/mail/mail';
import { expectRecords } from '../../../support/fillSteps';
import { askOffice, joinOffice, type OfficeTester } from '../../../support/officePeople';
import { openServer } from '../../../support/openServer';
import { engines, noLimits } from '../../../support/serverFixture';
import { submitUnderLaw } from '../../../support/submitUnderLaw';

const DAY = 86_400;
const report = { name: 'Example Reports', address: '1 Main St', phone: '(800) 555-0100', score_used: 'No' };

describe.each(engines)('what local law requires of the office, on $name', async (engine) => {
  const sent: Message[] = [];
  const mail = { send: async (message: Message) => void sent.push(message) };
  const server = await openServer(engine, { mail, limits: noLimits });
  let owner: OfficeTester;
  beforeAll(async () => {
    owner = await joinOffice(server, 'owner');
    await server.deps.db.query("update subscriber set office_email = 'leasing@example.com' where id = 'demo'");
  });

  async function decided(state: string, body: object): Promise<string> {
    const { number } = await submitUnderLaw(server, state);
    await act(number, body);
    return number;
  }
  const open = async (number: string) => (await askOffice(server, owner, `/applications/${number}`)).json().records;
  async function act(number: string, body: object): Promise<void> {
    const { revision } = await open(number);
    expectRecords(await askOffice(server, owner, `/applications/${number}/acts`, { revision, ...body }));
    await server.drain();
  }
  async function passDays(days: number): Promise<string[]> {
    sent.length = 0;
    server.advance(days * DAY);
    owner = await joinOffice(server, 'owner');
    await sweepRows(server.deps);
    await server.drain();
    return sent.filter(({ to }) => to === 'leasing@example.com').map(({ subject }) => subject);
  }
  const decline = { act: 'decline', bases: ['income'], reasons: ['income'] };

  it('reminds the office once, some days before a copy of the report is due in California', async () => {
    const number = await decided('CA', {
      act: 'decline',
      bases: ['consumerReport'],
      reasons: ['credit'],
      reports: [report],
    });
    expect((await open(number)).duties).toMatchObject([{ duty: 'reportCopy', is_done: false }]);
    expect(await passDays(3.9)).toEqual([]);
    expect(await passDays(0.2)).toEqual([
      expect.stringMatching(/^Application \d+: Send the applicant a copy of each report \(deadline: .+\)$/),
    ]);
    expect(await passDays(4)).toEqual([]);
  });

  it('sends no reminder for a finished duty, and a finished duty stays finished', async () => {
    const number = await decided('CO', decline);
    const finish = (duty: string) => askOffice(server, owner, `/applications/${number}/duties`, { duty });
    expect((await finish('reportCopy')).statusCode).toBe(404);
    expectRecords(await finish('reasons'));
    expectRecords(await finish('reasons'));
    expect((await open(number)).duties).toMatchObject([{ duty: 'reasons', is_done: true }]);
    expect(await passDays(31)).toEqual([]);
  });

  it("removes a decision's duties when the application is reopened", async () => {
    const number = await decided('MN', decline);
    expect((await open(number)).duties).toMatchObject([{ duty: 'reasons' }]);
    await act(number, { act: 'reopen' });
    expect((await open(number)).duties).toEqual([]);
    expect(await passDays(20)).toEqual([]);
  });

  it('includes no duty in a state without a rule', async () => {
    expect((await open(await decided('TX', decline))).duties).toEqual([]);
  });
});
