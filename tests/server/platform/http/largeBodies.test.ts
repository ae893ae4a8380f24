import { beforeAll, describe, expect, it } from 'vitest';
import { bounds } from '../../../../src/model/validation/bounds';
import { openServer } from '../../../support/openServer';
import { postRegistration, registerApplicant, registrationBody } from '../../../support/serverApplicants';

/** Maximum CPU time of a request, which delays all others. */
const MAX_MS = 1000;

describe('a wide body', async () => {
  const server = await openServer();
  const robin = await registerApplicant(server);
  beforeAll(async () => {
    // Warm-up: the first call compiles the rules.
    await post('/api/applicant/saveiddetail', { version: 0 });
  });

  const post = (url: string, payload: object) =>
    server.app.inject({ method: 'POST', url, headers: robin.headers, payload });
  const put = (section: string, answers: object) =>
    server.app.inject({
      method: 'PUT',
      url: `/api/drafts/${robin.trn}/${section}`,
      headers: robin.headers,
      payload: { answers },
    });
  /** Returns the response and its CPU milliseconds, which exclude other load. */
  const timed = async <T>(call: () => Promise<T>): Promise<[T, number]> => {
    const before = process.cpuUsage();
    const answer = await call();
    const { user, system } = process.cpuUsage(before);
    return [answer, (user + system) / 1000];
  };
  const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]));

  it.each([400, 16_000, 64_000])(
    "of %i rows doesn't slow down a registration, and gets a short response",
    async (rows) => {
      const body = registrationBody({ other: Array(rows).fill({}) });
      const [response, ms] = await timed(() => postRegistration(server, body));
      expect(response.statusCode).toBe(rows < bounds.members ? 422 : 413);
      expect(ms).toBeLessThan(MAX_MS);
      expect(response.body.length).toBeLessThan(4 * JSON.stringify(body).length);
    },
  );

  it('names the list that is too long', async () => {
    const response = await postRegistration(server, registrationBody({ other: Array(400).fill({}) }));
    expect(response.json().errors).toContainEqual({
      path: '/other',
      section: 'registration-personal',
      field: '/other',
      message: 'You can add up to 2 more numbers',
    });
  });

  it.each([499, 12_000])('a body with %i rows is rejected quickly', async (rows) => {
    const body = { version: 0, address: Array(rows).fill({ street_address: '1 Elm Street', x: 1 }) };
    const [response, ms] = await timed(() => post('/api/applicant/saveiddetail', body));
    expect(response.statusCode).toBe(rows < bounds.members ? 422 : 413);
    expect(ms).toBeLessThan(MAX_MS);
    expect((response.json().errors ?? []).length).toBeLessThanOrEqual(bounds.errors);
  });

  it('reports at most 100 unknown fields', async () => {
    const response = await post('/api/applicant/saveiddetail', { version: 0, ...members(450) });
    expect(response.json().errors).toHaveLength(bounds.errors);
  });

  it('rejects a draft with 40,000 fields (413)', async () => {
    const [response, ms] = await timed(() => put('address', members(40_000)));
    expect(response.json()).toMatchObject({ status: 413, code: 'tooLarge' });
    expect(ms).toBeLessThan(MAX_MS);
  });

  it('saves and reads the largest allowed draft quickly', async () => {
    const answers = { address: Array.from({ length: 19 }, () => members(480)) };
    const [kept, ms] = await timed(() => put('address', answers));
    expect(kept.statusCode).toBe(200);
    expect(ms).toBeLessThan(MAX_MS);
    for (const url of [`/api/drafts/${robin.trn}/address`, `/api/applicant/getidentification/${robin.trn}`]) {
      const [opened, openMs] = await timed(() => server.app.inject({ url, headers: robin.headers }));
      expect(opened.statusCode).toBe(200);
      expect(openMs).toBeLessThan(MAX_MS);
    }
  });
});
