import { explain } from './schemas/explain';
import { impact } from './schemas/impact';
import { lint } from './schemas/lint';
import { meta } from './schemas/meta';
import { prove } from './schemas/prove';

const HELP = `npm run schemas -- <command>

  lint                                     what is wrong in schemas/, with file, line and the mend
  prove   [--stored]                       every form can be completed, for every sample and pairwise over all settings
  explain <section> <field> [--config F]   why a field is there, and required or not
  impact  [--old <folder>]                 what a change does to stored drafts and answers (counts only)
  meta                                     writes the lists for editors in schemas/meta anew from the program
`;

/** A command gets its arguments and gives the exit code. */
type Command = (args: string[]) => Promise<number>;

const COMMANDS: Record<string, Command> = { lint, prove, explain, impact, meta };

/** `npm run schemas -- <command>`: the tools of those who edit schemas/. */
async function main([name = '', ...args]: string[]): Promise<void> {
  const command = COMMANDS[name];
  if (!command) console.log(HELP);
  process.exitCode = command ? await command(args) : name ? 2 : 0;
}

main(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 2;
});
