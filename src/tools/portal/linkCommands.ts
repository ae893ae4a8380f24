import { customAlphabet } from 'nanoid';
import { parseEntryPath } from '../../model/entryPath';
import { insertApplication } from '../../server/applications/applicationRepository';
import { entryPath, findLink } from '../../server/applications/entryLinks';
import type { LinkRow } from '../../server/applications/linkRepository';
import { createStores } from '../../server/deps';
import { transaction } from '../../server/platform/db/transaction';
import { Refusal } from '../../server/platform/http/errors';
import { enqueue } from '../../server/platform/jobs/jobRepository';
import { issueToken } from '../../server/platform/sessions/tokenRepository';
import {
  type Command,
  CommandError,
  type ParsedArguments,
  type Portal,
  printRows,
  readCount,
  readEmail,
  readLanguage,
  requireInProperty,
  requireOwned,
  requireSubscriber,
} from './command';
import { insertRow, type LinkTarget, revokeLink, setInvitee } from './operatorRepository';

const options = {
  email: { about: 'who is invited', needed: true },
  first: { about: 'first name, to fill in the form' },
  last: { about: 'last name, to fill in the form' },
  days: { about: 'how many days the invitation works (default 14)' },
  mail: { about: 'emails the invitation instead of printing its link', isFlag: true },
  language: { about: 'language of the email: en (default) or one of schemas/translations' },
};
const newValue = customAlphabet('23456789abcdefghjkmnpqrstuvwxyz', 12);

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
  links: {
    about: 'Lists the entry links of a subscriber and whether each works.',
    places: ['subscriber'],
    run: listLinks,
  },
  revoke: {
    about: 'Turns off an entry link. Its page then says that the property is unavailable.',
    places: ['link'],
    run: revoke,
  },
};

type Target = Omit<LinkTarget, 'subscriber_id'>;

function invitation(
  places: readonly string[],
  targetOf: (portal: Portal, given: ParsedArguments) => Promise<Target>,
): Command {
  return {
    about: `Invites one person to apply. Creates an application and a link for this ${places.at(-1)}.`,
    places,
    options,
    run: async (portal, given) => invite(portal, given, await targetOf(portal, given)),
  };
}

/** Creates an invitation with its own link, so that revoking the link ends only this invitation. */
async function invite(portal: Portal, given: ParsedArguments, target: Target): Promise<void> {
  const email = readEmail(given.email);
  const language = await readLanguage(given.language);
  const expires_at = new Date(Date.now() + readCount('days', given.days ?? '14') * 86_400_000);
  const value = newValue();
  const subscriber_id = String(given.subscriber);
  const trn = await transaction(portal.db, async (client) => {
    const row = await insertRow(client, 'entry_link', { ...target, subscriber_id, value, expires_at });
    const found = { ...target, ...row, subscriber_id } as unknown as LinkRow;
    const trn = await insertApplication(client, found);
    await setInvitee(client, trn, { first: given.first ?? '', last: given.last ?? '', email });
    if (given.mail) await enqueue(client, 'invitation', { trn, language });
    return trn;
  });
  const until = `It works until ${expires_at.toISOString().slice(0, 10)}.`;
  if (given.mail) return portal.print(`The running app will email the invitation to ${email}. ${until}`);
  const token = await issueToken(portal.db, { purpose: 'invitation', trn, expiresAt: expires_at });
  const link = await portal.stores.links.findByTrn(trn);
  if (link) portal.print(`${portal.config.appUrl}${entryPath(link, trn)}?t=${token}`);
  portal.print(`${until} We show this link only once: send it to ${email}.`);
}

async function listLinks(portal: Portal, given: ParsedArguments): Promise<void> {
  const { id } = await requireSubscriber(portal, given);
  const links = await portal.stores.links.listBySubscriber(String(id));
  const rows = links.flatMap((link) =>
    addressesOf(link).map((path) => ({ state: stateOf(link), address: `${portal.config.appUrl}${path}` })),
  );
  printRows(portal, rows, 'No entry links yet.');
}

/** Returns a link's addresses. Unit links and invitations have one address for each unclaimed application. */
function addressesOf(link: LinkRow & { trns: string[] }): string[] {
  const invited = link.trns.map((trn) => entryPath(link, trn));
  return link.type === 'Unit' || link.expires_at ? invited : [entryPath(link)];
}

function stateOf({ revoked_at, expires_at }: LinkRow): string {
  if (revoked_at) return 'revoked';
  return expires_at && expires_at <= new Date() ? 'expired' : 'works';
}

async function revoke(portal: Portal, { link: address = '' }: ParsedArguments): Promise<void> {
  const path = address.replace(/^https?:\/\/[^/]+/, '').replace(/[?#].*$/, '');
  const entry = parseEntryPath(path);
  if (!entry)
    throw new CommandError(
      `'${address}' isn't an entry link. To see the list, run: npm run portal -- links <subscriber>`,
    );
  const deps = { stores: createStores(portal.db), clock: () => new Date() };
  const found = await findLink(deps, { url: entry.link, trn: entry.trn, path }).catch(toCommandError);
  await revokeLink(portal.db, found.id, new Date());
  portal.print(`Revoked ${path}. Its page now says that the property is unavailable.`);
}

function toCommandError(cause: unknown): never {
  if (!(cause instanceof Refusal)) throw cause;
  const words: Partial<Record<string, string>> = {
    revoked: 'This link is already revoked.',
    expired: 'This link has expired, so there is nothing to revoke.',
  };
  throw new CommandError(
    words[cause.code] ?? "This link doesn't exist. To see the list, run: npm run portal -- links <subscriber>",
  );
}
