import path from 'node:path';
import { runnerImport } from 'vite';
import { builtinEnvironments } from 'vitest/runtime';
import { outsideWidgetsPlugin } from '../src/engine/outsideWidgetsPlugin';
import { messagesPlugin } from '../src/messages/messagesPlugin';
import { readSchemaFiles } from '../tests/support/schemaFiles';
import { loadSamples } from './samples/loadSamples';
import { reportSamples } from './samples/reportSamples';

// React's test tools need this value, but Vite would set it to production.
process.env.NODE_ENV = 'test';

const FOLDER = import.meta.dirname;

/**
 * `npm run bench:samples -- <folder>`: compares our engine with stock RJSF on the samples of RJSF's playground. The
 * folder is `packages/playground/src/samples` in RJSF's repository.
 */
async function main(): Promise<void> {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new Error('Name the folder with the samples: npm run bench:samples -- <folder>');
  const samples = await loadSamples(path.resolve(folder));
  if (samples.length === 0) throw new Error(`No file in ${folder} exports a sample with a schema`);
  await builtinEnvironments.jsdom.setup(globalThis, {});
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
  const { module } = await runnerImport<typeof import('./samples/runSample')>(
    path.join(FOLDER, 'samples/runSample.ts'),
    {
      root: path.dirname(FOLDER),
      plugins: [messagesPlugin(), outsideWidgetsPlugin()],
    },
  );
  const files = readSchemaFiles();
  console.log(reportSamples(samples.map((sample) => module.runSample(sample, files))));
}

await main();
