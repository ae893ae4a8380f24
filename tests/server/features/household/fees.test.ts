import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Message } from '../../../../src/server/platform/mail/mail';
import { runCommand } from '../../../../src/tools/portal/runCommand';
import { completeSteps, expectRecords, get, post } from '../../../support/fillSteps';
import {
  addPerson,
  change,
  changeMember,
  createPaymentBody,
  joinAs,
  readHousehold,
  submitAs,
} from '../../../support/households';
import { openServer } from '../../../support/openServer';
import { registerApplicant, type TestApplicant } from '../../../support/serverApplicants';
import { engines, noLimits } from '../../../support/serverFixture';

let people = 0;
const person = (first_name: string) => {
  people += 1;
  return { first_name, last_name: 'Lindqvist', email: `${first_name.toLowerCase()}.${people}@fees.example` };
};

describe.each(engines)('the fees of a household on $name', async (engine) => {
  const sent: Message[] = [];
  const mail = { send: async (message: Message) => void sent.push(message) };
  const server = await openServer(engine, { mail, limits: noLimits });
  const { db } = server.deps;

  async function setFees(fees: object): Promise<void> {
    await db.query("update subscriber set settings = settings::jsonb || jsonb_build_object('household', $1::jsonb)", [
      JSON.stringify(fees),
    ]);
    // The change reaches the server as a database event.
    const read = async () => (await server.deps.forms.getSubscriberSettings('demo')).household ?? {};
    await vi.waitFor(async () => expect(await read()).toEqual(fees), { timeout: 10_000, interval: 50 });
  }
  afterEach(() => setFees({}));

  /** Creates a lead with saved steps. */
  async function begin(): Promise<TestApplicant> {
    const lead = await registerApplicant(server);
    await completeSteps(server, lead, 'income', { files: false });
    return lead;
  }
  async function addAs(lead: TestApplicant, role: string, firstName: string): Promise<TestApplicant> {
    const added = person(firstName);
    await addPerson(server, lead, role, added);
    return joinAs(server, sent, lead, added);
  }
  async function saveSteps(who: TestApplicant): Promise<void> {
    await completeSteps(server, who, 'identification', { files: false });
    await completeSteps(server, who, 'income', { files: false, from: 'income' });
  }
  const pay = async (who: TestApplicant) => post(server, who, '/api/payment', await createPaymentBody(server, who));
  const feeOf = async (who: TestApplicant) => {
    const { recordset } = expectRecords(await get(server, who, `/api/payment/fees/${who.trn}`));
    return (recordset as { ApplicationFee: number }[])[0]?.ApplicationFee;
  };
  /** Returns the dollars that the ledger charged to each. */
  async function chargesOf(all: readonly TestApplicant[]): Promise<number[][]> {
    const { rows } = await db.query<{ trn: string; amount: number }>(
      "select trn, amount_cents::int / 100 as amount from ledger_entry where kind = 'charge' and trn = any($1)",
      [all.map(({ trn }) => trn)],
    );
    return all.map(({ trn }) => rows.filter((row) => row.trn === trn).map(({ amount }) => amount));
  }

  it('are set by the operator, who is shown the valid choices', async () => {
    const run = (...args: string[]) => runCommand({ db, config: server.deps.config, cwd: process.cwd() }, args);
    const command = ['subscriber', 'household', 'demo'];
    expect((await run(...command)).lines).toEqual(["Household fees of 'demo': fee = default, guarantors = default."]);
    expect((await run(...command, '--fee', 'perHousehold')).lines).toEqual([
      "Household fees of 'demo': fee = perHousehold, guarantors = default.",
    ]);
    expect((await run(...command, '--guarantors', 'adult')).lines).toEqual([
      "Household fees of 'demo': fee = perHousehold, guarantors = adult.",
    ]);
    expect(await run(...command, '--fee', 'each')).toMatchObject({
      code: 2,
      error: expect.stringContaining('--fee must be perAdult or perHousehold'),
    });
    const lead = await begin();
    const priya = await addAs(lead, 'guarantor', 'Priya');
    expect([await feeOf(lead), await feeOf(priya)]).toEqual([45, 0]);
  });

  it('are one for each adult, and none for a guarantor', async () => {
    const lead = await begin();
    const priya = await addAs(lead, 'guarantor', 'Priya');
    const jonas = await addAs(lead, 'occupant', 'Tam');
    expect([await feeOf(lead), await feeOf(jonas), await feeOf(priya)]).toEqual([45, 45, 0]);
    await submitAs(server, priya, 'guarantor');
    await submitAs(server, jonas, 'occupant');
    // A double click sends two requests at once.
    expect((await Promise.all([pay(lead), pay(lead)])).map(({ statusCode }) => statusCode)).toContain(200);
    await server.drain();
    expect(await chargesOf([lead, jonas, priya])).toEqual([[45], [45], []]);
  });

  it('include one for a guarantor if the landlord charges guarantors', async () => {
    await setFees({ guarantors: 'adult' });
    const lead = await begin();
    const priya = await addAs(lead, 'guarantor', 'Priya');
    expect(await feeOf(priya)).toBe(45);
    await submitAs(server, priya, 'guarantor');
    expect(await chargesOf([priya])).toEqual([[45]]);
  });

  it('are charged once if the landlord charges households, to the person who started', async () => {
    await setFees({ fee: 'perHousehold' });
    const lead = await begin();
    const priya = await addAs(lead, 'guarantor', 'Priya');
    expect([await feeOf(lead), await feeOf(priya)]).toEqual([45, 0]);
    await submitAs(server, priya, 'guarantor');
    expect((await pay(lead)).statusCode).toBe(200);
    await server.drain();
    expect(await chargesOf([lead, priya])).toEqual([[45], []]);
    // A replacement owes nothing: the household has paid.
    const maya = await addAs(lead, 'guarantor', 'Maya');
    expect(await feeOf(maya)).toBe(0);
  });

  it('are charged once while the lead pays and hands the lead over at the same moment', async () => {
    await setFees({ fee: 'perHousehold' });
    for (let round = 0; round < 3; round += 1) {
      const lead = await begin();
      const jonas = await addAs(lead, 'coApplicant', 'Jonas');
      const answers = await Promise.all([pay(lead), changeMember(server, lead, 'lead', 'Jonas')]);
      expect(answers.every(({ statusCode }) => [200, 409, 422].includes(statusCode))).toBe(true);
      // Anyone who hasn't submitted pays now.
      const { rows } = await db.query('select trn from application where trn = $1 and submitted_at is null', [
        lead.trn,
      ]);
      if (rows.length > 0) await pay(lead);
      await submitAs(server, jonas, 'co');
      await server.drain();
      expect((await chargesOf([lead, jonas])).flat()).toEqual([45]);
    }
  });

  it('pass to the next person who joins if the payer leaves when everyone else has submitted', async () => {
    await setFees({ fee: 'perHousehold' });
    const lead = await begin();
    const priya = await addAs(lead, 'guarantor', 'Priya');
    await submitAs(server, priya, 'guarantor');
    const { revision } = await readHousehold(server, lead);
    expectRecords(await change(server, lead, 'leave', { revision }));
    expect(await feeOf(lead)).toBe(45);
    const maya = await addAs(priya, 'coApplicant', 'Maya');
    expect(await feeOf(maya)).toBe(45);
    const tam = await addAs(priya, 'occupant', 'Tam');
    expect(await feeOf(tam)).toBe(0);
  });

  it('are owed by a guarantor who is removed before submitting, and charged once to the lead', async () => {
    const lead = await begin();
    const priya = await addAs(lead, 'guarantor', 'Priya');
    await saveSteps(priya);
    expectRecords(await changeMember(server, lead, 'remove', 'Priya'));
    // Sessions are cached for a few seconds.
    server.advance(6);
    // A former guarantor who is alone is a regular applicant.
    expect(await feeOf(priya)).toBe(45);
    expect((await pay(lead)).statusCode).toBe(200);
    await server.drain();
    const { revision } = await readHousehold(server, lead);
    expect(revision).toBeGreaterThan(0);
    expect(await chargesOf([lead, priya])).toEqual([[45], []]);
  });
});
