import { drawPlain } from '../../model/plainText';
import type { Outcome } from '../../server/operatorSocket';
import { type Command, CommandError, type Portal, readGiven } from './command';
import { configCommands } from './configCommands';
import { eraseCommands } from './eraseCommands';
import { keyCommands } from './keyCommands';
import { linkCommands } from './linkCommands';
import { loginCommands } from './loginCommands';
import { placeCommands } from './placeCommands';
import { recordCommands } from './recordCommands';
import { subscriberCommands } from './subscriberCommands';

const commands: Record<string, Command> = {
  ...subscriberCommands,
  ...placeCommands,
  ...linkCommands,
  ...loginCommands,
  ...configCommands,
  ...recordCommands,
  ...keyCommands,
  ...eraseCommands,
};

/** True when the words ask for help, which needs no database. */
export function asksForHelp(args: readonly string[]): boolean {
  return args.length === 0 || args.some((word) => word === 'help' || word === '--help' || word === '-h');
}

/** The help text: of all commands, or of those that begin with the given words. */
export function helpFor(args: readonly string[]): string {
  const words = args.filter((word) => !/^(help|--help|-h)$/.test(word)).join(' ');
  const wanted = Object.entries(commands).filter(([name]) => name === words || name.startsWith(`${words} `));
  const shown = wanted.length > 0 ? wanted : Object.entries(commands);
  const detailed = wanted.length > 0;
  return [
    'npm run portal -- <command>',
    '',
    ...shown.flatMap(([name, command]) => useOf(name, command, detailed)),
  ].join('\n');
}

function useOf(name: string, { places, about, options = {} }: Command, isDetailed: boolean): string[] {
  const needed = Object.entries(options).filter(([, option]) => option.needed);
  const use = [name, ...places.map((place) => `<${place}>`), ...needed.map(([option]) => `--${option} …`)].join(' ');
  const details = Object.entries(options).map(
    ([option, { about: text, needed: must }]) => `      --${option.padEnd(14)} ${text}${must ? ' (needed)' : ''}`,
  );
  return [`  ${use}`, `      ${about}`, ...(isDetailed ? details : [])];
}

/** Runs one command on an open database. Throws only for a mistake of ours. */
export async function runCommand(portal: Omit<Portal, 'print'>, args: readonly string[]): Promise<Outcome> {
  const lines: string[] = [];
  try {
    const name = [2, 1].map((count) => args.slice(0, count).join(' ')).find((words) => words in commands);
    const command = name && commands[name];
    if (!command)
      throw new CommandError(`There is no command '${args.slice(0, 2).join(' ')}'; see: npm run portal -- help`, 2);
    const given = readGiven(name, command, args.slice(name.split(' ').length));
    await command.run({ ...portal, print: (line) => lines.push(drawPlain(line)) }, given);
    return { lines, code: 0 };
  } catch (cause) {
    if (!(cause instanceof CommandError)) throw cause;
    return { lines, error: drawPlain(cause.message), code: cause.code };
  }
}
