import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import manifest from '../../schemas/meta/page-files.json' with { type: 'json' };
import { fileTexts } from '../model/messages/translate.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SCHEMAS = path.join(ROOT, 'schemas');
const LIVE_FILES = path.join(ROOT, 'src/model/messages/liveFiles.ts');
const NAMESPACE = 'virtual:messages/';
const TRANSLATIONS = 'virtual:translations/';
const LANGUAGES = 'virtual:languages';

/** Vite plugins for messages and languages (docs/decisions/037). */
export function messagesPlugin(folder = SCHEMAS): Plugin[] {
  return [namespacePlugin(folder), languagePlugin(folder)];
}

const READERS = ['useMessages', 'pageMessages'];

/**
 * Adds an import of `virtual:messages/steps` to modules that call `useMessages('steps')`, so that messages are split by
 * page.
 */
function namespacePlugin(folder: string): Plugin {
  return {
    name: 'messages',
    enforce: 'post',
    resolveId: (source) => (source.startsWith(NAMESPACE) ? `\0${source}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${NAMESPACE}`)) return undefined;
      const name = `texts/${id.slice(NAMESPACE.length + 1)}`;
      if (!manifest.pages.includes(name)) this.error(`Add ${name} to "pages" in schemas/meta/page-files.json.`);
      const file = path.join(folder, `${name}.json`);
      this.addWatchFile(file);
      const content = readFileSync(file, 'utf8');
      return `import { defineLiveFile } from ${JSON.stringify(LIVE_FILES)};\ndefineLiveFile(${JSON.stringify(name)}, ${content});`;
    },
    transform: {
      filter: { code: READERS },
      handler(code) {
        const names = new Set(findNamespaces(this.parse(code)));
        // Added to the first line, so that line numbers stay the same.
        const imports = [...names].map((name) => `import '${NAMESPACE}${name}';`).join('');
        return imports ? { code: imports + code, map: null } : undefined;
      },
    },
  };
}

/** Returns the namespaces in a module's syntax tree. Throws if a namespace isn't a string literal. */
function findNamespaces(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(findNamespaces);
  if (!isNode(node)) return [];
  const inside = Object.values(node).flatMap(findNamespaces);
  return isReaderCall(node) ? [...inside, readNamespace(node)] : inside;
}

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

function isReaderCall(node: Node): boolean {
  const { callee } = node;
  return node.type === 'CallExpression' && isNode(callee) && READERS.includes(String(callee.name));
}

function readNamespace({ arguments: given }: Node): string {
  const name: unknown = Array.isArray(given) && isNode(given[0]) ? given[0].value : undefined;
  if (typeof name !== 'string') throw new Error(`Call ${READERS.join(' and ')} with the namespace's name as a string.`);
  return name;
}

/**
 * Provides `virtual:languages` and `virtual:translations/es`. The build also writes the languages, page files and
 * translations to `words.json` for the server.
 */
function languagePlugin(folder: string): Plugin {
  return {
    name: 'languages',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    resolveId: (source) => (source.startsWith(TRANSLATIONS) || source === LANGUAGES ? `\0${source}` : undefined),
    load(id) {
      if (id === `\0${LANGUAGES}`) return languagesModule(folder);
      if (!id.startsWith(`\0${TRANSLATIONS}`)) return undefined;
      return `export default ${JSON.stringify(pageTranslations(folder, id.slice(TRANSLATIONS.length + 1)))};`;
    },
    generateBundle() {
      const languages = readLanguages(folder);
      const words = languages.slice(1).map(({ id }) => [id, pageTranslations(folder, id)]);
      const built = { build: hashMessages(folder), program: hashCode(), languages, files: readPageFiles(folder) };
      const source = JSON.stringify({ ...built, words: Object.fromEntries(words) });
      this.emitFile({ type: 'asset', fileName: 'words.json', source });
    },
    // Returns no modules, so that Vite doesn't reload open pages. The server notifies the pages.
    hotUpdate({ file, modules }) {
      if (!file.startsWith(folder)) return undefined;
      for (const module of modules) this.environment.moduleGraph.invalidateModule(module);
      return [];
    },
  };
}

interface Language {
  id: string;
  name: string;
  direction: string;
}

function readLanguages(folder: string): Language[] {
  const own: { id: string } = readJson(path.join(folder, 'language.json'));
  const others = translationFiles(folder).map((file) => [path.basename(file, '.json'), file]);
  return [[own.id, 'language.json'], ...others].map(([id = '', file = '']) => {
    const { language, direction }: { language: string; direction: string } = readJson(path.join(folder, file));
    return { id, name: language, direction };
  });
}

const translationFiles = (folder: string): string[] =>
  readdirSync(path.join(folder, 'translations'))
    .filter((name) => name.endsWith('.json'))
    .map((name) => path.join('translations', name));

function languagesModule(folder: string): string {
  const each = readLanguages(folder).map((language, n) => {
    const literal = JSON.stringify(language);
    return n === 0 ? literal : `{ ...${literal}, words: () => import('${TRANSLATIONS}${language.id}') }`;
  });
  return `export const build = '${hashMessages(folder)}';\nexport const languages = [${each.join(', ')}];`;
}

const pageFiles = [...manifest.pages, ...manifest.pageWords];

const readPageFiles = (folder: string): Record<string, unknown> =>
  Object.fromEntries(pageFiles.map((name) => [name, readJson(path.join(folder, `${name}.json`))]));

function hashMessages(folder: string): string {
  const files = [...pageFiles.map((name) => `${name}.json`), 'language.json', ...translationFiles(folder)];
  return hashFiles(files.map((name) => path.join(folder, name)));
}

function hashCode(): string {
  const files = ['src', 'widgets'].flatMap((room) =>
    readdirSync(path.join(ROOT, room), { recursive: true }).map((name) => path.join(ROOT, room, String(name))),
  );
  return hashFiles(files.filter((name) => /\.(tsx?|css|sql)$/.test(name)).sort());
}

function hashFiles(files: string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(path.basename(file)).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

function pageTranslations(folder: string, language: string): Record<string, string> {
  const { texts }: { texts: Record<string, string> } = readJson(path.join(folder, 'translations', `${language}.json`));
  const shown = new Set(Object.entries(readPageFiles(folder)).flatMap(([name, file]) => fileTexts(name, file)));
  return Object.fromEntries(
    Object.entries(texts).filter(([text, translated]) => shown.has(text) && text !== translated),
  );
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
