import type { Household } from '../../../contract/household';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { entryPath } from '../../applications/entryLinks';
import { findHousehold, findHouseholdByTrn } from '../../applications/household/householdRepository';
import { issueToken } from '../../platform/sessions/tokenRepository';
import type { Caller, Credentials, Json } from './addDemoFiles';

export interface DemoMember {
  first_name: string;
  /** Answers that differ from the lead's. Undefined for a person who is only invited. */
  registration?: Json;
}

interface Lead {
  credentials: Credentials;
  registration: Json;
}

export async function seedHousehold(
  deps: Pick<ApplicationDeps, 'db' | 'stores'>,
  send: Caller,
  lead: Lead,
  members: readonly DemoMember[],
): Promise<void> {
  for (const { first_name, registration } of members) {
    await invite(send, lead.credentials, first_name);
    if (registration) await join(deps, send, lead, { first_name, registration });
  }
}

async function invite(send: Caller, lead: Credentials, firstName: string): Promise<void> {
  const { revision, members }: Household = await send('GET', `/household/${lead.trn_id}`, undefined, { ...lead });
  const member = members.find(({ first_name }) => first_name === firstName)?.id;
  await send('POST', '/household/invite', { trn_id: lead.trn_id, member, revision }, { ...lead });
}

async function join(
  { db, stores }: Pick<ApplicationDeps, 'db' | 'stores'>,
  send: Caller,
  lead: Lead,
  { first_name, registration }: Required<DemoMember>,
): Promise<void> {
  const household = await findHousehold(db, (await findHouseholdByTrn(db, lead.credentials.trn_id)) ?? '');
  const member = household?.members.find((one) => one.first_name === first_name);
  const link = member?.trn ? await stores.links.findByTrn(member.trn) : undefined;
  if (!member?.trn || !member.expires_at || !link) throw new Error(`The demo's household has no '${first_name}'`);
  const { trn, email, expires_at: expiresAt } = member;
  const { mname: _own, ...shared } = lead.registration;
  const answers = { ...shared, ...registration, email, reEmail: email, url: link.value, trn_id: trn };
  // Tried twice, because the job that emails the invitation may invalidate the first token.
  await retryOnce(async () => {
    const token = await issueToken(db, { purpose: 'invitation', trn, expiresAt });
    await send('POST', '/users/register', answers, { entry: entryPath(link, trn), trn_id: trn, authorization: token });
  });
}

const retryOnce = (work: () => Promise<void>): Promise<void> => work().catch(work);
