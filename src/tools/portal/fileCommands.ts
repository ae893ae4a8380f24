import { existsSync } from 'node:fs';
import path from 'node:path';
import { messages } from '../../messages/serverMessages';
import { toIsoDate } from '../../model/format/dates';
import { fillText } from '../../model/messages/fillText';
import { publishReleaseFiles } from '../../server/pages/releaseFiles';
import { createFileOwner, type FileOwner } from '../../server/platform/files/fileOwner';
import type { FileStore } from '../../server/platform/files/fileStore';
import { createFiles } from '../../server/platform/files/files';
import { recordFiles } from '../../server/platform/files/recordFiles';
import { deletionDate, describeOwnership, sweepFiles } from '../../server/platform/files/sweepFiles';
import type { Command, ParsedArguments, Portal } from './command';
import { CommandError, printRows } from './command';

export const fileCommands: Record<string, Command> = {
  'files sweep': {
    about:
      'Deletes files that this installation wrote and no document has used for 30 days. The server does this every hour.',
    places: [],
    options: { 'dry-run': { about: 'only lists them, with the day each one will be deleted', isFlag: true } },
    run: sweep,
  },
  'files adopt': {
    about:
      'Makes this database the owner of the file store. Use it after a restore, or if another database used the store.',
    places: [],
    run: adoptFolder,
  },
  'files publish': {
    about:
      'Stores the scripts and styles of another release, so that its open pages still find them. The folder is its dist/app/assets.',
    places: ['folder'],
    run: publish,
  },
};

export function openFiles({ config, stores }: Portal): { files: FileStore; fileOwner: FileOwner } {
  const store = createFiles(config);
  const fileOwner = createFileOwner(store, stores.storedFiles);
  return { files: recordFiles(store, stores.storedFiles, fileOwner), fileOwner };
}

async function sweep(portal: Portal, given: ParsedArguments): Promise<void> {
  const { files, fileOwner } = openFiles(portal);
  if (given['dry-run']) return list(portal, fileOwner);
  const warning = describeOwnership(await fileOwner.claim(true));
  if (warning) throw new CommandError(warning);
  const log = { info: ({ file }: { file: string }) => portal.print(`Deleted ${file}`), warn: portal.print };
  const count = await sweepFiles({ files, fileOwner, stores: portal.stores }, log);
  portal.print(fillText(messages('operator').files.swept, { count }));
}

const mostListed = 10_000;

async function list(portal: Portal, fileOwner: FileOwner): Promise<void> {
  const warning = describeOwnership(await fileOwner.inspect(true));
  if (warning) portal.print(warning);
  const waiting = await portal.stores.storedFiles.findUnreferenced(0, mostListed);
  const now = new Date();
  const rows = waiting.map(({ name, since }) => ({
    file: name,
    unreferenced_since: toIsoDate(since),
    deleted_from: deletionDate(since) <= now ? 'now' : toIsoDate(deletionDate(since)),
  }));
  const unknown = (await fileOwner.unknownFiles()).map((file) => ({
    file,
    deleted_from: messages('operator').files.never,
  }));
  printRows(portal, [...rows, ...unknown], messages('operator').files.nothing);
}

async function adoptFolder(portal: Portal): Promise<void> {
  const { length } = await openFiles(portal).fileOwner.adopt();
  portal.print(
    fillText(length ? messages('operator').files.adoptedWithUnknown : messages('operator').files.adopted, {
      count: length,
    }),
  );
}

async function publish(portal: Portal, { folder = '' }: ParsedArguments): Promise<void> {
  const place = path.resolve(portal.cwd, folder);
  if (!existsSync(place))
    throw new CommandError(`There's no folder ${place}. Use the dist/app/assets folder of a release.`);
  const count = await publishReleaseFiles(openFiles(portal).files, new Date(), place);
  portal.print(fillText(messages('operator').files.published, { count }));
}
