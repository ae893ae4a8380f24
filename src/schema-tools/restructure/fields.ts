import { expandPattern, getIn, isRecord, toPointer } from '../../model/answers/paths';
import { removeField } from '../../model/studio/fieldList';
import { nodeAt } from '../../model/studio/sectionFile';
import type { SchemaFiles, SchemaNode } from '../../model/types';
import {
  assertName,
  findStepOf,
  listSteps,
  moveBeside,
  personaSteps,
  type Restructured,
  RestructureError,
  renameMember,
} from './structure';

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

interface Place {
  schema: SchemaNode;
  parent: SchemaNode & { properties: Record<string, SchemaNode> };
  above: string[];
  name: string;
}

/** Finds a field by pattern (`address/[]/city`). Throws if the section's own file doesn't have the field. */
function findField(files: SchemaFiles, section: string, field: string): Place {
  findStepOf(files, section);
  const schema = files[`${section}.schema.json`] as SchemaNode;
  const parts = field.split('/');
  const [above, name] = [parts.slice(0, -1), parts.at(-1) ?? ''];
  const parent = nodeAt(schema, above);
  if (!parent?.properties || !Object.hasOwn(parent.properties, name))
    throw new RestructureError(
      'unknownName',
      `schemas/${section}.schema.json has no field '${field}'. Write it like address/[]/city.`,
    );
  return { schema, parent: { ...parent, properties: parent.properties }, above, name };
}

/** Moves a field within its group. Stored answers don't change. */
export function moveField(
  given: SchemaFiles,
  section: string,
  field: string,
  { target, isAfter }: { target: string; isAfter: boolean },
): Restructured {
  const files = structuredClone(given);
  const { parent, above, name } = findField(files, section, field);
  const names = Object.keys(parent.properties);
  moveBeside(names, name, target, isAfter);
  const entries = names.map((one) => [one, parent.properties[one]] as const);
  for (const one of names) delete parent.properties[one];
  for (const [one, node] of entries) if (node) parent.properties[one] = node;
  const order = uiOf(files, section, above)['ui:order'];
  if (Array.isArray(order) && order.includes(name) && order.includes(target)) moveBeside(order, name, target, isAfter);
  return { files, section, changes: [] };
}

function uiOf(files: SchemaFiles, section: string, above: readonly string[]): Record<string, unknown> {
  const path = above.map((part) => (part === '[]' ? 'items' : part));
  const found = getIn(files[`${section}.ui.json`], path);
  return isRecord(found) ? found : {};
}

/** Removes a field with its conditions, UI, personas' answers and stored answers. */
export function retireField(given: SchemaFiles, section: string, field: string): Restructured {
  const files = structuredClone(given);
  findField(files, section, field);
  const names = Object.keys(files).filter((file) => file.startsWith(`${section}.`) || file.startsWith('personas/'));
  const texts = Object.fromEntries(names.map((file) => [file, JSON.stringify(files[file])]));
  for (const [file, text] of Object.entries(removeField(section, texts, field.split('/'))))
    if (text !== null) files[file] = JSON.parse(text);
  forgetErrors(files, section, field);
  forgetOrder(files, section, field);
  return { files, section, changes: [{ drop: field }] };
}

function forgetErrors(files: SchemaFiles, section: string, field: string): void {
  for (const { errors } of refusedAnswers(files, section))
    for (const pointer of Object.keys(errors)) if (isAt(pointer, field)) delete errors[pointer];
}

function forgetOrder(files: SchemaFiles, section: string, field: string): void {
  for (const { step } of listSteps(files))
    if (step.order && step.sections.some((one) => one.section === section))
      step.order = step.order.filter((one) => one !== field);
}

const isAt = (pointer: string, field: string) =>
  `${pointer.replaceAll(/\/\d+(?=\/|$)/g, '/[]')}/`.startsWith(`/${field}/`);

function refusedAnswers(files: SchemaFiles, section: string) {
  const all = personaSteps(files).flatMap((steps) => Object.values(steps).map((step) => step[section]));
  return all.filter(isRecord).flatMap(({ answers, errors }) => (isRecord(errors) ? [{ answers, errors }] : []));
}

/** Renames a field in the files that name it, and in stored answers. */
export function renameField(given: SchemaFiles, section: string, field: string, to: string): Restructured {
  const files = structuredClone(given);
  const { schema, parent, above, name } = findField(files, section, field);
  assertName(to, Object.hasOwn(parent.properties, to), NAME, 'move_in_date');
  renameMember(parent.properties, name, to);
  parent.required?.forEach((one, i, all) => {
    if (one === name) all[i] = to;
  });
  for (const depth of [...above.keys(), above.length])
    for (const rule of nodeAt(schema, above.slice(0, depth))?.['x-conditions'] ?? [])
      renameTested(rule, [...above.slice(depth), name], to);
  renameSiblings(parent.properties, name, to);
  if (above.at(-1) === '[]') renameSiblings({ list: nodeAt(schema, above.slice(0, -1)) ?? {} }, name, to);
  renameLook(uiOf(files, section, above), name, to);
  if (above.at(-1) === '[]') renameListed(uiOf(files, section, above.slice(0, -1)), name, to);
  renamePlaceholders(files, section, name, to);
  renameSamples(files, section, field, to);
  return { files, section, changes: [{ rename: field, to }] };
}

