import { parseArgs } from 'node:util';
import type pg from 'pg';
import type { Config } from '../../server/config';

/** What a command works with; `cwd` is where the operator stands, for files they name. */
export interface Portal {
  db: pg.Pool;
  config: Config;
  cwd: string;
  print(line: string): void;
}

export type Given = Record<string, string | undefined>;

/** An option takes a value unless it is a flag, which is there or not. */
export interface Option {
  about: string;
  needed?: boolean;
  isFlag?: boolean;
}

/** One command: its words, the places it needs in order, its options (`*` ones must be given), and what it does. */
export interface Command {
  about: string;
  places: readonly string[];
  options?: Record<string, Option>;
  run(portal: Portal, given: Given): Promise<void>;
}

/** The operator's mistake: told in one line, with the exit code 2 for a command that was not understood and 1 otherwise. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly code: 1 | 2 = 1,
  ) {
    super(message);
  }
}

/** The places and options of a command by name. Throws a CommandError for what is missing, too much or unknown. */
export function readGiven(name: string, { places, options = {} }: Command, args: readonly string[]): Given {
  const { values, positionals } = parse(args, options);
  const missing = places.filter((_, index) => !positionals[index]);
  const unsaid = Object.keys(options).filter((option) => options[option]?.needed && !values[option]);
  if (missing.length > 0) throw new CommandError(`${name} needs ${missing.map((place) => `<${place}>`).join(' ')}`, 2);
  if (unsaid.length > 0) throw new CommandError(`${name} needs ${unsaid.map((option) => `--${option}`).join(', ')}`, 2);
  const tooMany = positionals[places.length];
  if (tooMany !== undefined)
    throw new CommandError(`${name} does not know what to do with '${tooMany}'; put words with spaces in quotes`, 2);
  return { ...values, ...Object.fromEntries(places.map((place, index) => [place, positionals[index]])) };
}

function parse(args: readonly string[], options: Record<string, Option>): { values: Given; positionals: string[] } {
  try {
    const known = Object.fromEntries(
      Object.entries(options).map(([name, { isFlag }]) => [
        name,
        { type: isFlag ? ('boolean' as const) : ('string' as const) },
      ]),
    );
    const { values, positionals } = parseArgs({ args: [...args], options: known, allowPositionals: true });
    const texts = Object.entries(values).map(([name, value]) => [name, value === true ? 'yes' : value]);
    return { values: Object.fromEntries(texts) as Given, positionals };
  } catch (cause) {
    throw new CommandError((cause as Error).message, 2);
  }
}
