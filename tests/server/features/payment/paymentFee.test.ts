import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PaymentGateway } from '../../../../src/server/features/payment/createPayments';
import { reconcilePayment } from '../../../../src/server/features/payment/submit';
import { eachApplicant } from '../../../support/eachApplicant';
import { completeSteps, expectRecords, get, paymentBody, post } from '../../../support/fillSteps';
import { readSandbox } from '../../../support/sandboxRecords';
import type { TestApplicant } from '../../../support/serverApplicants';
import { engines, type TestServer } from '../../../support/serverFixture';

const AGREED = 4500;
const OTHER = 99_900;

describe.each(engines)('the fee of a payment on $name', (engine) => {
  let server: TestServer;
  let robin: TestApplicant;
  eachApplicant(engine, async (...now) => {
    [server, robin] = now;
    await setFee(AGREED);
    await completeSteps(server, robin, 'income', { files: false });
  });
  afterEach(() => vi.restoreAllMocks());

  const setFee = (cents: number) => server.deps.db.query('update subscriber set fee_cents = $1', [cents]);
  const pay = (body: unknown, key?: string) =>
    post(server, robin, '/api/payment', body, key ? { 'idempotency-key': key } : {});
  const rows = async (sql: string) => (await server.deps.db.query(sql, [robin.trn])).rows;

  /** Returns the sandbox's charges for this application, in cents. */
  const charges = (): number[] =>
    readSandbox(server.deps.config.dataDir, 'payment_intent', robin.trn)
      .filter(({ status }) => status === 'succeeded')
      .map(({ amount }) => amount);

  /** Checks that this amount was charged, recorded, shown and signed. */
  async function expectPaid(cents: number): Promise<void> {
    expect(charges()).toEqual([cents]);
    expect(await rows('select state, amount_cents from payment where trn = $1')).toEqual([
      { state: 'succeeded', amount_cents: cents },
    ]);
    expect(expectRecords(await get(server, robin, `/api/payment/consent/${robin.trn}`)).amount).toBe(cents / 100);
    await server.drain();
    expect(expectRecords(await get(server, robin, `/api/record/${robin.trn}`)).state).toBe('whole');
  }

  async function expectNothing(): Promise<void> {
    expect(charges()).toEqual([]);
    for (const table of ['payment where', 'consent where', 'document where document_id = 8 and'])
      expect(await rows(`select 1 from ${table} trn = $1`), table).toEqual([]);
  }

  /**
   * Changes the fee once, just before the first statement that `isDue`. The returned function ends this and returns
   * whether the fee was changed.
   */
  function changeBefore(isDue: (statement: string, nth: number) => boolean): () => boolean {
    const { db } = server.deps;
    const query = db.query.bind(db) as (...asked: unknown[]) => Promise<unknown>;
    let [count, isChanged] = [0, false];
    vi.spyOn(db, 'query').mockImplementation((async (...asked: unknown[]) => {
      count += 1;
      if (!isChanged && isDue(String(asked[0]), count)) {
        isChanged = true;
        await query('update subscriber set fee_cents = $1', [OTHER]);
      }
      return query(...asked);
    }) as typeof db.query);
    return () => {
      vi.restoreAllMocks();
      return isChanged;
    };
  }

  function atCall(name: 'openIntent' | 'confirm' | 'find', change: () => Promise<unknown>): void {
    const call = server.deps.payments[name] as (order: unknown) => Promise<unknown>;
    vi.spyOn(server.deps.payments, name).mockImplementationOnce((async (order: unknown) => {
      await change();
      return call(order);
    }) as PaymentGateway[typeof name] & ((...all: unknown[]) => never));
  }

  /** Charges the card, but loses the response. */
  function loseAnswer(): void {
    const { confirm } = server.deps.payments;
    vi.spyOn(server.deps.payments, 'confirm').mockImplementationOnce(async (order) => {
      await confirm(order);
      throw new Error('the line was cut');
    });
  }

  it('a fee that changes during payment is charged as agreed or rejected', async () => {
    const payWhile = async (key: string, isDue: Parameters<typeof changeBefore>[0]) => {
      const body = await paymentBody(server, robin);
      const stop = changeBefore(isDue);
      const answer = await pay(body, key);
      return { answer, isChanged: stop() };
    };
    const expectRefused = async ({ answer, isChanged }: Awaited<ReturnType<typeof payWhile>>) => {
      expect(isChanged).toBe(true);
      expect(answer.json().code).toBe('wrongAmount');
      await expectNothing();
      await setFee(AGREED);
      await server.deps.db.query('delete from rate_limit');
    };
    await expectRefused(await payWhile('before-insert', (statement) => statement.includes('insert into payment as p')));
    for (let nth = 1; ; nth += 1) {
      const paid = await payWhile(`statement-${nth}`, (_, count) => count === nth);
      // Once the payment starts, the agreed amount is charged. Later changes are tested below.
      if (paid.answer.statusCode === 200) break;
      await expectRefused(paid);
    }
    await expectPaid(AGREED);
  }, 60_000);

  it.each(['openIntent', 'confirm'] as const)('stays as agreed to if it changes before %s', async (name) => {
    const body = await paymentBody(server, robin);
    atCall(name, () => setFee(OTHER));
    expectRecords(await pay(body));
    await expectPaid(AGREED);
  });

  it('is rejected if outdated, with a message that nothing was charged, and the new fee is accepted', async () => {
    const body = await paymentBody(server, robin);
    await setFee(OTHER);
    const refused = await pay(body, 'the-key-of-one-order');
    expect(refused.json()).toMatchObject({
      code: 'wrongAmount',
      message: expect.stringMatching(/You haven't been charged|you haven't been charged/),
    });
    expect((await pay(body, 'the-key-of-one-order')).json().code).toBe('wrongAmount');
    await expectNothing();
    expectRecords(await pay(await paymentBody(server, robin)));
    await expectPaid(OTHER);
  });

  it('is the charged one if the response was lost, with the same key and with a new order', async () => {
    const body = await paymentBody(server, robin);
    loseAnswer();
    expect((await pay(body, 'the-key-of-one-order')).statusCode).toBe(500);
    await setFee(OTHER);
    expect(expectRecords(await pay(body, 'the-key-of-one-order')).amount).toBe(AGREED / 100);
    expect(expectRecords(await pay(await paymentBody(server, robin))).amount).toBe(AGREED / 100);
    await expectPaid(AGREED);
  });

  it('is the charged one if the response was lost and the page was reopened at another fee', async () => {
    loseAnswer();
    expect((await pay(await paymentBody(server, robin))).statusCode).toBe(500);
    await setFee(OTHER);
    expect(expectRecords(await pay(await paymentBody(server, robin))).amount).toBe(AGREED / 100);
    await expectPaid(AGREED);
  });

  it('is the charged one if the charge is settled later', async () => {
    loseAnswer();
    expect((await pay(await paymentBody(server, robin))).statusCode).toBe(500);
    await setFee(OTHER);
    await reconcilePayment(server.deps, robin.trn);
    await expectPaid(AGREED);
  });

  it.each([
    ['declined', (): unknown => undefined, 'card_declined', 400],
    [
      'never confirmed',
      () => vi.spyOn(server.deps.payments, 'confirm').mockRejectedValueOnce(new Error('the line was cut')),
      'succeed',
      500,
    ],
  ])(
    'is the new one after an attempt that was %s, and the old one if it changes back',
    async (_, spoil, card, status) => {
      for (const fee of [AGREED, OTHER, AGREED, OTHER]) {
        await setFee(fee);
        spoil();
        expect((await pay(await paymentBody(server, robin, card))).statusCode).toBe(status);
        expect(charges()).toEqual([]);
      }
      await setFee(AGREED);
      expectRecords(await pay(await paymentBody(server, robin)));
      await expectPaid(AGREED);
    },
  );

  it.each(['openIntent', 'confirm'] as const)(
    'is charged once, at the new amount, when an order at that amount comes before %s of the first',
    async (name) => {
      const first = await paymentBody(server, robin);
      let second: Awaited<ReturnType<typeof pay>> | undefined;
      atCall(name, async () => {
        await setFee(OTHER);
        second = await pay(await paymentBody(server, robin));
      });
      const answer = await pay(first);
      expect(second?.statusCode).toBe(200);
      // The first call is refused or returns the second one's payment. It never charges its own card.
      expect([200, 400]).toContain(answer.statusCode);
      await expectPaid(OTHER);
    },
  );

  it("charges the first order's fee once when two orders overlap", async () => {
    const first = await paymentBody(server, robin);
    loseAnswer();
    expect((await pay(first)).statusCode).toBe(500);
    await setFee(OTHER);
    const second = await paymentBody(server, robin);
    const both = await Promise.all([pay(second), pay(first, 'the-key-of-one-order')]);
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    await expectPaid(AGREED);
  });
});
