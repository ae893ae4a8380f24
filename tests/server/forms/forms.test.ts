import { describe, expect, it } from 'vitest';
import { validatorRuntime } from '../../../src/engine/loadChecker';
import type { ServedForm, ServedSection } from '../../../src/model/types';
import { createChecker } from '../../../src/model/validation/checker';
import { openServer } from '../../support/openServer';
import { PROPERTY, registerApplicant } from '../../support/serverApplicants';
import { createTestServer, engines } from '../../support/serverFixture';

describe.each(engines)('GET /api/forms on $name', async (engine) => {
  const server = await openServer(engine);
  const robin = await registerApplicant(server);

  const get = (url: string, headers: Record<string, string> = {}) =>
    server.app.inject({ url: `/api/forms/${url}`, headers });
  const sectionNames = (response: { json(): { records: { sections: ServedSection[] } } }) =>
    response.json().records.sections.map((section) => section.name);

  it.each(['login', 'forgot-password', 'reset-password', 'change-password'])(
    'serves entry/%s to anyone',
    async (step) => {
      expect(sectionNames(await get(`entry/${step}`))).toEqual([step]);
    },
  );

  it('serves the registration sections for the type of the link', async () => {
    const property = await get('entry/registration', { url: 'open', entry: PROPERTY });
    expect(sectionNames(property)).toEqual(['registration-personal', 'registration-plan', 'registration-login']);
    expect(property.json().records.context).toMatchObject({
      applicationType: 'Property',
      today: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    const office = await get('entry/registration', { url: 'open', entry: '/Office/demo/main-office/open' });
    expect(sectionNames(office)).toEqual(['registration-personal', 'registration-agent', 'registration-login']);
    expect((await get('entry/registration')).statusCode).toBe(406);
  });

  it.each(['identification', 'applicant-details', 'income', 'payment'])(
    'serves application/%s to its applicant',
    async (step) => {
      const response = await get(`application/${step}`, robin.headers);
      expect(response.statusCode).toBe(200);
      expect(response.json().records.context).toMatchObject({ applicant: { first_name: 'Robin', last_name: 'Hale' } });
      expect((await get(`application/${step}`)).statusCode).toBe(401);
    },
  );

  it('serves modules that find the same errors as the server', async () => {
    const form = (await get('application/identification', robin.headers)).json().records;
    const served: ServedSection = form.sections.find((one: ServedSection) => one.name === 'personal-details');
    const module = await server.app.inject({ url: served.validator });
    expect(module.headers['content-type']).toContain('text/javascript');
    expect(module.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const loaded = await import(`data:text/javascript,${encodeURIComponent(module.body)}`);
    const browser = createChecker(served, loaded.default(validatorRuntime));
    const settings = await server.deps.forms.getSubscriberSettings('demo');
    const own = server.deps.forms.getChecker('personal-details', settings);
    const answers = { first_name: '7', DOB: '2035-01-01' };
    expect(browser.check(answers, form.context)).toEqual(own.check(answers, form.context));
    expect(own.check(answers, form.context).errors.length).toBeGreaterThan(0);
  });

  it('serves all rules of a step as one module to anyone who has the transaction', async () => {
    const form: ServedForm = (await get('application/identification', robin.headers)).json().records;
    const address = `rules/${robin.trn}/identification`;
    const module = await get(address);
    expect(module.headers).toMatchObject({
      'content-type': expect.stringContaining('text/javascript'),
      'cache-control': 'private, no-cache',
    });
    const { default: rules } = await import(`data:text/javascript,${encodeURIComponent(module.body)}`);
    expect(Object.keys(rules)).toEqual(form.sections.map(({ validator }) => validator));
    const own = await server.deps.forms.getSubscriberSettings('demo');
    for (const section of form.sections) {
      const browser = createChecker(section, rules[section.validator](validatorRuntime));
      const answers = { first_name: '7', SSNNumber: '1' };
      expect(browser.check(answers, form.context)).toEqual(
        server.deps.forms.getChecker(section.name, own).check(answers, form.context),
      );
    }
    // The form links to the same module by its hash.
    expect((await server.app.inject({ url: String(form.rules) })).body).toBe(module.body);
    expect((await get(address, { 'if-none-match': String(module.headers.etag) })).statusCode).toBe(304);
    expect((await get(`${address}?lang=es`)).body).not.toBe(module.body);
  });

  it("follows the subscriber's settings", async () => {
    const before = (await get('application/identification', robin.headers)).json().records.sections;
    const { rows } = await server.deps.db.query('select settings from subscriber');
    const settings = {
      ...rows[0].settings,
      fields: { ...rows[0].settings.fields, ReasonforMoving: 'Hide', LandlordTelephone: 'Required' },
    };
    await server.deps.db.query('update subscriber set settings = $1', [JSON.stringify(settings)]);
    server.advance(6);
    const after = (await get('application/identification', robin.headers)).json().records.sections;
    const changed = after.filter((one: ServedSection, index: number) => one.validator !== before[index].validator);
    expect(changed.map((one: ServedSection) => one.name)).toEqual(['address']);
    expect(changed[0].removed).toContain('address/[]/reason');
  });

  it('uses the day in the subscriber’s time zone', async () => {
    const late = await createTestServer(engine, { clock: () => new Date('2026-11-22T03:00:00Z') });
    const { records } = (
      await late.app.inject({ url: '/api/forms/entry/registration', headers: { url: 'open' } })
    ).json();
    expect(records.context.today).toBe('2026-11-21');
    await late.close();
  });

  it('serves a module that another process compiled', async () => {
    const form = (await get('entry/login')).json().records;
    await server.deps.db.query(
      "insert into validator (hash, code) values ('0123456789012345678901234567890123456789', 'export default 1')",
    );
    expect((await get('validators/0123456789012345678901234567890123456789.js')).body).toBe('export default 1');
    expect((await get(form.sections[0].validator.replace('/api/forms/', ''))).statusCode).toBe(200);
  });

  it.each([
    'entry/nothing',
    'nothing/login',
    'validators/0000000000000000000000000000000000000000.js',
    'validators/..%2fpackage.json',
    'validators/x',
    'rules/nobody/identification',
  ])('returns 404 for %s', async (url) => {
    expect((await get(url)).json()).toMatchObject({ status: 404, success: false });
  });

  it('returns 404 for an unknown step of a known applicant', async () => {
    expect((await get(`rules/${robin.trn}/nothing`)).statusCode).toBe(404);
    expect((await get('application/nothing', robin.headers)).statusCode).toBe(404);
  });
});
