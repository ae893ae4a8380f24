import { describe, expect, it } from 'vitest';
import { getIn, isRecord } from '../../src/model/answers/paths';
import { addEntry } from '../../src/model/studio/settingEntries';
import { type AddNode, isSettingsMeta, withKnownIds } from '../../src/model/studio/settingsMeta';
import { metaOf } from '../../src/schema-tools/lint/lintMeta';
import { isCleanup, lintSchemas } from '../../src/schema-tools/lint/lintSchemas';
import { parseAll, readSchemaTexts } from '../../src/server/forms/readSchemas';
import { readWidgetNames } from '../../src/tools/schemas/widgetIndex';

const texts = await readSchemaTexts();
const files = parseAll(texts);
const widgets = await readWidgetNames();

/** Each list to which the Studio can add an entry. Of the steps' lists of sections, only the first. */
const places = Object.keys(files).flatMap((file) => {
  const name = `meta/${metaOf(file)}.schema.json`;
  const meta = withKnownIds(files[name], files);
  if (!isSettingsMeta(name, meta)) return [];
  return [
    ...(file.startsWith('flows/') ? [{ file, path: ['steps', 0, 'sections'] }] : []),
    ...Object.keys(Object(files[file])).map((member) => ({ file, path: [member] })),
  ].flatMap((place) => {
    const add = addAt(meta, place.path);
    return add ? [{ ...place, add }] : [];
  });
});

function addAt(meta: object, path: (string | number)[]): AddNode | undefined {
  const own = path.length > 1 ? ['definitions', 'step', 'properties', 'sections'] : ['properties', path[0] ?? ''];
  const node = getIn(meta, own);
  const ref = isRecord(node) ? /^#\/definitions\/(\w+)$/.exec(String(node.$ref ?? ''))?.[1] : undefined;
  const found = getIn(meta, [...own, 'x-add']) ?? (ref && getIn(meta, ['definitions', ref, 'x-add']));
  return isRecord(found) ? (found as unknown as AddNode) : undefined;
}

/** Issues that remain after adding: the Studio asks about them, or shows them next to the list. */
const EXPECTED = ['missing-translation', 'duplicate-id', 'dangling-path'];

describe('a list that the Studio can add to', () => {
  it('is found in more than six places', () => {
    expect(places.length).toBeGreaterThan(6);
  });

  it.each(places)('$file $path accepts an entry made from its form', ({ file, path, add }) => {
    const fields = Object.fromEntries(add.ask.map((one) => [one.name, String(one.enum?.at(-1) ?? 'Brand New')]));
    // tests/model/studio/settingsForm.test.ts tests that a duplicate entry is refused.
    const { unique: _unique, ...withoutSame } = add;
    const next = addEntry(texts[file] ?? '', path, withoutSame, fields);
    const found = lintSchemas({ texts: { ...texts, [file]: next ?? '' }, widgets, today: '2026-11-28' });
    const left = found.filter((one) => !isCleanup(one) && !EXPECTED.includes(one.code));
    expect(left.map((one) => `${one.code} ${one.path} ${one.fix}`)).toEqual([]);
  });
});
