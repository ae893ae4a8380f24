import { isRecord } from '../../model/answers/paths';
import type { SchemaNode, UiNode } from '../../model/types';

type Json = Record<string, unknown>;

/** RJSF's equivalents of our widgets. For other fields, RJSF chooses the widget. */
const WIDGETS: Record<string, string> = {
  Checkbox: 'checkbox',
  DateText: 'date',
  Password: 'password',
  Radio: 'radio',
  Select: 'select',
  TextArea: 'textarea',
  YesNo: 'radio',
  hidden: 'hidden',
};

const STANDARD_KEYS = ['ui:help', 'ui:description', 'ui:placeholder', 'ui:autocomplete', 'ui:title'];

/** Returns a uiSchema for plain RJSF, without our own keys and widgets. */
export function standardUi(ui: UiNode, node: SchemaNode): Json {
  const out: Json = Object.fromEntries(STANDARD_KEYS.flatMap((key) => (key in ui ? [[key, ui[key]]] : [])));
  const widget = WIDGETS[String(ui['ui:widget'])];
  if (widget && fits(widget, node)) out['ui:widget'] = widget;
  if (ui['ui:order']) out['ui:order'] = [...ui['ui:order'].filter((name) => name !== '*'), '*'];
  if (node.items && isRecord(ui.items)) out.items = standardUi(ui.items, node.items);
  for (const [name, child] of Object.entries(node.properties ?? {}))
    if (isRecord(ui[name])) out[name] = standardUi(ui[name], child);
  return out;
}

/** RJSF throws for a widget that can't edit the type. */
function fits(widget: string, { type, enum: values, oneOf }: SchemaNode): boolean {
  if (widget === 'checkbox') return type === 'boolean';
  if (widget === 'radio' || widget === 'select') return type === 'boolean' || Boolean(values ?? oneOf);
  return widget === 'hidden' ? type !== 'object' && type !== 'array' : type === 'string';
}
