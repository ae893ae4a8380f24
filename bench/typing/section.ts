import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import widgetNames from '../../schemas/meta/widgets.json';
import { createCatalogue } from '../../src/model/catalogue';
import { resolveSection } from '../../src/model/resolveSection';
import type { PlainSection, SchemaNode, UiNode } from '../../src/model/types';
import { compileRules } from '../../src/server/forms/compile';
import { validatorModule } from '../../src/server/forms/compiledSections';

const ROOT = path.join(import.meta.dirname, '../../schemas');

/** What the contenders draw: the real employers section, its list let grow to `maxItems` rows. */
export interface BenchSection {
  /** As the file has it, for peers to be translated from. */
  schema: SchemaNode;
  ui: UiNode;
  plain: PlainSection;
  validator: string;
}

/** The employers section as the server would serve it, with every field shown. */
export function benchSection(maxItems: number): BenchSection {
  const paths = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));
  const files = Object.fromEntries(
    paths.map((file) => [file, JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'))]),
  );
  const { section, messages } = createCatalogue(files, widgetNames);
  const { name, schema, ui } = structuredClone(section('employers'));
  const list = schema.properties?.employer;
  const rows = ui.employer as { 'ui:list': { max: number } };
  if (!list) throw new Error("The section 'employers' no longer has the list 'employer'");
  list.maxItems = maxItems;
  rows['ui:list'].max = maxItems;
  const plain = resolveSection({ name, schema, ui }, { settings: {} }, messages);
  return { schema, ui, plain, validator: validatorModule(compileRules(plain)) };
}
