import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const ROOT = path.resolve(import.meta.dirname, '../..');
const ID = 'virtual:outside-widgets';
/** Outside widgets import our files with this prefix: `rental-portal/widgets/parts/widgetProps`. */
const OURS = 'rental-portal/';

/** Provides `virtual:outside-widgets` from WIDGETS_DIR (docs/widgets.md). */
export function outsideWidgetsPlugin(given = process.env.WIDGETS_DIR): Plugin {
  const folder = given && path.resolve(ROOT, given);
  const isOutside = (file = '') => folder !== undefined && file.startsWith(`${folder}${path.sep}`);
  return {
    name: 'outside-widgets',
    enforce: 'pre',
    config: () => (folder ? { server: { fs: { allow: [ROOT, folder] } } } : {}),
    resolveId(source, importer) {
      if (source === ID) return `\0${ID}`;
      if (!isOutside(importer) || /^[./\0]/.test(source)) return undefined;
      // Resolves packages from the repository, because the outside folder has none.
      const own = path.join(ROOT, 'widgets/index.ts');
      const wanted = source.startsWith(OURS) ? path.join(ROOT, source.slice(OURS.length)) : source;
      return this.resolve(wanted, own, { skipSelf: true });
    },
    load: (id) => (id === `\0${ID}` ? listModule(folder) : undefined),
    generateBundle() {
      if (this.environment.config.consumer !== 'client') return;
      this.emitFile({ type: 'asset', fileName: 'widgets.json', source: JSON.stringify(describe(folder)) });
    },
  };
}

const listNames = (folder: string | undefined): string[] =>
  folder ? readdirSync(folder).flatMap((file) => /^([A-Z]\w*)\.tsx$/.exec(file)?.[1] ?? []) : [];

function listModule(folder: string | undefined): string {
  const each = listNames(folder).map((name) => {
    const file = JSON.stringify(path.join(folder ?? '', `${name}.tsx`));
    return `${name}: loadLater(async () => (await import(${file})).${name})`;
  });
  const parts = JSON.stringify(path.join(ROOT, 'widgets/parts/loadLater.tsx'));
  const start = each.length ? `import { loadLater } from ${parts};\n` : '';
  return `${start}export const outsideWidgets = { ${each.join(', ')} };`;
}

function describe(folder: string | undefined): Record<string, Record<string, unknown>> {
  return Object.fromEntries(
    listNames(folder).map((name) => {
      const file = path.join(folder ?? '', `${name}.options.json`);
      return [name, existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}];
    }),
  );
}
