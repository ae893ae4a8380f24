import { buildServer } from '../../../src/server/app';
import type { TestApplicant } from '../../support/serverApplicants';
import type { Attack, Call } from './attacks';
import type { TestData } from './testData';

/**
 * Calls that routes without a session must reject: with the wrong kind of secret, or with someone else's ticket, key or
 * code.
 */
export function openAttacks(data: TestData): Record<string, Attack[]> {
  const { victim, others, secrets } = data;
  const neighbor = others['other applicant'];
  const each = (ours: string[], expected: number[], make: (secret: string) => Call): Attack[] =>
    Object.entries({ ...secrets, 'access token': victim.token })
      .filter(([what]) => !ours.includes(what))
      .map(([what, secret]) => ({ what: `with ${what}`, call: make(secret), expected }));
  const post = (url: string, payload: object, headers: Record<string, string> = {}): Call => {
    return { method: 'POST', url, headers, payload };
  };
  const get = (url: string, headers: Record<string, string> = {}): Call => ({ method: 'GET', url, headers });
  const refresh = (url: string): Attack[] => [
    ...each(['refresh token'], [401], (refreshtoken) => post(url, { refreshtoken })),
    ...['trn_id', 'email'].map((name) => ({
      what: `the victim's token, the other's ${name} in the header`,
      call: post(url, { refreshtoken: victim.refreshToken }, { [name]: neighbor.headers[name] ?? '' }),
      expected: [403],
    })),
    ...claims.flatMap(({ name, of }) => [
      {
        what: `the victim's token, the other's ${name} in the body`,
        call: post(url, { refreshtoken: victim.refreshToken, ...of(neighbor) }),
        expected: [403],
      },
      {
        what: `the victim's token, the other's ${name} in the query`,
        call: post(asking(url, of(neighbor)), { refreshtoken: victim.refreshToken }),
        expected: [403],
      },
    ]),
  ];
  /** The phone's key with someone else's id. */
  const phoneForAnother = (call: (headers: Record<string, string>, query: Record<string, string>) => Call): Attack[] =>
    Object.entries(others).flatMap(([who, other]) =>
      claims.flatMap(({ name, of }) => [
        {
          what: `the key, ${name} of ${who} in the header`,
          call: call({ authorization: victim.phoneKey, ...of(other) }, {}),
          expected: [403],
        },
        {
          what: `the key, ${name} of ${who} in the query`,
          call: call({ authorization: victim.phoneKey }, of(other)),
          expected: [403],
        },
      ]),
    );
  const scan = `/api/scan/${victim.scanId}`;
  const save = '/api/applicant/mobile_scan_saveonly';
  const picture = { file: `data:image/jpeg;base64,${data.jpeg.toString('base64')}`, document_id: 2 };
  const [path = '', ticket = ''] = victim.fileUrl.split('?token=');
  const file = (token: string): Call => get(`${path}?token=${encodeURIComponent(token)}`);
  return {
    'GET /api/applicant/validate-invitation': each(['invitation'], [404], (secret) =>
      get('/api/applicant/validate-invitation', { authorization: secret }),
    ),
    'GET /api/open/registration': each(['invitation'], [404], (secret) =>
      get('/api/open/registration', { authorization: secret }),
    ),
    'POST /api/household/decline': each([], [404], (token) => post('/api/household/decline', { token })),
    'POST /api/users/login': each([], [401, 422], (password) =>
      post('/api/users/login', { email: victim.email, password }),
    ),
    'POST /api/users/exchange': each(['login code'], [400], (token) =>
      post('/api/users/exchange', { trn_id: victim.trn, url: 'open', token }),
    ),
    'GET /api/users/resetlink': each(['reset token'], [400], (authorization) =>
      get('/api/users/resetlink', { authorization }),
    ),
    'POST /api/users/resetPassword': each(['reset token'], [400], (uid) =>
      post('/api/users/resetPassword', { uid, password: 'Harbor!View2027', reEnterPassword: 'Harbor!View2027' }),
    ),
    'POST /api/office/enter': each([], [400], (token) => post('/api/office/enter', { token })),
    'POST /api/studio/enter': each([], [400], (token) => post('/api/studio/enter', { token })),
    // An applicant can register only with a transaction that isn't registered yet.
    'POST /api/users/register': [
      {
        what: "the victim's transaction",
        call: post('/api/users/register', { trn_id: victim.trn, url: 'open' }),
        expected: [409],
      },
    ],
    'POST /api/users/refreshToken': refresh('/api/users/refreshToken/'),
    'POST /api/auth/refreshtoken': refresh('/api/auth/refreshtoken'),
    'POST /api/token/refresh': refresh('/api/token/refresh/'),
    'POST /api/scan/:id/open': [
      ...each(['scan token'], [401, 422], (token) => post(`${scan}/open`, { token })),
      {
        what: 'the token with another id',
        call: post('/api/scan/aaaaaaaaaaaaaaaaaaaaaa/open', { token: victim.scanToken }),
        expected: [401],
      },
    ],
    'GET /api/scan/:id': [
      { what: 'no token', call: get(scan), expected: [401] },
      ...each(['phone key', 'access token'], [401], (secret) => get(scan, { authorization: secret })),
      ...Object.entries(others).map(([who, { headers }]) => ({ what: who, call: get(scan, headers), expected: [404] })),
      ...Object.entries(others).flatMap(([who, { headers }]) =>
        claims.flatMap((claim) => [
          {
            what: `${who}, ${claim.name} in the header`,
            call: get(scan, { ...headers, ...claim.of(victim) }),
            expected: [403],
          },
          {
            what: `${who}, ${claim.name} in the query`,
            call: get(asking(scan, claim.of(victim)), headers),
            expected: [403],
          },
        ]),
      ),
      ...phoneForAnother((headers, query) => get(asking(scan, query), headers)),
      {
        what: 'the key with another id',
        call: get('/api/scan/aaaaaaaaaaaaaaaaaaaaaa', { authorization: victim.phoneKey }),
        expected: [401],
      },
    ],
    'POST /api/applicant/mobile_scan_saveonly': [
      { what: 'no token', call: post(save, { ...picture, trn_id: victim.trn }), expected: [401] },
      ...each(['phone key'], [401], (secret) =>
        post(save, { ...picture, trn_id: victim.trn }, { authorization: secret }),
      ),
      ...Object.entries(others).map(([who, { trn }]) => ({
        what: `the key for ${who}`,
        call: post(save, { ...picture, trn_id: trn }, { authorization: victim.phoneKey }),
        expected: [403],
      })),
      ...phoneForAnother((headers, query) => post(asking(save, query), { ...picture, trn_id: victim.trn }, headers)),
    ],
    'GET /api/files/*': [
      { what: 'no ticket', call: get(path), expected: [404] },
      ...each(['file ticket'], [404], (secret) => file(secret)),
      { what: 'the ticket of another file', call: file(victim.otherFileUrl.split('token=')[1] ?? ''), expected: [404] },
      { what: 'the ticket for the thumbnail', call: file(ticket.replace('.file.', '.thumbnail.')), expected: [404] },
      { what: 'the ticket with a later expiry', call: file(ticket.replace(/^\d+/, '9999999999')), expected: [404] },
      { what: 'a path outside the folder', call: get('/api/files/..%2f..%2fdata.key?token=x'), expected: [404] },
      ...Object.entries(others).map(([who, { headers }]) => ({ what: who, call: get(path, headers), expected: [404] })),
    ],
    'POST /api/payment/webhook': [
      {
        what: 'no signature',
        call: post('/api/payment/webhook', { type: 'payment_intent.succeeded' }),
        expected: [400],
      },
      {
        what: 'a made-up signature',
        call: post('/api/payment/webhook', { id: 'evt_1' }, { 'stripe-signature': `t=1,v1=${'0'.repeat(64)}` }),
        expected: [400],
      },
    ],
    // Both routes are closed, because no secret is set. Signatures are tested in tests/server/features/delivery and
    // tests/server/features/messages.
    'POST /api/mail/inbound': [{ what: 'no secret', call: post('/api/mail/inbound', EVENT), expected: [404] }],
    'POST /api/mail/events': [{ what: 'no secret', call: post('/api/mail/events', EVENT), expected: [404] }],
  };
}

