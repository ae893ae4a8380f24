import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { isRecord, messageIn } from '../../src/model/answers/paths';
import type { Sample } from './sample';

const require = createRequire(import.meta.url);

/** Loads the samples that a folder's TypeScript files export. Prints the files that can't be loaded. */
export async function loadSamples(folder: string): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const file of readdirSync(folder).sort()) {
    if (!/\.tsx?$/.test(file)) continue;
    const sample = await loadSample(path.join(folder, file)).catch((error: unknown) => {
      console.error(`${file} can't be loaded: ${messageIn(error)}`);
    });
    if (sample) samples.push(sample);
  }
  return samples;
}

async function loadSample(file: string): Promise<Sample | undefined> {
  const code = Buffer.from(await bundle(file)).toString('base64');
  const { default: found }: { default?: unknown } = await import(`data:text/javascript;base64,${code}`);
  if (!isRecord(found) || !isRecord(found.schema)) return undefined;
  const { schema, uiSchema, formData } = found;
  return { name: path.parse(file).name, schema, uiSchema, formData };
}

/** Bundles a file with the files that it imports. Packages come from our node_modules. */
async function bundle(file: string): Promise<string> {
  const built = await build({
    configFile: false,
    root: path.dirname(file),
    logLevel: 'silent',
    plugins: [{ name: 'our-packages', enforce: 'pre', resolveId }],
    build: { write: false, minify: false, lib: { entry: file, formats: ['es'] } },
  });
  const [output] = [built].flat();
  const [chunk] = output && 'output' in output ? output.output : [];
  if (!chunk) throw new Error('Vite built nothing of it');
  return chunk.code;
}

function resolveId(id: string) {
  return /^(@|[a-z])/.test(id) ? { id: packageUrl(id), external: true } : undefined;
}

/** Prefers a package's ES module, because its exports have names. */
function packageUrl(id: string): string {
  const module = import.meta.resolve(id);
  return existsSync(new URL(module)) ? module : pathToFileURL(require.resolve(id)).href;
}
