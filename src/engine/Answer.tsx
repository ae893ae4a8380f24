import { outsideWidgets } from 'virtual:outside-widgets';
import type { FieldProps, WidgetProps } from '@rjsf/utils';
import { type ComponentType, memo, useMemo, useState } from 'react';
import { widgets } from '../../widgets/index';
import type { Widget } from '../../widgets/parts/loadLater';
import { toNode } from '../../widgets/parts/widgetProps';
import { isRecord, ownMember } from '../model/answers/paths';
import { fillText } from '../model/messages/fillText';
import type { Context, Path, SchemaNode, UiNode } from '../model/types';
import { useAnswer, useEngine, useStatus } from './Engine';
import { copyNames } from './listQuestion';
import { type Choice, getLabel, questionAt, type UiOptions, uiOptions, widgetName } from './uiOptions';

interface AnswerProps {
  path: Path;
  schema: SchemaNode;
  ui: UiNode;
  label: string;
  required: boolean;
  readonly: boolean;
}

/** Connects one widget to the store, so that typing doesn't rerender the whole form. */
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
      // RJSF's types cover only part of our schema dialect.
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
  const widget = findWidget(name);
  if (!widget) throw new Error(`There is no widget '${name}' for '${id}'`);
  return widget;
}

/** Loads the code of a widget, by its `ui:widget` name, before a form shows it. Rejects if the code can't be loaded. */
export async function loadWidget(name: string): Promise<void> {
  await findWidget(name)?.load?.();
}

const findWidget = (name: string): Widget | undefined => ownMember(widgets, name) ?? ownMember(outsideWidgets, name);

function useWidgetOptions(path: Path, schema: SchemaNode, ui: UiNode): WidgetProps['options'] {
  const { context } = useEngine().formContext;
  const options = useMemo(() => uiOptions(ui), [ui]);
  // Only filtered choices need the siblings' answers.
  const siblings = useAnswer(options.filter ? path.slice(0, -1) : path);
  const beside = options.filter ? siblings : undefined;
  return useMemo(
    () => ({ ...options, enumOptions: optionList(schema, options, context, beside) }) as WidgetProps['options'],
    [schema, options, context, beside],
  );
}

/** Keeps the typed text '1.' on screen, so that 1.5 can be typed. */
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

/** Converts typed text to one of the schema's choices or to a number, if possible. Empty text becomes undefined. */
function toAnswer(schema: SchemaNode, value: unknown): unknown {
  if (typeof value !== 'string') return value ?? undefined;
  if (value === '') return undefined;
  const option = schema.enum?.find((known) => String(known) === value);
  if (option !== undefined) return option;
  const numeric = schema.type === 'number' || schema.type === 'integer';
  return numeric && NUMBER.test(value) ? Number(value) : value;
}

type Rows = Record<string, unknown>[];

/** Returns the choices from `ui:options.source`, `ui:options.copies` or the schema (docs/keywords.md). */
function optionList(schema: SchemaNode, options: UiOptions, context: Context, siblings: unknown): Choice[] | undefined {
  if (typeof options.source === 'string') {
    const rows = narrowed(ownMember(context.lists, options.source) ?? [], options, siblings);
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
  const excluded: unknown[] = Array.isArray(exclude) ? exclude : [];
  return rows.filter(
    (row) =>
      wanted.every(([property, sibling]) => String(ownMember(row, property)) === String(ownMember(beside, sibling))) &&
      !excluded.includes(ownMember(row, String(value))),
  );
}

function choice(schema: SchemaNode, row: Record<string, unknown>, { value, label }: UiOptions): Choice {
  const own = convertToType(schema, ownMember(row, String(value ?? 'value')));
  return { value: own, label: typeof label === 'string' ? fillText(label, row) : String(row.label ?? own) };
}

/** Converts a list's value for a text or number field. A list may have 5 where the answer is '5', or the reverse. */
function convertToType({ type }: SchemaNode, value: unknown): unknown {
  if (type === 'string') return String(value);
  return type === 'number' || type === 'integer' ? Number(value) : value;
}

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
      schema={toNode(schema)}
      ui={uiSchema}
      label={question ?? getLabel(toNode(schema), uiSchema, name)}
      required={required}
      readonly={readonly}
    />
  );
}
