import { Secret, TOTP } from 'otpauth';
import type { OfficeRole } from '../../src/model/office';
import type { Deps } from '../../src/server/deps';
import { issueLink, savePerson } from '../../src/server/features/office/peopleRepository';
import type { AnyServer } from './anyServer';

type Server = Pick<AnyServer, 'app'> & { deps: Pick<Deps, 'db' | 'clock'> };

/** An office user with a session cookie. */
export interface OfficeTester {
  id: string;
  cookie: string;
  headers: Record<string, string>;
}

let count = 0;

/** Creates an office user. Their second factor is already verified, unless `isDemo` is false. */
export async function joinOffice(
  server: Server,
  role: OfficeRole,
  { subscriberId = 'demo', isDemo = true, email = '' } = {},
): Promise<OfficeTester> {
  count += 1;
  const now = server.deps.clock();
  const person = { subscriberId, email: email || `office.${count}@example.com`, name: `Person ${count}`, role, now };
  const id = await savePerson(server.deps.db, person);
  const expiresAt = new Date(now.getTime() + 600_000);
  const token = await issueLink(server.deps.db, { personId: id, purpose: 'invitation', expiresAt, isDemo });
  const cookie = await enter(server, token);
  return { id, cookie, headers: { cookie } };
}

/** Exchanges a link's token for a cookie. Throws if it's refused. */
export async function enter(server: Pick<AnyServer, 'app'>, token: string): Promise<string> {
  const response = await server.app.inject({ method: 'POST', url: '/api/office/enter', payload: { token } });
  if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${response.body}`);
  return String(response.headers['set-cookie']).split(';')[0] ?? '';
}

/** Calls the API as an office user. */
export function askOffice(
  server: Pick<AnyServer, 'app'>,
  who: Pick<OfficeTester, 'headers'>,
  url: string,
  payload?: object,
) {
  return server.app.inject({
    method: payload ? 'POST' : 'GET',
    url: `/api/office${url}`,
    headers: who.headers,
    payload,
  });
}

/** Returns the authenticator's code at a time. */
export function codeOf(secret: string, at: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });
}
