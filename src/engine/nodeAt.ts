import { branch, isRecord } from '../model/paths';
import type { Path, SchemaNode, UiNode } from '../model/types';

/** A place in a section: what may be answered there and how it is drawn. */
export interface Place {
  schema: SchemaNode;
  ui: UiNode;
}

/** The schema and ui of the answer at `path`; undefined where the section has no such place. */
export function nodeAt({ schema, ui }: Place, path: Path): Place | undefined {
  return path.reduce<Place | undefined>((place, part) => place && child(place, part), { schema, ui });
}

/**
 * The part of `path` that is drawn as one control: a widget over a list or a group takes in what lies below it, unless its ui says
 * how its `items` are drawn: then each row is a control of its own.
 */
export function drawnPath(place: Place, path: Path): Path {
  let at: Place | undefined = place;
  for (const [depth, part] of path.entries()) {
    at = child(at, part);
    const isRowNext = typeof path[depth + 1] === 'number' && drawsRows(at?.ui.items);
    if (!at || (at.ui['ui:widget'] && !isRowNext)) return path.slice(0, depth + 1);
  }
  return path;
}

/** Whether a list's ui says how a row, or a member of it, is drawn. */
function drawsRows(items: unknown): boolean {
  if (!isRecord(items)) return false;
  return 'ui:widget' in items || Object.values(items).some((member) => isRecord(member) && 'ui:widget' in member);
}

function child({ schema, ui }: Place, part: string | number): Place | undefined {
  const node = typeof part === 'number' ? schema.items : schema.properties?.[part];
  return node && { schema: node, ui: branch(ui, typeof part === 'number' ? 'items' : part) };
}
