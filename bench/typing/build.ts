import { writeFileSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import { outsideWidgetsPlugin } from '../../src/engine/outsideWidgetsPlugin';
import { themePlugin } from '../../src/engine/theme/themePlugin';
import { messagesPlugin } from '../../src/messages/messagesPlugin';
import { benchSection } from './section';

const FOLDER = import.meta.dirname;
export const OUT = path.join(FOLDER, '../dist/typing');

export async function buildContenders(maxRows: number): Promise<void> {
  const { plain, validator, schema } = benchSection(maxRows);
  const section = {
    served: { ...plain, strict: undefined, tests: undefined, validator: '/validator.js' },
    strict: plain.strict,
    schema,
  };
  await build({
    configFile: false,
    root: FOLDER,
    logLevel: 'error',
    plugins: [react(), themePlugin(), messagesPlugin(), outsideWidgetsPlugin(), virtualSection(section)],
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: {
      dedupe: ['react', 'react-dom'],
      alias: { 'markdown-to-jsx/react': path.join(FOLDER, '../../src/engine/plainMarkdown.tsx') },
    },
    build: { outDir: OUT, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 5000 },
  });
  writeFileSync(path.join(OUT, 'validator.js'), validator);
}

function virtualSection(values: Record<string, unknown>): Plugin {
  return {
    name: 'bench-section',
    resolveId: (id) => (id === 'virtual:section' ? `\0${id}` : undefined),
    load: (id) =>
      id === '\0virtual:section'
        ? Object.entries(values)
            .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
            .join('\n')
        : undefined,
  };
}
