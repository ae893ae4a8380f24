import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/model/format/dates';
import type { Message } from '../../../src/server/platform/mail/mail';
import {
  answersOf,
  bodyOf,
  completeSteps,
  expectRecords,
  get,
  paymentBody,
  post,
  postStep,
} from '../../support/fillSteps';
import { upload } from '../../support/multipart';
import { openServer } from '../../support/openServer';
import { samplePdf } from '../../support/sampleFiles';
import { PROPERTY, registerApplicant } from '../../support/serverApplicants';
import { engines } from '../../support/serverFixture';

describe.each(engines)('the fee under the law of the home, on $name', async (engine) => {
  const sent: Message[] = [];
  const mail = { send: async (message: Message) => void sent.push(message) };
  const server = await openServer(engine, { mail });
  const moveTo = async (state: string, city = 'Somewhere') => {
    await server.deps.db.query("update property set state = $1, city = $2, zip = '' where code = 'harbor-view'", [
      state,
      city,
    ]);
    server.advance(6);
  };
  const feeOf = (fees: Record<string, unknown>) => (fees.recordset as { ApplicationFee: number }[])[0]?.ApplicationFee;

  it.each([
    ['TX', 45, [], false],
    [
      'NY',
      20,
      [
        'New York limits this fee to the cost of your background and credit checks, up to $20. You get a copy of the report and the receipt.',
      ],
      false,
    ],
    ['VT', 0, ['Vermont allows no application fee.'], false],
    ['MD', 45, [expect.stringContaining("you get back any part that isn't used")], true],
  ])('is quoted on the first page in %s: %i', async (state, fee, terms, isReturned) => {
    await moveTo(state);
    const headers = { url: 'open', entry: PROPERTY };
    const page = expectRecords(await server.app.inject({ url: '/api/users/registrationpage', headers }));
    expect(page).toMatchObject({
      application_fee: fee,
      fee_terms: { terms, is_returned: isReturned, is_waived: false },
    });
  });

  it('is explained in the language of the page', async () => {
    await moveTo('VT');
    const headers = { url: 'open', entry: PROPERTY, 'accept-language': 'es' };
    const page = expectRecords(await server.app.inject({ url: '/api/users/registrationpage', headers }));
    expect(page.fee_terms).toMatchObject({ terms: ['Vermont no permite ninguna tarifa de solicitud.'] });
  });

  it('never exceeds the limit, also if a client sends more', async () => {
    await moveTo('NY');
    const robin = await registerApplicant(server);
    await completeSteps(server, robin, 'income', { files: false });
    const body = await paymentBody(server, robin);
    expect(body.amount).toBe(2000);
    const refused = await post(server, robin, '/api/payment', { ...body, amount: 4500 });
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'wrongAmount']);
    const { rows } = await server.deps.db.query('select from payment where trn = $1', [robin.trn]);
    expect(rows).toEqual([]);
    expect(expectRecords(await post(server, robin, '/api/payment', body))).toMatchObject({
      amount: 20,
      card_number: '4242',
    });
  });

  it.each([
    ['TX', 'The application fee is non-refundable.', 'Any unused part', false],
    ['CO', 'Any unused part of the fee is refunded within 20 days.', 'non-refundable', true],
  ])('in %s the receipt email says "%s"', async (state, expected, unexpected, isReturned) => {
    await moveTo(state);
    const robin = await registerApplicant(server);
    await completeSteps(server, robin, 'income', { files: false });
    expectRecords(await post(server, robin, '/api/payment', await paymentBody(server, robin)));
    await server.drain();
    const receipt = sent.find(({ to, subject }) => to === robin.email && subject.startsWith('Receipt for'));
    expect(receipt?.text).toContain(expected);
    expect(receipt?.text).not.toContain(unexpected);
    const summary = expectRecords(await get(server, robin, `/api/application/summary/${robin.trn}`));
    expect(summary.paid).toMatchObject({ is_returned: isReturned });
  });

  it('is $0 if the place allows none, without a card or a charge', async () => {
    await moveTo('VT');
    const robin = await registerApplicant(server);
    await completeSteps(server, robin, 'income', { files: false });
    const form = expectRecords(await get(server, robin, '/api/forms/application/payment'));
    expect((form.sections as { name: string }[]).map(({ name }) => name)).toEqual(['consent', 'signature']);
    const { token: _, cname: _name, ...body } = await paymentBody(server, robin);
    const receipt = expectRecords(
      await post(server, robin, '/api/payment', { ...body, payment: undefined, token: 'none' }),
    );
    expect(receipt).toMatchObject({ amount: 0, application_status: 'Submitted', reference: null });
    const { rows } = await server.deps.db.query('select state, intent, amount_cents from payment where trn = $1', [
      robin.trn,
    ]);
    expect(rows).toEqual([{ state: 'succeeded', intent: null, amount_cents: 0 }]);
  });

  it('is waived for a portable report with agency and date if the place accepts it', async () => {
    await moveTo('CO');
    const robin = await registerApplicant(server);
    const feesNow = async () => expectRecords(await get(server, robin, `/api/payment/fees/${robin.trn}`));
    expect(feeOf(await feesNow())).toBe(45);
    await completeSteps(server, robin, 'applicant-details', { files: false });
    const file = expectRecords(await upload(server, robin, 17, { name: 'report.pdf', content: await samplePdf() }));
    const date = new Date(server.deps.clock().getTime() - 29 * DAY_MS).toISOString().slice(0, 10);
    const answers = await answersOf(server, robin, 'income');
    const send = (report: object) => {
      const all = { ...answers, 'other-documents': { ...answers['other-documents'], screening_report: report } };
      return postStep(server, robin, 'income', bodyOf(server, robin, 'income', all));
    };
    const refused = await send({ files: [file.blob_path] });
    expect(refused.json().errors.map(({ path }: { path: string }) => path)).toEqual([
      '/screening_report/agency',
      '/screening_report/date',
    ]);
    expectRecords(await send({ files: [file.blob_path], agency: 'Acme Screening', date }));
    expect(await feesNow()).toMatchObject({ is_waived: true });
    expect(feeOf(await feesNow())).toBe(0);
    await moveTo('TX');
    expect(feeOf(await feesNow())).toBe(45);
  });

  it("can't be waived with a report if neither the place nor the landlord accepts one", async () => {
    await moveTo('TX');
    const robin = await registerApplicant(server);
    const answer = await upload(server, robin, 17, { name: 'report.pdf', content: await samplePdf() });
    expect(answer.json().code).toBe('documentHidden');
  });
});
