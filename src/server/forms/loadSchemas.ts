import { createCatalogue } from '../../model/catalogue';
import { readMigrations } from '../../model/migrations';
import { translate } from '../../model/translate';
import type { SchemaNode } from '../../model/types';
import { createCompiledSections } from './compiledSections';
import { mapValues, readLanguages } from './languages';
import { readSchemaFiles } from './schemaFiles';
import { schemaVersion } from './schemaVersion';

/** What is made of the schema files, all of it at once. Throws a CatalogueError for files that break the dialect. */
export async function loadSchemas(folder?: string) {
  const files = await readSchemaFiles(folder);
  const catalogue = createCatalogue(files, files['meta/widgets.json'] as string[]);
  const languages = readLanguages(files);
  return {
    files,
    catalogue,
    languages,
    compile: createCompiledSections(catalogue),
    compileIn: mapValues(languages, (words) => createCompiledSections(catalogue, (plain) => translate(plain, words))),
    states: readStates(files['definitions/us-state.json'] as SchemaNode),
    version: schemaVersion(files),
    migrations: readMigrations(files),
  };
}

/** The options of the one list of states: 'TX - Texas' → { code: 'TX', name: 'Texas' }. */
function readStates(node: SchemaNode): { code: string; name: string }[] {
  return (node.oneOf ?? []).map((option) => ({
    code: String(option.const),
    name: option.title.replace(/^\S+ - /, ''),
  }));
}
