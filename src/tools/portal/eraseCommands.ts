import { createFiles } from '../../server/documents/createFiles';
import { eraseApplicant } from '../../server/retention/eraseApplicant';
import { type Command, CommandError, type Given, type Portal } from './command';

/** The end of an applicant's data. */
export const eraseCommands: Record<string, Command> = {
  erase: {
    about:
      'an applicant for good, by transaction id or application number: answers, files, key, account; saves wait meanwhile',
    places: ['application'],
    run: erase,
  },
};

async function erase({ db, config, print }: Portal, { application = '' }: Given): Promise<void> {
  const needs = { db, config, files: createFiles(config) };
  if (!(await eraseApplicant(needs, application))) throw new CommandError(`There is no application '${application}'`);
  print(`Application '${application}' is erased. Backups made before still hold it.`);
}
