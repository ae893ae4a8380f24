import type { SchemaNode, UiNode } from '../model/types';

/** The widget that draws an answer: the one its ui names, else the one for its kind (docs/schemas.md). */
export function widgetName(schema: SchemaNode, ui: UiNode): string {
  const named = ui['ui:widget'];
  if (typeof named === 'string') return named;
  if (schema.enum) return 'Select';
  return schema.type === 'boolean' ? 'Checkbox' : 'Text';
}
