import { isRecord } from '../../model/answers/paths';
import type { SchemaFiles } from '../../model/types';
import {
  assertName,
  findStep,
  findStepOf,
  listSteps,
  moveBeside,
  personaSteps,
  type Restructured,
  RestructureError,
  renameMember,
} from './structure';

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/**
 * Moves a section to the end of another step. Throws if the section is already there, or if its old step would be
 * empty.
 */
export function moveSection(given: SchemaFiles, section: string, to: string): Restructured {
  const files = structuredClone(given);
  const [{ step: source, place }, { step: target }] = [findStepOf(files, section), findStep(files, to)];
  if (source.id === to) throw new RestructureError('samePlace', `'${section}' is already in '${to}'.`);
  if (source.sections.length === 1)
    throw new RestructureError('lastSection', `'${source.id}' would be empty. Move another section there first.`);
  source.sections = source.sections.filter((one) => one !== place);
  target.sections.push(place);
  for (const steps of personaSteps(files)) {
    const answers = steps[source.id]?.[section];
    if (answers === undefined) continue;
    delete steps[source.id]?.[section];
    steps[to] = { ...steps[to], [section]: answers };
  }
  return { files, changes: [{ move: section, from: source.id, to }] };
}

/** Changes the order of a flow's steps. Stored answers don't change. */
export function moveStep(given: SchemaFiles, id: string, target: string, isAfter: boolean): Restructured {
  const files = structuredClone(given);
  const [{ flow, step }, other] = [findStep(files, id), findStep(files, target)];
  moveBeside(flow.steps, step, other.step, isAfter);
  return { files, changes: [] };
}

/** Renames a section with its files. The name of its answers in the API (`body`) stays the same. */
export function renameSection(given: SchemaFiles, section: string, to: string): Restructured {
  assertName(to, `${to}.schema.json` in given, NAME, 'pets-and-horses');
  findStepOf(given, section);
  const files = structuredClone(given);
  for (const kind of ['schema', 'ui']) renameMember(files, `${section}.${kind}.json`, `${to}.${kind}.json`);
  for (const steps of personaSteps(files)) for (const step of Object.values(steps)) renameMember(step, section, to);
  for (const [file, content] of otherFiles(files))
    if (!file.startsWith('personas/')) renameMentions(content, section, to);
  const renamed = Object.fromEntries(['schema', 'ui'].map((kind) => [`${to}.${kind}.json`, `${section}.${kind}.json`]));
  return { files, renamed, changes: [{ renameSection: section, to }] };
}

const otherFiles = (files: SchemaFiles) =>
  Object.entries(files).filter(
    ([file]) => !/^([^/]+\.(schema|ui)\.json$|meta\/|texts\/|translations\/|migrations\/)/.test(file),
  );

const NAMING = ['section', 'sections', 'skips', 'wording'];

function renameMentions(node: unknown, from: string, to: string, key = ''): void {
  if (Array.isArray(node)) {
    for (const [i, one] of node.entries())
      if (one === from && NAMING.includes(key)) node[i] = to;
      else renameMentions(one, from, to, key);
    return;
  }
  if (!isRecord(node)) return;
  if (NAMING.includes(key)) renameMember(node, from, to);
  for (const [name, value] of Object.entries(node))
    if (value === from && NAMING.includes(name)) node[name] = to;
    else renameMentions(value, from, to, name);
}

/** Renames a step and moves its answers. The route stays the same. */
export function renameStep(given: SchemaFiles, id: string, to: string): Restructured {
  assertName(
    to,
    listSteps(given).some(({ step }) => step.id === to),
    NAME,
    'your-pets',
  );
  const files = structuredClone(given);
  const { step } = findStep(files, id);
  step.id = to;
  for (const { step: other } of listSteps(files)) if (other.reopens === id) other.reopens = to;
  for (const steps of personaSteps(files)) renameMember(steps, id, to);
  return { files, changes: step.sections.map(({ section }) => ({ move: section, from: id, to })) };
}

/** Removes a section with its files, personas' answers and stored answers. Throws if its step would be empty. */
export function retireSection(given: SchemaFiles, section: string): Restructured {
  const files = structuredClone(given);
  const { step, place } = findStepOf(files, section);
  if (step.sections.length === 1)
    throw new RestructureError('lastSection', `'${step.id}' would be empty. Retire the step instead.`);
  step.sections = step.sections.filter((one) => one !== place);
  const groups = Object.keys(Object(Object(files[`${section}.schema.json`]).properties));
  if (step.order) step.order = step.order.filter((name) => !groups.includes(name));
  forget(files, section);
  return { files, changes: [{ dropSection: section }] };
}

/** Removes a step with its sections and their stored answers. */
export function retireStep(given: SchemaFiles, id: string): Restructured {
  const files = structuredClone(given);
  const { flow, step } = findStep(files, id);
  flow.steps = flow.steps.filter((one) => one !== step);
  for (const steps of personaSteps(files)) delete steps[id];
  for (const { section } of step.sections) forget(files, section);
  return { files, changes: step.sections.map(({ section }) => ({ dropSection: section })) };
}

function forget(files: SchemaFiles, section: string): void {
  if (listSteps(files).some(({ step }) => step.sections.some((one) => one.section === section))) return;
  delete files[`${section}.schema.json`];
  delete files[`${section}.ui.json`];
  for (const steps of personaSteps(files)) for (const step of Object.values(steps)) delete step[section];
  const takeover = Object(files['takeover.json']).sections;
  if (isRecord(takeover)) delete takeover[section];
  const roles = Object.values(Object(Object(files['household.json']).roles)).filter(isRecord);
  for (const role of roles) if (Array.isArray(role.skips)) role.skips = role.skips.filter((one) => one !== section);
}
