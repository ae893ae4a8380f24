import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Plugin, runnerImport } from 'vite';

const OWN_SCHEMAS = path.resolve(import.meta.dirname, '../../../schemas');
const WORDS = path.join(import.meta.dirname, 'words.ts');
const TRANSLATE = path.resolve(import.meta.dirname, '../../model/translate.ts');
const SPOKEN = /schemas\/((?:texts|flows)\/[\w-]+|definitions\/documents|office\/status)\.json$/;
const CATALOGUE = 'virtual:words/';
const LANGUAGES = 'virtual:languages';

/**
 * Vite's side of the app's languages (docs/decisions/007): a text, a flow or the table of documents that the app imports comes in the applicant's
 * language, `virtual:languages` are those that `folder` has, and `virtual:words/es` is what the app itself says in Spanish; sections come
 * translated from the server.
 */
export function wordsPlugin(folder = OWN_SCHEMAS): Plugin {
  /** The files that the app imports. */
  const imported = new Set<string>();
  return {
    name: 'app-words',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    resolveId(source) {
      const [, file] = SPOKEN.exec(source) ?? [];
      if (file) return `\0spoken:${file}`;
      return source.startsWith(CATALOGUE) || source === LANGUAGES ? `\0${source}` : undefined;
    },
    async load(id) {
      if (id === `\0${LANGUAGES}`) return languagesModule(folder);
      if (id.startsWith(`\0${CATALOGUE}`))
        return `export default ${JSON.stringify(await appWords(folder, id.split('/')[1] ?? ''))};`;
      if (!id.startsWith('\0spoken:')) return undefined;
      const file = path.join(folder, `${id.slice('\0spoken:'.length)}.json`);
      this.addWatchFile(file);
      const name = id.slice('\0spoken:'.length);
      imported.add(name);
      return `import { spokenFile } from ${JSON.stringify(WORDS)};\nexport default /* @__PURE__ */ spokenFile(${JSON.stringify(name)}, ${JSON.stringify(readJson(file))});`;
    },
    // What the server compares its files with (src/server/forms/program.ts).
    async generateBundle() {
      const files = [...imported].map((name) => [name, readJson(path.join(folder, `${name}.json`))]);
      const languages = readLanguages(folder);
      const words = languages.slice(1).map(async ({ id }) => [id, await appWords(folder, id)]);
      const said = { build: buildName(folder), program: programName(), languages, files: Object.fromEntries(files) };
      const source = JSON.stringify({ ...said, words: Object.fromEntries(await Promise.all(words)) });
      this.emitFile({ type: 'asset', fileName: 'words.json', source });
    },
    // The server tells an open page of changed words, which then draws them anew with what is typed kept.
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

/** The language of the files first, then those of translations/. */
function readLanguages(folder: string): Language[] {
  const names = readdirSync(path.join(folder, 'translations')).filter((name) => name.endsWith('.json'));
  const others = names.map((name) => [path.basename(name, '.json'), path.join('translations', name)]);
  const own: { id: string } = readJson(path.join(folder, 'language.json'));
  return [[own.id, 'language.json'], ...others].map(([id = '', file = '']) => {
    const { language, direction }: { language: string; direction: string } = readJson(path.join(folder, file));
    return { id, name: language, direction };
  });
}

/** The words of each language but the first are fetched only by those who read it. */
function languagesModule(folder: string): string {
  const each = readLanguages(folder).map((language, n) => {
    const said = JSON.stringify(language);
    return n === 0 ? said : `{ ...${said}, words: () => import('${CATALOGUE}${language.id}') }`;
  });
  return `export const build = '${buildName(folder)}';\nexport const languages = [${each.join(', ')}];`;
}

/** A short name for all that may be said. */
function buildName(folder: string): string {
  return hashFiles([folder], isSaid);
}

/** Another one whenever the code is, whatever schemas/ says. */
function programName(): string {
  return hashFiles([path.join(OWN_SCHEMAS, '../src'), path.join(OWN_SCHEMAS, '../widgets')], isCode);
}

function hashFiles(folders: string[], isMeant: (name: string) => boolean): string {
  const hash = createHash('sha256');
  for (const folder of folders)
    for (const name of readdirSync(folder, { recursive: true }).map(String).filter(isMeant).sort())
      hash.update(name).update(readFileSync(path.join(folder, name)));
  return hash.digest('hex').slice(0, 16);
}

const isCode = (name: string) => /\.(tsx?|css|sql)$/.test(name);

const isSaid = (name: string) =>
  /^(texts|flows|definitions|office|translations)[\\/].*\.json$|^language\.json$/.test(name);

/** The part of a language's catalogue that the app's own texts and flows need. */
async function appWords(folder: string, language: string): Promise<Record<string, string>> {
  const { module } = await runnerImport<typeof import('../../model/translate')>(TRANSLATE);
  const { texts }: { texts: Record<string, string> } = readJson(path.join(folder, 'translations', `${language}.json`));
  const spoken = new Set([
    ...readAll(path.join(folder, 'texts'), isOnAPage).flatMap((file) => module.allTexts(file)),
    ...[
      ...readAll(path.join(folder, 'flows')),
      ...['definitions/documents.json', 'office/status.json'].map((file) => readJson(path.join(folder, file))),
    ].flatMap((file) => module.sectionTexts(file).map(({ text }) => text)),
  ]);
  return Object.fromEntries(Object.entries(texts).filter(([text, said]) => spoken.has(text) && text !== said));
}

/** What only the server, the record or a command says reaches a page translated, or never. */
const isOnAPage = (name: string) => !/^(server(-\w+)?|operator|verify|handover|record)\.json$/.test(name);

function readAll(folder: string, isWanted: (name: string) => boolean = () => true): unknown[] {
  return readdirSync(folder)
    .filter(isWanted)
    .map((name) => readJson(path.join(folder, name)));
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
