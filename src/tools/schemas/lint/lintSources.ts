import type { Problem } from '../../../model/catalogueError';
import { CatalogueError } from '../../../model/catalogueError';
import { expandRefs } from '../../../model/expandRefs';
import { isRecord } from '../../../model/paths';
import type { Flow, SchemaNode, Section, UiNode } from '../../../model/types';

/** The schema files as the checks see them. */
export interface LintSources {
  files: Record<string, unknown>;
  sections: Section[];
  flows: { file: string; flow: Flow }[];
  /** The messages of `definitions/messages.json`. */
  messages: Record<string, string>;
  /** What `widgets/` holds. */
  widgets: readonly string[];
  /** An ISO date. */
  today: string;
}

/** One kind of fault, looked for in all files. */
export type LintCheck = (sources: LintSources) => Problem[];

/** Takes sections and flows out of the parsed files; a `$ref` that leads nowhere is a problem, and its section is left out. */
export function lintSources(
  files: Record<string, unknown>,
  known: Pick<LintSources, 'widgets' | 'today'>,
): { sources: LintSources; problems: Problem[] } {
  const problems: Problem[] = [];
  const sections = Object.keys(files)
    .filter((file) => /^[^/]+\.schema\.json$/.test(file))
    .flatMap((file): Section[] => {
      const name = file.slice(0, -'.schema.json'.length);
      const ui = files[`${name}.ui.json`];
      try {
        return [{ name, schema: expandRefs(files[file], files, file), ui: isRecord(ui) ? (ui as UiNode) : {} }];
      } catch (error) {
        if (!(error instanceof CatalogueError)) throw error;
        problems.push(...error.problems);
        return [];
      }
    });
  const flows = Object.keys(files)
    .filter((file) => file.startsWith('flows/') && isRecord(files[file]) && Array.isArray(files[file].steps))
    .map((file) => ({ file, flow: files[file] as Flow }));
  const messages = (files['definitions/messages.json'] ?? {}) as Record<string, string>;
  return { sources: { files, sections, flows, messages, ...known }, problems };
}

/** A node of a section's schema with where it stands. */
export interface VisitedNode {
  node: SchemaNode;
  /** JSON pointer into the expanded schema. */
  path: string;
  name: string;
  parent?: SchemaNode;
}

/** Every node of a schema, the root first. */
export function visitNodes(node: SchemaNode, path = '', name = '', parent?: SchemaNode): VisitedNode[] {
  return [
    { node, path, name, parent },
    ...Object.entries(node.properties ?? {}).flatMap(([key, child]) =>
      visitNodes(child, `${path}/properties/${key}`, key, node),
    ),
    ...(node.items ? visitNodes(node.items, `${path}/items`, name, node) : []),
  ];
}
