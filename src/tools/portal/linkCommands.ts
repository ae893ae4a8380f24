import { customAlphabet } from 'nanoid';
import { parseEntryPath } from '../../model/entryPath';
import { issueToken } from '../../server/auth/tokenStore';
import { createStores } from '../../server/db/stores';
import { transaction } from '../../server/db/transaction';
import { insertApplication } from '../../server/entry/applicationStore';
import { entryPath, findLink } from '../../server/entry/entryLinks';
import type { LinkRow } from '../../server/entry/linkStore';
import { Refusal } from '../../server/http/errors';
import { enqueue } from '../../server/jobs/jobs';
import {
  type Command,
  CommandError,
  type Given,
  type Portal,
  printRows,
  readDays,
  readEmail,
  readLanguage,
  requireInProperty,
  requireOwned,
  requireSubscriber,
} from './command';

import { insertRow, type LinkTarget, nameInvited, revokeLink } from './operatorStore';

const options = {
  email: { about: 'of the invited', needed: true },
  first: { about: 'first name, filled in for them' },
  last: { about: 'last name, filled in for them' },
  days: { about: 'for how long the invitation is good, 14 unless said' },
  mail: { about: 'mails the invitation instead of printing its address', isFlag: true },
  language: { about: 'of the mail: that of the schema files unless said, or one of schemas/translations' },
};
const newValue = customAlphabet('23456789abcdefghjkmnpqrstuvwxyz', 12);

/** Entry links: invitations for one person, the list, and the end of one. */
export const linkCommands: Record<string, Command> = {
  'invite property': invitation(['subscriber', 'property'], async (portal, given) => ({
    type: 'Property',
    property_id: Number((await requireOwned(portal, 'property', given)).id),
  })),
  'invite floor': invitation(['subscriber', 'property', 'floor'], async (portal, given) => {
    const { id, property_id } = await requireInProperty(portal, 'floor', given);
    return { type: 'Floor', property_id: Number(property_id), floor_id: Number(id) };
  }),
  'invite unit': invitation(['subscriber', 'property', 'unit'], async (portal, given) => {
    const { id, property_id, floor_id } = await requireInProperty(portal, 'unit', given);
    return { type: 'Unit', property_id: Number(property_id), floor_id: Number(floor_id), unit_id: Number(id) };
  }),
  'invite office': invitation(['subscriber', 'office'], async (portal, given) => ({
    type: 'Office',
    office_id: Number((await requireOwned(portal, 'office', given)).id),
  })),
  'invite agent': invitation(['subscriber', 'agent'], async (portal, given) => ({
    type: 'Agent',
    agent_id: String((await requireOwned(portal, 'agent', given)).id),
  })),
  links: { about: 'every entry link of a subscriber and whether it is good', places: ['subscriber'], run: listLinks },
  revoke: {
    about: 'ends an entry link; its address then says that the property is not available',
    places: ['link'],
    run: revoke,
  },
};

type Target = Omit<LinkTarget, 'subscriber_id'>;

function invitation(places: readonly string[], targetOf: (portal: Portal, given: Given) => Promise<Target>): Command {
  return {
    about: `an invitation to one person: a ${places.at(-1)}'s own transaction, link and token`,
    places,
    options,
    run: async (portal, given) => invite(portal, given, await targetOf(portal, given)),
  };
}

/** A link of its own, so that revoking it ends this invitation only. */
async function invite(portal: Portal, given: Given, target: Target): Promise<void> {
  const email = readEmail(given.email);
  const language = await readLanguage(given.language);
  const expires_at = new Date(Date.now() + readDays(given.days ?? '14') * 86_400_000);
  const value = newValue();
  const subscriber_id = String(given.subscriber);
  const trn = await transaction(portal.db, async (client) => {
    const row = await insertRow(client, 'entry_link', { ...target, subscriber_id, value, expires_at });
    // The row as it was written: what was given, and what the database gave back.
    const found = { ...target, ...row, subscriber_id } as unknown as LinkRow;
    const trn = await insertApplication(client, found);
    await nameInvited(client, trn, { first: given.first ?? '', last: given.last ?? '', email });
    if (given.mail) await enqueue(client, 'invitation', { trn, language });
    return trn;
  });
  const until = `Good until ${expires_at.toISOString().slice(0, 10)}.`;
  if (given.mail) return portal.print(`${until} The running app mails the invitation to ${email}.`);
  const token = await issueToken(portal.db, { purpose: 'invitation', trn, expiresAt: expires_at });
  const link = await portal.stores.links.findByTrn(trn);
  if (link) portal.print(`${portal.config.appUrl}${entryPath(link, trn)}?t=${token}`);
  portal.print(`${until} The address is shown this once; send it to ${email}.`);
}

async function listLinks(portal: Portal, given: Given): Promise<void> {
  const { id } = await requireSubscriber(portal, given);
  const links = await portal.stores.links.listOf(String(id));
  const rows = links.flatMap((link) =>
    addressesOf(link).map((path) => ({ state: stateOf(link), address: `${portal.config.appUrl}${path}` })),
  );
  printRows(portal, rows, 'No entry links yet.');
}

/** A unit's link, or an invitation, is an address only together with a transaction that nobody has registered for. */
function addressesOf(link: LinkRow & { trns: string[] }): string[] {
  const invited = link.trns.map((trn) => entryPath(link, trn));
  return link.type === 'Unit' || link.expires_at ? invited : [entryPath(link)];
}

function stateOf({ revoked_at, expires_at }: LinkRow): string {
  if (revoked_at) return 'revoked';
  return expires_at && expires_at <= new Date() ? 'expired' : 'good';
}

async function revoke(portal: Portal, { link: address = '' }: Given): Promise<void> {
  const path = address.replace(/^https?:\/\/[^/]+/, '').replace(/[?#].*$/, '');
  const entry = parseEntryPath(path);
  if (!entry) throw new CommandError(`'${address}' is no entry link; see: npm run portal -- links <subscriber>`);
  const deps = { stores: createStores(portal.db), clock: () => new Date() };
  const found = await findLink(deps, { url: entry.link, trn: entry.trn, path }).catch(tellRefusal);
  await revokeLink(portal.db, found.id, new Date());
  portal.print(`${path} is revoked.`);
}

function tellRefusal(cause: unknown): never {
  if (!(cause instanceof Refusal)) throw cause;
  const words: Partial<Record<string, string>> = { revoked: 'It is revoked already.', expired: 'It has expired.' };
  throw new CommandError(words[cause.code] ?? 'There is no such link; see: npm run portal -- links <subscriber>');
}
