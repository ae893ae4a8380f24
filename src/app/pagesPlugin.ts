import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import application from '../../schemas/flows/application.json' with { type: 'json' };
import type { PageFiles } from '../contract/bootstrap';
import { applicationTypes } from '../model/entryPath.ts';

/** Maps URL paths to the modules that they load, relative to src/app. The first module is the page. */
const PAGES: Record<string, string[]> = {
  '/': [],
  '/login': [],
  '/instruction': ['entry/InstructionPage.tsx'],
  ...Object.fromEntries(application.steps.flatMap(stepPages)),
  '/success': ['success/SuccessPage.tsx'],
  ...Object.fromEntries(
    applicationTypes.flatMap((type) => [
      [`/${type}/*`, ['entry/EntryPage.tsx']],
      [`/identification/${type}/*`, ['entry/EntryPage.tsx']],
    ]),
  ),
};

/** These modules are preloaded but not grouped into chunks, so that applicants' pages don't load office code. */
const PRELOADED: Record<string, string[]> = {
  '/office': ['office/OfficePage.tsx'],
  '/office/*': ['office/OfficePage.tsx'],
};

type Step = (typeof application.steps)[number];

function stepPages({ route, viewRoute, role, sections }: Step): [string, string[]][] {
  const widgets = [...new Set(sections.flatMap(({ section }) => findWidgets(section)))];
  const page: [string, string[]] = [
    route,
    [role === 'payment' ? 'payment/PaymentPage.tsx' : 'steps/StepPage.tsx', ...widgets],
  ];
  return viewRoute ? [page, [viewRoute, ['steps/ViewPage.tsx', ...widgets]]] : [page];
}

function findWidgets(section: string): string[] {
  const ui = readFileSync(moduleId(`../../schemas/${section}.ui.json`), 'utf8');
  const names = [...ui.matchAll(/"ui:widget": "(\w+)"/g)].map(([, name]) => `../../widgets/${name}.tsx`);
  return names.filter((module) => existsSync(moduleId(module)));
}

/** Makes the bootstrap call before the app has loaded. */
const FIRST = '../api/earlyBootstrap.ts';

/** Groups modules into a few chunks, so that a page loads few files. */
const CHUNKS: Record<string, { whole: string[]; shared: string[] }> = {
  base: { whole: ['../../index.html'], shared: [] },
  form: { whole: ['entry/EntryPage.tsx'], shared: ['steps/StepPage.tsx'] },
  end: { whole: ['payment/Review.tsx', '../../widgets/signature/fonts.ts'], shared: ['payment/PaymentPage.tsx'] },
  text: { whole: ['ui/RichText.tsx', 'entry/InstructionPage.tsx'], shared: [] },
};

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
}

/** Vite plugin for page loading (docs/decisions/015). Combines chunks and writes `pages.json` for the server. */
export function pagesPlugin(): Plugin {
  let findChunk: Map<string, string> | undefined;
  const getName = (id: string, graph: Graph) => {
    findChunk ??= joinModules(graph);
    return BUTTON_MODULE.test(id) ? 'base' : (findChunk.get(id) ?? null);
  };
  return {
    name: 'pages',
    apply: 'build',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    config: (_config, { isSsrBuild }) =>
      isSsrBuild
        ? {}
        : {
            build: {
              // One style sheet loads faster than one per chunk.
              cssCodeSplit: false,
              rolldownOptions: {
                output: {
                  codeSplitting: {
                    includeDependenciesRecursively: false,
                    groups: [{ debugName: 'pages', name: getName }],
                  },
                },
              },
            },
          },
    buildStart() {
      this.emitFile({ type: 'chunk', id: moduleId(FIRST), name: 'first' });
    },
    generateBundle(_options, bundle) {
      joinRuntime(bundle);
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const files = pageFiles(chunks, Object.keys(bundle));
      this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(files) });
      for (const { fileName, moduleIds } of chunks) if (moduleIds.includes(moduleId(FIRST))) delete bundle[fileName];
    },
  };
}

function joinModules(graph: Graph): Map<string, string> {
  const roots = lazyRoots(graph, moduleId('../../index.html'));
  const users = new Map<string, number>();
  for (const root of roots) for (const id of findReachable(graph, root)) users.set(id, (users.get(id) ?? 0) + 1);
  const chunkOf = new Map<string, string>();
  for (const [chunk, { whole, shared }] of Object.entries(CHUNKS)) {
    const all = whole.flatMap((module) => [...findReachable(graph, moduleId(module))]);
    const common = shared.flatMap((module) =>
      [...findReachable(graph, moduleId(module))].filter((id) => (users.get(id) ?? 0) > 1),
    );
    for (const id of [...all, ...common]) if (!id.endsWith('.html') && !chunkOf.has(id)) chunkOf.set(id, chunk);
  }
  for (const [page = '', ...widgets] of Object.values(PAGES))
    if (widgets.length)
      for (const module of [page, ...widgets])
        for (const id of findReachable(graph, moduleId(module)))
          if (!chunkOf.has(id)) chunkOf.set(id, path.basename(page, '.tsx'));
  return chunkOf;
}

/** This module's imports aren't followed, because the app uses only a few of them. */
const BARREL = /\/@ark-ui\/react\/dist\/index\.js$/;
/** Belongs in the base chunk, because Chakra's button uses it. */
const BUTTON_MODULE = /\/@zag-js\/dom-query\/dist\/shared\.(m?js)$/;

