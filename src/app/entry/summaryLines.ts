import type { SummaryError } from '../../engine/ErrorSummary';
import { labelOf } from '../../engine/labelOf';
import { drawnPath, nodeAt } from '../../engine/nodeAt';
import { rowTitle } from '../../engine/rowTitle';
import type { FieldError, Path, ServedSection } from '../../model/types';

/** The lines of the error summary for one section, in the order its fields are asked. */
export function summaryLines(
  section: ServedSection,
  errors: readonly FieldError[],
  focus: (section: string, path: Path) => void,
): SummaryError[] {
  const fields = Object.keys(section.schema.properties ?? {});
  const inOrder = [...errors].sort((one, other) => placeOf(one, fields) - placeOf(other, fields));
  return inOrder.map(({ path, message }) => ({
    id: [section.name, ...drawnPath(section, path)].join('_'),
    label: labelAt(section, path),
    message,
    onPick: () => focus(section.name, path),
  }));
}

/** What a field is called outside its place: with its row ('Employer 2, Zip code') and the question it belongs to. */
function labelAt(section: ServedSection, path: Path): string {
  const drawn = drawnPath(section, path);
  return drawn.map((_, depth) => partOf(section, drawn.slice(0, depth + 1), drawn.length)).join('');
}

function partOf(section: ServedSection, path: Path, depth: number): string {
  const name = path.at(-1);
  if (typeof name === 'number')
    return `${rowTitle(section, path.slice(0, -1), name)}${path.length < depth ? ', ' : ''}`;
  const node = nodeAt(section, path);
  if (path.length === depth) return node ? labelOf(node.schema, node.ui, String(name)) : String(name);
  return node?.schema.type === 'object' && node.schema.title ? `${node.schema.title} ` : '';
}

function placeOf({ path }: FieldError, fields: readonly string[]): number {
  return fields.indexOf(String(path[0]));
}
