// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { act, cleanup, waitFor } from '@testing-library/react';
import { Ajv } from 'ajv';
import { describe, expect, it, vi } from 'vitest';
import meta from '../../schemas/meta/ui.schema.json' with { type: 'json' };
import widgets from '../../schemas/texts/widgets.json' with { type: 'json' };
import type { Answers, Context, SchemaNode, UiNode } from '../../src/model/types';
import { TODAY } from '../support/sampleSection';
import { renderForm, sectionOf } from './renderForm';

/** Returns the text below a key's heading in docs/schemas.md. */
interface Example {
  properties: Record<string, SchemaNode>;
  ui: UiNode;
  answers?: Answers;
  lists?: Context['lists'];
}

const page = readFileSync('docs/schemas.md', 'utf8');
const examples = [...page.matchAll(/^#### (`ui:[^\n]+)\n([\s\S]*?)```json\n([\s\S]*?)```/gm)].map(
  ([, heading = '', prose = '', text = '']) => ({
    keys: [...heading.matchAll(/`([^`]+)`/g)].map(([, key = '']) => key),
    shownBy: /until someone uses it, so `([^`]+)` tests this key/.exec(prose)?.[1],
    example: JSON.parse(text) as Example,
  }),
);

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

describe('docs/schemas.md, a ui schema', () => {
  it('has an example of every key', () => {
    const { node, options } = meta.definitions;
    const own = Object.keys(node.properties).filter((key) => key.startsWith('ui:') && key !== 'ui:options');
    const all = [...own, ...Object.keys(options.properties).map((name) => `ui:options.${name}`)];
    expect(examples.flatMap(({ keys }) => keys).sort()).toEqual(all.sort());
  });

  it.each(examples)('$keys: schemas/meta accepts the example', ({ example, keys }) => {
    const ajv = new Ajv({ strict: false });
    expect(ajv.validate(meta, example.ui), JSON.stringify(ajv.errors)).toBe(true);
    for (const key of keys) expect(JSON.stringify(without(example, key))).not.toBe(JSON.stringify(example));
  });

  const seen = examples.filter(({ shownBy }) => !shownBy);
  it.each(seen.flatMap(({ keys, example }) => keys.map((key): [string, Example] => [key, example])))(
    '%s is what has the form drawn so',
    async (key, example) => {
      await draw(example);
      const drawn = await draw(example);
      expect(await draw(example)).toBe(drawn);
      expect(await draw(without(example, key))).not.toBe(drawn);
    },
  );
});
