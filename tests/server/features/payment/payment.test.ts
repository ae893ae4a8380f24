import Stripe from 'stripe';
import { describe, expect, it, vi } from 'vitest';
import persona from '../../../../schemas/personas/robin-hale.json';
import { SANDBOX_WEBHOOK_SECRET } from '../../../../src/server/features/payment/createPayments';
import { reconcilePayment } from '../../../../src/server/features/payment/submit';
import { StorageUnavailable } from '../../../../src/server/platform/http/storageErrors';
import { eachApplicant } from '../../../support/eachApplicant';
import { completeSteps, expectRecords, get, paymentBody, post } from '../../../support/fillSteps';
import { sampleSignature } from '../../../support/sampleFiles';
import { registerApplicant, type TestApplicant } from '../../../support/serverApplicants';
import { engines, type TestServer } from '../../../support/serverFixture';

describe.each(engines)('POST /api/payment on $name', (engine) => {
  let server: TestServer;
  let robin: TestApplicant;
  eachApplicant(engine, async (...now) => {
    [server, robin] = now;
    await completeSteps(server, robin, 'income', { files: false });
  });

  const pay = (body: unknown, headers?: Record<string, string>) => post(server, robin, '/api/payment', body, headers);
  const row = async () =>
    (await server.deps.db.query('select state, attempt, intent, last4 from payment where trn = $1', [robin.trn]))
      .rows[0];
  const application = async () =>
    (await server.deps.db.query('select status, submitted_at from application where trn = $1', [robin.trn])).rows[0];

  /** Runs the job that is due two minutes after a payment starts. */
  const settleNow = async () => {
    const { rowCount } = await server.deps.db.query(
      "select from job where kind = 'settle-payment' and payload ->> 'trn' = $1 and run_at > now()",
      [robin.trn],
    );
    expect(rowCount).toBe(1);
    await reconcilePayment(server.deps, robin.trn);
  };

  it("doesn't submit an application that owes a fee without its payment", async () => {
    const { token: _, amount: __, ...body } = await paymentBody(server, robin);
    const answer = await post(server, robin, '/api/application/submit', body);
    expect(answer.json()).toMatchObject({ status: 400, code: 'wrongAmount' });
    expect((await application()).submitted_at).toBeNull();
  });

  it('returns the fee and the provider', async () => {
    const fees = expectRecords(await get(server, robin, `/api/payment/fees/${robin.trn}`));
    expect(fees).toMatchObject({ currency: 'usd', provider: 'sandbox', publishableKey: 'pk_test_sandbox' });
    const { SubscriberFee, ApplicationFee } =
      (fees.recordset as { SubscriberFee: number; ApplicationFee: number }[])[0] ?? {};
    expect(ApplicationFee).toBeGreaterThan(0);
    expect(SubscriberFee).toBe(ApplicationFee);
  });

  it('charges the fee, submits the application and keeps the consent', async () => {
    const body = await paymentBody(server, robin);
    const receipt = expectRecords(await pay(body));
    expect(receipt).toMatchObject({
      application_status: 'Submitted',
      card_number: '4242',
      card_brand: 'visa',
      amount: Number(body.amount) / 100,
    });
    const status = expectRecords(await get(server, robin, `/api/users/sectionstatus/${robin.trn}`));
    expect(status).toMatchObject({ consent_payment_status: true });
    const consent = expectRecords(await get(server, robin, `/api/payment/consent/${robin.trn}`));
    expect(consent).toMatchObject({
      ip: '127.0.0.1',
      name_on_card: 'Robin J Hale',
      card_number: '4242',
      city: 'Austin',
      state: 'TX',
    });
    const signature = await server.app.inject({ url: String(consent.file) });
    expect(signature.headers['content-type']).toBe('image/png');
    const summary = expectRecords(await get(server, robin, `/api/application/summary/${robin.trn}`));
    expect(summary).toMatchObject({
      applicationID: receipt.applicationID,
      application_status: 'Submitted',
      document_status: false,
    });
  });

  it('returns 200 again for a paid application, and charges nothing', async () => {
    const confirm = vi.spyOn(server.deps.payments, 'confirm');
    const body = await paymentBody(server, robin);
    const first = expectRecords(await pay(body));
    expect(expectRecords(await pay(await paymentBody(server, robin)))).toEqual(first);
    expect(confirm).toHaveBeenCalledTimes(1);
    confirm.mockRestore();
  });

  it('charges once when Pay is pressed twice at the same time', async () => {
    const bodies = [
      await paymentBody(server, robin),
      await paymentBody(server, robin),
      await paymentBody(server, robin),
    ];
    const all = await Promise.all(bodies.map((body) => pay(body)));
    expect(all.map((one) => one.statusCode)).toEqual([200, 200, 200]);
    const references = new Set(all.map((one) => one.json().records.reference));
    expect(references.size).toBe(1);
    expect((await row()).state).toBe('succeeded');
  });

  it('repeats its response for the same key and body, and rejects another body with 422', async () => {
    const body = await paymentBody(server, robin);
    const key = { 'idempotency-key': 'the-one-payment' };
    const [first, second] = [await pay(body, key), await pay(body, key)];
    expect(second.json()).toEqual(first.json());
    expect((await pay({ ...body, amount: 1 }, key)).statusCode).toBe(422);
  });

  it.each(['card_declined', 'insufficient_funds', 'expired_card', 'incorrect_cvc'])(
    'refuses a card that is %s and takes another one after it',
    async (outcome) => {
      const declined = await pay(await paymentBody(server, robin, outcome));
      expect(declined.statusCode).toBe(400);
      expect(declined.json().message).toBe('Invalid card details, please provide valid card details. Payment Failed.');
      expect(await row()).toMatchObject({ state: 'declined', attempt: 1 });
      expect((await application()).submitted_at).toBeNull();
      expect((await pay(await paymentBody(server, robin))).statusCode).toBe(200);
      expect(await row()).toMatchObject({ state: 'succeeded', attempt: 2 });
    },
  );

  it("rejects text that isn't a token", async () => {
    const body = await paymentBody(server, robin);
    expect((await pay({ ...body, token: 'tok_made_up' })).json().code).toBe('paymentDeclined');
    expect((await application()).submitted_at).toBeNull();
  });

  it('rejects every other amount before it calls the provider', async () => {
    const ask = vi.spyOn(server.deps.payments, 'openIntent');
    const body = await paymentBody(server, robin);
    for (const amount of [1, 0, -4500, 4500.5, '4500', 1e12, null]) {
      const response = await pay({ ...body, amount });
      expect([400, 422], String(amount)).toContain(response.statusCode);
    }
    expect(ask).not.toHaveBeenCalled();
    expect(await row()).toBeUndefined();
    ask.mockRestore();
  });

  it('returns the receipt if another call pays between the check and the charge', async () => {
    const keep = server.deps.files.write;
    const late = vi.spyOn(server.deps.files, 'write').mockImplementationOnce(async (name, content) => {
      expectRecords(await pay(await paymentBody(server, robin)));
      await keep(name, content);
    });
    expect(expectRecords(await pay(await paymentBody(server, robin)))).toMatchObject({
      application_status: 'Submitted',
    });
    expect(await row()).toMatchObject({ state: 'succeeded', attempt: 1 });
    late.mockRestore();
  });

  it("charges nothing while the signature can't be stored, and returns Retry-After", async () => {
    const outage = vi.spyOn(server.deps.files, 'write').mockRejectedValueOnce(new StorageUnavailable('out'));
    const refused = await pay(await paymentBody(server, robin));
    outage.mockRestore();
    expect(refused.json()).toMatchObject({ status: 503, code: 'storageDown' });
    expect(refused.headers['retry-after']).toBe('10');
    expect(await row()).toBeUndefined();
  });

  it("refuses an unchecked consent, a name that is not the applicant's, and a blank or broken signature", async () => {
    const body = await paymentBody(server, robin);
    const signature = body.signature as object;
    const wrong = { ...body, consent: { concent: false }, signature: { ...signature, name: 'Nobody Else' } };
    expect((await pay(wrong)).json().errors).toMatchObject([
      { path: '/consent/concent', message: 'This field must be checked' },
      { path: '/signature/name', message: "Name must contain and match the applicant's first or last name." },
    ]);
    const blank = await pay({ ...body, file: await sampleSignature({ blank: true }) });
    expect(blank.json().errors).toEqual([{ path: '/file', message: 'Please Sign the Application.' }]);
    const fake = await pay({ ...body, file: `data:image/png;base64,${Buffer.from('no picture').toString('base64')}` });
    expect(fake.statusCode).toBe(422);
    const large = await pay({ ...body, file: `data:image/png;base64,${'A'.repeat(750_000)}` });
    expect(large.statusCode).toBe(422);
    expect((await pay({ ...body, file: 'A'.repeat(1_700_000) })).statusCode).toBe(413);
    expect(await row()).toBeUndefined();
  });

  describe('after a section was changed and not saved', () => {
    const type = async (section: string, answers: unknown) => {
      const url = `/api/drafts/${robin.trn}/${section}`;
      expectRecords(await server.app.inject({ method: 'PUT', url, headers: robin.headers, payload: { answers } }));
    };
    const unsaved = async () => expectRecords(await get(server, robin, `/api/payment/unsaved/${robin.trn}`));
    const income = async () => expectRecords(await get(server, robin, `/api/income/getdetails/${robin.trn}`));
    const { identification, 'applicant-details': details } = persona.flows.application;

    it.each([
      ['identification', 'personal-details', identification['personal-details'], { middle_name: 'Wren' }],
      ['applicant-details', 'applicant-details', details['applicant-details'], { have_pet: { response: 'No' } }],
      ['income', 'employers', {}, { response: 'No', no_doc_reason: 'student' }],
    ])('refuses to sign the older answers of %s', async (step, section, saved, change) => {
      await type(section, { ...saved, ...change });
      expect(await unsaved()).toEqual([{ step, section }]);
      const refused = await pay(await paymentBody(server, robin));
      expect(refused.json()).toMatchObject({ status: 409, code: 'unsavedChanges', records: [{ step, section }] });
      expect(await row()).toBeUndefined();
    });

    it('signs answers that are restored or saved', async () => {
      const own = identification['personal-details'];
      await type('personal-details', { ...own, middle_name: 'Wren' });
      await type('personal-details', own);
      expect(await unsaved()).toEqual([]);
      const students = { response: 'No', no_doc_reason: 'student' };
      await type('employers', students);
      expect(await unsaved()).toHaveLength(1);
      const { other_income_details, banking_details } = await income();
      const sections = { employment_details: students, other_income_details, banking_details };
      expectRecords(
        await post(server, robin, '/api/income/savedetails', { trn_id: robin.trn, version: 1, ...sections }),
      );
      expect(await unsaved()).toEqual([]);
      expectRecords(await pay(await paymentBody(server, robin)));
    });
  });

  it('is refused until the earlier steps are complete', async () => {
    const early = await registerApplicant(server);
    await completeSteps(server, early, 'applicant-details');
    const response = await post(server, early, '/api/payment', await paymentBody(server, early));
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({ code: 'stepOrder', message: 'Please complete Income & Banking.' });
  });

  it('finds a charge whose response was lost', async () => {
    const body = await paymentBody(server, robin);
    const real = server.deps.payments.confirm;
    const lost = vi.spyOn(server.deps.payments, 'confirm').mockImplementationOnce(async (order) => {
      await real(order);
      throw new Error('the line was cut');
    });
    expect((await pay(body)).statusCode).toBe(500);
    expect(await row()).toMatchObject({ state: 'pending', attempt: 1 });
    expect((await pay(await paymentBody(server, robin))).statusCode).toBe(200);
    expect(lost).toHaveBeenCalledTimes(1);
    lost.mockRestore();
  });

  it('keeps a newer attempt open if the earlier one is declined late', async () => {
    const [early, late] = [await paymentBody(server, robin), await paymentBody(server, robin)];
    const confirm = vi.spyOn(server.deps.payments, 'confirm').mockImplementationOnce(async () => {
      confirm.mockRejectedValueOnce(new Error('the line was cut'));
      expect((await pay(late)).statusCode).toBe(500);
      return { state: 'declined', reason: 'card_declined' };
    });
    expect((await pay(early)).statusCode).toBe(400);
    expect(await row()).toMatchObject({ state: 'pending', attempt: 2 });
    confirm.mockRestore();
  });

  it('creates one intent even after a lost response, and confirms each attempt with a separate key', async () => {
    const { payments } = server.deps;
    const real = payments.openIntent;
    const opened: string[] = [];
    const open = vi.spyOn(payments, 'openIntent').mockImplementation(async (order) => {
      opened.push(await real(order));
      if (opened.length === 1) throw new Error('the line was cut');
      return opened.at(-1) ?? '';
    });
    const confirm = vi.spyOn(payments, 'confirm');
    expect((await pay(await paymentBody(server, robin))).statusCode).toBe(500);
    expect((await pay(await paymentBody(server, robin, 'card_declined'))).statusCode).toBe(400);
    expect((await pay(await paymentBody(server, robin))).statusCode).toBe(200);
    expect(opened).toEqual([opened[0], opened[0]]);
    expect((await row()).intent).toBe(opened[0]);
    expect(confirm.mock.calls.map(([{ key }]) => key)).toEqual([`confirm-${robin.trn}-2`, `confirm-${robin.trn}-3`]);
    open.mockRestore();
    confirm.mockRestore();
  });

  it('submits a charged application when the response, the retry and the webhook are all lost', async () => {
    const real = server.deps.payments.confirm;
    const lost = vi.spyOn(server.deps.payments, 'confirm').mockImplementationOnce(async (order) => {
      await real(order);
      throw new Error('the line was cut');
    });
    expect((await pay(await paymentBody(server, robin))).statusCode).toBe(500);
    expect((await application()).submitted_at).toBeNull();
    await settleNow();
    expect((await application()).status).toBe('Submitted');
    expect(await row()).toMatchObject({ state: 'succeeded', last4: '4242' });
    lost.mockRestore();
  });

  it('can retry a payment that never reached the provider', async () => {
    const cut = vi.spyOn(server.deps.payments, 'confirm').mockRejectedValueOnce(new Error('the line was cut'));
    expect((await pay(await paymentBody(server, robin))).statusCode).toBe(500);
    await settleNow();
    expect((await application()).submitted_at).toBeNull();
    expect((await pay(await paymentBody(server, robin))).statusCode).toBe(200);
    expect(await row()).toMatchObject({ state: 'succeeded', attempt: 2 });
    cut.mockRestore();
  });

  it("completes a payment once by the provider's event, and rejects forged events", async () => {
    const real = server.deps.payments.confirm;
    vi.spyOn(server.deps.payments, 'confirm').mockImplementationOnce(async (order) => {
      await real(order);
      throw new Error('the line was cut');
    });
    expect((await pay(await paymentBody(server, robin))).statusCode).toBe(500);
    const { intent } = await row();
    const event = JSON.stringify({
      id: `evt_${robin.trn}`,
      object: 'event',
      type: 'payment_intent.succeeded',
      data: { object: { id: intent } },
    });
    const send = (signature: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/payment/webhook',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        payload: event,
      });
    const signed = (secret: string) => Stripe.webhooks.generateTestHeaderString({ payload: event, secret });
    expect((await send(signed('whsec_other'))).statusCode).toBe(400);
    expect((await application()).submitted_at).toBeNull();
    expect((await send(signed(SANDBOX_WEBHOOK_SECRET))).statusCode).toBe(200);
    expect((await application()).status).toBe('Submitted');
    expect((await send(signed(SANDBOX_WEBHOOK_SECRET))).statusCode).toBe(200);
    const { rows } = await server.deps.db.query('select id from payment_event where id = $1', [`evt_${robin.trn}`]);
    expect(rows).toHaveLength(1);
  });

  it('can be attempted five times an hour', async () => {
    for (let n = 0; n < 5; n += 1)
      expect((await pay(await paymentBody(server, robin, 'card_declined'))).statusCode).toBe(400);
    const sixth = await pay(await paymentBody(server, robin));
    expect(sixth.statusCode).toBe(429);
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0);
  });
});
