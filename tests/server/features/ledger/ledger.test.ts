import Stripe from 'stripe';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CaseLedger } from '../../../../src/contract/ledger';
import { sweepRows } from '../../../../src/server/features';
import { reportExceptions } from '../../../../src/server/features/ledger/ledgerReport';
import { SANDBOX_WEBHOOK_SECRET } from '../../../../src/server/features/payment/createPayments';
import type { Message } from '../../../../src/server/platform/mail/mail';
import { expectRecords, get } from '../../../support/fillSteps';
import { askOffice, joinOffice, type OfficeTester } from '../../../support/officePeople';
import { openServer } from '../../../support/openServer';
import type { TestApplicant } from '../../../support/serverApplicants';
import { engines, noLimits } from '../../../support/serverFixture';
import { submitUnderLaw } from '../../../support/submitUnderLaw';

const DAY = 86_400;

describe.each(engines)('the ledger on $name', async (engine) => {
  const sent: Message[] = [];
  const mail = { send: async (message: Message) => void sent.push(message) };
  const server = await openServer(engine, { mail, limits: noLimits });
  let owner: OfficeTester;
  beforeAll(async () => {
    owner = await joinOffice(server, 'owner');
  });

  const submitted = (state = 'TX') => submitUnderLaw(server, state);
  const ask = (url: string, body?: object) => askOffice(server, owner, url, body);
  const ledgerOf = async (number: string) => (await ask(`/applications/${number}/ledger`)).json().records as CaseLedger;
  async function decide(number: string, body: object) {
    const { revision } = (await ask(`/applications/${number}`)).json().records;
    expectRecords(await ask(`/applications/${number}/acts`, { revision, ...body }));
    await server.drain();
  }
  const decline = (number: string, reasons = ['income']) =>
    decide(number, { act: 'decline', bases: ['income'], reasons });
  const exceptionsOf = async (number: string) => {
    const found = await reportExceptions(server.deps.db, { subscriberId: 'demo', now: server.deps.clock() });
    return found.filter(({ application }) => application === number).map(({ problem }) => problem);
  };
  const amounts = ({ lines }: CaseLedger) => lines.map(({ kind, amount }) => [kind, amount]);
  async function passDays(days: number) {
    server.advance(days * DAY);
    owner = await joinOffice(server, 'owner');
    await sweepRows(server.deps);
    await server.drain();
  }
  const intentOf = async ({ trn }: TestApplicant) => String((await server.deps.stores.payments.find(trn))?.intent);
  async function readPdf(message?: Message): Promise<string> {
    const [pdf] = message?.attachments ?? [];
    const pages = await getDocumentProxy(new Uint8Array(pdf?.content ?? []));
    return (await extractText(pages, { mergePages: true })).text;
  }
  let events = 0;
  function report(type: string, object: object, secret = SANDBOX_WEBHOOK_SECRET) {
    events += 1;
    const payload = JSON.stringify({
      id: `evt_${engine.name}_${events}`,
      type,
      created: 1_795_000_000 + events,
      data: { object },
    });
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    return server.app.inject({ method: 'POST', url: '/api/payment/webhook', headers, payload });
  }

  it('books the charge with the payment, and retains the fee of a closed application without a refund rule', async () => {
    const { number } = await submitted();
    expect(amounts(await ledgerOf(number))).toEqual([['charge', 45]]);
    await decline(number);
    const closed = await ledgerOf(number);
    expect(amounts(closed)).toEqual([
      ['charge', 45],
      ['retained', -45],
    ]);
    expect(closed.lines[1]?.title).toContain('Remaining fee');
    expect(closed.balance).toBe(0);
    expect(await exceptionsOf(number)).toEqual([]);
  });

  it('emails the first receipt with the itemized PDF', async () => {
    sent.length = 0;
    const { number } = await submitted();
    const [receipt, ...more] = sent.filter(({ attachments }) => attachments);
    expect(more).toEqual([]);
    expect(receipt?.subject).toBe(`Receipt for your rental application ${number}`);
    expect(receipt?.text).toContain('$45.00');
    expect(receipt?.attachments?.[0]?.filename).toBe(`receipt-${number}.pdf`);
    const text = await readPdf(receipt);
    expect(text).toContain(`Itemized receipt for rental application ${number}`);
    expect(text).toMatch(/Application fee, \w+ \d+, \d{4}\s+\$45\.00/);
    expect(text).toMatch(/You paid\s+\$45\.00/);
  });

  it('retains nothing while an application is reopened', async () => {
    const { number } = await submitted();
    await decline(number);
    await decide(number, { act: 'reopen' });
    expect(amounts(await ledgerOf(number)).at(-1)).toEqual(['released', 45]);
    await decide(number, { act: 'approve', bases: ['income'] });
    expect((await ledgerOf(number)).balance).toBe(0);
  });

  it('returns the whole fee in California to an applicant who was declined, with a receipt as email and PDF', async () => {
    const { applicant, number } = await submitted('CA');
    sent.length = 0;
    await decline(number);
    const { lines, refunds, balance } = await ledgerOf(number);
    expect(amounts({ lines } as CaseLedger)).toEqual([
      ['charge', 45],
      ['refund', -45],
    ]);
    expect(refunds).toMatchObject([{ amount: 45, state: 'sent' }]);
    expect(balance).toBe(0);
    const receipt = sent.find(({ subject }) => subject.startsWith('Itemized receipt'));
    expect(receipt?.text).toContain('Refunded to you: $45.00');
    const text = await readPdf(receipt);
    expect(text).toContain(`Itemized receipt for rental application ${number}`);
    const download = await get(server, applicant, `/api/receipt/${applicant.trn}`);
    expect(download.headers['content-type']).toBe('application/pdf');
  });

  it('returns the whole fee in California if there is no decision within 30 days', async () => {
    const { number } = await submitted('CA');
    await passDays(28);
    expect((await ledgerOf(number)).refunds).toEqual([]);
    await passDays(1.1);
    expect((await ledgerOf(number)).refunds).toMatchObject([{ amount: 45, state: 'sent' }]);
  });

  it('returns the whole fee in California within 7 days after another applicant was chosen for the same home', async () => {
    const winner = await submitted('CA');
    const other = await submitted('CA');
    const { rows } = await server.deps.db.query<{ id: number }>('select id from unit limit 1');
    await server.deps.db.query('update application set unit_id = $1 where application_number = any($2)', [
      rows[0]?.id,
      [winner.number, other.number],
    ]);
    await decide(winner.number, { act: 'approve', bases: ['income'] });
    await passDays(1);
    expect((await ledgerOf(other.number)).refunds).toEqual([]);
    await passDays(5.1);
    expect((await ledgerOf(other.number)).refunds).toMatchObject([{ amount: 45, state: 'sent' }]);
  });

  it('refunds the fee minus the cost of the checks in Maryland, within 15 days of the decision', async () => {
    const { number } = await submitted('MD');
    expectRecords(await ask(`/applications/${number}/costs`, { amount: 18.5, what: 'Credit report' }));
    await decline(number);
    expect(await exceptionsOf(number)).toEqual([]);
    expect((await ledgerOf(number)).refunds).toEqual([]);
    await passDays(14.1);
    const settled = await ledgerOf(number);
    expect(amounts(settled)).toEqual([
      ['charge', 45],
      ['cost', -18.5],
      ['refund', -26.5],
    ]);
    expect(settled.balance).toBe(0);
    expect(settled.lines[1]?.note).toBe('Credit report');
  });

  it('returns the whole fee in Minnesota if the home went to an earlier applicant', async () => {
    const { number } = await submitted('MN');
    await decline(number, ['gone']);
    expect((await ledgerOf(number)).lines.at(-1)).toMatchObject({ kind: 'refund', amount: -45 });
  });

  it('sends a refund by the office once per key, and never more than was charged', async () => {
    const { number } = await submitted();
    await decline(number);
    const refund = (amount: number, key: string) =>
      server.app.inject({
        method: 'POST',
        url: `/api/office/applications/${number}/refunds`,
        headers: { ...owner.headers, 'idempotency-key': key },
        payload: { amount, why: 'Charged twice by mistake' },
      });
    expect((await refund(45.01, 'refund-too-high')).json().errors).toMatchObject([{ path: '/amount' }]);
    expectRecords(await refund(20, 'refund-once'));
    expectRecords(await refund(20, 'refund-once'));
    await server.drain();
    const ledger = await ledgerOf(number);
    expect(amounts(ledger)).toEqual([
      ['charge', 45],
      ['retained', -45],
      ['refund', -20],
      ['released', 20],
    ]);
    expect(ledger).toMatchObject({ balance: 0, refundable: 25, refunds: [{ state: 'sent' }] });
    expect((await refund(25.01, 'refund-rest')).statusCode).toBe(422);
    expect((await refund(1, '')).statusCode).toBe(400);
  });

  it('needs the reason of a refund and the purpose of a cost', async () => {
    const { number } = await submitted();
    expect((await ask(`/applications/${number}/refunds`, { amount: 5, why: '' })).statusCode).toBe(422);
    expect((await ask(`/applications/${number}/costs`, { amount: 5, what: ' ' })).statusCode).toBe(422);
    expect(amounts(await ledgerOf(number))).toEqual([['charge', 45]]);
  });

  it('books a signed chargeback once, lists it until it is decided, and books its return', async () => {
    const { applicant, number } = await submitted();
    await decline(number);
    const dispute = {
      id: `dp_${engine.name}`,
      object: 'dispute',
      amount: 4500,
      payment_intent: await intentOf(applicant),
      reason: 'fraudulent',
      status: 'needs_response',
      evidence_details: { due_by: 1_796_000_000 },
    };
    expect((await report('charge.dispute.created', dispute, 'whsec_other')).statusCode).toBe(400);
    expectRecords(await report('charge.dispute.created', dispute));
    expectRecords(await report('charge.dispute.funds_withdrawn', dispute));
    await server.drain();
    expect(await ledgerOf(number)).toMatchObject({
      balance: 0,
      refundable: 0,
      disputes: [{ amount: 45, reason: 'fraudulent', evidence_due_at: new Date(1_796_000_000_000).toISOString() }],
    });
    expect(await exceptionsOf(number)).toEqual(['disputed']);
    expectRecords(await report('charge.dispute.closed', { ...dispute, status: 'won' }));
    await server.drain();
    const won = await ledgerOf(number);
    expect(amounts(won).map(([kind]) => kind)).toEqual([
      ...['charge', 'retained', 'dispute', 'released', 'disputeReturned', 'retained'],
    ]);
    expect(won.balance).toBe(0);
    expect(await exceptionsOf(number)).toEqual([]);
  });

  it('books a refund that was made at the provider, and lists one that the bank refused', async () => {
    const { applicant, number } = await submitted();
    const refund = {
      id: `re_${engine.name}`,
      object: 'refund',
      amount: 1000,
      payment_intent: await intentOf(applicant),
      status: 'succeeded',
      metadata: {},
    };
    expectRecords(await report('refund.created', refund));
    expectRecords(await report('refund.updated', refund));
    expect(amounts(await ledgerOf(number))).toEqual([
      ['charge', 45],
      ['refund', -10],
    ]);
    expectRecords(await report('refund.failed', { ...refund, status: 'failed' }));
    await server.drain();
    expect(amounts(await ledgerOf(number)).at(-1)).toEqual(['refundFailed', 10]);
    expect(await exceptionsOf(number)).toEqual(['refundFailed']);
  });

  it('is append-only, and no office sees the payments of another office', async () => {
    const { number } = await submitted();
    const { db } = server.deps;
    await expect(db.query('update ledger_entry set amount_cents = 1')).rejects.toThrow('only ever added to');
    await expect(db.query('delete from ledger_entry')).rejects.toThrow('only ever added to');
    await db.query(
      `insert into subscriber (id, name, support_phone, support_email, fee_cents, instructions, terms)
       values ('oak', 'Oak', '5125550100', 'oak@example.com', 4500, '', '')`,
    );
    const stranger = await joinOffice(server, 'owner', { subscriberId: 'oak' });
    expect((await askOffice(server, stranger, `/applications/${number}/ledger`)).statusCode).toBe(404);
    expect((await askOffice(server, stranger, '/ledger/exceptions')).json().records).toEqual({ exceptions: [] });
    expect((await ask('/ledger/exceptions')).json().records.exceptions).toContainEqual(
      expect.objectContaining({ problem: 'refundFailed', amount: 10 }),
    );
  });
});
