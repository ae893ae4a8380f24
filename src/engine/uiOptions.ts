import texts from '../../schemas/texts/engine.json';
import stepTexts from '../../schemas/texts/steps.json';
import { nameOf } from '../model/answerCards';
import { fillText } from '../model/fillText';
import { branch, isRecord } from '../model/paths';
import type { EntriesOptions, ListOptions, Path, SchemaNode, UiNode } from '../model/types';

/** How one answer is drawn: `ui:x` and `ui:options.x` of a ui schema as one record, as RJSF has it. */
export interface UiOptions {
  copies?: Copies;
  deletes?: { on: unknown; files: string };
  extra?: Choice[];
  filter?: Record<string, string>;
  [name: string]: unknown;
}

/** `ui:options.copies`: what an answer writes next to itself. */
export interface Copies {
  from: string;
  /** Template that names a row; without it the field is a box to check, which copies the first row. */
  label?: string;
  map: Record<string, string>;
}

/** One choice of a select or radio group, as RJSF's widgets take it. */
export interface Choice {
  value: unknown;
  label: string;
}

/** `{ 'ui:help': 'h', 'ui:options': { width: 'half' } }` → `{ help: 'h', width: 'half' }`. */
export function uiOptions(ui: UiNode | undefined): UiOptions {
  const out: UiOptions = {};
  for (const [key, value] of Object.entries(ui ?? {})) {
    if (key === 'ui:options') Object.assign(out, value);
    else if (key.startsWith('ui:')) out[key.slice(3)] = value;
  }
  return out;
}

/** What an answer is called: the title of its ui, of its schema, or in want of both its name. */
export function labelOf(schema: SchemaNode, ui: UiNode, name: string): string {
  const { title } = uiOptions(ui);
  return typeof title === 'string' ? title : (schema.title ?? name);
}

/** The question that a member without a title of its own answers: the title of its group. */
export function questionAt(place: Place, path: Path): string | undefined {
  const own = nodeAt(place, path);
  if (!own || own.ui['ui:widget'] === 'hidden' || typeof uiOptions(own.ui).title === 'string' || own.schema.title)
    return undefined;
  const group = path.length > 1 ? nodeAt(place, path.slice(0, -1)) : undefined;
  return group?.schema.title;
}

/** The `ui:list` of an array's ui; empty where it has none. */
export function listOptions(ui: UiNode | undefined): ListOptions {
  return ui?.['ui:list'] ?? {};
}

/** The `ui:entries` of an object's ui, if it has one. */
export function entriesOptions(ui: UiNode | undefined): EntriesOptions | undefined {
  return ui?.['ui:entries'];
}

/** The widget that draws an answer: the one its ui names, else the one for its kind (docs/schemas.md). */
export function widgetName(schema: SchemaNode, ui: UiNode): string {
  const named = ui['ui:widget'];
  if (typeof named === 'string') return named;
  if (schema.enum) return 'Select';
  return schema.type === 'boolean' ? 'Checkbox' : 'Text';
}

/** What a row is called: `ui:list.item` with its number filled in, `'Employer 2'`; without one the list's own title, `'Mobile number 2'`; the first by its own name where it has one. */
export function rowTitle(place: Place, list: Path, index: number): string {
  const { schema, ui } = nodeAt(place, list) ?? {};
  const { item, fixedItem, fixed = '', first } = listOptions(ui);
  if (fixedItem && index === 0 && first?.[fixed] === true) return fixedItem;
  return fillText(item ?? (schema?.title ? texts.titledRow : texts.row), {
    title: schema?.title,
    n: index + 1,
  });
}

/** What a row is called by its answers, under `ui:list.named`; empty where nothing names it yet. */
export function rowName({ schema, ui }: Place, row: unknown): string {
  const place = { schema: schema.items ?? {}, ui: branch(ui, 'items'), words: stepTexts.answers };
  return nameOf(place, listOptions(ui).named ?? [], row);
}

/** A place in a section: what may be answered there and how it is drawn. */
export interface Place {
  schema: SchemaNode;
  ui: UiNode;
}

/** The schema and ui of the answer at `path`; undefined where the section has no such place. */
export function nodeAt({ schema, ui }: Place, path: Path): Place | undefined {
  return path.reduce<Place | undefined>((place, part) => place && child(place, part), { schema, ui });
}

/**
 * The part of `path` that is drawn as one control: a widget over a list or a group takes in what lies below it, unless its ui says
 * how its `items` are drawn: then each row is a control of its own.
 */
export function drawnPath(place: Place, path: Path): Path {
  let at: Place | undefined = place;
  for (const [depth, part] of path.entries()) {
    at = child(at, part);
    const isRowNext = typeof path[depth + 1] === 'number' && drawsRows(at?.ui.items);
    if (!at || (at.ui['ui:widget'] && !isRowNext)) return path.slice(0, depth + 1);
  }
  return path;
}

/** Whether a list's ui says how a row, or a member of it, is drawn. */
function drawsRows(items: unknown): boolean {
  if (!isRecord(items)) return false;
  return 'ui:widget' in items || Object.values(items).some((member) => isRecord(member) && 'ui:widget' in member);
}

function child({ schema, ui }: Place, part: string | number): Place | undefined {
  const node = typeof part === 'number' ? schema.items : schema.properties?.[part];
  return node && { schema: node, ui: branch(ui, typeof part === 'number' ? 'items' : part) };
}
