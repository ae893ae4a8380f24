import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { findRoot } from '../../server/config';

/**
 * The text of `widgets/index.ts` for the components that are there, in the order of the list for editors: `before` is the text as it is, and
 * says which of them are fetched when they are first drawn. A new one comes with every page that has a form. `npm run format` puts its
 * imports into their order.
 */
export function widgetIndex(names: readonly string[], before: string): string {
  const later = names.filter((name) => before.includes(`  ${name}: loadLater(`));
  const atOnce = names.filter((name) => !later.includes(name));
  return [
    "import type { WidgetProps } from '@rjsf/utils';",
    "import type { ComponentType } from 'react';",
    ...atOnce.map((name) => `import { ${name} } from './${name}';`),
    "import { loadLater } from './parts/loadLater';",
    '',
    '/** Every widget by its `ui:widget` name; the heavier ones are fetched when they are first drawn. */',
    'export const widgets: Record<string, ComponentType<WidgetProps>> = {',
    ...atOnce.map((name) => `  ${name},`),
    ...later.map((name) => `  ${name}: loadLater(async () => (await import('./${name}')).${name}),`),
    '};',
    '',
  ].join('\n');
}

/** The names of the components in widgets/: files directly in it that begin with a capital letter. */
export async function readWidgetNames(folder = path.join(findRoot(), 'widgets')): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => /^[A-Z]\w*\.tsx$/.test(name));
  return names.map((name) => name.slice(0, -'.tsx'.length)).sort();
}
