import texts from '../../schemas/texts/engine.json';
import stepTexts from '../../schemas/texts/steps.json';
import { nameOf } from '../model/answerCards';
import { fillText } from '../model/fillText';
import { branch } from '../model/paths';
import type { EntriesOptions, ListOptions, Path, SchemaNode, UiNode } from '../model/types';
import { nodeAt, type Place } from './nodeAt';

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
