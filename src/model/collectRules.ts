import type { Rule, SchemaNode } from './types';

/** The conditions of a schema as rules, and the tests they name; equal conditions share one test. */
export function collectRules(schema: SchemaNode): { rules: Rule[]; tests: Record<string, Record<string, unknown>> } {
  const rules: Rule[] = [];
  const tests = new Map<string, string>();
  visit(schema, '', (node, at) => {
    for (const { if: test, show = [], require = [] } of node['x-conditions'] ?? []) {
      const text = JSON.stringify(test);
      const name = tests.get(text) ?? `t${tests.size}`;
      tests.set(text, name);
      rules.push({ at, test: name, show, require });
    }
  });
  return { rules, tests: Object.fromEntries([...tests].map(([text, name]) => [name, JSON.parse(text)])) };
}

function visit(node: SchemaNode, at: string, see: (node: SchemaNode, at: string) => void): void {
  see(node, at);
  const below = (name: string) => (at ? `${at}/${name}` : name);
  for (const [name, property] of Object.entries(node.properties ?? {})) visit(property, below(name), see);
  if (node.items) visit(node.items, below('[]'), see);
}
