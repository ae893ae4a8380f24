import { describe, expect, it } from 'vitest';
import type { DisposalRules } from '../../../../src/model/disposal';
import { readDecision } from '../../../../src/server/applications/review/decisionRepository';
import { findStatus } from '../../../../src/server/applications/statusRepository';
import { listDisposals } from '../../../../src/server/features/erasure/disposalRepository';
import { disposeDecided } from '../../../../src/server/features/erasure/disposeDecided';
import { openText } from '../../../../src/server/platform/crypto/seal';
import type { Message } from '../../../../src/server/platform/mail/mail';
import { runCommand } from '../../../../src/tools/portal/runCommand';
import { completeSteps, expectRecords, get, paymentBody, post } from '../../../support/fillSteps';
import { askOffice, joinOffice } from '../../../support/officePeople';
import { openServer } from '../../../support/openServer';
import { registerApplicant, type TestApplicant } from '../../../support/serverApplicants';
import { engines, noLimits } from '../../../support/serverFixture';

const DAY = 86_400;
const rules: DisposalRules = {
  decided: [
    { status: 'declined', removeAfterDays: 100, warnDaysBefore: 20 },
    { status: 'withdrawn', removeAfterDays: 60, warnDaysBefore: 10 },
  ],
};
const report = { name: 'Example Reports', address: '1 Main St', phone: '(800) 555-0100', score_used: 'No' };
const nothing = { warned: 0, disposed: 0, reports: 0 };

