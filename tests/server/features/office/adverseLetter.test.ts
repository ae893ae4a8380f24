import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '../../../../src/server/platform/mail/mail';
import { completeSteps, expectRecords, get, paymentBody, post } from '../../../support/fillSteps';
import { askOffice, joinOffice, type OfficeTester } from '../../../support/officePeople';
import { openServer } from '../../../support/openServer';
import { registerApplicant, type TestApplicant } from '../../../support/serverApplicants';
import { noLimits } from '../../../support/serverFixture';
import { submitUnderLaw } from '../../../support/submitUnderLaw';

const score = {
  value: 612,
  lowest: 300,
  highest: 850,
  date: '2026-11-20',
  factors: 'Length of time accounts have been open\nProportion of balances to limits',
  inquiries: true,
};
const report = {
  name: 'Example Reports',
  address: '1 Main St, Austin, TX 78701',
  phone: '(800) 555-0100',
  score_used: 'Yes',
  score,
};
const other = { name: 'Other Agency', address: '9 Side St, Reno, NV 89501', phone: '888-555-0199', score_used: 'No' };
const decline = { act: 'decline', bases: ['consumerReport'], reasons: ['credit'] };
const conditional = {
  act: 'approveWithConditions',
  bases: ['consumerReport'],
  terms: ['coSigner', 'higherDeposit'],
  conditions: 'A deposit of two months.',
};

describe('the letter of a decision', async () => {
  const sent: Message[] = [];
  const mail = { send: async (message: Message) => void sent.push(message) };
  const server = await openServer(undefined, { mail, limits: noLimits });
  let owner: OfficeTester;
  beforeAll(async () => {
    owner = await joinOffice(server, 'owner');
  });

  async function submitted(
    headers: Record<string, string> = {},
  ): Promise<{ applicant: TestApplicant; number: string }> {
    const applicant = await registerApplicant(server, {}, headers);
    await completeSteps(server, applicant, 'income', { files: false });
    expectRecords(await post(server, applicant, '/api/payment', await paymentBody(server, applicant)));
    await server.drain();
    const number = String(
      expectRecords(await get(server, applicant, '/api/users/applicationdetail')).application_number,
    );
    return { applicant, number };
  }
  const open = async (number: string) => (await askOffice(server, owner, `/applications/${number}`)).json().records;
  async function send(number: string, call: 'acts' | 'letter', body: object) {
    const { revision } = await open(number);
    return askOffice(server, owner, `/applications/${number}/${call}`, { revision, ...body });
  }
  const pathsOf = async (number: string, body: object) =>
    ((await send(number, 'acts', body)).json().errors as { path: string }[]).map(({ path }) => path).sort();
  async function mailed(number: string, body: object): Promise<Message> {
    sent.length = 0;
    expectRecords(await send(number, 'acts', body));
    await server.drain();
    return sent.find(({ attachments }) => attachments) ?? { to: '', subject: '', text: '' };
  }

  it('contains everything that 15 U.S.C. 1681m(a) requires in the email, the PDF and the decision', async () => {
    const { number } = await submitted();
    const preview = (await send(number, 'letter', { ...decline, reports: [report, other] })).json().records.letter;
    expect((await open(number)).status).toBe('submitted');
    const { text, attachments } = await mailed(number, { ...decline, reports: [report, other] });
    const pdf = await getDocumentProxy(new Uint8Array(attachments?.[0]?.content ?? []));
    const printed = (await extractText(pdf, { mergePages: true })).text.replace(/\s+/g, ' ');
    const stored = (await open(number)).decision;
    expect(stored.letter).toBe(preview);
    expect(stored.reports).toHaveLength(2);
    for (const part of [
      ...['Notice of adverse action', 'in whole or in part on information in a consumer report'],
      ...[report.name, report.address, '(800) 555-0100', other.name, other.address, '(888) 555-0199'],
      'These agencies did not make the decision and cannot give you the specific reasons for it.',
      ...['free copy of your consumer report', 'within 60 days', 'dispute', 'the accuracy or completeness'],
      ...['Your score: 612', 'Scores range from 300 to 850', 'Date: Nov 20, 2026', 'Provided by: Example Reports'],
      ...['Length of time accounts have been open', 'Proportion of balances to limits', 'number of recent inquiries'],
    ])
      for (const where of [text, printed, stored.letter]) expect(where.replace(/\s+/g, ' ')).toContain(part);
  });

  it.each([
    ['a decision by a report without an agency', { ...decline }, '/reports'],
    ['an agency without address', { ...decline, reports: [{ ...other, address: '' }] }, '/reports/0/address'],
    [
      'a number that is not toll-free',
      { ...decline, reports: [{ ...other, phone: '(512) 555-0100' }] },
      '/reports/0/phone',
    ],
    [
      'an agency without a word about a score',
      { ...decline, reports: [{ ...other, score_used: undefined }] },
      '/reports/0/score_used',
    ],
    ['a score without details', { ...decline, reports: [{ ...report, score: undefined }] }, '/reports/0/score'],
    [
      'a score outside its range',
      { ...decline, reports: [{ ...report, score: { ...score, value: 900 } }] },
      '/reports/0/score/value',
    ],
    [
      'five key factors',
      { ...decline, reports: [{ ...report, score: { ...score, factors: 'a\nb\nc\nd\ne' } }] },
      '/reports/0/score/factors',
    ],
    ['a conditional approval by a report without an agency', conditional, '/reports'],
  ])('refuses %s, and saves nothing', async (_, body, place) => {
    const { number } = await submitted();
    const found = await pathsOf(number, body);
    expect(found[0]).toMatch(new RegExp(`^${place}(/|$)`));
    expect(found.every((path) => path.startsWith(place))).toBe(true);
    expect((await open(number)).decision).toBeNull();
  });

  it('is sent with a conditional approval that rests on a report, and names what is required', async () => {
    const { number } = await submitted();
    const { text } = await mailed(number, { ...conditional, reports: [other] });
    expect(text).toContain('only with these conditions');
    expect(text).toContain('Someone else has to sign the lease with you.');
    expect(text).toContain(other.name);
    // The conditions are in the letter, so the email doesn't repeat them.
    expect(text.split('A deposit of two months.')).toHaveLength(2);
    expect(text).toContain('call (512) 555-0142.');
  });

  it("lists only reasons if no report was used, and doesn't exist for other conditional approvals", async () => {
    const first = await submitted();
    const { text } = await mailed(first.number, {
      act: 'decline',
      bases: ['income'],
      reasons: ['income'],
      reports: [other],
    });
    expect(text).toContain('Your income is too low');
    expect(text).not.toContain('consumer report');
    const second = await submitted();
    const none = await send(second.number, 'letter', { ...conditional, bases: ['income'] });
    expect(none.json().records).toMatchObject({ letter: null });
  });

  it('is in Spanish for an applicant who uses Spanish', async () => {
    const { number } = await submitted({ 'accept-language': 'es' });
    const { text, attachments } = await mailed(number, { ...decline, reports: [report] });
    expect(text).toMatch(/612.*60 días/s);
    expect(attachments?.[0]?.filename).toBe(`aviso-${number}.pdf`);
  });

  it('is sent with each conditional approval in Washington, and says what the decision is based on', async () => {
    const { number } = await submitUnderLaw(server, 'WA');
    const { text } = await mailed(number, { ...conditional, bases: ['income', 'rentalHistory'] });
    expect(text).toContain('only with these conditions');
    expect(text).toContain('- Income and proof of income\n- Rental history');
    expect(text).not.toContain('consumer report');
  });
});
