import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type FileChanges, SETTINGS_FILE, type StudioRole, studioRoles } from '../../model/studio';
import { parseAll, readSchemaTexts } from '../../server/forms/readSchemas';
import { findPublished } from '../../server/forms/schemaFiles';
import { noteAct } from '../../server/studio/acts';
import {
  issueStudioInvitation,
  listStudioPeople,
  putStudioPerson,
  removeStudioPerson,
  studioAddress,
} from '../../server/studio/studioPeople';
import { asSample, readSettings, storedSettings } from '../../server/studio/subscriberVersion';
import { type Command, CommandError, type Given, type Portal, printRows, readEmail } from './command';

/** Who may use the Studio, and what was published there as files. */
export const studioCommands: Record<string, Command> = {
  'studio invite': {
    about: 'prints the address by which somebody begins to use the Studio, once; also gives them another role',
    places: ['email'],
    options: {
      role: { about: `one of ${studioRoles.join(', ')}`, needed: true },
      name: { about: 'as the history shows it' },
    },
    run: invite,
  },
  'studio people': { about: 'who may use the Studio', places: [], run: list },
  'studio remove': { about: 'ends the access of somebody at once', places: ['email'], run: remove },
  'schemas export': {
    about: 'writes what was published in the Studio into schemas/, for a pull request; then: npm run format',
    places: [],
    options: {
      to: { about: 'a folder in the place of schemas/' },
      subscribers: {
        about: 'also a sample configs/subscriber-<id>.json for each whose settings or words were published',
        isFlag: true,
      },
    },
    run: exportFiles,
  },
};

/** The acts of whoever runs the commands. */
const operator = { id: null, author: 'operator' };

async function invite(portal: Portal, given: Given): Promise<void> {
  const now = new Date();
  const email = readEmail(given.email);
  const role = readRole(given.role);
  const id = await putStudioPerson(portal.db, { email, name: given.name ?? '', role, now });
  await noteAct(portal.db, now, { kind: 'invite', by: operator, detail: `${email} ${role}` });
  const { token, expiresAt } = await issueStudioInvitation(portal.db, id, now);
  portal.print(studioAddress(portal.config.appUrl, token));
  portal.print(`Good once, until ${expiresAt.toISOString().slice(0, 10)}. Hand it to ${email} alone.`);
}

function readRole(text = ''): StudioRole {
  const role = studioRoles.find((one) => one === text);
  if (!role) throw new CommandError(`role '${text}': one of ${studioRoles.join(', ')}`);
  return role;
}

async function list(portal: Portal): Promise<void> {
  const rows = (await listStudioPeople(portal.db)).map(({ email, name, role, seen_at }) => ({
    email,
    role,
    seen: seen_at?.toISOString().slice(0, 16) ?? 'never',
    name,
  }));
  printRows(portal, rows, 'Nobody yet.');
}

async function remove({ db, print }: Portal, { email }: Given): Promise<void> {
  const now = new Date();
  const address = readEmail(email);
  if (!(await removeStudioPerson(db, address, now))) throw new CommandError(`'${address}' has no access to the Studio`);
  await noteAct(db, now, { kind: 'remove', by: operator, detail: address });
  print(`${address} has no access any more.`);
}

async function exportFiles({ db, cwd, print }: Portal, { to, subscribers }: Given): Promise<void> {
  const folder = path.resolve(cwd, to ?? 'schemas');
  await mkdir(folder, { recursive: true });
  const [{ files }, base] = await Promise.all([findPublished(db), readSchemaTexts(folder)]);
  const all = { ...files, ...(subscribers && (await subscriberSamples(db))) };
  const changed = Object.entries(all).filter(([file, text]) => text !== null && text !== base[file]);
  for (const [file, text] of changed) {
    const place = path.join(folder, file);
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, text ?? '');
    print(`${place} written`);
  }
  if (changed.length === 0) print('Nothing was published that the files do not say.');
}

async function subscriberSamples(db: Portal['db']): Promise<FileChanges> {
  const texts = await readSchemaTexts();
  const { rows } = await db.query<{ id: string }>(
    "select distinct subscriber_id as id from studio_version where state = 'live' and subscriber_id is not null order by 1",
  );
  const samples = rows.map(async ({ id }) => {
    const { settings } = readSettings({ [SETTINGS_FILE]: await storedSettings(db, id) });
    return asSample(id, settings, parseAll(texts));
  });
  return Object.assign({}, ...(await Promise.all(samples)));
}