describe.each(engines)('a decided application on $name', async (engine) => {
  const sent: Message[] = [];
  const mail = { send: async (message: Message) => void sent.push(message) };
  const server = await openServer(engine, { mail, limits: noLimits });
  const { db } = server.deps;

  async function submitted(): Promise<{ applicant: TestApplicant; number: string }> {
    const applicant = await registerApplicant(server);
    await completeSteps(server, applicant, 'income', { pdfs: false });
    expectRecords(await post(server, applicant, '/api/payment', await paymentBody(server, applicant)));
    await server.drain();
    const number = String(
      expectRecords(await get(server, applicant, '/api/users/applicationdetail')).application_number,
    );
    return { applicant, number };
  }
  async function act(number: string, body: object): Promise<void> {
    const owner = await joinOffice(server, 'owner');
    const { revision } = (await askOffice(server, owner, `/applications/${number}`)).json().records;
    expectRecords(await askOffice(server, owner, `/applications/${number}/acts`, { revision, ...body }));
    await server.drain();
  }
  const decline = (number: string) => act(number, { act: 'decline', bases: ['income'], reasons: ['income'] });
  const isThere = async ({ trn }: TestApplicant) =>
    (await db.query('select from application where trn = $1', [trn])).rowCount === 1;
  async function passAfter(days: number, by: DisposalRules = rules) {
    server.advance(days * DAY);
    sent.length = 0;
    const done = await disposeDecided(server.deps, by);
    await server.drain();
    return done;
  }

  it('is erased on the announced day, with a log of what was deleted', async () => {
    const { applicant, number } = await submitted();
    await decline(number);
    expect(await passAfter(79)).toEqual(nothing);
    expect(await passAfter(1.1)).toEqual({ ...nothing, warned: 1 });
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
      [applicant.email, "We'll delete your rental application"],
    ]);
    expect(await passAfter(19.5)).toEqual(nothing);
    expect(await passAfter(0.6)).toEqual({ ...nothing, disposed: 1 });
    expect(await isThere(applicant)).toBe(false);
    const [logged] = await listDisposals(db, 1);
    expect(logged).toMatchObject({ trn: applicant.trn, what: 'application', status: 'declined', days: 100 });
    expect(logged?.answers).toBeGreaterThan(3);
    expect(logged?.documents).toBeGreaterThan(0);
  });

  it('stays if the decision changes after the warning, and the days count from the new decision', async () => {
    const { applicant, number } = await submitted();
    await decline(number);
    expect(await passAfter(80.1)).toEqual({ ...nothing, warned: 1 });
    await act(number, { act: 'reopen' });
    expect(await passAfter(30)).toEqual(nothing);
    await decline(number);
    expect(await passAfter(50)).toEqual(nothing);
    expect(await isThere(applicant)).toBe(true);
    await db.query('delete from application where trn = $1', [applicant.trn]);
  });

  it('is erased on a separate schedule if the applicant withdrew it, and never while approved', async () => {
    const withdrawn = await submitted();
    const approved = await submitted();
    expectRecords(await post(server, withdrawn.applicant, '/api/application/withdraw', {}));
    await act(approved.number, { act: 'approve', bases: ['income'] });
    expect(await passAfter(50.1)).toEqual({ ...nothing, warned: 1 });
    expect(await passAfter(10.1)).toEqual({ ...nothing, disposed: 1 });
    expect(await passAfter(500)).toEqual(nothing);
    expect(await isThere(withdrawn.applicant)).toBe(false);
    expect(await isThere(approved.applicant)).toBe(true);
  });

  it('waits while a refund is pending', async () => {
    const { applicant, number } = await submitted();
    await decline(number);
    const refund = await db.query<{ id: string }>(
      "insert into refund (trn, intent, amount_cents, created_at) values ($1, 'pi', 100, now()) returning id",
      [applicant.trn],
    );
    expect(await passAfter(150)).toEqual(nothing);
    await db.query("update refund set state = 'sent' where id = $1", [refund.rows[0]?.id]);
    expect(await passAfter(1)).toEqual({ ...nothing, warned: 1 });
    expect(await passAfter(20.1)).toEqual({ ...nothing, disposed: 1 });
  });

  it('loses consumer report data after a separate time, and keeps the rest', async () => {
    const { applicant, number } = await submitted();
    const conditions = { act: 'approveWithConditions', bases: ['consumerReport'], conditions: 'A co-signer.' };
    await act(number, { ...conditions, reports: [report] });
    const key = await server.deps.keyring.keyOf(applicant.trn);
    const read = async () => {
      const row = await findStatus(db, applicant.trn);
      return readDecision(applicant.trn, row?.decision ?? null, key);
    };
    expect((await read())?.letter).toContain('Example Reports');
    const { rows } = await db.query<{ body: string }>(
      "select body from audit_entry where kind = 'decision' and trn = $1",
      [applicant.trn],
    );
    const logged = rows.map(({ body }) => openText(JSON.parse(body).sealed, key));
    expect(logged).toEqual([expect.stringMatching(/"letter":"[0-9a-f]{64}"/)]);
    expect(logged[0]).not.toContain('Example Reports');
    expect((await passAfter(61, { decided: [], reportsAfterDays: 60 })).reports).toBeGreaterThan(0);
    expect(await read()).toMatchObject({ conditions: 'A co-signer.', reports: [], letter: null });
    expect((await listDisposals(db, 1))[0]).toMatchObject({ trn: applicant.trn, what: 'reports', days: 60 });
    expect(await passAfter(1, { decided: [], reportsAfterDays: 60 })).toEqual(nothing);
  });

  it("is listed for the operator before it's due, and in the log once it's erased", async () => {
    const run = (...args: string[]) => runCommand({ db, config: server.deps.config, cwd: process.cwd() }, args);
    const { applicant, number } = await submitted();
    await decline(number);
    // The command uses the real clock.
    await db.query('update application_status set changed_at = now() where trn = $1', [applicant.trn]);
    expect((await run('retention', 'due', '--days', '1')).lines).toEqual([
      'No application is due to be erased within 1 days.',
    ]);
    const due = (await run('retention', 'due', '--days', '999')).lines.filter((line) => line.includes(number));
    expect(due).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d +demo +\d+ +declined +not yet$/)]);
    await passAfter(80.1);
    await passAfter(20.1);
    const { lines } = await run('retention', 'log', '--last', '1');
    expect(lines.at(-1)).toMatch(new RegExp(`demo +${applicant.trn} +application +declined, 100 days`));
  });
});
