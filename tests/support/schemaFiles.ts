import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import widgetNames from '../../schemas/meta/widgets.json';
import { type Catalog, createCatalog } from '../../src/model/section/catalog';
import type { SchemaFiles } from '../../src/model/types';

const ROOT = path.join(import.meta.dirname, '../../schemas');

/** Every JSON file below schemas/, by path. */
export function readSchemaFiles(): SchemaFiles {
  const paths = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));
  return Object.fromEntries(paths.map((file) => [file, JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'))]));
}

/** The catalog of the actual schema files. */
export function realCatalog(): Catalog {
  return createCatalog(readSchemaFiles(), widgetNames);
}
