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
      const speak = id.startsWith('\0spoken:texts/') ? 'spokenTexts' : 'spokenFlow';
      return `import { ${speak} } from ${JSON.stringify(WORDS)};\nexport default /* @__PURE__ */ ${speak}(${JSON.stringify(readJson(file))});`;
    },
  };
}

/** The language of the files first, then those of translations/; the words of each are fetched only by those who read it. */
function languagesModule(folder: string): string {
  const own = readJson(path.join(folder, 'language.json')) as { id: string; language: string; direction: string };
  const files = readdirSync(path.join(folder, 'translations')).filter((name) => name.endsWith('.json'));
  const others = files.map((name) => {
    const { language, direction } = readJson(path.join(folder, 'translations', name)) as typeof own;
    return { id: path.basename(name, '.json'), language, direction };
  });
  const each = [own, ...others].map(({ id, language: name, direction }) => {
    const said = JSON.stringify({ id, name, direction });
    return id === own.id ? said : `{ ...${said}, words: () => import('${CATALOGUE}${id}') }`;
  });
  return `export const languages = [${each.join(', ')}];`;
}

/** The part of a language's catalogue that the app's own texts and flows need. */
async function appWords(folder: string, language: string): Promise<Record<string, string>> {
  const { module } = await runnerImport<typeof import('../../model/translate')>(TRANSLATE);
  const { texts } = readJson(path.join(folder, 'translations', `${language}.json`)) as {
    texts: Record<string, string>;
  };
  const spoken = new Set([
    ...readAll(path.join(folder, 'texts')).flatMap((file) => module.allTexts(file)),
    ...[
      ...readAll(path.join(folder, 'flows')),
      ...['definitions/documents.json', 'office/status.json'].map((file) => readJson(path.join(folder, file))),
    ].flatMap((file) => module.sectionTexts(file).map(({ text }) => text)),
  ]);
  return Object.fromEntries(Object.entries(texts).filter(([text, said]) => spoken.has(text) && text !== said));
}

function readAll(folder: string): unknown[] {
  return readdirSync(folder).map((name) => readJson(path.join(folder, name)));
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
