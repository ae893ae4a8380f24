import { readdirSync } from 'node:fs';
import path from 'node:path';
import { type Plugin, runnerImport } from 'vite';

const FOLDER = import.meta.dirname;
const ID = 'virtual:theme.css';

/** Provides `virtual:theme.css` (docs/decisions/004). */
export function themePlugin(): Plugin {
  return {
    name: 'theme-css',
    resolveId: (id) => (id === ID ? ID : undefined),
    async load(id) {
      if (id !== ID) return undefined;
      for (const file of readdirSync(FOLDER)) this.addWatchFile(path.join(FOLDER, file));
      const { module } = await runnerImport<{ renderTheme(): string }>(path.join(FOLDER, 'renderTheme.tsx'));
      return module.renderTheme();
    },
  };
}
