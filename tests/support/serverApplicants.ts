import type { InjectOptions } from 'fastify';
import robin from '../../schemas/personas/robin-hale.json';
import type { AnyServer } from './anyServer';

export const PASSWORD = 'Harbor!View2026';
export const PROPERTY = '/Property/demo/harbor-view/open';

export interface TestApplicant {
  trn: string;
  email: string;
  token: string;
  refreshToken: string;
  /** The session's three headers. */
  headers: Record<string, string>;
}

let count = 0;

/** Returns a persona's registration body for the demo's property link, with a new email address for each call. */
export function registrationBody(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const sections = robin.flows.entry.registration;
  count += 1;
  const email = `robin.${count}@example.com`;
  const answers = Object.assign({}, ...Object.values(sections));
  return { ...answers, email, reEmail: email, url: 'open', ...changes };
}

/** POST users/register. The header `entry` is the path of the entry page. */
export function postRegistration(server: AnyServer, payload: unknown, headers: Record<string, string> = {}) {
  return server.app.inject({
    method: 'POST',
    url: '/api/users/register',
    headers: { url: 'open', entry: PROPERTY, 'content-type': 'application/json', ...headers },
    payload: payload as InjectOptions['payload'],
  });
}

/** Creates a registered applicant with a session. */
export async function registerApplicant(
  server: AnyServer,
  changes: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<TestApplicant> {
  const body = registrationBody(changes);
  const response = await postRegistration(server, body, headers);
  if (response.statusCode !== 200) throw new Error(`Registration returned ${response.statusCode}: ${response.body}`);
  const { trnid, token, refreshToken } = response.json().records;
  const email = String(body.email);
  return { trn: trnid, email, token, refreshToken, headers: { email, authorization: token, trn_id: trnid } };
}
