import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { findRoot } from '../../server/platform/config';

/** Returns the content of `widgets/index.ts`. Lazy widgets in `before` stay lazy. New widgets load with every form. */
export function widgetIndex(names: readonly string[], before: string): string {
  const later = names.filter((name) => before.includes(`  ${name}: loadLater(`));
  const atOnce = names.filter((name) => !later.includes(name));
  return [
    ...atOnce.map((name) => `import { ${name} } from './${name}';`),
    "import { loadLater, type Widget } from './parts/loadLater';",
    '',
    '/** Built-in widgets by `ui:widget` name. Large widgets are loaded on first use. */',
    'export const widgets: Record<string, Widget> = {',
    ...atOnce.map((name) => `  ${name},`),
    ...later.map((name) => `  ${name}: loadLater(async () => (await import('./${name}')).${name}),`),
    '};',
    '',
  ].join('\n');
}

/** Returns the names of widgets: files that start with a capital letter. */
export async function readWidgetNames(folder = path.join(findRoot(), 'widgets')): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => /^[A-Z]\w*\.tsx$/.test(name));
  return names.map((name) => name.slice(0, -'.tsx'.length)).sort();
}
