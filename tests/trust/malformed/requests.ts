import type { Random } from '../../../e2e/support/scan/random';
import type { RawRequest } from '../support/rawRequest';
import { jsons, segments } from './hostile';
import { brokenMultipart } from './multiparts';
import { duplicateMember, insertHostile, mutate, nestDeeply } from './mutate';

/** The inputs that requests are made from. */
export interface RequestInputs {
  /** The routes to call, like `POST /api/users/login`. */
  routes: string[];
  /** The headers of an applicant's session. */
  headers: Record<string, string>;
  /** A phone's key, which replaces a session. */
  phone: Record<string, string>;
  /** An office user's session, and the number of an application. */
  office: { headers: Record<string, string>; id: string };
  trn: string;
  /** A valid body for each route with one. */
  bodies: Record<string, unknown>;
}

/** A request that is still valid, and its route. */
interface Draft extends RawRequest {
  route: string;
}

type Mutation = (random: Random, inputs: RequestInputs, request: Draft) => RawRequest;

const withHeaders = <Request extends RawRequest>(request: Request, ...more: [string, string][]): Request => ({
  ...request,
  headers: [...request.headers, ...more],
});

const json = <Request extends RawRequest>(request: Request, body: string | Buffer): Request => ({
  ...withHeaders(request, ['content-type', 'application/json']),
  body: Buffer.from(body as string),
});

/** Ways to break a body, on the routes with one. */
const bodyMutations: Record<string, Mutation> = {
  mutated: (random, { bodies }, request) => json(request, mutate(random, bodies[request.route])),
  deep: (random, { bodies }, request) => json(request, nestDeeply(random, bodies[request.route])),
  planted: (random, { bodies }, request) => json(request, insertHostile(random, bodies[request.route])),
  doubled: (random, { bodies }, request) => json(request, duplicateMember(random, bodies[request.route])),
  'no JSON': (random, _, request) => json(request, random.pick(jsons)),
  'cut JSON': (random, { bodies }, request) => {
    const whole = Buffer.from(JSON.stringify(bodies[request.route]));
    return json(request, whole.subarray(0, random.int(0, whole.length)));
  },
  'cut connection': (random, { bodies }, request) => {
    const whole = json(request, JSON.stringify(bodies[request.route]));
    return { ...whole, cutAt: random.int(0, whole.body?.length ?? 0) };
  },
  size: (random, _, request) => {
    const bytes = random.pick([262_100, 262_200, 1_000_100, 1_700_000, 3_000_000]);
    return json(request, `{"trn_id":"x","file":"${'a'.repeat(bytes)}"}`);
  },
  type: (random, { bodies }, request) => ({
    ...withHeaders(request, ['content-type', random.pick(types)]),
    body: Buffer.from(JSON.stringify(bodies[request.route])),
  }),
  length: (random, _, request) => ({
    ...withHeaders(request, ['content-type', 'application/json'], random.pick(lengths)),
    body: Buffer.from('{"a":1}'),
    cutAt: 7,
  }),
};

/** Ways to break the path, query and headers, on every route. */
const requestMutations: Record<string, Mutation> = {
  path: (random, _, request) => ({ ...request, path: pathOf(request.route, () => random.pick(segments)) }),
  query: (random, _, request) => ({ ...request, path: `${request.path}?${badQuery(random)}` }),
  headers: (random, _, request) => withHeaders(request, ...badHeaders(random)),
  multipart: (random, { trn }, request) => brokenMultipart(random, trn, request),
};

/** Returns the next request of the series: a random way to break a random route, usually with a valid session. */
export function nextRequest(random: Random, inputs: RequestInputs): { way: string; request: RawRequest } {
  const breaksBody = random.next() < 0.6;
  const route = random.pick(breaksBody ? Object.keys(inputs.bodies) : inputs.routes);
  const [method = ''] = route.split(' ');
  const isOffice = /api\/office\//.test(route);
  const path = pathOf(route, (name) => (isOffice && name === 'id' ? inputs.office.id : fill(random, inputs, name)));
  const body = inputs.bodies[route];
  const own = isOffice ? inputs.office.headers : /mobile_scan/.test(route) ? inputs.phone : inputs.headers;
  const headers = random.next() < 0.97 ? Object.entries(own) : [];
  const request: Draft = { route, method, path, headers };
  const [way, make] = random.pick(Object.entries(breaksBody ? bodyMutations : requestMutations));
  // If the path, the query or a header is broken, the body is valid.
  return { way, request: make(random, inputs, body && !breaksBody ? json(request, JSON.stringify(body)) : request) };
}

function pathOf(route: string, wordFor: (name: string) => string): string {
  const template = route.split(' ')[1] ?? '';
  const filled = template.replace(/:(\w+)/g, (_, name: string) => wordFor(name)).replace('*', wordFor('*'));
  return filled;
}

function fill(random: Random, { trn }: RequestInputs, name: string): string {
  if (name === 'trn') return trn;
  if (name === 'step') return random.pick(['identification', 'income', 'desired-unit', 'registration', 'login']);
  if (name === 'section') return random.pick(['address', 'ssn', 'employers', 'signature', 'contextual']);
  return random.pick(['1', '2', '7', 'x.js', 'demo.svg', `${'a'.repeat(40)}.js`]);
}

const types = [
  'text/plain',
  'text/xml',
  'application/xml',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'application/json; charset=nonsense',
  'application/json;;;',
  'APPLICATION/JSON',
  'application/ld+json',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/mixed; boundary=x',
  '/',
  'json',
  '',
  '\u00ff',
  'a'.repeat(5000),
];

const lengths: [string, string][] = [
  ['content-length', '9'],
  ['content-length', '3'],
  ['content-length', '-1'],
  ['content-length', '1e3'],
  ['content-length', '99999999999999999999'],
  ['transfer-encoding', 'chunked'],
  ['transfer-encoding', 'gzip, chunked'],
  ['transfer-encoding', 'identity'],
  ['expect', '100-continue'],
  ['content-encoding', 'gzip'],
];

function badQuery(random: Random): string {
  const name = random.pick([
    'trn_id',
    'trn',
    'email',
    'q',
    'lang',
    'kind',
    'token',
    '__proto__[a]',
    'constructor',
    '%00',
    '%zz',
    '',
  ]);
  const value = random.pick([...segments, 'a=b=c']);
  return random.pick([
    `${name}=${value}`,
    `${name}=${value}&${name}=${value}`,
    `${name}[]=${value}`,
    `${name}=${value}&`.repeat(400),
    '&&&',
    '?'.repeat(50),
  ]);
}

function badHeaders(random: Random): [string, string][] {
  const name = random.pick([
    'authorization',
    'email',
    'trn_id',
    'url',
    'entry',
    'idempotency-key',
    'accept-language',
    'cookie',
    'accept-encoding',
    'x-forwarded-for',
    'stripe-signature',
    'if-none-match',
    'range',
    'operator',
  ]);
  const value = random.pick([
    '',
    ' ',
    'Bearer',
    'Bearer  ',
    '\u00ff\u00fe',
    'a'.repeat(8000),
    'a'.repeat(20_000),
    '/Property/%00/x/open',
    '/Property/%zz/x/open',
    '/Unit/a/b/c/d/e/f',
    't=1,v1=,v1=',
    'bytes=0-1,2-3,-9',
    '*;q=nonsense',
    'a.b.c',
    'scan-',
    'scan-%00',
    '9'.repeat(300),
  ]);
  const one: [string, string] = [name, value];
  return random.pick([[one], [one, one], Array.from({ length: 1500 }, (_, n): [string, string] => [`x-${n}`, 'a'])]);
}
