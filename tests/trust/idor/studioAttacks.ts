import { type StudioRole, studioRoles } from '../../../src/model/studio/roles';
import { joinStudio, type StudioTester } from '../../support/studioPeople';
import type { Attack, Call } from './attacks';
import type { StudioRow } from './rows';
import type { TestData } from './testData';

export type StudioTestData = Record<StudioRole, StudioTester>;

/** Creates a user of each role. */
export async function createStudio({ server }: Pick<TestData, 'server'>): Promise<StudioTestData> {
  return {
    look: await joinStudio(server, 'look'),
    edit: await joinStudio(server, 'edit'),
    publish: await joinStudio(server, 'publish'),
  };
}

/** Returns every attack on a Studio route by someone who isn't allowed. */
export function studioAttacks(
  key: string,
  { role }: StudioRow,
  { studio, office, secrets, victim, submitted, others }: TestData,
): Attack[] {
  const call = (headers: Record<string, string>) => studioCall(key, headers);
  const refused = (what: string, headers: Record<string, string>) => ({ what, call: call(headers), expected: [401] });
  const each = Object.entries({ ...secrets, 'access token': victim.token });
  const ofOffice = office.roles.owner.cookie.replace(/^office=/, '');
  const below = studioRoles.slice(0, studioRoles.indexOf(role));
  return [
    refused('no session', {}),
    refused('an operator token', { operator: 'x' }),
    ...each.map(([what, secret]) => refused(`${what} as a cookie`, { cookie: `studio=${secret}` })),
    ...each.map(([what, secret]) => refused(`${what} as a bearer`, { authorization: `Bearer ${secret}` })),
    refused('the session of the office', { cookie: `office=${ofOffice}` }),
    refused('the session of the office under the other name', { cookie: `studio=${ofOffice}` }),
    ...Object.entries({ ...others, victim, submitted }).map(([who, { headers }]) =>
      refused(`the session of the applicant, ${who}`, headers),
    ),
    ...(key.startsWith('POST ')
      ? [refused('from another site', { ...studio.publish.headers, 'sec-fetch-site': 'cross-site' })]
      : []),
    ...below.map((one) => ({ what: `someone who can ${one}`, call: call(studio[one].headers), expected: [403] })),
  ];
}

/** The call as a Studio user sends it, but with an empty body. */
export function studioCall(key: string, headers: Record<string, string>): Call {
  const [method = '', template = ''] = key.split(' ');
  return { method, url: template.replace(':id', '0'), headers, payload: method === 'POST' ? {} : undefined };
}
