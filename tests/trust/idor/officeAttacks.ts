import type { OfficeRole } from '../../../src/model/office';
import {
  issueApiKey,
  type KeyScope,
  keyScopes,
  revokeApiKey,
} from '../../../src/server/platform/sessions/apiKeyRepository';
import { askOffice, joinOffice, type OfficeTester } from '../../support/officePeople';
import type { Attack, Call } from './attacks';
import type { OfficeRow } from './rows';
import type { TestData } from './testData';

/** People and API keys of the application's subscriber, and an owner and a key of another subscriber. */
export interface OfficeTestData {
  roles: Record<OfficeRole, OfficeTester>;
  /** Has a role that can decide, but hasn't entered the second factor. */
  unverified: OfficeTester;
  stranger: OfficeTester;
  /** A person whom the owner can remove. */
  leaving: OfficeTester;
  /** That person's saved view, which no one else may delete. */
  view: number;
  /** API keys: one that can only read, one with all scopes, one of another subscriber, and a revoked one. */
  keys: Record<'reading' | 'whole' | 'other' | 'revoked', string>;
}

export async function createOffice({ server }: Pick<TestData, 'server'>): Promise<OfficeTestData> {
  const leaving = await joinOffice(server, 'reader');
  const saved = await askOffice(server, leaving, '/views', { name: 'Theirs', query: { status: 'submitted' } });
  return {
    roles: {
      reader: await joinOffice(server, 'reader'),
      reviewer: await joinOffice(server, 'reviewer'),
      owner: await joinOffice(server, 'owner'),
      accommodation: await joinOffice(server, 'accommodation'),
    },
    unverified: await joinOffice(server, 'reviewer', { isDemo: false }),
    stranger: await joinOffice(server, 'owner', { subscriberId: 'oak' }),
    leaving,
    view: saved.json().records.views[0].id,
    keys: await createApiKeys(server),
  };
}

async function createApiKeys({ deps: { db } }: TestData['server']): Promise<OfficeTestData['keys']> {
  const now = new Date();
  const make = (subscriber: string, scopes: readonly KeyScope[]) =>
    issueApiKey(db, { subscriber, name: '', scopes, now });
  const keys = {
    reading: await make('demo', ['read']),
    whole: await make('demo', keyScopes),
    other: await make('oak', keyScopes),
    revoked: await make('demo', keyScopes),
  };
  await revokeApiKey(db, 'demo', keys.revoked.split('_')[1] ?? '', now);
  // Using a key updates `seen_at` at most once a minute. A later time prevents this, so the attacks change nothing.
  await db.query("update api_key set seen_at = now() + interval '10 minutes'");
  return keys;
}

function keyAttacks(key: string, row: OfficeRow, data: TestData): Attack[] {
  const { keys } = data.office;
  const by = (bearer: string) => officeCall(key, row, data, { authorization: `Bearer ${bearer}` });
  const isOwners = !row.roles.includes('reviewer');
  return [
    { what: 'a revoked key', call: by(keys.revoked), expected: [401] },
    { what: 'an invalid key', call: by(`${keys.whole}x`), expected: [401] },
    ...(row.isLogin ? [{ what: 'a key at the login', call: by(keys.whole), expected: [401] }] : []),
    ...(!row.isLogin && !row.roles.includes('reader')
      ? [{ what: 'a read-only key', call: by(keys.reading), expected: [403] }]
      : []),
    ...(!row.isLogin && isOwners ? [{ what: 'a key with all scopes', call: by(keys.whole), expected: [403] }] : []),
    ...(row.stranger && !isOwners
      ? [{ what: 'a key of another office', call: by(keys.other), expected: [row.stranger] }]
      : []),
  ];
}

/** Returns every attack on an office route by someone who isn't allowed. */
export function officeAttacks(key: string, row: OfficeRow, data: TestData): Attack[] {
  const { office, secrets, victim, submitted, others } = data;
  const call = (headers: Record<string, string>) => officeCall(key, row, data, headers);
  const each = Object.entries({ ...secrets, 'access token': victim.token });
  const below = (Object.keys(office.roles) as OfficeRole[]).filter((role) => !row.roles.includes(role));
  return [
    { what: 'no session', call: call({}), expected: [401] },
    ...keyAttacks(key, row, data),
    ...each.map(([what, secret]) => ({
      what: `${what} as a cookie`,
      call: call({ cookie: `office=${secret}` }),
      expected: [401],
    })),
    ...each.map(([what, secret]) => ({
      what: `${what} as a bearer`,
      call: call({ authorization: `Bearer ${secret}` }),
      expected: [401],
    })),
    ...Object.entries({ ...others, victim, submitted }).map(([who, { headers }]) => ({
      what: `the session of the applicant, ${who}`,
      call: call(headers),
      expected: [401],
    })),
    ...(key.startsWith('POST ')
      ? [
          {
            what: 'from another site',
            call: call({ ...office.roles.owner.headers, 'sec-fetch-site': 'cross-site' }),
            expected: [401],
          },
        ]
      : []),
    ...below.map((role) => ({ what: `a ${role}`, call: call(office.roles[role].headers), expected: [403] })),
    ...(row.isLogin
      ? []
      : [{ what: 'without the second factor', call: call(office.unverified.headers), expected: [403] }]),
    ...(row.stranger
      ? [{ what: 'an owner of another office', call: call(office.stranger.headers), expected: [row.stranger] }]
      : []),
  ];
}

/** The call as an office user sends it. */
export function officeCall(key: string, row: OfficeRow, data: TestData, headers: Record<string, string>): Call {
  const [method = '', template = ''] = key.split(' ');
  const params: Record<string, unknown> = { id: data.submitted.number, ...row.params?.(data) };
  const url = template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  return { method, url, headers, payload: method === 'POST' ? (row.body?.(data) ?? {}) : undefined };
}
