import type { FieldProps, WidgetProps } from '@rjsf/utils';
import { type ComponentType, memo, useMemo, useState } from 'react';
import { widgets } from '../../widgets/index';
import { nodeOf } from '../../widgets/parts/widgetProps';
import { fillText } from '../model/fillText';
import { isRecord } from '../model/paths';
import type { Context, Path, SchemaNode, UiNode } from '../model/types';
import { copyNames } from './coupling';
import { useAnswer, useEngine, useStatus } from './Engine';
import { type Choice, labelOf, questionAt, type UiOptions, uiOptions, widgetName } from './uiOptions';

interface AnswerProps {
  path: Path;
  schema: SchemaNode;
  ui: UiNode;
  label: string;
  required: boolean;
  readonly: boolean;
}

/** The widget of one answer, tied to the store: a key press draws this only. */
export const Answer = memo(function Answer({ path, schema, ui, label, required, readonly }: AnswerProps) {
  const { ids, store, registry } = useEngine();
  const status = useStatus(path);
  const options = useWidgetOptions(path, schema, ui);
  const [value, change] = useTyped(path, schema);
  const id = ids.of(path);
  const Widget = widgetFor(schema, ui, id);
  return (
    <Widget
      id={id}
      name={id}
      htmlName={id}
      label={label}
      value={value}
      options={options}
      placeholder={options.placeholder}
      required={required || status.required}
      readonly={readonly}
      rawErrors={status.message === undefined ? undefined : [status.message]}
      // Drawn from the dialect, of which RJSF knows a part.
      schema={schema as WidgetProps['schema']}
      uiSchema={ui}
      registry={registry}
      onChange={change}
      onBlur={() => store.touch(path)}
      onFocus={() => undefined}
    />
  );
});

function widgetFor(schema: SchemaNode, ui: UiNode, id: string): ComponentType<WidgetProps> {
  const name = widgetName(schema, ui);
  const widget = widgets[name];
  if (!widget) throw new Error(`There is no widget '${name}' to draw '${id}' with`);
  return widget;
}

/** A widget's `options`: those of the ui schema, and its choices as `enumOptions`. The same object while they stay the same. */
function useWidgetOptions(path: Path, schema: SchemaNode, ui: UiNode): WidgetProps['options'] {
  const { context } = useEngine().formContext;
  const options = useMemo(() => uiOptions(ui), [ui]);
  // Only choices that depend on answers next to this one look at them.
  const siblings = useAnswer(options.filter ? path.slice(0, -1) : path);
  const beside = options.filter ? siblings : undefined;
  return useMemo(
    // RJSF's type knows its own options only.
    () => ({ ...options, enumOptions: optionList(schema, options, context, beside) }) as WidgetProps['options'],
    [schema, options, context, beside],
  );
}

/**
 * The value as a widget shows it, and what it calls with a new one. A number keeps the text it was typed as, so that '1.' stays
 * on screen on the way to 1.5.
 */
function useTyped(path: Path, schema: SchemaNode): [unknown, (value: unknown) => void] {
  const { actions } = useEngine();
  const answer = useAnswer(path);
  const [typed, setTyped] = useState<string>();
  function change(value: unknown): void {
    const next = toAnswer(schema, value);
    setTyped(typeof next === 'number' && typeof value === 'string' ? value : undefined);
    actions.answer(path, next);
  }
  return [typed !== undefined && toAnswer(schema, typed) === answer ? typed : answer, change];
}

const NUMBER = /^-?\d+(\.\d*)?$|^-?\.\d+$/;

/**
 * What a widget says as the schema wants it: empty text is no answer, the text of an option or a number becomes that option or
 * number; anything else stays as typed, for the schema to refuse. `({ type: 'integer' }, '3')` → `3`.
 */
function toAnswer(schema: SchemaNode, value: unknown): unknown {
  if (typeof value !== 'string') return value ?? undefined;
  if (value === '') return undefined;
  const option = schema.enum?.find((known) => String(known) === value);
  if (option !== undefined) return option;
  const numeric = schema.type === 'number' || schema.type === 'integer';
  return numeric && NUMBER.test(value) ? Number(value) : value;
}

type Rows = Record<string, unknown>[];

/**
 * The choices of a field: those of its schema, or rows of a server list when `ui:options.source` names one. `siblings` are the
 * answers next to it, for `filter`. Undefined for a field without choices. See docs/schemas.md.
 */
function optionList(schema: SchemaNode, options: UiOptions, context: Context, siblings: unknown): Choice[] | undefined {
  if (typeof options.source === 'string') {
    const rows = narrowed(context.lists?.[options.source] ?? [], options, siblings);
    return [...rows.map((row) => choice(schema, row, options)), ...(options.extra ?? [])];
  }
  const copied = copyNames(options, context);
  if (copied) return copied.map((name) => ({ value: name, label: name }));
  const values = schema.enum ?? schema.items?.enum;
  const names = Array.isArray(options.enumNames) ? options.enumNames : [];
  return values?.map((value, index) => ({ value, label: String(names[index] ?? value) }));
}

function narrowed(rows: Rows, { filter, exclude, value }: UiOptions, siblings: unknown): Rows {
  const beside = isRecord(siblings) ? siblings : {};
  const wanted = Object.entries(filter ?? {});
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

/** RJSF's field for whatever one widget draws: the answer comes from the store and goes there. */
export function ControlField({
  fieldPathId,
  schema,
  uiSchema = {},
  name,
  required = false,
  readonly = false,
}: FieldProps) {
  const question = questionAt(useEngine().place, fieldPathId.path);
  return (
    <Answer
      path={fieldPathId.path}
      schema={nodeOf(schema)}
      ui={uiSchema}
      label={question ?? labelOf(nodeOf(schema), uiSchema, name)}
      required={required}
      readonly={readonly}
    />
  );
}
