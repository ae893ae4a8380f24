import { useEffect, useMemo, useState } from 'react';
import { expandRefs } from '../../model/catalogue';
import { branch } from '../../model/paths';
import type { SchemaFiles, SchemaNode, UiNode } from '../../model/types';
import { useDraft } from './draft';

/** The two files of a section. */
export const filesOf = (section: string) => ({ schema: `${section}.schema.json`, ui: `${section}.ui.json` });

/** A section's texts with the draft over them, and what they hold as far as they are JSON. */
export function useTexts(sources: Record<string, string>): { texts: Record<string, string>; files: SchemaFiles } {
  const { changes } = useDraft();
  return useMemo(() => {
    const laid = { ...sources };
    for (const [file, text] of Object.entries(changes)) if (text !== null) laid[file] = text;
    return { texts: laid, files: parsed(laid, sources) };
  }, [sources, changes]);
}

/** While a text is no JSON, the live one stands in its place. */
export function parsed(laid: Record<string, string>, live: Record<string, string>): SchemaFiles {
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

/** A section's own file; empty while it is not there. */
export function rawOf(files: SchemaFiles, file: string): SchemaNode {
  // What is no schema has no members that anything reads.
  return (files[file] ?? {}) as SchemaNode;
}

/** A section's files with their references resolved; the raw schema where a reference is wrong for the moment. */
export function wholeOf(files: SchemaFiles, file: string): SchemaNode {
  try {
    return expandRefs(files[file] ?? {}, files, file);
  } catch {
    return rawOf(files, file);
  }
}

/** Tells of each field whether the draft has it otherwise than it is live. */
export function changedFields(section: string, files: SchemaFiles, live: Record<string, string>) {
  const { schema, ui } = filesOf(section);
  const before = parsed(live, live);
  const [now, was] = [wholeOf(files, schema), wholeOf(before, schema)];
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
    JSON.stringify([at(now, path), drawn(branch(files, ui), path)]) !==
    JSON.stringify([at(was, path), drawn(branch(before, ui), path)]);
}

const inner = (node: SchemaNode, part: string): SchemaNode =>
  (part === '[]' ? node.items : node.properties?.[part]) ?? {};

/** The draft as it was a moment ago: what is asked of the server for each of its states waits until typing rests. */
export function useRested<T>(value: T, milliseconds: number): T {
  const [rested, setRested] = useState(value);
  // Tied to the clock.
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return rested;
}
