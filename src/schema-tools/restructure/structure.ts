import type { MigrationChange } from '../../model/answers/migrations';
import { isRecord } from '../../model/answers/paths';
import { applicantFlows } from '../../model/section/flow';
import type { Flow, FlowSection, SchemaFiles, Step } from '../../model/types';

export interface Restructured {
  files: SchemaFiles;
  renamed?: Record<string, string>;
  section?: string;
  changes: MigrationChange[];
}

export type RestructureFault = 'unknownName' | 'badName' | 'nameTaken' | 'lastSection' | 'samePlace';

/** Thrown for unknown names and requests that can't be fulfilled. */
export class RestructureError extends Error {
  constructor(
    readonly fault: RestructureFault,
    message: string,
  ) {
    super(message);
    this.name = 'RestructureError';
  }
}

export interface PlacedStep {
  file: string;
  flow: Flow;
  step: Step;
}

export function listSteps(files: SchemaFiles): PlacedStep[] {
  return applicantFlows.flatMap((name) => {
    const file = `flows/${name}.json` as const;
    const flow: Flow | undefined = files[file];
    return (flow?.steps ?? []).map((step) => ({ file, flow: flow as Flow, step }));
  });
}

/** Finds a step by id. If there's none, throws an error that lists all ids. */
export function findStep(files: SchemaFiles, id: string): PlacedStep {
  const all = listSteps(files);
  const found = all.find(({ step }) => step.id === id);
  if (!found) {
    const known = all.map(({ step }) => step.id).join(', ');
    throw new RestructureError('unknownName', `There's no step '${id}'. Use one of ${known}.`);
  }
  return found;
}

/** Finds the step of a section. Throws if no step contains it. */
export function findStepOf(files: SchemaFiles, section: string): PlacedStep & { place: FlowSection } {
  const all = listSteps(files);
  for (const one of all) {
    const place = one.step.sections.find((each) => each.section === section);
    if (place) return { ...one, place };
  }
  const names = all.flatMap(({ step }) => step.sections.map((each) => each.section));
  throw new RestructureError('unknownName', `No step has a section '${section}'. Use one of ${names.join(', ')}.`);
}

type Steps = Record<string, Record<string, unknown>>;

/** Returns the steps of all personas. Changing them changes `files`. */
export function personaSteps(files: SchemaFiles): Steps[] {
  const personas = Object.keys(files).filter((file) => file.startsWith('personas/'));
  return personas.flatMap((file) => Object.values(Object(Object(files[file]).flows)).filter(isRecord) as Steps[]);
}

/** Renames a member and keeps its position. */
export function renameMember(owner: unknown, from: string, to: string): void {
  if (!isRecord(owner) || !(from in owner)) return;
  const entries = Object.entries(owner);
  for (const [name] of entries) delete owner[name];
  for (const [name, value] of entries) owner[name === from ? to : name] = value;
}

/** Moves an item before or after another. Throws if `target` isn't in the list or is the item itself. */
export function moveBeside<T>(list: T[], moved: T, target: T | undefined, isAfter: boolean): void {
  if (target === undefined || !list.includes(target) || target === moved)
    throw new RestructureError(
      'samePlace',
      "Can't move it there. Choose another step of the same flow, or another field of the same group.",
    );
  list.splice(list.indexOf(moved), 1);
  list.splice(list.indexOf(target) + (isAfter ? 1 : 0), 0, moved);
}

export function assertName(name: string, isTaken: boolean, pattern: RegExp, example: string): void {
  if (!pattern.test(name))
    throw new RestructureError('badName', `'${name}' can't be a name here. Use one like ${example}.`);
  if (isTaken) throw new RestructureError('nameTaken', `'${name}' already exists. Choose another name.`);
}
