import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { SchemaFiles } from '../../../model/types';
import { moveField, renameField, retireField } from './fields';
import { type Finished, finishRestructuring } from './finish';
import { moveSection, moveStep, renameSection, renameStep, retireSection, retireStep } from './sectionsAndSteps';
import type { Restructured } from './structure';

export type Verb = 'move' | 'rename' | 'retire';

interface Input {
  texts: Record<string, string>;
  files: SchemaFiles;
  widgets: readonly string[];
  /** ISO day. */
  today: string;
}

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

/** Changes schema files and adds the migration that carries stored answers over. Throws for an unknown name. */
export function restructure(verb: Verb, args: string[], { files, ...known }: Input): Finished {
  const { values, positionals } = parseArgs({
    args,
    options: { before: { type: 'string' }, after: { type: 'string' } },
    allowPositionals: true,
  });
  const [kind = '', ...names] = positionals;
  const target = values.before ?? values.after;
  const change = CHANGES[`${verb} ${kind}`];
  const isComplete = change && names.length === change.names && (!change.isBeside || target !== undefined);
  if (!isComplete) throw new Error(USAGE[verb]);
  const made = change.make(files, names, { target: target ?? '', isAfter: values.before === undefined });
  return finishRestructuring(made, describe(verb, kind, names), known);
}

interface Beside {
  target: string;
  isAfter: boolean;
}

interface Change {
  /** Number of names after the kind. */
  names: number;
  isBeside?: boolean;
  make(files: SchemaFiles, names: readonly string[], beside: Beside): Restructured;
}

const CHANGES: Record<string, Change> = {
  'move section': { names: 2, make: (files, [section = '', to = '']) => moveSection(files, section, to) },
  'move step': {
    ...{ names: 1, isBeside: true },
    make: (files, [step = ''], { target, isAfter }) => moveStep(files, step, target, isAfter),
  },
  'move field': {
    ...{ names: 2, isBeside: true },
    make: (files, [section = '', field = ''], beside) => moveField(files, section, field, beside),
  },
  'rename section': { names: 2, make: (files, [section = '', to = '']) => renameSection(files, section, to) },
  'rename step': { names: 2, make: (files, [step = '', to = '']) => renameStep(files, step, to) },
  'rename field': {
    names: 3,
    make: (files, [section = '', field = '', to = '']) => renameField(files, section, field, to),
  },
  'retire section': { names: 1, make: (files, [section = '']) => retireSection(files, section) },
  'retire step': { names: 1, make: (files, [step = '']) => retireStep(files, step) },
  'retire field': { names: 2, make: (files, [section = '', field = '']) => retireField(files, section, field) },
};

/** `'Rename the section ssn to social-security'` */
function describe(verb: Verb, kind: string, names: readonly string[]): string {
  const count = CHANGES[`${verb} ${kind}`]?.names ?? 0;
  const [last, own] = verb === 'retire' || count === 1 ? ['', names] : [` to ${names.at(-1)}`, names.slice(0, -1)];
  return `${verb[0]?.toUpperCase()}${verb.slice(1)} the ${kind} ${own.join(' ')}${last}`;
}

/** Writes the changed files into a folder. Deletes those that are gone. */
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
