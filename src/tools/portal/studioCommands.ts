import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type FileChanges, isRemoved, SETTINGS_FILE, type StudioRole, studioRoles } from '../../model/studio/roles';
import {
  issueStudioInvitation,
  listStudioPeople,
  removeStudioPerson,
  saveStudioPerson,
  studioUrl,
} from '../../server/features/studio/studioPeopleRepository';
import { readSettings, readStoredSettings, toSampleConfig } from '../../server/features/studio/subscriberVersion';
import { logAction } from '../../server/features/studio/versionActionRepository';
import { findPublished } from '../../server/forms/publishedRepository';
import { parseAll, readSchemaTexts, schemasFolder } from '../../server/forms/readSchemas';
import { type Command, CommandError, type ParsedArguments, type Portal, printRows, readEmail } from './command';
import { listPublishedSubscribers } from './operatorRepository';

export const studioCommands: Record<string, Command> = {
  'studio invite': {
    about: 'Prints a one-time link for a new Studio user. Run it again to change their role.',
    places: ['email'],
    options: {
      role: { about: `one of ${studioRoles.join(', ')}`, needed: true },
      name: { about: 'the name shown in the history' },
    },
    run: invite,
  },
  'studio people': { about: 'Lists the users of the Studio.', places: [], run: list },
  'studio remove': { about: 'Removes a Studio user immediately.', places: ['email'], run: remove },
  'schemas export': {
    about: 'Writes what was published in the Studio into schemas/, for a pull request. Then run: npm run format',
    places: [],
    options: {
      to: { about: 'a folder other than schemas/' },
      subscribers: {
        about: 'adds configs/subscriber-<id>.json for each subscriber with published settings or wording',
        isFlag: true,
      },
    },
    run: exportFiles,
  },
};

const operator = { id: null, author: 'operator' };

async function invite(portal: Portal, given: ParsedArguments): Promise<void> {
  const now = new Date();
  const email = readEmail(given.email);
  const role = readRole(given.role);
  const id = await saveStudioPerson(portal.db, { email, name: given.name ?? '', role, now });
  await logAction(portal.db, now, { kind: 'invite', by: operator, detail: `${email} ${role}` });
  const { token, expiresAt } = await issueStudioInvitation(portal.db, id, now);
  portal.print(studioUrl(portal.config.appUrl, token));
  portal.print(`The link works once, until ${expiresAt.toISOString().slice(0, 10)}. Give it only to ${email}.`);
}

function readRole(text = ''): StudioRole {
  const role = studioRoles.find((one) => one === text);
  if (!role) throw new CommandError(`There's no role '${text}'. Use one of ${studioRoles.join(', ')}.`);
  return role;
}

async function list(portal: Portal): Promise<void> {
  const rows = (await listStudioPeople(portal.db)).map(({ email, name, role, seen_at }) => ({
    email,
    role,
    seen: seen_at?.toISOString().slice(0, 16) ?? 'never',
    name,
  }));
  printRows(portal, rows, 'Nobody has access yet. To invite someone, run: npm run portal -- help studio invite');
}

async function remove({ db, print }: Portal, { email }: ParsedArguments): Promise<void> {
  const now = new Date();
  const address = readEmail(email);
  if (!(await removeStudioPerson(db, address, now)))
    throw new CommandError(
      `'${address}' has no access to the Studio. To see the list, run: npm run portal -- studio people`,
    );
  await logAction(db, now, { kind: 'remove', by: operator, detail: address });
  print(`Removed ${address} from the Studio.`);
}

async function exportFiles({ db, cwd, print }: Portal, { to, subscribers }: ParsedArguments): Promise<void> {
  const folder = to ? path.resolve(cwd, to) : schemasFolder();
  await mkdir(folder, { recursive: true });
  const [{ files }, base] = await Promise.all([findPublished(db), readSchemaTexts(folder)]);
  const all = { ...files, ...(subscribers && (await subscriberSamples(db))) };
  const changed = Object.entries(all).filter(([file, text]) =>
    isRemoved(text) ? file in base : text !== null && text !== base[file],
  );
  for (const [file, text] of changed) {
    const place = path.join(folder, file);
    if (isRemoved(text)) {
      await rm(place);
      print(`Deleted ${place}`);
      continue;
    }
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, text ?? '');
    print(`Wrote ${place}`);
  }
  if (changed.length === 0) return print('Nothing to export: the files match what was published.');
  print('Next: npm run format, then open a pull request.');
}

async function subscriberSamples(db: Portal['db']): Promise<FileChanges> {
  const texts = await readSchemaTexts();
  const samples = (await listPublishedSubscribers(db)).map(async (id) => {
    const { settings } = readSettings({ [SETTINGS_FILE]: await readStoredSettings(db, id) });
    return toSampleConfig(id, settings, parseAll(texts));
  });
  return Object.assign({}, ...(await Promise.all(samples)));
}
