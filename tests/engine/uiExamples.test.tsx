// @vitest-environment jsdom
import { act, cleanup, waitFor } from '@testing-library/react';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it, vi } from 'vitest';
import meta from '../../schemas/meta/ui.schema.json' with { type: 'json' };
import widgets from '../../schemas/texts/widgets.json' with { type: 'json' };
import type { Answers, Context, SchemaNode, UiNode } from '../../src/model/types';
import { describedUiKeys } from '../../src/tools/schemas/keywordsPage';
import { TODAY } from '../support/sampleSection';
import { readSchemaFiles } from '../support/schemaFiles';
import { renderForm, sectionOf } from './renderForm';

/** `x-example` of a key in meta/ui.schema.json. */
interface Example {
  properties: Record<string, SchemaNode>;
  ui: UiNode;
  answers?: Answers;
  lists?: Context['lists'];
}

const described = describedUiKeys(readSchemaFiles());
const examples = described
  .filter((one) => !one['x-exampleOf'])
  .map((one) => ({
    keys: [one, ...described.filter((other) => other['x-exampleOf'] === one.key)].map(({ key }) => key),
    testedBy: one['x-testedBy'],
    example: one['x-example'] as Example,
  }));

/** Returns the rendered form without generated names. */
async function draw({ properties, ui, answers = {}, lists }: Example): Promise<string> {
  renderForm(sectionOf({ properties }, ui), { initial: answers, context: { ...TODAY, ...(lists && { lists }) } });
  // A widget in a separate chunk renders a moment later.
  await act(async () => vi.dynamicImportSettled());
  await waitFor(() => expect(document.body.textContent).not.toContain(widgets.waiting));
  const html = document.body.innerHTML.replace(/[«:_]r_?[0-9a-z]+[»:_]/g, 'id');
  cleanup();
  document.body.innerHTML = '';
  return html;
}

/** Removes one key from an example, wherever it is. */
function without(example: Example, key: string): Example {
  const name = key.replace('ui:options.', '');
  const isOption = key !== name;
  const strip = (node: unknown, isInOptions: boolean): unknown =>
    node === null || typeof node !== 'object' || Array.isArray(node)
      ? node
      : Object.fromEntries(
          Object.entries(node).flatMap(([member, value]) =>
            member === name && isInOptions === isOption ? [] : [[member, strip(value, member === 'ui:options')]],
          ),
        );
  return { ...example, ui: strip(example.ui, false) as UiNode };
}

describe('docs/keywords.md, ui schemas', () => {
  it('has an example of every key', () => {
    const { node, options } = meta.definitions;
    const own = Object.keys(node.properties).filter((key) => key.startsWith('ui:') && key !== 'ui:options');
    const all = [...own, ...Object.keys(options.properties).map((name) => `ui:options.${name}`)];
    expect(examples.flatMap(({ keys }) => keys).sort()).toEqual(all.sort());
  });

  it.each(examples)('$keys: schemas/meta accepts the example', ({ example, keys }) => {
    const ajv = new Ajv2020({ strict: false });
    expect(ajv.validate(meta, example.ui), JSON.stringify(ajv.errors)).toBe(true);
    for (const key of keys) expect(JSON.stringify(without(example, key))).not.toBe(JSON.stringify(example));
  });

  const untested = examples.filter(({ testedBy }) => !testedBy);
  it.each(untested.flatMap(({ keys, example }) => keys.map((key): [string, Example] => [key, example])))(
    '%s changes how the form is rendered',
    async (key, example) => {
      await draw(example);
      const drawn = await draw(example);
      expect(await draw(example)).toBe(drawn);
      expect(await draw(without(example, key))).not.toBe(drawn);
    },
  );
});
