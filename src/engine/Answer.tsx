import type { WidgetProps } from '@rjsf/utils';
import { type ComponentType, memo } from 'react';
import { widgets } from '../../widgets/index';
import type { Path, SchemaNode, UiNode } from '../model/types';
import { useEngine, useStatus } from './Engine';
import { useTyped } from './useTyped';
import { useWidgetOptions } from './useWidgetOptions';
import { widgetName } from './widgetName';

export interface AnswerProps {
  path: Path;
  schema: SchemaNode;
  ui: UiNode;
  label: string;
  required: boolean;
  readonly: boolean;
}

/** The widget of one answer, tied to the store: a key press draws this alone. */
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
  const widget = (widgets as Record<string, ComponentType<WidgetProps> | undefined>)[name];
  if (!widget) throw new Error(`There is no widget '${name}' to draw '${id}' with`);
  return widget;
}
