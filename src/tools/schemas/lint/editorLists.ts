import { ownKeywords } from '../../../model/knownKeywords';
import { getIn, isRecord, setIn } from '../../../model/paths';
import type { SchemaFiles } from '../../../model/types';

/** Where the ui meta-schema lists the widgets. */
const WIDGET_ENUM = ['definitions', 'node', 'properties', 'ui:widget', 'enum'];

/**
 * The lists in `meta/` as the program would write them: widgets from the names in `widgets/` (in the order they already have, new
 * ones last), keywords from the code. Files that are not there are left out.
 */
export function editorLists(files: SchemaFiles, widgets: readonly string[]): { file: string; content: unknown }[] {
  const listed = files['meta/widgets.json'] ?? [];
  const known = [...widgets, 'hidden'];
  const names = [...listed.filter((name) => known.includes(name)), ...known.filter((name) => !listed.includes(name))];
  const ui = files['meta/ui.schema.json'];
  return [
    { file: 'meta/widgets.json', content: names },
    { file: 'meta/keywords.json', content: [...ownKeywords].sort() },
    ...(isRecord(ui) && getIn(ui, WIDGET_ENUM)
      ? [{ file: 'meta/ui.schema.json', content: setIn(ui, WIDGET_ENUM, names) }]
      : []),
  ].filter(({ file }) => file in files);
}
