import type { SchemaFiles } from '../../model/types';
import { moveField, renameField, retireField } from './fields';
import { type Finished, finishRestructuring, type Known } from './finish';
import { moveSection, moveStep, renameSection, renameStep, retireSection, retireStep } from './sectionsAndSteps';
import type { Restructured } from './structure';

export const verbs = ['move', 'rename', 'retire'] as const;
export type Verb = (typeof verbs)[number];

export const kinds = ['section', 'step', 'field'] as const;

export interface Restructuring {
  verb: Verb;
  kind: (typeof kinds)[number];
  /** In order: the section or step, the field, then the new name or the step to move to. */
  names: readonly string[];
  beside?: string;
  isAfter?: boolean;
}

/**
 * Returns the changes with their migration, or undefined if a name is missing or extra, or `beside` is missing. Throws
 * `RestructureError` for invalid names and impossible changes.
 */
export function restructure(wanted: Restructuring, known: Known): Finished | undefined {
  const { verb, kind, names, beside, isAfter = true } = wanted;
  const change = CHANGES[`${verb} ${kind}`];
  if (!change || names.length !== change.names || (change.isBeside && beside === undefined)) return undefined;
  const made = change.make(known.files, names, { target: beside ?? '', isAfter });
  return finishRestructuring(made, describe(wanted, change.names), known);
}

interface Position {
  target: string;
  isAfter: boolean;
}

interface Change {
  names: number;
  isBeside?: boolean;
  make(files: SchemaFiles, names: readonly string[], beside: Position): Restructured;
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
function describe({ verb, kind, names }: Restructuring, count: number): string {
  const [last, own] = verb === 'retire' || count === 1 ? ['', names] : [` to ${names.at(-1)}`, names.slice(0, -1)];
  return `${verb[0]?.toUpperCase()}${verb.slice(1)} the ${kind} ${own.join(' ')}${last}`;
}
