import { useEffect, useMemo, useState } from 'react';
import { findUi } from '../../model/answers/paths';
import { expandRefs } from '../../model/section/catalog';
import { isRemoved } from '../../model/studio/roles';
import type { SchemaFiles, SchemaNode, UiNode } from '../../model/types';
import { useDraft } from './draft';

export const sectionFiles = (section: string) => ({ schema: `${section}.schema.json`, ui: `${section}.ui.json` });

export function useDraftFiles(sources: Record<string, string>): { texts: Record<string, string>; files: SchemaFiles } {
  const { changes } = useDraft();
  return useMemo(() => {
    const laid = { ...sources };
    for (const [file, text] of Object.entries(changes)) {
      if (isRemoved(text)) delete laid[file];
      else if (text !== null) laid[file] = text;
    }
    return { texts: laid, files: parseFiles(laid, sources) };
  }, [sources, changes]);
}

/** Parses files. If a file isn't valid JSON, uses its active version or an empty object. */
export function parseFiles(laid: Record<string, string>, live: Record<string, string>): SchemaFiles {
  const files: SchemaFiles = {};
  for (const [file, text] of Object.entries(laid)) files[file] = parse(text) ?? parse(live[file] ?? '{}');
  return files;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function readSchema(files: SchemaFiles, file: string): SchemaNode {
  // The cast is safe, because unknown members are ignored.
  return (files[file] ?? {}) as SchemaNode;
}

/** Resolves references. Returns the schema unchanged if a reference is broken. */
export function resolveSchema(files: SchemaFiles, file: string): SchemaNode {
  try {
    return expandRefs(files[file] ?? {}, files, file);
  } catch {
    return readSchema(files, file);
  }
}

/** Returns a predicate for fields that differ from the active version. */
export function changedFields(section: string, files: SchemaFiles, live: Record<string, string>) {
  const { schema, ui } = sectionFiles(section);
  const before = parseFiles(live, live);
  const [now, was] = [resolveSchema(files, schema), resolveSchema(before, schema)];
  const at = (node: SchemaNode, path: readonly string[]) => {
    const parent = path.slice(0, -1).reduce<SchemaNode>((on, part) => inner(on, part), node);
    const name = path.at(-1) ?? '';
    const { properties: _members, items: _rows, ...own } = parent.properties?.[name] ?? {};
    const conditions = parent['x-conditions']?.filter(({ show, require }) =>
      [...(show ?? []), ...(require ?? [])].includes(name),
    );
    return [own, parent.required?.includes(name) ?? false, conditions ?? []];
  };
  const drawn = (node: UiNode, path: readonly string[]) =>
    path.reduce<UiNode>((on, part) => Object(on[part === '[]' ? 'items' : part]), node)['ui:help'];
  return (path: readonly string[]): boolean =>
    JSON.stringify([at(now, path), drawn(findUi(files, ui), path)]) !==
    JSON.stringify([at(was, path), drawn(findUi(before, ui), path)]);
}

const inner = (node: SchemaNode, part: string): SchemaNode =>
  (part === '[]' ? node.items : node.properties?.[part]) ?? {};

export function useDebounced<T>(value: T, milliseconds: number): T {
  const [rested, setRested] = useState(value);
  // Synchronizes with the clock.
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return rested;
}
