import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Message } from '../../../../src/server/platform/mail/mail';
import { runCommand } from '../../../../src/tools/portal/runCommand';
import { expectRecords, get } from '../../../support/fillSteps';
import { beginHousehold, changeMember, HOUSEHOLD, linkIn, postInvited } from '../../../support/households';
import { openServer } from '../../../support/openServer';
import { registerApplicant, type TestApplicant } from '../../../support/serverApplicants';
import { engines, noLimits } from '../../../support/serverFixture';

describe('what an invited person reads before they register', async () => {
  const sent: Message[] = [];
  const mail = { send: async (message: Message) => void sent.push(message) };
  const server = await openServer(engines.at(-1), { mail, limits: noLimits });
  let lead: TestApplicant;
  beforeAll(async () => {
    lead = await beginHousehold(server);
    for (const { first_name } of Object.values(HOUSEHOLD))
      expectRecords(await changeMember(server, lead, 'invite', first_name));
    await server.drain();
  });

  async function open({ email }: { email: string }) {
    const { path, token } = linkIn(sent, email);
    const headers = { url: 'open', entry: path, trn_id: path.split('/').at(-1) ?? '', authorization: token };
    return expectRecords(await server.app.inject({ url: '/api/users/registrationpage', headers })) as {
      application_fee: number;
      documents: Record<string, string>;
    };
  }

  it('includes the fee of their role', async () => {
    const fees = await Promise.all(Object.values(HOUSEHOLD).map(open));
    expect(fees.map(({ application_fee }) => application_fee)).toEqual([45, 45, 0]);
  });

  it('includes the documents of their role, the same ones that they see after registering', async () => {
    const { documents } = await open(HOUSEHOLD.occupant);
    expect(documents).toMatchObject({ Paystub: 'Hide', BankStatements: 'Hide', OtherIncome: 'Hide' });
    expect(documents.USDriversLicense).not.toBe('Hide');
    expect((await open(HOUSEHOLD.guarantor)).documents.Paystub).not.toBe('Hide');
    const link = linkIn(sent, HOUSEHOLD.occupant.email);
    const { trnid: trn, token } = expectRecords(await postInvited(server, link, HOUSEHOLD.occupant));
    const headers = { email: HOUSEHOLD.occupant.email, authorization: String(token), trn_id: String(trn) };
    const settings = expectRecords(await get(server, { headers }, `/api/applicant/configuration/${trn}`));
    expect(settings.documents).toMatchObject({ Paystub: 'Hide', BankStatements: 'Hide' });
    const own = expectRecords(await get(server, lead, `/api/applicant/configuration/${lead.trn}`));
    expect(own.documents).toMatchObject({ Paystub: 'Required' });
  });

  it('includes no fee if the landlord charges a household once, unless the household still owes it', async () => {
    const portal = { db: server.deps.db, config: server.deps.config, cwd: process.cwd() };
    await runCommand(portal, 'subscriber household demo --fee perHousehold'.split(' '));
    // The change reaches the server as a database event.
    await vi.waitFor(async () => expect((await open(HOUSEHOLD.co)).application_fee).toBe(0), 10_000);
    await server.deps.db.query(
      'update household set fee_owed = true where id = (select household_id from application where trn = $1)',
      [lead.trn],
    );
    expect((await open(HOUSEHOLD.co)).application_fee).toBe(45);
    const alone = await registerApplicant(server);
    expect(expectRecords(await get(server, alone, `/api/payment/fees/${alone.trn}`)).recordset).toMatchObject([
      { ApplicationFee: 45 },
    ]);
  });
});
