import { type OfficeRole, officeRoles } from '../../model/office';
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
  'office people': { about: 'who works at the office', places: ['subscriber'], run: list },
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

async function list(portal: Portal, given: Given): Promise<void> {
  const { id } = await requireSubscriber(portal, given);
  const rows = (await listPeople(portal.db, String(id))).map(({ email, name, role, seen_at }) => ({
    email,
    role,
    seen: seen_at?.toISOString().slice(0, 16) ?? 'never',
    name,
  }));
  printRows(portal, rows, 'Nobody yet.');
}
