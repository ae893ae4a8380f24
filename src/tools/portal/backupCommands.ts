import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { messages } from '../../messages/serverMessages';
import { fillText } from '../../model/messages/fillText';
import { makePrivateFolder, PRIVATE_FILE, PRIVATE_FOLDER } from '../../server/platform/db/lockFolder';
import { backUp } from './backup/backUp';
import { deleteOldBackups } from './backup/deleteOld';
import { restore } from './backup/restore';
import { type Command, CommandError, type ParsedArguments, type Portal, readCount } from './command';

export const backupCommands: Record<string, Command> = {
  backup: {
    about:
      'Copies the database and the files to a folder. The portal can keep running. Later backups copy only new files.',
    places: [],
    options: {
      to: { about: 'the folder; it can contain earlier backups', needed: true },
      keep: { about: 'how many backups to keep; older ones are deleted' },
      'keys-to': { about: 'another folder, for the keys that decrypt the backup. Store it somewhere else' },
    },
    run: runBackup,
  },
  restore: {
    about: 'Fills an empty database and the file store from a backup. Waiting emails and other jobs are put on hold.',
    places: [],
    options: {
      from: { about: 'the folder with the backups', needed: true },
      backup: { about: 'the name of a backup (default: the newest)' },
      'keys-from': { about: 'the folder with the keys. Without it, DATA_KEY and TOKEN_KEY must be set' },
    },
    needsNoTables: true,
    run: runRestore,
  },
};

async function runBackup(portal: Portal, given: ParsedArguments): Promise<void> {
  const folder = path.resolve(portal.cwd, given.to ?? '');
  const keys = given['keys-to'] && path.resolve(portal.cwd, given['keys-to']);
  if (keys && isWithin(keys, folder))
    throw new CommandError(
      `Choose another folder for --keys-to: anyone with the keys and ${folder} can read everything.`,
    );
  const keep = given.keep === undefined ? undefined : readCount('keep', given.keep);
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  const texts = messages('operator').backup;
  const { backup, files, rows, missing, copied } = await backUp(portal, folder);
  portal.print(
    fillText(texts.done, {
      backup,
      rows: sum(Object.values(rows)),
      files: files.count,
      copied,
      megabytes: inMB(files.bytes),
    }),
  );
  if (missing.length) portal.print(fillText(texts.missing, { count: missing.length }));
  if (keep) await deleteOld(portal, folder, keep);
  if (keys) await copyKeys(portal, keys);
  portal.print(keys ? fillText(texts.keys, { folder: keys }) : texts.noKeys);
}

async function deleteOld({ print }: Portal, folder: string, keep: number): Promise<void> {
  const { backups, files } = await deleteOldBackups(folder, keep);
  if (backups || files) print(fillText(messages('operator').backup.deleted, { backups, files }));
}

async function runRestore(portal: Portal, given: ParsedArguments): Promise<void> {
  const texts = messages('operator').restore;
  const keys = given['keys-from'];
  if (keys) await takeKeys(portal, path.resolve(portal.cwd, keys));
  const { backup, manifest, files, held, erased } = await restore(
    portal,
    path.resolve(portal.cwd, given.from ?? ''),
    given.backup,
  );
  portal.print(
    fillText(texts.done, { backup, at: manifest.startedAt, rows: sum(Object.values(manifest.rows)), files }),
  );
  if (held) portal.print(fillText(texts.heldCount, { count: held }));
  if (erased) portal.print(fillText(texts.erased, { count: erased }));
  const lost = (await portal.keyring.countUses()).filter(({ isKnown }) => !isKnown);
  if (lost.length) throw new CommandError(fillText(texts.wrongKey, { ids: lost.map(({ id }) => id).join(', ') }));
  portal.print(texts.next);
}

const KEY_FILES = { 'data.key': 'dataKey', 'token.key': 'tokenKey' } as const;
type KeyName = keyof typeof KEY_FILES;

async function copyKeys({ config }: Portal, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  for (const name of keyNames) {
    const text = await readOwnKey(config, name);
    if (text) await writeFile(path.join(folder, name), text, { mode: PRIVATE_FILE, flush: true });
  }
}

async function takeKeys({ config }: Portal, folder: string): Promise<void> {
  if (!existsSync(folder))
    throw new CommandError(`There's no folder ${folder}. Use the one that 'backup --keys-to' created.`);
  makePrivateFolder(config.dataDir);
  for (const name of keyNames) {
    const text = await readIfExists(path.join(folder, name));
    const own = await readOwnKey(config, name);
    if (own && text && own.trim() !== text.trim())
      throw new CommandError(
        `This installation has a different ${name}. Restore without --keys-from, or into a new DATA_DIR.`,
      );
    if (text && !own) await writeFile(path.join(config.dataDir, name), text, { mode: PRIVATE_FILE, flush: true });
  }
}

const keyNames = Object.keys(KEY_FILES) as KeyName[];

function readOwnKey(config: Portal['config'], name: KeyName): Promise<string | undefined> | string {
  return config[KEY_FILES[name]] ?? readIfExists(path.join(config.dataDir, name));
}

async function readIfExists(file: string): Promise<string | undefined> {
  return existsSync(file) ? readFile(file, 'utf8') : undefined;
}

function isWithin(inner: string, outer: string): boolean {
  return `${inner}${path.sep}`.startsWith(`${outer}${path.sep}`);
}

const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0);

const inMB = (bytes: number): string => (bytes / 1e6).toFixed(1);