const EVENT = { type: 'email.bounced', timestamp: '2026-11-26T00:00:00Z', data: { to: ['robin@example.com'] } };

/** Ways to name an applicant in a header, a query or a body. */
const claims: { name: string; of(applicant: TestApplicant): Record<string, string> }[] = [
  { name: 'trn_id', of: ({ trn }) => ({ trn_id: trn }) },
  { name: 'email', of: ({ email }) => ({ email }) },
];

const asking = (url: string, query: Record<string, string>): string => `${url}?${new URLSearchParams(query)}`;

/** In production, the Studio needs the operator's token, and development routes don't exist. */
export async function productionAttacks({ server: { deps }, secrets, victim }: TestData) {
  const inProduction = async (operatorToken?: string) => {
    const app = await buildServer({ deps: { ...deps, config: { ...deps.config, production: true, operatorToken } } });
    return app;
  };
  const studio = (headers: Record<string, string>): Call => ({ method: 'GET', url: '/api/studio', headers });
  const preview = (headers: Record<string, string>): Call => {
    const payload = { section: 'address', applicationType: 'Property', overlay: { settings: {} } };
    return { method: 'POST', url: '/api/studio/section', headers, payload };
  };
  const rehearsal = (headers: Record<string, string>): Call => {
    const payload = { overlay: { settings: {} } };
    return { method: 'POST', url: '/api/studio/rehearsal', headers, payload };
  };
  const changes: Call = { method: 'GET', url: '/api/forms/changes', headers: {} };
  const reads = ['sources/address', 'settings/demo', 'versions', 'versions/1'].map(
    (url) => (headers: Record<string, string>) => ({ ...studio(headers), url: `/api/studio/${url}` }),
  );
  const calls = [studio, preview, rehearsal, ...reads];
  const wrong = Object.values({ ...secrets, token: victim.token });
  return [
    {
      app: await inProduction(),
      attacks: [
        ...calls.map((call) => ({ what: 'no operator token is set', call: call({ operator: 'x' }), expected: [401] })),
        { what: 'a development route', call: changes, expected: [401, 404] },
      ],
    },
    {
      app: await inProduction('the operator alone knows this'),
      attacks: calls.flatMap((call) => [
        { what: 'without the operator token', call: call({}), expected: [401] },
        ...wrong.map((operator) => ({
          what: 'with a wrong operator token',
          call: call({ operator }),
          expected: [401],
        })),
      ]),
    },
  ];
}
