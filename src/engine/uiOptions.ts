import type { Messages } from '../messages/files';
import { findUi, isRecord, ownMember } from '../model/answers/paths';
import { formatName, summarize } from '../model/answers/summaries';
import { fillText } from '../model/messages/fillText';
import type { EntriesOptions, ListOptions, Path, SchemaNode, UiNode } from '../model/types';

export interface UiOptions {
  addable?: Addable;
  /** Fills in unanswered siblings when this field gets a value. */
  answers?: Record<string, unknown>;
  copies?: Copies;
  deletes?: { on: unknown; files: string };
  extra?: Choice[];
  filter?: Record<string, string>;
  folded?: Folded;
  [name: string]: unknown;
}

export interface Copies {
  from: string;
  /** Text that names a row. Without a label, the field is a checkbox that copies the first row. */
  label?: string;
  /** True if a new section starts with the copied answers, and with the box checked. */
  byDefault?: boolean;
  map: Record<string, string>;
}

/**
 * While the field and the fields in `with` are empty, a button labeled `label` replaces the field, unless the field is
 * required or has an error. The button sets the field to `answer`. Without `label`, the empty field is hidden.
 */
export interface Addable {
  label?: string;
  answer?: unknown;
  with: string[];
}

/** While the checkbox `by` is checked, the text `as` replaces the field, unless the field is empty or has an error. */
export interface Folded {
  by: string;
  as?: string;
}

export interface Choice {
  value: unknown;
  label: string;
}

/**
 * Merges `ui:x` and `ui:options.x`: `{ 'ui:help': 'h', 'ui:options': { width: 'half' } }` → `{ help: 'h', width:
 * 'half' }`.
 */
export function uiOptions(ui: UiNode | undefined): UiOptions {
  const out: UiOptions = {};
  for (const [key, value] of Object.entries(ui ?? {})) {
    if (key === 'ui:options') Object.assign(out, value);
    else if (key.startsWith('ui:')) out[key.slice(3)] = value;
  }
  return out;
}

export function getLabel(schema: SchemaNode, ui: UiNode, name: string): string {
  const { title } = uiOptions(ui);
  return typeof title === 'string' ? title : (schema.title ?? name);
}

/** Returns the group's title for a visible field that has no title. */
export function questionAt(place: Place, path: Path): string | undefined {
  const own = nodeAt(place, path);
  if (!own || own.ui['ui:widget'] === 'hidden' || typeof uiOptions(own.ui).title === 'string' || own.schema.title)
    return undefined;
  const group = path.length > 1 ? nodeAt(place, path.slice(0, -1)) : undefined;
  return group?.schema.title;
}

export function listOptions(ui: UiNode | undefined): ListOptions {
  return ui?.['ui:list'] ?? {};
}

export function entriesOptions(ui: UiNode | undefined): EntriesOptions | undefined {
  return ui?.['ui:entries'];
}

export function isFoldable(list: Pick<Place, 'ui'> | undefined): boolean {
  return listOptions(list?.ui).summary !== undefined;
}

/** Returns the widget that the ui schema names, or the default (docs/schemas.md). */
export function widgetName(schema: SchemaNode, ui: UiNode): string {
  const named = ui['ui:widget'];
  if (typeof named === 'string') return named;
  if (schema.enum) return 'Select';
  return schema.type === 'boolean' ? 'Checkbox' : 'Text';
}

/** Returns a row's title: `'Employer 2'`. */
export function rowTitle(texts: Messages<'engine'>, place: Place, list: Path, index: number): string {
  const { schema, ui } = nodeAt(place, list) ?? {};
  const { item, fixedItem, fixed = '', first } = listOptions(ui);
  if (fixedItem && index === 0 && ownMember(first, fixed) === true) return fixedItem;
  return fillText(item ?? (schema?.title ? texts.titledRow : texts.row), {
    title: schema?.title,
    n: index + 1,
  });
}

export function rowName(texts: Messages<'steps'>['answers'], { schema, ui }: Place, row: unknown): string {
  const items = { schema: schema.items ?? {}, ui: findUi(ui, 'items'), texts };
  return formatName(items, listOptions(ui).named ?? [], row);
}

/** Returns a row's summary from the list's `summary`: `'since Jun 2026 · rent $1,425'`. */
export function rowSummary(texts: Messages<'steps'>['answers'], { schema, ui }: Place, row: unknown): string {
  const items = { schema: schema.items ?? {}, ui: findUi(ui, 'items'), texts };
  return summarize(items, listOptions(ui).summary ?? [], row).join(' · ');
}

export interface Place {
  schema: SchemaNode;
  ui: UiNode;
}

export function nodeAt({ schema, ui }: Place, path: Path): Place | undefined {
  return path.reduce<Place | undefined>((place, part) => place && child(place, part), { schema, ui });
}

/**
 * Returns the path of the control that shows an answer. A widget shows everything below its path, unless its ui names a
 * widget in `items`.
 */
export function findControlPath(place: Place, path: Path): Path {
  let at: Place | undefined = place;
  for (const [depth, part] of path.entries()) {
    at = child(at, part);
    const isRowNext = typeof path[depth + 1] === 'number' && drawsRows(at?.ui.items);
    if (!at || (at.ui['ui:widget'] && !isRowNext)) return path.slice(0, depth + 1);
  }
  return path;
}

function drawsRows(items: unknown): boolean {
  if (!isRecord(items)) return false;
  return 'ui:widget' in items || Object.values(items).some((member) => isRecord(member) && 'ui:widget' in member);
}

function child({ schema, ui }: Place, part: string | number): Place | undefined {
  const node = typeof part === 'number' ? schema.items : ownMember(schema.properties, part);
  return node && { schema: node, ui: findUi(ui, typeof part === 'number' ? 'items' : part) };
}
