import { getIn } from '../answers/paths';
import type { Path, SchemaFiles } from '../types';

/** Path of the widget list in the meta-schema for UI files. */
export const WIDGET_LIST: Path = ['definitions', 'node', 'properties', 'ui:widget', 'enum'];

/** Returns the widgets in the meta-schema's order. Empty without a meta-schema. */
export function readWidgetList(files: SchemaFiles): string[] {
  const names = getIn(files['meta/ui.schema.json'], WIDGET_LIST);
  return Array.isArray(names) ? names.map(String) : [];
}
