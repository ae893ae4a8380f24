import type { StudioChoices } from '../../../contract/studio';
import { findUi } from '../../../model/answers/paths';
import type { Catalog } from '../../../model/section/catalog';
import { listSteps } from '../../../model/studio/listSteps';
import { listQuestions, uiAt } from '../../../model/studio/sectionFile';
import type { SchemaFiles, SchemaNode } from '../../../model/types';
import { configKeys } from '../../../schema-tools/lint/lintConfigs';

type ListedSection = StudioChoices['sections'][number];

/** Lists sections in flow order. The questions are for the search. */
export function describeSections(catalog: Catalog, files: SchemaFiles): ListedSection[] {
  const asked = listSteps(catalog).flatMap(({ flow, title, sections }) =>
    sections.map(({ section }) => ({ name: section, flow, step: title })),
  );
  const all = [...asked, ...catalog.sectionNames.map((name) => ({ name, flow: '', step: '' }))];
  const first = new Map(all.map((one) => [one.name, all.find(({ name }) => name === one.name) ?? one]));
  return [...first.values()].map((one) => ({ ...one, ...describeSection(catalog, files, one.name) }));
}

function describeSection(catalog: Catalog, files: SchemaFiles, name: string) {
  const { schema } = catalog.section(name);
  const ui = findUi(files, `${name}.ui.json`);
  // Unknown keywords are ignored, so any JSON is safe here.
  const raw = (files[`${name}.schema.json`] ?? {}) as SchemaNode;
  const questions = listQuestions(raw, schema, ui).map(({ path, label }) => {
    const help = uiAt(ui, path)['ui:help'];
    return { key: path.join('/'), label, ...(typeof help === 'string' && { help }) };
  });
  const keys = [...new Set(configKeys(schema).map(({ key }) => key))].sort();
  return { title: schema.title ?? name, keys, questions };
}
