import { describe, expect, it } from 'vitest';
import { isUsable } from '../../../../src/server/platformRoutes';
import { openServer } from '../../../support/openServer';
import { registerApplicant } from '../../../support/serverApplicants';
import { engines } from '../../../support/serverFixture';

const nest = (depth: number, open: string, close: string, inner = ''): unknown =>
  JSON.parse(open.repeat(depth) + inner + close.repeat(depth));

describe('isUsable', () => {
  it.each([
    ['accepts text of any language', { name: 'Zoë 👩‍👩‍👧 李' }, true],
    ['accepts null', null, true],
    ['accepts the nesting of a form', nest(12, '{"a":', '}', '1'), true],
    ['refuses a NUL character', { name: 'a\0' }, false],
    ['refuses half a character', ['\ud83d'], false],
    ['refuses a NUL character in a name', { 'a\0': 1 }, false],
    ['refuses what looks sealed by this server', { a: [{ $sealed: 'AQ==' }] }, false],
    ['accepts the text $sealed', { name: '$sealed' }, true],
    ['refuses 100,000 nested lists', nest(100_000, '[', ']'), false],
    ['refuses 50,000 nested members', nest(50_000, '{"a":', '}', '1'), false],
  ])('%s', (_, body, usable) => {
    expect(isUsable(body)).toBe(usable);
  });
});

describe.each(engines)("a request that can't be stored on $name", async (engine) => {
  const server = await openServer(engine);
  const robin = await registerApplicant(server);

  it.each([
    ['PUT', '/api/drafts/{trn}/address', { answers: { address: [{ city: 'a\0' }] } }],
    ['PUT', '/api/drafts/{trn}/address', { answers: { address: [{ city: '\ud800' }] } }],
    ['POST', '/api/users/login', { email: 'a\0@example.com', password: 'x' }],
    ['POST', '/api/income/deletesource', { document_id: 3, source_id: 99_999_999_999 }],
    ['POST', '/api/contextual/deletedocument', { document_id: 1e300, source_id: 0 }],
    ['GET', '/api/scan/%00', undefined],
    ['GET', '/api/files/a%00?token=x', undefined],
  ] as const)('is refused with 400: %s %s %j', async (method, place, payload) => {
    const url = place.replace('{trn}', robin.trn);
    const response = await server.app.inject({ method, url, headers: robin.headers, payload });
    expect(response.json()).toMatchObject({ status: 400, code: 'badRequest' });
  });

  it('is refused in the path of an entry page too', async () => {
    const headers = { url: 'open', entry: '/Property/%00/harbor-view/open' };
    const response = await server.app.inject({ url: '/api/users/registrationpage', headers });
    expect(response.statusCode).toBe(400);
  });

  it('is cut off after two minutes', () => {
    expect(server.app.server.requestTimeout).toBe(120_000);
  });
});
