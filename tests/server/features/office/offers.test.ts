import { beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../../src/model/format/dates';
import { exportApplication, OFFICE_MASKED } from '../../../../src/server/applications/exportApplication';
import {
  answersOf,
  bodyOf,
  completeSteps,
  expectRecords,
  get,
  paymentBody,
  post,
  postStep,
} from '../../../support/fillSteps';
import { askOffice, joinOffice, type OfficeTester } from '../../../support/officePeople';
import { openServer } from '../../../support/openServer';
import { registerApplicant, type TestApplicant } from '../../../support/serverApplicants';
import { engines } from '../../../support/serverFixture';

const REASONS = 'A conviction of 2024 for fraud, which matters for paying rent.';

describe.each(engines)('a conditional offer, on $name', async (engine) => {
  const server = await openServer(engine);
  const { db } = server.deps;
  let reviewer: OfficeTester;
  beforeAll(async () => {
    reviewer = await joinOffice(server, 'reviewer');
  });

  const liveIn = async (state: string, city: string) => {
    await db.query("update property set state = $1, city = $2, zip = '' where code = 'harbor-view'", [state, city]);
    server.advance(6);
  };

  async function submit(): Promise<{ robin: TestApplicant; number: string }> {
    const robin = await registerApplicant(server);
    await completeSteps(server, robin, 'identification', { files: false });
    const answers = await answersOf(server, robin, 'applicant-details');
    const { convicted_for_crime: _, ...others } = answers['other-details'] ?? {};
    const body = bodyOf(server, robin, 'applicant-details', { ...answers, 'other-details': others });
    expectRecords(await postStep(server, robin, 'applicant-details', body));
    await completeSteps(server, robin, 'income', { files: false, from: 'income' });
    expectRecords(await post(server, robin, '/api/payment', await paymentBody(server, robin)));
    const { applicationID } = expectRecords(await get(server, robin, `/api/application/summary/${robin.trn}`));
    return { robin, number: String(applicationID) };
  }

  const look = async (number: string) => expectRecords(await askOffice(server, reviewer, `/applications/${number}`));
  const decide = async (number: string, act: string, more: object = {}) => {
    const { revision } = await look(number);
    return askOffice(server, reviewer, `/applications/${number}/acts`, { act, revision, ...more });
  };
  const summary = async (robin: TestApplicant) =>
    expectRecords(await get(server, robin, `/api/application/summary/${robin.trn}`));
  const isAsked = async (robin: TestApplicant, url: string) =>
    JSON.stringify((await get(server, robin, url)).json().records.sections).includes('"convicted_for_crime":{"title"');

  it('is the only way to open the questions about convictions in New Jersey', async () => {
    await liveIn('NJ', 'Newark');
    const { robin, number } = await submit();
    expect(await isAsked(robin, '/api/forms/application/applicant-details')).toBe(false);
    expect(await isAsked(robin, '/api/forms/success/supplemental')).toBe(false);
    expect(await summary(robin)).toMatchObject({ secondary_status: null, secondary_complete: false });
    const typed = { answers: { convicted_for_crime: { response: 'No' } } };
    const url = `/api/drafts/${robin.trn}/supplemental`;
    const draft = await server.app.inject({ method: 'PUT', url, headers: robin.headers, payload: typed });
    expect([draft.statusCode, draft.json().errors?.[0]?.path]).toEqual([422, '/answers/convicted_for_crime']);
    const saved = await post(server, robin, '/api/secondary/save', { trn_id: robin.trn, version: 0, questions: [] });
    expect(saved.json().code).toBe('notFound');
    expect(JSON.stringify((await look(number)).sections)).not.toContain('convicted_for_crime');
    for (const options of [{ masked: [], isApplicants: true }, { masked: OFFICE_MASKED }])
      for (const file of await exportApplication(server.deps, robin.trn, options))
        if (file.name.endsWith('.json'))
          expect(String(await file.read()), file.name).not.toContain('convicted_for_crime');
    expect((await look(number)).acts).toContain('offer');
    expect(expectRecords(await decide(number, 'offer'))).toMatchObject({ status: 'offered' });
    server.advance(6);
    expect(await isAsked(robin, '/api/forms/success/supplemental')).toBe(true);
    expect(await summary(robin)).toMatchObject({ secondary_status: 'Incomplete' });
    expect(await isAsked(robin, '/api/forms/application/applicant-details')).toBe(false);
  });

  it('is withdrawn in New Jersey with written reasons, and can be appealed for 30 days', async () => {
    await liveIn('NJ', 'Newark');
    const { robin, number } = await submit();
    expectRecords(await decide(number, 'offer'));
    const refused = await decide(number, 'withdrawOffer', { explanation: 'No.' });
    expect(refused.json().errors).toMatchObject([{ path: '/explanation' }]);
    expect((await decide(number, 'announceWithdrawal', { explanation: REASONS })).json().code).toBe('noSuchAct');
    expect(expectRecords(await decide(number, 'withdrawOffer', { explanation: REASONS }))).toMatchObject({
      status: 'offerWithdrawn',
    });
    const { review } = (await summary(robin)) as {
      review: { letter: string; appeal: { is_open: boolean; until: string } };
    };
    expect(review.letter).toContain(REASONS);
    expect(review.letter).toContain('You can appeal until');
    expect(review.appeal.is_open).toBe(true);
    const sendAppeal = (text: string) => post(server, robin, '/api/application/appeal', { trn_id: robin.trn, text });
    expect((await sendAppeal('')).statusCode).toBe(422);
    expectRecords(await sendAppeal('The record is of another person.'));
    expect(await summary(robin)).toMatchObject({ review: { status: 'appealed', letter: review.letter } });
    expect(JSON.stringify((await look(number)).timeline)).toContain('The record is of another person.');
    expect((await sendAppeal('Once more.')).json().code).toBe('noSuchAct');
    expect(expectRecords(await decide(number, 'approve', { bases: ['income'] }))).toMatchObject({ status: 'approved' });
  });

  it('can’t be appealed after the deadline', async () => {
    await liveIn('NJ', 'Newark');
    const { robin, number } = await submit();
    expectRecords(await decide(number, 'offer'));
    expectRecords(await decide(number, 'withdrawOffer', { explanation: REASONS }));
    await db.query('update application set offer_withdrawn_at = $2 where trn = $1', [
      robin.trn,
      new Date(server.deps.clock().getTime() - 32 * DAY_MS),
    ]);
    expect((await summary(robin)).review).toMatchObject({ appeal: { is_open: false } });
    const late = await post(server, robin, '/api/application/appeal', { trn_id: robin.trn, text: 'Too late.' });
    expect(late.json().code).toBe('noSuchAct');
  });

  it('waits five business days in New York City between the announcement and the withdrawal', async () => {
    await liveIn('NY', 'Brooklyn');
    const { robin, number } = await submit();
    expectRecords(await decide(number, 'offer'));
    expect((await decide(number, 'withdrawOffer', { explanation: REASONS })).json().code).toBe('announceFirst');
    const preview = await askOffice(server, reviewer, `/applications/${number}/letter`, {
      act: 'announceWithdrawal',
      revision: (await look(number)).revision,
      explanation: REASONS,
    });
    const { email } = expectRecords(preview) as { email: { subject: string; text: string } };
    expect(email.subject).toMatch(/: Notice about your offer$/);
    expect(email.text).toMatch(/plans to withdraw the conditional offer/);
    expect(email.text).not.toMatch(/made you a conditional offer/);
    expectRecords(await decide(number, 'announceWithdrawal', { explanation: REASONS }));
    const early = await decide(number, 'withdrawOffer', { explanation: REASONS });
    expect([early.statusCode, early.json().code]).toEqual([409, 'offerWait']);
    expect((await summary(robin)).review).toMatchObject({ status: 'offered', appeal: { is_open: true } });
    expect((await look(number)).acts).not.toContain('withdrawOffer');
    await db.query('update application set withdrawal_announced_at = $2 where trn = $1', [
      robin.trn,
      new Date(server.deps.clock().getTime() - 9 * DAY_MS),
    ]);
    expect(expectRecords(await decide(number, 'withdrawOffer', { explanation: REASONS }))).toMatchObject({
      status: 'offerWithdrawn',
    });
  });

  it("can't be made in Texas, where the law doesn't delay any question", async () => {
    await liveIn('TX', 'Austin');
    const robin = await registerApplicant(server);
    await completeSteps(server, robin, 'income', { files: false });
    expectRecords(await post(server, robin, '/api/payment', await paymentBody(server, robin)));
    const number = String((await summary(robin)).applicationID);
    const application = await look(number);
    expect(application.acts).not.toContain('offer');
    expect(application.law).toMatchObject({ title: 'United States', is_known: false });
    expect((await decide(number, 'offer')).json().code).toBe('noSuchAct');
    expect(await summary(robin)).toMatchObject({ secondary_status: 'Incomplete' });
  });
});
