import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import application from '../../schemas/flows/application.json' with { type: 'json' };
import { applicationTypes } from '../model/entryPath';

/** What each address opens, by its modules below src/app, the page first; `/*` stands for every address below. Others are of the first chunk, or name nothing ahead. */
const PAGES: Record<string, string[]> = {
  '/': [],
  '/login': [],
  '/instruction': ['entry/InstructionPage.tsx'],
  ...Object.fromEntries(application.steps.flatMap(pagesOf)),
  '/success': ['success/SuccessPage.tsx'],
  ...Object.fromEntries(
    applicationTypes.flatMap((type) => [
      [`/${type}/*`, ['entry/EntryPage.tsx']],
      [`/identification/${type}/*`, ['entry/EntryPage.tsx']],
    ]),
  ),
};

type Step = (typeof application.steps)[number];

/** A step's page and its read-only twin, each with the widgets of the step: those that are fetched when they are drawn come with the page. */
function pagesOf({ route, viewRoute, role, sections }: Step): [string, string[]][] {
  const widgets = [...new Set(sections.flatMap(({ section }) => widgetsOf(section)))];
  const page: [string, string[]] = [
    route,
    [role === 'payment' ? 'payment/PaymentPage.tsx' : 'steps/StepPage.tsx', ...widgets],
  ];
  return viewRoute ? [page, [viewRoute, ['steps/ViewPage.tsx', ...widgets]]] : [page];
}

function widgetsOf(section: string): string[] {
  const ui = readFileSync(idOf(`../../schemas/${section}.ui.json`), 'utf8');
  const names = [...ui.matchAll(/"ui:widget": "(\w+)"/g)].map(([, name]) => `../../widgets/${name}.tsx`);
  return names.filter((module) => existsSync(idOf(module)));
}

/** What makes the call that opens a page before the app is there. */
const FIRST = '../api/firstCall.ts';

/**
 * What is joined, so that a page takes a handful of files: all that is there at once, then what the pages with a form have in common, then
 * what those at the end have. What one page alone needs is in its own file, with the widgets that come with it; what opens later (dialogs,
 * the calendar) comes later.
 */
const CHUNKS: Record<string, string[]> = {
  base: ['../../index.html'],
  form: ['entry/EntryPage.tsx', 'steps/StepPage.tsx'],
  end: ['payment/PaymentPage.tsx', 'success/SuccessPage.tsx'],
};

/** What the server puts into the HTML of an address (src/server/http/appFiles.ts). */
export interface PageFiles {
  /** Chunks for `modulepreload`, by the address as PAGES has it. */
  pages: Record<string, string[]>;
  /** The text of the script that makes the call which opens a page; it stands in the HTML. */
  first: string;
  /** The words of each language but the first. */
  words: Record<string, string[]>;
  /** The font that every page is drawn with. */
  font: string;
}

/** The bundler's graph of modules. */
interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
}

/** Vite's side of how a page opens (docs/decisions/015): joins the chunks, and writes `pages.json`, which tells the server what each page needs. */
export function pagesPlugin(): Plugin {
  let chunkOf: Map<string, string> | undefined;
  const nameOf = (id: string, graph: Graph) => {
    chunkOf ??= joinModules(graph);
    return chunkOf.get(id) ?? (BEHIND_BARREL.test(id) ? 'base' : null);
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
              // One style sheet of 11 kB for all pages, instead of one for each chunk.
              cssCodeSplit: false,
              rolldownOptions: {
                output: {
                  codeSplitting: {
                    includeDependenciesRecursively: false,
                    groups: [{ debugName: 'pages', name: nameOf }],
                  },
                },
              },
            },
          },
    buildStart() {
      this.emitFile({ type: 'chunk', id: idOf(FIRST), name: 'first' });
    },
    generateBundle(_options, bundle) {
      leaveOutFacades(bundle);
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const files = pageFiles(chunks, Object.keys(bundle));
      this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(files) });
      for (const { fileName, moduleIds } of chunks) if (moduleIds.includes(idOf(FIRST))) delete bundle[fileName];
    },
  };
}

