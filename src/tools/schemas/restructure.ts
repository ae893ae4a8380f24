import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Finished, Known } from '../../schema-tools/restructure/finish';
import { kinds, restructure, type Verb } from '../../schema-tools/restructure/restructure';

const USAGE: Record<Verb, string> = {
  move: `Usage: npm run schemas -- move section <section> <step>
       npm run schemas -- move step <step> --before <step> (or --after)
       npm run schemas -- move field <section> <field> --before <field> (or --after)`,
  rename: `Usage: npm run schemas -- rename section <section> <new name>
       npm run schemas -- rename step <step> <new name>
       npm run schemas -- rename field <section> <field> <new name>`,
  retire: `Usage: npm run schemas -- retire section <section>
       npm run schemas -- retire step <step>
       npm run schemas -- retire field <section> <field>`,
};

/** Returns the changes for command-line arguments. Throws for missing arguments and unknown names. */
export function restructureByCommand(verb: Verb, args: string[], known: Known): Finished {
  const { values, positionals } = parseArgs({
    args,
    options: { before: { type: 'string' }, after: { type: 'string' } },
    allowPositionals: true,
  });
  const [word, ...names] = positionals;
  const kind = kinds.find((one) => one === word);
  const beside = values.before ?? values.after;
  const made =
    kind && restructure({ verb, kind, names, ...(beside && { beside, isAfter: values.before === undefined }) }, known);
  if (!made) throw new Error(USAGE[verb]);
  return made;
}

export async function writeChanges(folder: string, { changes }: Pick<Finished, 'changes'>): Promise<void> {
  for (const [file, text] of Object.entries(changes)) {
    const place = path.join(folder, file);
    if (text === null) await rm(place);
    else {
      await mkdir(path.dirname(place), { recursive: true });
      await writeFile(place, text);
    }
  }
}
