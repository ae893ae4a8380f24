import { describe, expect, it } from 'vitest';
import { findDemoLinks, seedDemo } from '../../../../src/server/features/demo/demoRepository';
import { issueToken } from '../../../../src/server/platform/sessions/tokenRepository';
import { openServer } from '../../../support/openServer';
import { PROPERTY, postRegistration, registerApplicant, registrationBody } from '../../../support/serverApplicants';
import { engines } from '../../../support/serverFixture';

describe.each(engines)('entry links on $name', async (engine) => {
  const server = await openServer(engine);

  const page = (headers: Record<string, string>) => server.app.inject({ url: '/api/users/registrationpage', headers });
  const validate = (headers: Record<string, string>) =>
    server.app.inject({ url: '/api/applicant/validate-invitation', headers });

  async function createInvited(): Promise<{ trn: string; headers: Record<string, string>; token: string }> {
    const link = (await findDemoLinks(server.deps.db)).at(-1) ?? '';
    const trn = link.split('/').at(-1) ?? '';
    await server.deps.db.query(
      "update application set first_name = 'Mina', last_name = 'Okoro', email = 'mina@example.com' where trn = $1",
      [trn],
    );
    const expiresAt = new Date(server.deps.clock().getTime() + 3_600_000);
    const token = await issueToken(server.deps.db, { purpose: 'invitation', trn, expiresAt });
    return { trn, token, headers: { url: 'open', trn_id: trn, entry: link } };
  }

  it('include the demo subscriber’s five', async () => {
    const links = await findDemoLinks(server.deps.db);
    expect(links.slice(0, 4)).toEqual([
      '/Property/demo/harbor-view/open',
      '/Floor/demo/harbor-view/2br/open',
      '/Office/demo/main-office/open',
      '/Agent/demo/riley-chen/open',
    ]);
    expect(links[4]).toMatch(/^\/Unit\/demo\/harbor-view\/204\/open\/[a-z2-9]{16}$/);
    expect(await seedDemo(server.deps.db)).toBe(false);
  });

  it('a used invitation asks to log in; an unknown one says only that it expired', async () => {
    const { trn, headers, token } = await createInvited();
    expect((await validate({ authorization: token })).statusCode).toBe(200);
    await registerApplicant(server, { trn_id: trn }, headers);
    expect((await validate({ authorization: token })).json()).toMatchObject({
      code: 'alreadyRegistered',
      message: "You've registered already. Log in.",
    });
    expect((await validate({ authorization: 'nonsense' })).json().code).toBe('invitationExpired');
  });

  it('open an invitation’s page with one call that returns the same as the single calls', async () => {
    const { headers, token } = await createInvited();
    const open = async (more: Record<string, string>) =>
      (await server.app.inject({ url: '/api/open/registration', headers: { ...headers, ...more } })).json();
    const { records } = await open({ authorization: token });
    const form = await server.app.inject({ url: '/api/forms/entry/registration', headers });
    expect(records).toEqual({
      page: (await page({ ...headers, authorization: token })).json().records,
      form: form.json().records,
    });
    expect(records.page).toMatchObject({ first_name: 'Mina', email: 'mina@example.com' });
    expect(await open({ authorization: 'nonsense' })).toMatchObject({ status: 404, code: 'invitationExpired' });
    expect(await open({ authorization: token, url: 'other' })).toMatchObject({ status: 406, code: 'unknown' });
  });

  it('offer a new transaction after someone registered with the last one', async () => {
    const { trn, headers } = await createInvited();
    await registerApplicant(server, { trn_id: trn }, headers);
    expect((await findDemoLinks(server.deps.db)).at(-1)).not.toContain(trn);
    expect((await page(headers)).json()).toMatchObject({ status: 409, code: 'alreadyRegistered' });
  });

  it('return the data of their own type', async () => {
    const property = (await page({ url: 'open', entry: PROPERTY })).json().records;
    expect(property).toMatchObject({
      DesiredMoveInDate: expect.stringMatching(/^\d{4}-\d{2}-01$/),
      application_type: 'Property',
      subscriber_name: 'Demo Homes',
      subrciber_logo: '/api/logos/demo.svg',
      application_fee: 45,
      documents: expect.any(Object),
      property: { PropertyName: 'Harbor View Apartments' },
      email: '',
      Email_check: false,
      select_floor: null,
    });
    expect(property.floors).toContainEqual({
      ID: expect.any(Number),
      FloorCode: 'Loft',
      MinimumRent: 0,
      MaximumRent: 3200,
    });
    expect(property.units[0]).toEqual({
      ID: expect.any(Number),
      UnitName: '101',
      FloorPlanID: expect.any(Number),
      MaximumRent: 1500,
    });
    expect(property.LeadSource).toContainEqual({ ID: 75, LeadSource: 'Entered by staff' });
    const spanish = (await page({ url: 'open', entry: PROPERTY, 'accept-language': 'es' })).json().records;
    expect(spanish.LeadSource[0]).toEqual({ ID: 11, LeadSource: 'Una amistad' });
    expect(property.States).toContainEqual({ ID: expect.any(Number), StateShortCode: 'TX', StateName: 'Texas' });
    const floor = (await page({ url: 'open', entry: '/Floor/demo/harbor-view/2br/open' })).json().records;
    expect(floor.select_floor).toBe(floor.floors.find((one: { FloorCode: string }) => one.FloorCode === '2BR').ID);
    const agent = (await page({ url: 'open', entry: '/identification/Agent/demo/riley-chen/open' })).json().records;
    expect(agent.selected_agent).toBe(
      agent.Agents.find((one: { FullName: string }) => one.FullName === 'Riley Chen').ASPNetUserID,
    );
  });

  it('a link value without a target opens the oldest active link', async () => {
    expect((await page({ url: 'open' })).json().records.application_type).toBe('Property');
  });

  it.each([
    ['no link at all', {}],
    ['an unknown value', { url: 'nowhere', entry: '/Property/demo/harbor-view/nowhere' }],
    ['an unknown property', { url: 'open', entry: '/Property/demo/elsewhere/open' }],
    ["another subscriber's property", { url: 'open', entry: '/Property/other/harbor-view/open' }],
    ['a path that is no entry', { url: 'open', entry: '/success' }],
    ['a unit without a transaction', { url: 'open', entry: '/Unit/demo/harbor-view/2br/204/open' }],
    ['an unknown transaction', { url: 'open', trn_id: 'unknown' }],
    ['a broken escape', { url: 'open', entry: '/Property/demo/%E0%A4%A/open' }],
  ])('are refused with 406: %s', async (_, headers) => {
    expect((await page(headers)).json()).toMatchObject({ status: 406, success: false, code: 'unknown' });
  });

  it("are refused with 406 under another link's value or place", async () => {
    const { headers, trn } = await createInvited();
    expect((await page({ ...headers, url: 'other' })).statusCode).toBe(406);
    expect((await page({ ...headers, entry: `/Unit/demo/harbor-view/101/open/${trn}` })).statusCode).toBe(406);
    expect((await page({ ...headers, entry: `/Unit/demo/harbor-view/2br/204/open/${trn}` })).statusCode).toBe(200);
  });

  it('are refused with 406 once revoked or expired', async () => {
    const insert = `insert into entry_link (subscriber_id, type, office_id, value, revoked_at, expires_at)
      select 'demo', 'Office', id, $1, $2, $3 from office where code = 'lakeside'`;
    await server.deps.db.query(insert, ['withdrawn', new Date(), null]);
    await server.deps.db.query(insert, ['over', null, new Date(0)]);
    expect((await page({ url: 'withdrawn' })).json()).toMatchObject({ status: 406, code: 'revoked' });
    expect((await page({ url: 'over' })).json()).toMatchObject({ status: 406, code: 'expired' });
  });

  it('return the invited person only to the holder of the invitation', async () => {
    const { headers, token } = await createInvited();
    expect((await page(headers)).json().records).toMatchObject({ first_name: '', email: '' });
    expect((await page({ ...headers, authorization: 'made-up' })).json().records.email).toBe('');
    const invited = (await page({ ...headers, authorization: token })).json().records;
    expect(invited).toMatchObject({
      first_name: 'Mina',
      last_name: 'Okoro',
      email: 'mina@example.com',
      Email_check: false,
    });
    await registerApplicant(server, { email: 'mina@example.com', reEmail: 'mina@example.com' });
    expect((await page({ ...headers, authorization: token })).json().records.Email_check).toBe(true);
    const form = await server.app.inject({
      url: '/api/forms/entry/registration',
      headers: { ...headers, authorization: token },
    });
    expect(form.json().records.context.emailTaken).toBe(true);
  });

  it('work without an invitation or with a valid one, and not with a used one', async () => {
    const { trn, headers, token } = await createInvited();
    expect((await validate({})).json()).toMatchObject({ status: 200, success: true });
    expect((await validate({ authorization: `Bearer ${token}` })).json().records).toEqual({ trn_id: trn });
    expect((await validate({ authorization: 'made-up' })).json()).toMatchObject({
      success: false,
      message: 'Invited link has been expired. Please contact your admin.',
    });
    expect((await postRegistration(server, registrationBody({ trn_id: trn }), headers)).statusCode).toBe(200);
    expect((await validate({ authorization: token })).statusCode).toBe(409);
  });
});