/** The chunk of each module that is joined with others. */
function joinModules(graph: Graph): Map<string, string> {
  const roots = lazyRoots(graph, idOf('../../index.html'));
  const users = new Map<string, number>();
  for (const root of roots) for (const id of reach(graph, root)) users.set(id, (users.get(id) ?? 0) + 1);
  const chunkOf = new Map<string, string>();
  for (const [chunk, modules] of Object.entries(CHUNKS))
    for (const module of modules)
      for (const id of reach(graph, idOf(module))) {
        const isShared = chunk === 'base' || (users.get(id) ?? 0) > 1;
        if (isShared && id !== idOf(module) && !chunkOf.has(id)) chunkOf.set(id, chunk);
      }
  for (const [page = '', ...widgets] of Object.values(PAGES))
    if (widgets.length)
      for (const module of [page, ...widgets])
        for (const id of reach(graph, idOf(module))) if (!chunkOf.has(id)) chunkOf.set(id, path.basename(page, '.tsx'));
  return chunkOf;
}

/** Imports all of a package, of which the build keeps what is used: who imports it does not need the rest at once. */
const BARREL = /\/@ark-ui\/react\/dist\/index\.js$/;
/** What Chakra's button uses of it. */
const BEHIND_BARREL = /\/@zag-js\/dom-query\/dist\/shared\.(m?js)$/;

/** What a module imports, and what that imports, it included. */
function reach(graph: Graph, id: string, found = new Set<string>()): Set<string> {
  const info = found.has(id) ? null : graph.getModuleInfo(id);
  if (!info) return found;
  found.add(id);
  if (!BARREL.test(id)) for (const imported of info.importedIds) reach(graph, imported, found);
  return found;
}

/** Every module that some other one fetches when it needs it. */
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

function idOf(module: string): string {
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
    for (const name of chunk.imports) withImports(byName.get(name) as Chunk, found);
    return found;
  };
  const filesOf = (ids: string[]) => [...new Set(ids.flatMap((id) => [...withImports(holding(id))]))];
  const first = holding(idOf(FIRST));
  if (first.imports.length) throw new Error(`${FIRST} has to wait for ${first.imports.join()}`);
  const BASE = idOf('../main.tsx');
  const words = chunks.flatMap(({ moduleIds }) => moduleIds.filter((id) => id.startsWith('\0virtual:words/')));
  const font = files.find((name) => /public-sans-latin-wght-normal-.*\.woff2$/.test(name));
  if (!font) throw new Error('The build has no file of the font that src/main.tsx imports');
  return {
    pages: Object.fromEntries(
      Object.entries(PAGES).map(([address, modules]) => [address, filesOf([BASE, ...modules.map(idOf)])]),
    ),
    first: inlined(first.code),
    words: Object.fromEntries(words.map((id) => [id.split('/').at(-1) ?? '', filesOf([id])])),
    font,
  };
}

type Output = Record<
  string,
  { type: 'asset' } | { type: 'chunk'; code: string; moduleIds: string[]; dynamicImports: string[] }
>;

/**
 * A module that is joined with others keeps a file of its own for who imports it later, which only hands on the names of the joined one: a
 * trip for 50 bytes. Whoever imports it is given the joined file and the names instead, by which Vite finds its style sheets too.
 */
function leaveOutFacades(bundle: Output): void {
  const chunks = Object.entries(bundle).flatMap(([name, file]) => (file.type === 'chunk' ? [{ name, file }] : []));
  for (const { name, file } of chunks) {
    const [, names, joined] = /^export\{([^}]*)\}from"(\.\/[^"]+)";?\s*$/.exec(file.code) ?? [];
    const address = `./${path.basename(name)}`;
    if (file.moduleIds.length || !names || chunks.some((other) => other.file.code.includes(`from"${address}"`)))
      continue;
    const picked = names.split(',').map((pair) => pair.split(' as '));
    const members = picked.map(([short = '', long = short]) => `${long}:m.${short}`).join();
    const target = `${path.dirname(name)}/${path.basename(joined ?? '')}`;
    for (const { file: other } of chunks) {
      other.code = other.code.replaceAll(`import(\`${address}\`)`, `import(\`${joined}\`).then(m=>({${members}}))`);
      other.dynamicImports = other.dynamicImports.map((one) => (one === name ? target : one));
    }
    delete bundle[name];
  }
}

/** A module's code as a classic script, which waits neither for the end of the page nor for its style sheet. */
function inlined(code: string): string {
  return `(()=>{"use strict";${code.trim()}})()`.replaceAll('</', '<\\/');
}
