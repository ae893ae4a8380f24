import { describe, expect, it } from 'vitest';
import { openServer } from '../../../support/openServer';

const server = await openServer();

const request = { section: 'address', applicationType: 'Property', overlay: { settings: {} } };

function post(payload: unknown, headers: Record<string, string> = {}) {
  return server.app.inject({ method: 'POST', url: '/api/studio/section', headers, payload: payload as object });
}

describe('GET /api/studio', () => {
  it('offers sections by step with their questions and the settings they read, and the samples', async () => {
    const { records } = (await server.app.inject('/api/studio')).json();
    const { questions, ...address } = records.sections.find(({ name }: { name: string }) => name === 'address');
    expect(address).toEqual({
      name: 'address',
      title: 'Address',
      flow: 'application',
      step: 'Identification Details',
      keys: ['IfPreviousMoveOutDate', 'LandlordTelephone', 'MoveInDate', 'ReasonforMoving'],
    });
    expect(questions).toContainEqual({ key: 'address/[]/appartment', label: 'Apartment or unit' });
    const names = records.sections.map(({ name }: { name: string }) => name);
    expect(names.slice(0, 2)).toEqual(['personal-details', 'proof-of-identity']);
    expect(new Set(names).size).toBe(names.length);
    expect(records.configs.map(({ name }: { name: string }) => name)).toEqual(['demo', 'lean', 'strict']);
    expect(records.version).toBe(server.deps.forms.version);
  });

  it('offers places with their rules in plain words, each with its statute and link', async () => {
    const { places } = (await server.app.inject('/api/studio')).json().records;
    expect(places).toHaveLength(13);
    const [california] = places.filter(({ id }: { id: string }) => id === 'us-ca');
    expect(california.title).toBe('California');
    expect(california.rules).toContainEqual({
      text: "You can't ask about immigration or citizenship status.",
      statute: 'Cal. Civ. Code §1940.3(b) (California)',
      link: expect.stringContaining('https://leginfo.legislature.ca.gov/'),
    });
    // Federal rules apply to California, too.
    expect(california.rules.map(({ statute }: { statute: string }) => statute)).toContainEqual(
      expect.stringContaining('(United States)'),
    );
  });
});

describe('POST /api/studio/section', () => {
  it('returns the section with the chosen settings, its rules, messages and an example', async () => {
    const { records } = (
      await post({ ...request, overlay: { settings: { ReasonforMoving: 'Hide', LandlordTelephone: 'Required' } } })
    ).json();
    const row = records.served.schema.properties.address.items;
    expect(row.properties.reason).toBeUndefined();
    expect(row.required).toContain('landlord_number');
    expect(records.messages).toContainEqual({
      field: 'address/[]/zipcode',
      keyword: 'required',
      message: 'Please enter valid zip code',
    });
    expect(records.example.address).toHaveLength(1);
    const module = await server.app.inject(records.served.validator);
    expect(module.headers['content-type']).toContain('text/javascript');
  });

  it('returns the section without a question that a place forbids', async () => {
    const settings = { settings: { USCitizen: 'Required' } };
    const fieldsIn = async (place?: string) => {
      const { records } = (await post({ ...request, section: 'ssn', overlay: settings, place })).json();
      return Object.keys(records.served.schema.properties);
    };
    expect(await fieldsIn()).toContain('isUS_citizen');
    expect(await fieldsIn('us-ca')).not.toContain('isUS_citizen');
    expect((await post({ ...request, place: 'us-tx' })).statusCode).toBe(404);
  });

  it('reports an unknown section', async () => {
    expect((await post({ ...request, section: 'nothing' })).statusCode).toBe(404);
  });

  it.each([
    ['a request without a section', { applicationType: 'Property', overlay: { settings: {} } }],
    ['an unknown setting', { ...request, overlay: { settings: { MoveInDate: 'Maybe' } } }],
    ['a language that is a path', { ...request, language: '../x' }],
    ['an unknown member', { ...request, more: 1 }],
  ])('refuses %s', async (_, body) => {
    expect((await post(body)).statusCode).toBeGreaterThanOrEqual(400);
  });
});

describe('the Studio outside development', () => {
  async function asking(token: string | undefined, body?: string) {
    const config = { ...server.deps.config };
    Object.assign(server.deps.config, { production: true, operatorToken: token });
    const response = await post(request, body === undefined ? {} : { operator: body });
    Object.assign(server.deps.config, { production: config.production, operatorToken: undefined });
    return response.statusCode;
  }

  it('requires a login if the settings have no token', async () => {
    expect(await asking(undefined)).toBe(401);
    expect(await asking(undefined, '')).toBe(401);
  });

  it('requires the token', async () => {
    expect(await asking('open sesame')).toBe(401);
    expect(await asking('open sesame', 'open')).toBe(401);
    expect(await asking('open sesame', 'open sesame')).toBe(200);
  });
});
