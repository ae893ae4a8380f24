import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../support/serverFixture';
import { rows as answers, without as answersWithout } from '../trust/answers/rows';
import { rows as idor } from '../trust/idor/rows';
import { withoutBody } from '../trust/malformed/requestInputs';
import { calls } from '../trust/pages/calls';
import { withRoutes } from '../trust/support/registeredRoutes';

let server: TestServer;
let routes: string[];

beforeAll(async () => {
  const { made, routes: registered } = await withRoutes(() => createTestServer());
  server = made;
  routes = registered.filter(({ method }) => method !== 'HEAD').map(({ method, url }) => `${method} ${url}`);
});
afterAll(() => server.close());

const changing = () => routes.filter((route) => /^(POST|PUT|PATCH|DELETE) /.test(route));
const missing = (wanted: string[], known: string[]) => wanted.filter((route) => !known.includes(route));

// `npm run trust` checks this too, but twenty minutes later.
it('every route has a row in tests/trust/idor/rows.ts', () => {
  expect(missing(routes, Object.keys(idor))).toEqual([]);
});

it('every route that changes something has one row in tests/trust/answers/rows.ts', () => {
  const known = [...Object.keys(answers), ...Object.keys(answersWithout)];
  expect(missing(changing(), known)).toEqual([]);
  expect(missing(known, changing())).toEqual([]);
});

it('every route that changes something is listed in tests/trust/pages/calls.ts', () => {
  expect(missing(changing(), Object.keys(calls))).toEqual([]);
});

it('every route with a JSON body has a sample body in tests/trust/malformed/requestInputs.ts', () => {
  expect(withoutBody()).toEqual([]);
});
