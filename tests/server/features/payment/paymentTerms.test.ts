import { describe, expect, it } from 'vitest';
import { eachApplicant } from '../../../support/eachApplicant';
import { completeSteps, expectRecords, get, paymentBody, post } from '../../../support/fillSteps';
import type { TestApplicant } from '../../../support/serverApplicants';
import { engines, type TestServer } from '../../../support/serverFixture';

const NEW = '<p>No pets.</p>';

describe.each(engines)('the terms of a payment on $name', (engine) => {
  let server: TestServer;
  let robin: TestApplicant;
  eachApplicant(engine, async (...now) => {
    [server, robin] = now;
    await completeSteps(server, robin, 'income', { files: false });
  });

  const setTerms = (text: string) => server.deps.db.query('update subscriber set terms = $1', [text]);
  const pay = (body: unknown) => post(server, robin, '/api/payment', body, { 'idempotency-key': 'one-order' });
  const shown = async () =>
    expectRecords(await get(server, robin, `/api/users/getTandCpageforregistration/${robin.trn}`));

  it('must be those that the page showed, or nothing is charged or recorded and the new ones are sent', async () => {
    const body = await paymentBody(server, robin);
    await setTerms(NEW);
    const refused = (await pay(body)).json();
    expect(refused).toMatchObject({ status: 409, code: 'otherTerms', records: { subscriber_text: NEW } });
    expect(refused.message).toMatch(/You haven't been charged|you haven't been charged/);
    expect(refused.records).toEqual(await shown());
    for (const table of ['payment where', 'consent where', 'document where document_id = 8 and'])
      expect((await server.deps.db.query(`select 1 from ${table} trn = $1`, [robin.trn])).rows, table).toEqual([]);
    expectRecords(await pay({ ...body, terms: refused.records.digest }));
    const consent = expectRecords(await get(server, robin, `/api/payment/consent/${robin.trn}`));
    expect(consent.subscriber_text).toBe(NEW);
  });

  it('are recorded as agreed to, even if they change afterward', async () => {
    const agreed = await shown();
    expectRecords(await pay(await paymentBody(server, robin)));
    await setTerms(`${agreed.subscriber_text}<p>And more.</p>`);
    const consent = expectRecords(await get(server, robin, `/api/payment/consent/${robin.trn}`));
    expect(consent.subscriber_text).toBe(agreed.subscriber_text);
    expect((await shown()).digest).not.toBe(agreed.digest);
  });

  it("are both texts: the program's and the subscriber's are recorded, and shown again when they change", async () => {
    const body = await paymentBody(server, robin);
    await server.deps.db.query("update subscriber set instructions = '<p>Be true.</p>'");
    const refused = (await pay(body)).json();
    expect(refused).toMatchObject({ status: 409, code: 'otherTerms', records: { text: '<p>Be true.</p>' } });
    expectRecords(await pay({ ...body, terms: refused.records.digest }));
    const { text, subscriber_text } = expectRecords(await get(server, robin, `/api/payment/consent/${robin.trn}`));
    expect({ text, subscriber_text }).toEqual({
      text: '<p>Be true.</p>',
      subscriber_text: refused.records.subscriber_text,
    });
    expect(subscriber_text).not.toBe('');
  });

  it('name the parts that changed since the applicant first agreed to them', async () => {
    const agree = async () => expectRecords(await post(server, robin, '/api/users/updateTandC', { trn_id: robin.trn }));
    expect((await shown()).changed).toBeUndefined();
    await agree();
    expect((await shown()).changed).toEqual([]);
    await setTerms('<p>No cats.</p>');
    await agree();
    expect((await shown()).changed).toEqual(['subscriber_text']);
  });

  it('a call without terms agrees to the current ones, as specified', async () => {
    const { terms: _, ...body } = await paymentBody(server, robin);
    expectRecords(await pay(body));
    const consent = expectRecords(await get(server, robin, `/api/payment/consent/${robin.trn}`));
    expect(consent.subscriber_text).toBe((await shown()).subscriber_text);
  });
});
