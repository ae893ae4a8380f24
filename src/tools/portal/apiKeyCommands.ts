import { issueApiKey, type KeyScope, keyScopes, listApiKeys, revokeApiKey } from '../../server/handover/apiKeys';
import { type Command, CommandError, type Given, type Portal, printRows, requireSubscriber } from './command';

/** Keys by which a subscriber's own system reads its applications (docs/office.md). */
export const apiKeyCommands: Record<string, Command> = {
  'apikey add': {
    about: 'a key for the calls below /api/office, printed once',
    places: ['subscriber'],
    options: {
      scope: { about: `what it may do, by commas: ${keyScopes.join(', ')}; read unless said` },
      name: { about: 'what it is for, as the office reads it' },
    },
    run: add,
  },
  'apikey list': { about: 'the keys of a subscriber and when each was last used', places: ['subscriber'], run: list },
  'apikey revoke': { about: 'ends a key at once', places: ['subscriber', 'key'], run: revoke },
};

async function add(portal: Portal, given: Given): Promise<void> {
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

async function list(portal: Portal, given: Given): Promise<void> {
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

async function revoke(portal: Portal, given: Given): Promise<void> {
  const { id } = await requireSubscriber(portal, given);
  // Whoever pastes the whole key means its shown part.
  const key = /^rak_([^_]+)_/.exec(given.key ?? '')?.[1] ?? given.key ?? '';
  if (!(await revokeApiKey(portal.db, String(id), key, new Date())))
    throw new CommandError(`'${id}' has no live key '${key}'. See: npm run portal -- apikey list ${id}`);
  portal.print(`Key '${key}' is revoked.`);
}
