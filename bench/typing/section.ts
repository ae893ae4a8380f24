import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createCatalog } from '../../src/model/section/catalog';
import { resolveSection } from '../../src/model/section/resolveSection';
import type { PlainSection, SchemaNode } from '../../src/model/types';
import { compileRules } from '../../src/schema-tools/compile';
import { validatorModule } from '../../src/server/forms/compiledSections';

const ROOT = path.join(import.meta.dirname, '../../schemas');

export interface BenchSection {
  /** Used to render the floor. */
  schema: SchemaNode;
  plain: PlainSection;
  validator: string;
}

/** Returns the employers section as the server serves it without subscriber settings. */
export function benchSection(maxItems: number): BenchSection {
  const paths = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));
  const files = Object.fromEntries(
    paths.map((file) => [file, JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'))]),
  );
  const { section, messages } = createCatalog(files);
  const { name, schema, ui } = structuredClone(section('employers'));
  const list = schema.properties?.employer;
  const rows = ui.employer as { 'ui:list': { max: number } };
  if (!list) throw new Error("The section 'employers' no longer has the list 'employer'");
  list.maxItems = maxItems;
  rows['ui:list'].max = maxItems;
  const plain = resolveSection({ name, schema, ui }, { settings: {} }, messages);
  return { schema, plain, validator: validatorModule(compileRules(plain)) };
}
