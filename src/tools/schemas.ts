import { watch } from 'node:fs';
import { schemasFolder } from '../server/forms/readSchemas';
import { endWithReader } from './endWithReader';
import { bundle } from './schemas/bundle';
import { impact, law, lint, prove } from './schemas/checkCommands';
import { explain } from './schemas/explain';
import { create, exportFiles, meta, restructureFiles } from './schemas/writeCommands';

const HELP = `Usage: npm run schemas -- <command>

  lint    [--watch]                        Finds mistakes in schemas/ and says how to fix each, with file and line.
  prove   [<section>] [--stored] [--watch] Proves that every form can be completed, with each sample and each pair of settings.
                                           --stored adds the settings of the subscribers in the database.
  law     [<place>]                        Prints a place's rules about applications, with their statutes.
  explain <section> <field> [--config F]   Explains why a field is shown or hidden, and required or optional.
  impact  [--old <folder>] [--json]        Counts the stored answers and drafts that a change breaks. Exits with 1 if it breaks any without a migration.
  bundle  <section> [--settings F] [--to <folder>]
                                           Writes a section as plain JSON Schema 2020-12 and an RJSF uiSchema,
                                           and lists the rules that the standard can't express.
  export  [--to <folder>]                  Writes what was published in the Studio into schemas/, for a pull request.
  new     <section> [--list] [--step <id>] Creates a section: schema, ui schema, flow entry, personas' answers. Lists the messages to translate.
  move    section <section> <step> | step <step> --before|--after <step> | field <section> <field> --before|--after <field>
  rename  section <section> <new> | step <step> <new> | field <section> <field> <new>
  retire  section <section> | step <step> | field <section> <field>
                                           Changes the files. Writes a migration if stored answers are affected.
  meta                                     Updates the lists in schemas/meta, docs/keywords.md and widgets/index.ts.
`;

/** Returns the exit code. */
type Command = (args: string[]) => Promise<number>;

const COMMANDS: Record<string, Command> = {
  lint,
  prove,
  law,
  explain,
  impact,
  bundle,
  export: exportFiles,
  new: create,
  move: (args) => restructureFiles('move', args),
  rename: (args) => restructureFiles('rename', args),
  retire: (args) => restructureFiles('retire', args),
  meta,
};

/** `npm run schemas -- <command>` */
async function main([name = '', ...args]: string[]): Promise<void> {
  endWithReader();
  const command = COMMANDS[name];
  if (!command && !isHelp(name)) console.error(`There's no command '${name}'.\n`);
  if (!command) console.log(HELP);
  else if (args.includes('--watch'))
    return rerunOnChange(
      command,
      args.filter((word) => word !== '--watch'),
    );
  process.exitCode = command ? await command(args) : isHelp(name) ? 0 : 2;
}

const isHelp = (name: string) => ['', 'help', '--help', '-h'].includes(name);

async function rerunOnChange(command: Command, args: string[]): Promise<void> {
  const run = () => command(args).catch((error: Error) => console.error(error.message));
  let running: Promise<unknown> = run();
  let timer: NodeJS.Timeout | undefined;
  watch(schemasFolder(), { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(() => {
        console.log(`\n${new Date().toTimeString().slice(0, 8)}`);
        return run();
      });
    }, QUIET_MS);
  });
}

/** Milliseconds to wait for more changes, because editors write several files. */
const QUIET_MS = 100;

main(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 2;
});