function findReachable(graph: Graph, id: string, found = new Set<string>()): Set<string> {
  const info = found.has(id) ? null : graph.getModuleInfo(id);
  if (!info) return found;
  found.add(id);
  if (!BARREL.test(id)) for (const imported of info.importedIds) findReachable(graph, imported, found);
  return found;
}

function lazyRoots(graph: Graph, entry: string): Set<string> {
  const roots = new Set<string>();
  const seen = new Set<string>();
  walk(entry);
  return roots;
  function walk(id: string): void {
    const info = seen.has(id) ? null : graph.getModuleInfo(id);
    if (!info) return;
    seen.add(id);
    for (const lazy of info.dynamicallyImportedIds) roots.add(lazy);
    for (const next of [...info.importedIds, ...info.dynamicallyImportedIds]) walk(next);
  }
}

function moduleId(module: string): string {
  return path.resolve(import.meta.dirname, module);
}

interface Chunk {
  fileName: string;
  code: string;
  imports: string[];
  moduleIds: string[];
}

function pageFiles(chunks: Chunk[], files: string[]): PageFiles {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const holding = (id: string): Chunk => {
    const found = chunks.find(({ moduleIds }) => moduleIds.includes(id));
    if (!found) throw new Error(`No chunk holds ${id}, which src/app/pagesPlugin.ts names`);
    return found;
  };
  const withImports = (chunk: Chunk, found = new Set<string>()): Set<string> => {
    if (found.has(chunk.fileName)) return found;
    found.add(chunk.fileName);
    for (const name of chunk.imports) {
      const imported = byName.get(name);
      if (imported) withImports(imported, found);
    }
    return found;
  };
  const listFiles = (ids: string[]) => [...new Set(ids.flatMap((id) => [...withImports(holding(id))]))];
  const first = holding(moduleId(FIRST));
  if (first.imports.length) throw new Error(`${FIRST} has to wait for ${first.imports.join()}`);
  const BASE = moduleId('../main.tsx');
  const words = chunks.flatMap(({ moduleIds }) => moduleIds.filter((id) => id.startsWith('\0virtual:translations/')));
  const font = files.find((name) => /public-sans-latin-wght-normal-.*\.woff2$/.test(name));
  if (!font) throw new Error('The build has no file of the font that src/main.tsx imports');
  return {
    pages: Object.fromEntries(
      Object.entries({ ...PAGES, ...PRELOADED }).map(([address, modules]) => [
        address,
        listFiles([BASE, ...modules.map(moduleId)]),
      ]),
    ),
    first: inlined(first.code),
    words: Object.fromEntries(words.map((id) => [id.split('/').at(-1) ?? '', listFiles([id])])),
    font,
  };
}

interface OutputChunk extends Omit<Chunk, 'fileName'> {
  type: 'chunk';
  name: string;
  dynamicImports: string[];
}

type Output = Record<string, { type: 'asset' } | OutputChunk>;

/** Moves the bundler's runtime into the base chunk, to save requests (`bench:open`). */
function joinRuntime(bundle: Output): void {
  const chunks = Object.entries(bundle).flatMap(([name, file]) => (file.type === 'chunk' ? [{ name, file }] : []));
  const runtime = chunks.find(({ file }) => file.moduleIds.join() === '\0rolldown/runtime.js');
  const base = chunks.find(({ file }) => file.name === 'base');
  if (base?.file.imports.some((name) => name !== runtime?.name))
    throw new Error(`The base chunk imports ${base.file.imports.join()}, which would load before it`);
  const [, helpers, given] = /^(.*)export\{([^}]*)\};?\s*$/s.exec(runtime?.file.code ?? '') ?? [];
  if (!runtime || !base || !given)
    throw new Error("The bundler's helpers are not where src/app/pagesPlugin.ts looks for them");
  const users = chunks.filter(({ file }) => file.imports.includes(runtime.name));
  const runtimeImport = new RegExp(`import\\{([^}]*)\\}from"\\./${path.basename(runtime.name)}";`);
  for (const { file } of users) {
    if (file !== base.file && !file.imports.includes(base.name)) continue;
    file.code = file.code.replace(runtimeImport, (_, names: string) => {
      const taken = `const{${names.replaceAll(' as ', ':')}}=bundlerHelpers;`;
      return file === base.file
        ? `const bundlerHelpers=(()=>{${helpers}return{${swapNames(given)}}})();${taken}`
        : `import{bundlerHelpers}from"./${path.basename(base.name)}";${taken}`;
    });
    file.imports = file.imports.filter((one) => one !== runtime.name);
  }
  base.file.code += 'export{bundlerHelpers};';
  if (users.every(({ file }) => !file.imports.includes(runtime.name))) delete bundle[runtime.name];
}

/** `'u as a,d as i'` → `'a:u,i:d'` */
const swapNames = (names: string) =>
  names
    .split(',')
    .map((pair) => pair.split(' as ').reverse().join(':'))
    .join();

/** Returns a classic script, because a module script would wait until the document is parsed. */
function inlined(code: string): string {
  return `(()=>{"use strict";${code.trim()}})()`.replaceAll('</', '<\\/');
}
