import { describe, expect, it } from 'vitest';
import { readConfigSettings } from '../../src/model/section/subscriberSettings';
import type { SampleConfig, SchemaNode } from '../../src/model/types';
import { readSchemaFiles, realCatalog } from '../support/schemaFiles';
import { checkerOf } from './sectionCheck';

const files = readSchemaFiles();
const catalog = realCatalog();
const configs = Object.keys(files).filter((file) => file.startsWith('configs/'));
// The first two are asked only after submission. The third is required by a condition unless local law forbids it.
const NOT_CONFIGURED = ['convictions_on_property', 'proof_of_document', 'SSNNumber'];

/** Lists every key of `x-config` and `x-photos` below a node. */
function keysOf(node: SchemaNode): string[] {
  const own = [node, ...(node.oneOf ?? []), ...(node['x-conditions'] ?? [])].flatMap((part) => part['x-config'] ?? []);
  const below = [...Object.values(node.properties ?? {}), ...(node.items ? [node.items] : [])];
  return [...own, ...[node['x-photos'] ?? []].flat(), ...below.flatMap(keysOf)];
}

const known = [...new Set(catalog.sectionNames.flatMap((name) => keysOf(catalog.section(name).schema)))];

describe.each(configs)('schemas/%s', (file) => {
  const settings = readConfigSettings(files[file] as SampleConfig);

  it('has exactly the settings that sections use, except three that are never configured', () => {
    const wanted = known.filter((key) => !NOT_CONFIGURED.includes(key)).sort();
    expect(Object.keys(settings.settings).sort()).toEqual(wanted);
  });

  it.each(catalog.sectionNames)('can be used to check answers of %s', (name) => {
    expect(checkerOf(name, settings).check({}, { today: '2026-11-21' }).errors).toBeInstanceOf(Array);
  });

  it('names every contextual question in the order of the flow', () => {
    const { steps } = catalog.flow('application');
    const order = steps.find((step) => step.encode === 'questions')?.order ?? [];
    const texts = Object.entries(settings.texts ?? {}).sort(([, a], [, b]) => Number(a.order) - Number(b.order));
    expect(texts.map(([name]) => name)).toEqual(order);
  });
});

describe('schemas/configs/lean.json', () => {
  const settings = readConfigSettings(files['configs/lean.json'] as SampleConfig);

  it("doesn't ask about criminal history", () => {
    const answers = { convicted_for_crime: { response: 'Yes' } };
    expect(checkerOf('other-details', settings).check(answers, { today: '2026-11-21' })).toEqual({
      answers: {},
      errors: [],
    });
  });
});
