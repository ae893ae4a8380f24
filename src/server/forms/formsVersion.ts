import { readMigrations } from '../../model/answers/migrations';
import { readJurisdictions } from '../../model/law/jurisdictions';
import { translate } from '../../model/messages/translate';
import { mergeTranslations } from '../../model/messages/wording';
import { createCatalog } from '../../model/section/catalog';
import type { SchemaNode } from '../../model/types';
import { createCompiledSections } from './compiledSections';
import { readLanguages } from './languages';
import { parseAll, readSchemaTexts } from './readSchemas';
import { hashTexts, schemaVersion } from './schemaFiles';

/** The schema files and everything built from them. A reload creates a new version. */
export type FormsVersion = Readonly<ReturnType<typeof createFormsVersion>>;

export async function loadFormsVersion(folder?: string): Promise<FormsVersion> {
  return createFormsVersion(await readSchemaTexts(folder));
}

/** Throws a CatalogError for invalid files, or an Error for invalid JSON. */
export function createFormsVersion(texts: Record<string, string>) {
  const files = parseAll(texts);
  const catalog = createCatalog(files);
  const languages = readLanguages(files);
  const migrations = readMigrations(files);
  const textsHash = hashTexts(texts);
  return {
    id: [textsHash.slice(0, 16), ...migrations.slice(-1).map(({ name }) => name)].join('.'),
    schemaVersion: schemaVersion(files),
    texts,
    textsHash,
    files,
    catalog,
    languages,
    migrations,
    jurisdictions: readJurisdictions(files),
    states: readStates(files['definitions/us-state.json'] ?? {}),
    compile: createCompiledSections(catalog),
    compileIn: Object.fromEntries(
      Object.entries(languages).map(([language, words]) => [
        language,
        createCompiledSections(catalog, (plain, subscriberSettings) =>
          translate(plain, mergeTranslations(words, subscriberSettings, language)),
        ),
      ]),
    ),
  };
}

/** 'TX - Texas' → { code: 'TX', name: 'Texas' } */
function readStates(node: SchemaNode): { code: string; name: string }[] {
  return (node.oneOf ?? []).map((option) => ({
    code: String(option.const),
    name: option.title.replace(/^\S+ - /, ''),
  }));
}
