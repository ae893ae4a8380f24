import { getIn, isRecord, setIn } from '../answers/paths';
import { toJsonText } from './sectionFile';
import type { AddNode } from './settingsMeta';
import type { TextPath } from './texts';

/** Changes a setting. Undefined removes the setting. */
export function changeSetting(source: string, path: TextPath, value: unknown): string {
  return toJsonText(setIn(JSON.parse(source), path, value));
}

/** Moves an entry up or down, even into the neighboring list. Undefined if that isn't possible. */
export function moveEntry(source: string, path: TextPath, by: -1 | 1): string | undefined {
  const content: unknown = JSON.parse(source);
  const [list, index] = [path.slice(0, -1), Number(path.at(-1))];
  const entries = getIn(content, list);
  if (!Array.isArray(entries)) return undefined;
  const others = entries.toSpliced(index, 1);
  if (index + by in entries) return toJsonText(setIn(content, list, others.toSpliced(index + by, 0, entries[index])));
  const neighbor = neighborList(list, by);
  const next = neighbor && getIn(content, neighbor);
  if (!neighbor || !Array.isArray(next) || others.length === 0) return undefined;
  const longer = by < 0 ? [...next, entries[index]] : [entries[index], ...next];
  return toJsonText(setIn(setIn(content, list, others), neighbor, longer));
}

function neighborList(list: TextPath, by: number): TextPath | undefined {
  const number = list.at(-2);
  if (typeof number !== 'number' || number + by < 0) return undefined;
  return [...list.slice(0, -2), number + by, list.at(-1) ?? ''];
}

/** Removes an entry from a list or a group. */
export function removeEntry(source: string, path: TextPath): string {
  const content: unknown = JSON.parse(source);
  const [owner, name] = [path.slice(0, -1), path.at(-1) ?? ''];
  const entries = getIn(content, owner);
  if (Array.isArray(entries)) return toJsonText(setIn(content, owner, entries.toSpliced(Number(name), 1)));
  return toJsonText(setIn(content, path, undefined));
}

/** Adds an entry built from answers. Undefined if the entry exists or has no name. */
export function addEntry(
  source: string,
  path: TextPath,
  { entry, key, unique, keepLast = 0 }: AddNode,
  given: Readonly<Record<string, unknown>>,
): string | undefined {
  const content: unknown = JSON.parse(source);
  const made = fill(entry, given);
  const owner = getIn(content, path) ?? (key === undefined ? [] : {});
  if (Array.isArray(owner)) {
    const nameOf = (one: unknown) => (isRecord(one) && unique ? one[unique] : one);
    if (owner.some((one) => nameOf(one) === nameOf(made))) return undefined;
    return toJsonText(setIn(content, path, owner.toSpliced(Math.max(0, owner.length - keepLast), 0, made)));
  }
  const name = String(fill(key ?? '', given));
  if (!isRecord(owner) || name === '' || Object.hasOwn(owner, name)) return undefined;
  return toJsonText(setIn(content, [...path, name], made));
}

const FORMS: Record<string, (text: string) => string> = {
  slug: (text) => words(text).join('-'),
  snake: (text) => words(text).join('_'),
  lower: (text) => text.toLowerCase(),
};

const words = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

/**
 * Fills in a template with answers: `('/{title:slug}', { title: 'My pets' })` → `'/my-pets'`. `'{title}'` alone keeps
 * the answer's type.
 */
function fill(template: unknown, given: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(template)) return template.map((one) => fill(one, given));
  if (isRecord(template))
    return Object.fromEntries(Object.entries(template).map(([name, one]) => [name, fill(one, given)]));
  if (typeof template !== 'string') return template;
  const whole = /^\{(\w+)\}$/.exec(template)?.[1];
  if (whole !== undefined) return given[whole];
  return template.replaceAll(/\{(\w+)(?::(\w+))?\}/g, (_all, name: string, form = '') => {
    const text = String(given[name] ?? '');
    return FORMS[form]?.(text) ?? text;
  });
}
