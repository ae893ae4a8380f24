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

/** Where `npm run dev` serves the page; the API listens at the port after it (src/tools/dev.ts). */
const PORT = Number(process.env.PORT || 3000);
const PROXIED = ['/api', '/sandbox'];
const API = `http://127.0.0.1:${PORT + 1}`;

/** What a page of `npm run dev` asks while the API starts, or starts anew after a change, waits for it: the proxy would answer 502. */
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

/** Tests of what runs in a page. */
const PAGE_TESTS = ['tests/{api,app,engine,widgets}/**/*.test.{ts,tsx}'];
/** Others that want a process of their own: they measure, or put modules or a page's world in the place of the real ones. */
const ALONE_TESTS = [
  'tests/server/features/account/{login,resetPassword}.test.ts',
  'tests/server/platform/http/wideBodies.test.ts',
  'tests/{architecture,model,run,schemas,server}/**/*.test.tsx',
];
/**
 * What takes longer than one waits for, left to `npm test -- long-unit` (docs/decisions/036): papers, licenses and locked files that are
 * read, the processes that read them, processes that end or are ended, commands in a copy of the project, forbidden imports that are
 * planted, what a keystroke costs, and schema files that change under a running server.
 */
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
  'tests/server/forms/{edits,liveFiles,restructured,schemaThread,startHeldBack}.test.ts',
  'tests/server/features/income/{manyScans,readPictures,readingKilled,understandDocument}.test.ts',
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
  // Nothing inline: the Content-Security-Policy lets no data: address be a font.
  build: { outDir: 'dist/app', target: 'es2022', emptyOutDir: true, assetsInlineLimit: 0 },
  // The server, its thread that checks changed schema files, and the commands.
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
  // Only what the app loads: the pages of bench/ take packages that are installed for their measurements only.
  // What the scan does not see, a worker's package and one behind a lazy import, would be bundled in the middle of a visit.
  optimizeDeps: process.env.VITEST
    ? { noDiscovery: true, include: [] }
    : { entries: ['index.html'], include: ['unpdf/pdfjs', 'zxing-wasm/reader'] },
  // Where the test of `npm run dev` keeps the packages it bundles anew.
  cacheDir: process.env.VITE_CACHE || 'node_modules/.vite',
  test: {
    // One more than there are cores: a good part of the tests waits for processes and deadlines.
    maxWorkers: 3,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    projects: [
      {
        extends: true,
        // Nothing is bundled for it, so nothing is looked for.
        environments: { __vitest_vm__: { optimizeDeps: { noDiscovery: true, include: [] } } },
        test: {
          name: 'page',
          include: PAGE_TESTS,
          setupFiles: [testFile('support/patience.ts')],
          // A new world for each file without a new process: half the processor time where the world is a page.
          pool: 'vmThreads',
          // What browsers load: as they are for Node, such a world cannot load these packages.
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
          // A file that was read is not read again, nor a license: what reads them is tested in LONG_TESTS.
          alias: [
            { find: /^\.\/workerProcess$/, replacement: testFile('support/rememberedProcess.ts') },
            {
              find: /^(\.|\.\.)\/(features\/documents\/)?readLicense$/,
              replacement: testFile('support/rememberedLicense.ts'),
            },
          ],
          pool: 'forks',
          // Two processes for all files: each would load the server's packages anew, 2 s a file.
          isolate: false,
        },
      },
    ],
  },
});
