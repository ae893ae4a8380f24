import { fillText } from '../model/fillText';
import { isRecord } from '../model/paths';
import type { Context, SchemaNode } from '../model/types';
import { copyNames } from './copies';
import type { UiOptions } from './uiOptions';

/** One choice of a select or radio group, as RJSF's widgets take it. */
export interface Choice {
  value: unknown;
  label: string;
}

type Rows = Record<string, unknown>[];

/**
 * The choices of a field: those of its schema, or rows of a server list when `ui:options.source` names one. `siblings` are the
 * answers beside it, for `filter`. Undefined for a field without choices. See docs/schemas.md.
 */
export function optionList(
  schema: SchemaNode,
  options: UiOptions,
  context: Context,
  siblings: unknown,
): Choice[] | undefined {
  if (typeof options.source === 'string') {
    const rows = narrowed(context.lists?.[options.source] ?? [], options, siblings);
    return [...rows.map((row) => choice(schema, row, options)), ...extra(options)];
  }
  const copied = copyNames(options, context);
  if (copied) return copied.map((name) => ({ value: name, label: name }));
  const values = schema.enum ?? schema.items?.enum;
  const names = Array.isArray(options.enumNames) ? options.enumNames : [];
  return values?.map((value, index) => ({ value, label: String(names[index] ?? value) }));
}

function narrowed(rows: Rows, { filter, exclude, value }: UiOptions, siblings: unknown): Rows {
  const beside = isRecord(siblings) ? siblings : {};
  const wanted = Object.entries((filter as Record<string, string> | undefined) ?? {});
  const left: unknown[] = Array.isArray(exclude) ? exclude : [];
  return rows.filter(
    (row) =>
      wanted.every(([property, sibling]) => String(row[property]) === String(beside[sibling])) &&
      !left.includes(row[String(value)]),
  );
}

function choice(schema: SchemaNode, row: Record<string, unknown>, { value, label }: UiOptions): Choice {
  const own = typed(schema, row[String(value ?? 'value')]);
  return { value: own, label: typeof label === 'string' ? fillText(label, row) : String(row.label ?? own) };
}

/** Servers number what a field may hold as text. */
function typed({ type }: SchemaNode, value: unknown): unknown {
  if (type === 'string') return String(value);
  return type === 'number' || type === 'integer' ? Number(value) : value;
}

function extra(options: UiOptions): Choice[] {
  return Array.isArray(options.extra) ? (options.extra as Choice[]) : [];
}
