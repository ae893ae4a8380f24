import type { SummaryError } from '../../engine/ErrorSummary';
import { drawnPath, labelOf, nodeAt, questionAt, rowTitle } from '../../engine/uiOptions';

import type { FieldError, Path, ServedSection } from '../../model/types';

/** The lines of the error summary for one section, in the order of the page, within rows and groups too. */
export function summaryLines(
  section: ServedSection,
  errors: readonly FieldError[],
  focus: (section: string, path: Path) => void,
): SummaryError[] {
  const inOrder = errors
    .map((error) => ({ ...error, place: placeOf(section, error.path) }))
    .sort((one, other) => compare(one.place, other.place));
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
  return drawn.map((_, depth) => partOf(section, drawn.slice(0, depth + 1), drawn)).join('');
}

function partOf(section: ServedSection, path: Path, full: Path): string {
  const depth = full.length;
  const name = path.at(-1);
  if (typeof name === 'number')
    return `${rowTitle(section, path.slice(0, -1), name)}${path.length < depth ? ', ' : ''}`;
  const node = nodeAt(section, path);
  const question = questionAt(section, path);
  if (path.length === depth) return question ?? (node ? labelOf(node.schema, node.ui, String(name)) : String(name));
  // Said once, by its answer.
  const isNext = questionAt(section, full.slice(0, path.length + 1)) !== undefined && full.length === path.length + 1;
  return node?.schema.type === 'object' && node.schema.title && !isNext ? `${node.schema.title} ` : '';
}

/** Where a field stands on the page, level by level: `['address', 1, 'city']` → `[0, 1, 2]`. What is said of a list stands below its rows. */
function placeOf(section: ServedSection, path: Path): number[] {
  const places = path.map((part, depth) => {
    if (typeof part === 'number') return part;
    const above = nodeAt(section, path.slice(0, depth));
    const order = above?.ui['ui:order'] ?? Object.keys(above?.schema.properties ?? {});
    return order.indexOf(part);
  });
  const end = nodeAt(section, path);
  return end?.schema.type === 'array' && !end.ui['ui:widget'] ? [...places, Infinity] : places;
}

function compare(one: readonly number[], other: readonly number[]): number {
  const depth = one.findIndex((place, at) => place !== other[at]);
  return depth < 0 ? one.length - other.length : (one[depth] ?? 0) - (other[depth] ?? -1);
}