/** Renames a field in `show`, `require`, `required`, `properties` and `x-chosen`, at any depth. */
function renameTested(test: unknown, [name = '', ...below]: readonly string[], to: string): void {
  if (Array.isArray(test)) for (const one of test) renameTested(one, [name, ...below], to);
  if (!isRecord(test)) return;
  if (below.length === 0) {
    for (const key of ['show', 'require', 'required']) replaceIn(test[key], name, to);
    renameMember(test.properties, name, to);
    if (isRecord(test['x-chosen']) && test['x-chosen'].field === name) test['x-chosen'].field = to;
  } else {
    const inner = name === '[]' ? (test.items ?? test.contains) : Object(test.properties)[name];
    renameTested(inner, below, to);
  }
  for (const key of ['if', 'allOf', 'anyOf', 'oneOf', 'not']) renameTested(test[key], [name, ...below], to);
}

function replaceIn(list: unknown, from: string, to: string): void {
  if (!Array.isArray(list)) return;
  for (const [i, one] of list.entries()) if (one === from) list[i] = to;
}

/** Keywords that name another field of the group, or of the list's rows. */
const NAMING = /^x-(sameAs|sameText|hideWith|after|notBefore|idOf|together|containsName|uniqueBy|firstOnly|fixed)$/;

function renameSiblings(nodes: Record<string, SchemaNode>, from: string, to: string): void {
  for (const node of Object.values(nodes) as Record<string, unknown>[])
    for (const [key, value] of Object.entries(node)) if (NAMING.test(key)) node[key] = renamedIn(value, from, to);
}

/** UI keys with texts that are never field names. */
const WORDS = /^ui:(autocomplete|widget|help|title|description|placeholder|label)$/;

function renameLook(ui: Record<string, unknown>, from: string, to: string): void {
  renameMember(ui, from, to);
  renameListed(ui, from, to);
  for (const inner of Object.values(ui)) if (isRecord(inner)) renameListed(inner, from, to);
}

function renameListed(ui: Record<string, unknown>, from: string, to: string): void {
  for (const [key, value] of Object.entries(ui))
    if (key.startsWith('ui:') && !WORDS.test(key)) ui[key] = renamedIn(value, from, to);
}

function renamedIn(value: unknown, from: string, to: string): unknown {
  if (value === from) return to;
  if (Array.isArray(value)) return value.map((one) => renamedIn(one, from, to));
  if (!isRecord(value)) return value;
  const inWords = (words: unknown) =>
    String(words)
      .split(' ')
      .map((word) => (word === from ? to : word))
      .join(' ');
  const renamed = (key: string, inner: unknown) =>
    // An entry can name several fields: `'first_name last_name'`
    key === 'named' && Array.isArray(inner) ? inner.map(inWords) : renamedIn(inner, from, to);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, renamed(key, inner)]));
}

/** Renames placeholders such as `{city}` and `{moved_in_year}`, including in translations. */
function renamePlaceholders(files: SchemaFiles, section: string, from: string, to: string): void {
  const placeholder = new RegExp(`\\{${from}(?=[}|]|_(?:year|month|value|count)[}|])`, 'g');
  const ui = `${section}.ui.json` as const;
  const before = JSON.stringify(files[ui]);
  const texts = [...before.matchAll(/"(?:[^"\\]|\\.)*"/g)].map(([text]) => String(JSON.parse(text)));
  files[ui] = JSON.parse(before.replaceAll(placeholder, `{${to}`));
  for (const text of texts.filter((one) => one.search(placeholder) >= 0))
    for (const [file, content] of Object.entries(files)) {
      const known = file.startsWith('translations/') ? Object(content).texts : undefined;
      if (!isRecord(known) || typeof known[text] !== 'string') continue;
      known[text] = known[text].replaceAll(placeholder, `{${to}`);
      renameMember(known, text, text.replaceAll(placeholder, `{${to}`));
    }
}

/** Renames a field in personas, the wording in `configs/`, the flow's order, document types and household roles. */
function renameSamples(files: SchemaFiles, section: string, field: string, to: string): void {
  const name = field.split('/').at(-1) ?? '';
  for (const steps of personaSteps(files))
    for (const step of Object.values(steps)) {
      const given = step[section];
      for (const answers of [given, Object(given).answers])
        for (const path of expandPattern(field, answers)) renameMember(getIn(answers, path.slice(0, -1)), name, to);
    }
  const depth = field.split('/').length;
  for (const { errors } of refusedAnswers(files, section))
    for (const pointer of Object.keys(errors).filter((one) => isAt(one, field))) {
      const parts = pointer.split('/').slice(1);
      renameMember(errors, pointer, toPointer(parts.with(depth - 1, to)));
    }
  for (const [file, content] of Object.entries(files)) {
    if (file.startsWith('configs/')) renameWording(Object(Object(content).wording)[section], field, to);
    if (file === 'definitions/documents.json' || file === 'household.json') renameRows(content, section, name, to);
  }
  for (const { step } of listSteps(files))
    if (step.sections.some((one) => one.section === section)) replaceIn(step.order, field, to);
}

function renameWording(wording: unknown, field: string, to: string): void {
  if (!isRecord(wording)) return;
  const renamed = [...field.split('/').slice(0, -1), to].join('/');
  for (const key of Object.keys(wording))
    if (key === field || key.startsWith(`${field}/`)) renameMember(wording, key, renamed + key.slice(field.length));
}

function renameRows(node: unknown, section: string, from: string, to: string): void {
  if (!isRecord(node)) return;
  for (const [key, value] of Object.entries(node)) {
    if (node.section === section && value === from && key !== 'section') node[key] = to;
    if (node.section === section && key === 'when') renameMember(value, from, to);
    renameRows(value, section, from, to);
  }
}
