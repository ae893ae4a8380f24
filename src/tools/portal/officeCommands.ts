import { toIsoDate } from '../../model/format/dates';
import { type OfficeRole, officeRoles } from '../../model/office';
import { issueInvitation, officeUrl } from '../../server/features/office/officeMail';
import { listPeople, savePerson } from '../../server/features/office/peopleRepository';
import {
  issueApiKey,
  type KeyScope,
  keyScopes,
  listApiKeys,
  revokeApiKey,
} from '../../server/platform/sessions/apiKeyRepository';
import {
  type Command,
  CommandError,
  type ParsedArguments,
  type Portal,
  printRows,
  readEmail,
  requireSubscriber,
} from './command';

export const officeCommands: Record<string, Command> = {
  'office invite': {
    about:
      'Prints a one-time link for a new office user. Run it again to change their role. That also resets their authenticator.',
    places: ['subscriber', 'email'],
    options: {
      role: { about: `one of ${officeRoles.join(', ')}`, needed: true },
      name: { about: 'the name that others see' },
    },
    run: invite,
  },
  'office people': { about: 'Lists the users of the office.', places: ['subscriber'], run: listOffice },
};

async function invite(portal: Portal, given: ParsedArguments): Promise<void> {
  const { id } = await requireSubscriber(portal, given);
  const email = readEmail(given.email);
  const now = new Date();
  const person = { subscriberId: String(id), email, name: given.name ?? '', role: readRole(given.role), now };
  const personId = await savePerson(portal.db, person);
  const { token, expiresAt } = await issueInvitation({ db: portal.db, clock: () => now }, personId);
  portal.print(officeUrl(portal.config.appUrl, token));
  portal.print(`The link works once, until ${expiresAt.toISOString().slice(0, 10)}. Give it only to ${email}.`);
}

function readRole(text = ''): OfficeRole {
  const role = officeRoles.find((one) => one === text);
  if (!role) throw new CommandError(`There's no role '${text}'. Use one of ${officeRoles.join(', ')}.`);
  return role;
}

async function listOffice(portal: Portal, given: ParsedArguments): Promise<void> {
  const { id } = await requireSubscriber(portal, given);
  const rows = (await listPeople(portal.db, String(id))).map(({ email, name, role, seen_at }) => ({
    email,
    role,
    seen: seen_at?.toISOString().slice(0, 16) ?? 'never',
    name,
  }));
  printRows(portal, rows, 'Nobody has access yet. To invite someone, run: npm run portal -- help office invite');
}

export const apiKeyCommands: Record<string, Command> = {
  'apikey add': {
    about: 'Creates an API key for /api/office and prints it once.',
    places: ['subscriber'],
    options: {
      scope: { about: `what it may do, comma-separated: ${keyScopes.join(', ')} (default read)` },
      name: { about: 'what the key is for, shown to the office' },
    },
    run: addKey,
  },
  'apikey list': {
    about: 'Lists the API keys of a subscriber and when each was last used.',
    places: ['subscriber'],
    run: listKeys,
  },
  'apikey revoke': { about: 'Turns off an API key immediately.', places: ['subscriber', 'key'], run: revokeKey },
};

async function addKey(portal: Portal, given: ParsedArguments): Promise<void> {
  const { id } = await requireSubscriber(portal, given);
  const scopes = readScopes(given.scope ?? 'read');
  const order = { subscriber: String(id), name: given.name ?? '', scopes, now: new Date() };
  portal.print(await issueApiKey(portal.db, order));
  portal.print(`Scopes: ${scopes.join(', ')}. We show this key only once: store it now.`);
}

/** Reads scopes: `'reveal'` → `['read', 'reveal']`. Every key can read. */
function readScopes(text: string): KeyScope[] {
  const given = text.split(',').map((one) => one.trim());
  const unknown = given.find((one) => !keyScopes.some((scope) => scope === one));
  if (unknown !== undefined)
    throw new CommandError(`There's no scope '${unknown}'. Use one of ${keyScopes.join(', ')}.`);
  return keyScopes.filter((scope) => scope === 'read' || given.includes(scope));
}

async function listKeys(portal: Portal, given: ParsedArguments): Promise<void> {
  const { id } = await requireSubscriber(portal, given);
  const rows = (await listApiKeys(portal.db, String(id))).map((key) => ({
    key: key.id,
    state: key.revoked_at ? 'revoked' : 'active',
    scopes: key.scopes.join(','),
    made: toIsoDate(key.created_at),
    used: key.seen_at?.toISOString().slice(0, 16) ?? 'never',
    name: key.name,
  }));
  printRows(portal, rows, 'No API keys yet.');
}

async function revokeKey(portal: Portal, given: ParsedArguments): Promise<void> {
  const { id } = await requireSubscriber(portal, given);
  // Also accepts the key itself, because its second part is the id.
  const key = /^rak_([^_]+)_/.exec(given.key ?? '')?.[1] ?? given.key ?? '';
  if (!(await revokeApiKey(portal.db, String(id), key, new Date())))
    throw new CommandError(
      `'${id}' has no active key '${key}'. To see the list, run: npm run portal -- apikey list ${id}`,
    );
  portal.print(`Revoked key '${key}'. It no longer works.`);
}
