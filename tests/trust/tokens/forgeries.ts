import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { SignJWT } from 'jose';
import { expectRecords, post } from '../../support/fillSteps';
import { upload } from '../../support/multipart';
import { sampleJpeg } from '../../support/sampleFiles';
import type { TestApplicant } from '../../support/serverApplicants';
import type { SuiteServer } from '../support/severalProcesses';
import { count, type Tally } from '../support/tally';

/** Sends forged access tokens, with other algorithms, keys, times and claims. Each must get a 401. */
export async function tryForgeries(server: SuiteServer, robin: TestApplicant, tally: Tally): Promise<void> {
  for (const [what, token] of Object.entries(await forgeTokens(server, robin)))
    await refused(server, robin, token, what, tally);
}

/** Flips each bit of an access token's three parts, and changes each character of other secrets in turn. */
export async function flipBits(server: SuiteServer, robin: TestApplicant, tally: Tally): Promise<void> {
  const parts = robin.token.split('.');
  for (const [place, part] of parts.entries()) {
    const bytes = Buffer.from(part, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const token = parts.with(place, flipped.toString('base64url')).join('.');
      await refused(server, robin, token, `bit ${bit} of part ${place}`, tally);
    }
  }
  await flipLetters(server, robin, tally);
}

async function flipLetters({ app, deps }: SuiteServer, robin: TestApplicant, tally: Tally): Promise<void> {
  const server = { app, deps };
  const { id } = expectRecords(await upload(server, robin, 2, { name: 'a.jpg', content: await sampleJpeg() }));
  const { records } = (await app.inject({ url: `/api/applicant/ticket/${id}`, headers: robin.headers })).json();
  const [file = '', ticket = ''] = String(records.url).split('?token=');
  const link = expectRecords(await post(server, robin, '/api/scan/link', {}));
  const scanToken = String(link.path).split('token=')[1] ?? '';
  const open = { method: 'POST', url: `/api/scan/${link.id}/open` } as const;
  const ownKey = { ...open, headers: { 'idempotency-key': randomUUID() }, payload: { token: scanToken } };
  const key = String(expectRecords(await app.inject(ownKey)).token);
  const doors: Record<string, { good: string; knock: (token: string) => Promise<number> }> = {
    ticket: { good: ticket, knock: async (token) => (await app.inject({ url: `${file}?token=${token}` })).statusCode },
    'scan token': {
      good: scanToken,
      knock: async (token) => (await app.inject({ ...open, payload: { token } })).statusCode,
    },
    'phone key': {
      good: key,
      knock: async (authorization) =>
        (await app.inject({ url: `/api/scan/${link.id}`, headers: { authorization } })).statusCode,
    },
    'refresh token': {
      good: robin.refreshToken,
      knock: async (refreshtoken) =>
        (await app.inject({ method: 'POST', url: '/api/token/refresh', payload: { refreshtoken } })).statusCode,
    },
  };
  for (const [what, { good, knock }] of Object.entries(doors))
    for (let place = 0; place < good.length; place += 1) {
      const other = good[place] === '7' ? '8' : '7';
      const status = await knock(good.slice(0, place) + other + good.slice(place + 1));
      count(tally, status !== 401 && status !== 404 && `letter ${place} of a ${what}: ${status}`);
    }
  // Tries the valid secrets last, to show that the rejections were due to the changed character. The scan token has
  // been used by now, so its response isn't a 401.
  for (const [what, wanted] of Object.entries({
    'scan token': 409,
    ticket: 200,
    'phone key': 200,
    'refresh token': 200,
  })) {
    const status = await doors[what]?.knock(doors[what]?.good ?? '');
    count(tally, status !== wanted && `a valid ${what} returned ${status}, not ${wanted}`);
  }
  const again = expectRecords(await app.inject(ownKey));
  count(tally, again.token !== key && 'a phone that repeated its exchange got another key');
}

async function refused({ app }: SuiteServer, robin: TestApplicant, token: string, what: string, tally: Tally) {
  const headers = { ...robin.headers, authorization: token };
  const { statusCode } = await app.inject({ url: '/api/users/applicationdetail', headers });
  count(tally, statusCode !== 401 && `an access token with ${what} returned ${statusCode}`);
}

async function forgeTokens({ deps }: SuiteServer, robin: TestApplicant): Promise<Record<string, string>> {
  const [, payload = '', signature = ''] = robin.token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const late = { ...claims, exp: claims.exp + 1_000_000 };
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const hmac = (alg: string, key: Buffer, body: object = late) =>
    new SignJWT({ ...body }).setProtectedHeader({ alg }).sign(key);
  /** jose itself would reject a key that's too short for the algorithm. */
  const byHand = (alg: string, digest: string) => {
    const text = `${encode({ alg })}.${encode(late)}`;
    return `${text}.${createHmac(digest, deps.tokenKey).update(text).digest('base64url')}`;
  };
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = rsa.publicKey.export({ format: 'jwk' });
  const pem = Buffer.from(rsa.publicKey.export({ format: 'pem', type: 'spki' }));
  const withHeader = (header: object) => {
    const text = `${encode(header)}.${encode(late)}`;
    return `${text}.${sign('sha256', Buffer.from(text), rsa.privateKey).toString('base64url')}`;
  };
  const none = ['none', 'None', 'NONE', 'nOnE', ''].map((alg) => [
    `alg '${alg}'`,
    `${encode({ alg })}.${encode(late)}.`,
  ]);
  const unsigned = ['none', 'HS256'].map((alg) => [
    `alg ${alg} and the old signature`,
    `${encode({ alg })}.${encode(late)}.${signature}`,
  ]);
  const asymmetric = ['RS256', 'PS256', 'ES256', 'EdDSA', 'RSA-OAEP'].flatMap((alg) => [
    [`alg ${alg}`, withHeader({ alg })],
    [`alg ${alg} and its own key`, withHeader({ alg, jwk })],
    [`alg ${alg} and a key URL`, withHeader({ alg, jku: 'http://127.0.0.1:1/keys', kid: '../../dev/null' })],
  ]);
  const past = Math.floor(deps.clock().getTime() / 1000) - 1;
  return {
    ...Object.fromEntries([...none, ...unsigned, ...asymmetric]),
    'HS256 by an empty key': `${encode({ alg: 'HS256' })}.${encode(late)}.`,
    'HS256 by a zero key': await hmac('HS256', Buffer.alloc(32)),
    'HS256 by a public key': await hmac('HS256', pem),
    'HS256 by the transaction id': await hmac('HS256', Buffer.from(robin.trn.padEnd(32, '0'))),
    'HS384 by the right key': byHand('HS384', 'sha384'),
    'HS512 by the right key': byHand('HS512', 'sha512'),
    'HS256 in the header, signed with SHA-512': byHand('HS256', 'sha512'),
    'a past time': await hmac('HS256', deps.tokenKey, { ...claims, exp: past }),
    'a future time': await hmac('HS256', deps.tokenKey, { ...late, nbf: past + 1000 }),
    'no session': await hmac('HS256', deps.tokenKey, { exp: late.exp }),
    'a session that is a list': await hmac('HS256', deps.tokenKey, { ...late, sid: [claims.sid] }),
    'two parts': robin.token.split('.').slice(0, 2).join('.'),
    'four parts': `${robin.token}.x`,
    'no payload': `${encode({ alg: 'HS256' })}..${signature}`,
    'a critical extension': `${encode({ alg: 'HS256', crit: ['x'], x: 1 })}.${payload}.${signature}`,
  };
}
