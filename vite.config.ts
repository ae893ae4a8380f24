import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { pagesPlugin } from './src/app/pagesPlugin.ts';
import { rejectedEditsPlugin } from './src/app/rejectedEdits/rejectedEditsPlugin.ts';
import { outsideWidgetsPlugin } from './src/engine/outsideWidgetsPlugin.ts';
import { themePlugin } from './src/engine/theme/themePlugin.ts';
import { messagesPlugin } from './src/messages/messagesPlugin.ts';

const packageFile = (name: string) => fileURLToPath(new URL(`./node_modules/${name}`, import.meta.url));
const testFile = (name: string) => fileURLToPath(new URL(`./tests/${name}`, import.meta.url));

/** Port of the page in `npm run dev`. The API uses the next port (src/tools/dev.ts). */
const PORT = Number(process.env.PORT || 3000);
const PROXIED = ['/api', '/sandbox'];
const API = `http://127.0.0.1:${PORT + 1}`;

/** In `npm run dev`, holds requests while the API starts or restarts. Otherwise, the proxy would return 502. */
const apiPlugin: Plugin = {
  name: 'wait-for-api',
  apply: 'serve',
  configureServer({ middlewares }) {
    middlewares.use(async ({ url = '' }, _response, next) => {
      const isForApi = PROXIED.some((folder) => url.startsWith(folder));
      for (let tries = 0; isForApi && tries < 300 && !(await isListening(PORT + 1)); tries += 1) await wait(200);
      next();
    });
  },
};

function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return once(socket, 'connect')
    .then(() => true)
    .catch(() => false)
    .finally(() => socket.destroy());
}

const PAGE_TESTS = ['tests/{api,app,engine,widgets}/**/*.test.{ts,tsx}'];
/** Tests that need their own process. */
const ALONE_TESTS = [
  'tests/server/features/account/{login,resetPassword}.test.ts',
  'tests/server/platform/http/largeBodies.test.ts',
  'tests/{architecture,model,run,schemas,server}/**/*.test.tsx',
];
/** Slow tests. Only `npm test -- long-unit` runs them (docs/decisions/036). */
const LONG_TESTS = [
  'tests/engine-browser/typing.test.ts',
  'tests/architecture/directions.test.ts',
  'tests/run/{dev,fiveSteps,package,schemasCommand}.test.ts',
  'tests/run/alerts/promtool.test.ts',
  'tests/schemas/{edits/edits,restructure}.test.ts',
  'tests/server/applications/incomeChecks.test.ts',
  'tests/server/features/documents/{badFiles,lockedFiles,readLicense,uploadBounds}.test.ts',
  'tests/server/{main,secrets}.test.ts',
  'tests/server/platform/db/embeddedDatabase.test.ts',
  'tests/server/platform/http/shutdown.test.ts',
  'tests/server/platform/files/{clamav,runWorker,swift}.test.ts',
  'tests/tools/portal/portalProcess.test.ts',
  'tests/server/forms/{edits,liveFiles,restructured,schemaThread,rejectedAtStart}.test.ts',
  'tests/server/features/income/{manyScans,readPictures,readingKilled,analyzeDocument}.test.ts',
  'tests/server/features/ledger/ledgerKilled.test.ts',
  'tests/server/features/office/demoOffice.test.ts',
  'tests/server/features/studio/versions.test.ts',
];

export default defineConfig({
  plugins: [
    react(),
    outsideWidgetsPlugin(),
    themePlugin(),
    messagesPlugin(),
    pagesPlugin(),
    apiPlugin,
    rejectedEditsPlugin(API),
  ],
  resolve: {
    alias: { 'markdown-to-jsx/react': fileURLToPath(new URL('./src/engine/plainMarkdown.tsx', import.meta.url)) },
  },
  // Files aren't inlined, because the Content-Security-Policy doesn't allow fonts from data: URLs.
  build: { outDir: 'dist/app', target: 'es2022', emptyOutDir: true, assetsInlineLimit: 0 },
  environments: {
    ssr: {
      build: {
        rollupOptions: {
          input: [
            'src/server/main.ts',
            'src/server/forms/schemaWork.ts',
            'src/tools/portal.ts',
            'src/tools/schemas.ts',
          ],
        },
      },
    },
  },
  server: {
    host: process.env.HOST || '127.0.0.1',
    port: PORT,
    strictPort: true,
    proxy: Object.fromEntries(PROXIED.map((folder) => [folder, API])),
    watch: { ignored: ['**/data/**', '**/dist/**', '**/test-results/**'] },
  },
  // Scans only the app, because bench/ uses packages that may be missing. The scan misses the two included packages.
  optimizeDeps: process.env.VITEST
    ? { noDiscovery: true, include: [] }
    : { entries: ['index.html'], include: ['unpdf/pdfjs', 'zxing-wasm/reader'] },
  // The test of `npm run dev` sets its own cache, so that Vite bundles all packages again.
  cacheDir: process.env.VITE_CACHE || 'node_modules/.vite',
  test: {
    // Three workers keep two cores busy, because many tests wait.
    maxWorkers: 3,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    projects: [
      {
        extends: true,
        // Skips the scan, because no dependencies are bundled.
        environments: { __vitest_vm__: { optimizeDeps: { noDiscovery: true, include: [] } } },
        test: {
          name: 'page',
          include: PAGE_TESTS,
          setupFiles: [testFile('support/patience.ts')],
          // Gives each file a new context without the cost of a new process.
          pool: 'vmThreads',
          // A VM context can't load the Node builds of these packages.
          server: { deps: { inline: [/react-router/] } },
          alias: {
            axios: packageFile('axios/dist/esm/axios.js'),
            'react-router-dom': packageFile('react-router-dom/dist/index.mjs'),
            'react-router/dom': packageFile('react-router/dist/development/dom-export.mjs'),
            'react-router': packageFile('react-router/dist/development/index.mjs'),
          },
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: ALONE_TESTS, pool: 'forks' },
      },
      {
        extends: true,
        test: { name: 'long', include: LONG_TESTS, pool: 'forks' },
      },
      {
        extends: true,
        test: {
          name: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: [...PAGE_TESTS, ...ALONE_TESTS, ...LONG_TESTS],
          // Reuses earlier results for the same file or license. LONG_TESTS test the reading itself.
          alias: [
            { find: /^\.\/workerProcess$/, replacement: testFile('support/rememberedProcess.ts') },
            {
              find: /^(\.|\.\.)\/(features\/documents\/)?readLicense$/,
              replacement: testFile('support/rememberedLicense.ts'),
            },
          ],
          pool: 'forks',
          // Shares processes between files, because loading the server's packages takes 2 s per file.
          isolate: false,
        },
      },
    ],
  },
});
