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

/** The part of `path` that is drawn as one control: a widget over a list or a group takes in what lies below it. */
export function drawnPath(place: Place, path: Path): Path {
  let at: Place | undefined = place;
  for (const [depth, part] of path.entries()) {
    at = child(at, part);
    if (!at || at.ui['ui:widget']) return path.slice(0, depth + 1);
  }
  return path;
}

function child({ schema, ui }: Place, part: string | number): Place | undefined {
  const node = typeof part === 'number' ? schema.items : schema.properties?.[part];
  const below = ui[typeof part === 'number' ? 'items' : part];
  return node && { schema: node, ui: (below as UiNode | undefined) ?? {} };
}
