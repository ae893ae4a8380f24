import { describe, expect, it } from 'vitest';
import { openServer } from '../../../support/openServer';
import { PROPERTY, postRegistration, registerApplicant, registrationBody } from '../../../support/serverApplicants';
import { engines, noLimits } from '../../../support/serverFixture';

describe.each(engines)('POST /api/users/register on $name', async (engine) => {
  const server = await openServer(engine, { limits: noLimits });

  const count = async (table: string): Promise<number> =>
    Number((await server.deps.db.query(`select count(*) from ${table}`)).rows[0].count);

  it('creates account, application and session', async () => {
    const response = await postRegistration(server, registrationBody());
    expect(response.json()).toMatchObject({ status: 200, success: true, records: { trnid: expect.any(String) } });
    const { trnid, token, refreshToken, message } = response.json().records;
    expect(message).toBe(response.json().message);
    expect(token).not.toBe(refreshToken);
    const detail = await server.app.inject({
      url: '/api/users/applicationdetail',
      headers: { authorization: token, trn_id: trnid },
    });
    expect(detail.json().records).toMatchObject({
      first_name: 'Robin',
      last_name: 'Hale',
      application_type: 'Property',
    });
  });

  it('stores no password, only its argon2id hash', async () => {
    const { email, trn } = await registerApplicant(server);
    const { rows } = await server.deps.db.query('select password_hash from account where login = $1', [email]);
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const stored = await server.deps.db.query('select registration from application where trn = $1', [trn]);
    expect(Object.keys(stored.rows[0].registration)).not.toContain('password');
    expect(Object.keys(stored.rows[0].registration)).not.toContain('reEnterPassword');
  });

  it('sends a welcome email', async () => {
    const sent: { to: string }[] = [];
    const mail = server.deps.mail;
    server.deps.mail = { send: async (message) => void sent.push(message) };
    const { email } = await registerApplicant(server);
    await server.drain();
    server.deps.mail = mail;
    expect(sent.map((message) => message.to)).toContain(email);
  });

  it.each([
    ['Hello https://evil.example/win', true],
    ['Hello evil.example', true],
    ['Win\u001b[2J', true],
    ['Robin\r\nBcc: a', true],
    ['Robin \u202eelaH', true],
    ['Robin\u200b', true],
    ["O'Neil", false],
    ['علی\u200cرضا', false],
    ['José', false],
    ['李', false],
    ['St. John', false],
    ['J.R. Hale-Ortega', false],
    ['Ann'.padEnd(60, 'e'), false],
  ])('accepts a name only without a web address or hidden characters: %j', async (name, isRefused) => {
    for (const field of ['fname', 'lname', 'mname']) {
      const response = await postRegistration(server, registrationBody({ [field]: name }));
      if (!isRefused) expect(response.statusCode).toBe(200);
      else {
        const message =
          'Enter only a name, with no web address and no hidden characters. Leave a space after a period.';
        expect(response.json()).toMatchObject({ status: 422, errors: [{ path: `/${field}`, message }] });
      }
    }
  });

  it.each([
    ['a soft hyphen', 'Ro\u00adbin'],
    ['a Mongolian separator', 'Robin\u180e'],
    ['an empty Braille cell', '\u2800Robin'],
    ['a Hangul filler', 'Robin\u3164'],
    ['a grapheme joiner', 'Rob\u034fin'],
    ['a tag letter', 'Robin\u{e0041}'],
    ['a private character', 'Robin\ue000'],
    ['an annotation', 'Robin\ufff9'],
    ['a joiner at the end', 'Robin\u200d'],
    ['two joiners', 'Ro\u200d\u200dbin'],
    ['a variation of a Latin letter', 'Robin\ufe0f'],
  ])('rejects a name with %s', async (_what, name) => {
    const response = await postRegistration(server, registrationBody({ fname: name }));
    expect(response.json()).toMatchObject({ status: 422, errors: [{ path: '/fname' }] });
  });

  it('reports each validation error at its field', async () => {
    const body = registrationBody({ fname: 'R', reEmail: 'other@example.com', password: 'short', i_confirm: false });
    const response = await postRegistration(server, body);
    expect(response.statusCode).toBe(422);
    const errors = Object.fromEntries(
      response.json().errors.map((one: { path: string; message: string }) => [one.path, one.message]),
    );
    expect(errors).toMatchObject({
      '/fname': 'minimum 2 characters is required',
      '/reEmail': 'email must match',
      '/password': 'Use 8 or more characters with a mix of letters, numbers & special characters',
      '/i_confirm': 'field must be checked',
    });
  });

  it.each([
    ['an unknown member', { favoriteColor: 'blue' }, '/favoriteColor'],
    ['a member of another link type', { agent: '0' }, '/agent'],
    ['an unknown floor', { floor: 99_999 }, '/floor'],
    ['a mobile of the wrong type', { mobile: '15125550123' }, '/mobile'],
    ['an applicant name that is an object', { fname: { $ne: '' } }, '/fname'],
  ])('refuses %s with 422', async (_, changes, path) => {
    const before = await count('account');
    const response = await postRegistration(server, registrationBody(changes));
    expect(response.statusCode).toBe(422);
    expect(response.json().errors.map((one: { path: string }) => one.path)).toContain(path);
    expect(await count('account')).toBe(before);
  });

  it("rejects a unit that isn't on the chosen floor, and uses the unit's rent", async () => {
    const { rows: units } = await server.deps.db.query(
      'select id, floor_id, maximum_rent::float as rent from unit order by id',
    );
    const other = units.find((unit) => unit.floor_id !== units[0].floor_id);
    const wrong = await postRegistration(server, registrationBody({ floor: units[0].floor_id, unit: other.id }));
    expect(wrong.json().errors).toEqual([
      { path: '/unit', section: 'registration-plan', field: '/unit', message: 'Choose one from the list.' },
    ]);
    const { trn } = await registerApplicant(server, { floor: units[0].floor_id, unit: units[0].id });
    const { rows } = await server.deps.db.query(
      "select unit_id, (registration ->> 'rent')::float as rent from application where trn = $1",
      [trn],
    );
    expect(rows[0]).toEqual({ unit_id: units[0].id, rent: units[0].rent });
  });

  it('returns 409 for a used email only to a valid form, and accepts a separate username', async () => {
    const { email } = await registerApplicant(server);
    const again = { email, reEmail: email };
    const incomplete = await postRegistration(server, registrationBody({ ...again, fname: undefined }));
    expect(incomplete.statusCode).toBe(422);
    const taken = await postRegistration(
      server,
      registrationBody({ ...again, email: email.toUpperCase(), reEmail: email.toUpperCase() }),
    );
    expect(taken.statusCode).toBe(409);
    expect(taken.json()).toMatchObject({
      success: false,
      code: 'emailTaken',
      message: expect.stringContaining('registered with another user'),
    });
    const username = `robin-${Date.now()}`;
    const named = await postRegistration(server, registrationBody({ ...again, username }));
    expect(named.statusCode).toBe(200);
    const same = await postRegistration(server, registrationBody({ ...again, username: username.toUpperCase() }));
    expect(same.json()).toMatchObject({ status: 409, code: 'usernameTaken' });
  });

  it('registers once per Idempotency-Key', async () => {
    const body = registrationBody();
    const headers = { 'idempotency-key': 'register-once-1' };
    const first = await postRegistration(server, body, headers);
    const second = await postRegistration(server, body, headers);
    expect(second.json()).toEqual(first.json());
    const other = await postRegistration(server, { ...body, fname: 'Robyn' }, headers);
    expect(other.json()).toMatchObject({ status: 422, code: 'keyReused' });
  });

  it('accepts one of two simultaneous registrations of an email', async () => {
    const body = registrationBody();
    const answers = await Promise.all([postRegistration(server, body), postRegistration(server, body)]);
    expect(answers.map((one) => one.statusCode).sort()).toEqual([200, 409]);
  });

  it('assigns a transaction to only one applicant', async () => {
    const { rows } = await server.deps.db.query("select id from entry_link where type = 'Unit'");
    await server.deps.db.query(
      "insert into application (trn, subscriber_id, entry_link_id, type, property_id) select 'unit-once', subscriber_id, id, type, property_id from entry_link where id = $1",
      [rows[0].id],
    );
    const entry = '/Unit/demo/harbor-view/204/open/unit-once';
    const headers = { entry, trn_id: 'unit-once' };
    const first = await postRegistration(server, registrationBody({ trn_id: 'unit-once' }), headers);
    expect(first.json().records.trnid).toBe('unit-once');
    const second = await postRegistration(server, registrationBody({ trn_id: 'unit-once' }), headers);
    expect(second.json()).toMatchObject({ status: 409, code: 'alreadyRegistered' });
  });

  it('requires agent and address from an office applicant', async () => {
    const headers = { entry: '/Office/demo/main-office/open' };
    const missing = await postRegistration(server, registrationBody(), headers);
    const paths = missing.json().errors.map((one: { path: string }) => one.path);
    expect(paths).toEqual(expect.arrayContaining(['/agent', '/address', '/city', '/rent']));
    const desired = { agent: '0', otherAgentName: 'Ana Bell', address: '12 Elm St', city: 'Austin', rent: 1500 };
    const { trn } = await registerApplicant(server, desired, headers);
    const { rows } = await server.deps.db.query(
      'select type, office_id is not null as has_office from application where trn = $1',
      [trn],
    );
    expect(rows[0]).toEqual({ type: 'Office', has_office: true });
  });

  it.each([
    ['malformed JSON', '{"fname":', 400, 'badJson'],
    ['a JSON array', '[]', 422, 'invalid'],
    ['an empty object', '{}', 422, 'invalid'],
  ])('refuses %s', async (_, payload, status, code) => {
    const response = await postRegistration(server, payload);
    expect(response.json()).toMatchObject({ status, success: false, code });
  });

  it("rejects a body over the limit with 413, and one that isn't JSON with 415", async () => {
    const big = await postRegistration(server, JSON.stringify(registrationBody({ hearAboutUs: 'x'.repeat(300_000) })));
    expect(big.json()).toMatchObject({ status: 413, code: 'tooLarge' });
    const xml = await postRegistration(server, '<a/>', { 'content-type': 'application/xml' });
    expect(xml.json()).toMatchObject({ status: 415, code: 'wrongType' });
  });

  it('refuses an unknown link with 406', async () => {
    const response = await postRegistration(server, registrationBody({ url: 'nowhere' }), {
      url: 'nowhere',
      entry: PROPERTY,
    });
    expect(response.json()).toMatchObject({ status: 406, code: 'unknown' });
  });
});
