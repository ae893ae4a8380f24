import { type OfficeRole, officeRoles } from '../../model/office';
import { issueApiKey, type KeyScope, keyScopes, listApiKeys, revokeApiKey } from '../../server/handover/apiKeys';
import { issueInvitation, officeAddress } from '../../server/office/officeMail';
import { listPeople, putPerson } from '../../server/office/peopleStore';
import {
  type Command,
  CommandError,
  type Given,
  type Portal,
  printRows,
  readEmail,
  requireSubscriber,
} from './command';

/** Who works at a subscriber's office. */
export const officeCommands: Record<string, Command> = {
  'office invite': {
    about: 'prints the address by which somebody begins to work at the office, once; also gives them another role',
    places: ['subscriber', 'email'],
    options: {
      role: { about: `one of ${officeRoles.join(', ')}`, needed: true },
      name: { about: 'as the others read it' },
    },
    run: invite,
  },
  'office people': { about: 'who works at the office', places: ['subscriber'], run: listOffice },
};

async function invite(portal: Portal, given: Given): Promise<void> {
  const { id } = await requireSubscriber(portal, given);
  const email = readEmail(given.email);
  const now = new Date();
  const person = { subscriberId: String(id), email, name: given.name ?? '', role: readRole(given.role), now };
  const personId = await putPerson(portal.db, person);
  const { token, expiresAt } = await issueInvitation({ db: portal.db, clock: () => now }, personId);
  portal.print(officeAddress(portal.config.appUrl, token));
  portal.print(`Good once, until ${expiresAt.toISOString().slice(0, 10)}. Hand it to ${email} alone.`);
}

function readRole(text = ''): OfficeRole {
  const role = officeRoles.find((one) => one === text);
  if (!role) throw new CommandError(`role '${text}': one of ${officeRoles.join(', ')}`);
  return role;
}

async function listOffice(portal: Portal, given: Given): Promise<void> {
  const { id } = await requireSubscriber(portal, given);
  const rows = (await listPeople(portal.db, String(id))).map(({ email, name, role, seen_at }) => ({
    email,
    role,
    seen: seen_at?.toISOString().slice(0, 16) ?? 'never',
    name,
  }));
  printRows(portal, rows, 'Nobody yet.');
}

/** Keys by which a subscriber's own system reads its applications (docs/office.md). */
export const apiKeyCommands: Record<string, Command> = {
  'apikey add': {
    about: 'a key for the calls below /api/office, printed once',
    places: ['subscriber'],
    options: {
      scope: { about: `what it may do, by commas: ${keyScopes.join(', ')}; read unless said` },
      name: { about: 'what it is for, as the office reads it' },
    },
    run: addKey,
  },
  'apikey list': {
    about: 'the keys of a subscriber and when each was last used',
    places: ['subscriber'],
    run: listKeys,
  },
  'apikey revoke': { about: 'ends a key at once', places: ['subscriber', 'key'], run: revokeKey },
};

async function addKey(portal: Portal, given: Given): Promise<void> {
  const { id } = await requireSubscriber(portal, given);
  const scopes = readScopes(given.scope ?? 'read');
  const order = { subscriber: String(id), name: given.name ?? '', scopes, now: new Date() };
  portal.print(await issueApiKey(portal.db, order));
  portal.print(`It may ${scopes.join(', ')}. It is shown this once.`);
}

/** `'read,reveal'` → both; whoever may reveal or move something may read it, too. */
function readScopes(text: string): KeyScope[] {
  const given = text.split(',').map((one) => one.trim());
  const unknown = given.find((one) => !keyScopes.some((scope) => scope === one));
  if (unknown !== undefined) throw new CommandError(`scope '${unknown}': one of ${keyScopes.join(', ')}`);
  return keyScopes.filter((scope) => scope === 'read' || given.includes(scope));
}

async function listKeys(portal: Portal, given: Given): Promise<void> {
  const { id } = await requireSubscriber(portal, given);
  const rows = (await listApiKeys(portal.db, String(id))).map((key) => ({
    key: key.id,
    state: key.revoked_at ? 'revoked' : 'live',
    scopes: key.scopes.join(','),
    made: key.created_at.toISOString().slice(0, 10),
    used: key.seen_at?.toISOString().slice(0, 16) ?? 'never',
    name: key.name,
  }));
  printRows(portal, rows, 'No keys yet.');
}

async function revokeKey(portal: Portal, given: Given): Promise<void> {
  const { id } = await requireSubscriber(portal, given);
  // Whoever pastes the whole key means its shown part.
  const key = /^rak_([^_]+)_/.exec(given.key ?? '')?.[1] ?? given.key ?? '';
  if (!(await revokeApiKey(portal.db, String(id), key, new Date())))
    throw new CommandError(`'${id}' has no live key '${key}'. See: npm run portal -- apikey list ${id}`);
  portal.print(`Key '${key}' is revoked.`);
}
