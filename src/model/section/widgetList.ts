import { getIn } from '../answers/paths';
import type { Path, SchemaFiles } from '../types';

/** Where the meta-schema of ui files lists the widgets. */
export const WIDGET_LIST: Path = ['definitions', 'node', 'properties', 'ui:widget', 'enum'];

/** Returns the widgets in the meta-schema's order. Empty without a meta-schema. */
export function readWidgetList(files: SchemaFiles): string[] {
  const names = getIn(files['meta/ui.schema.json'], WIDGET_LIST);
  return Array.isArray(names) ? names.map(String) : [];
}
