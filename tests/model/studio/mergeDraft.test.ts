import { describe, expect, it } from 'vitest';
import { mergeDraft, type NewerFiles } from '../../../src/model/studio/merge/mergeDraft';
import { conflictId } from '../../../src/model/studio/merge/mergeJson';

const FILE = 'address.schema.json';
const schema = (unit: string, city: string) =>
  JSON.stringify({ properties: { unit: { title: unit }, city: { title: city } } });
const UNIT = ['properties', 'unit', 'title'];

function newer(rest: Partial<NewerFiles> = {}): NewerFiles {
  const files = { base: { [FILE]: schema('Unit', 'City') }, theirs: { [FILE]: schema('Door', 'City') } };
  return { ...files, added: [], nextMigration: 5, ...rest };
}

describe('mergeDraft', () => {
  it('keeps both changes of a file, and lists those of the newer version', () => {
    const result = mergeDraft({ [FILE]: schema('Unit', 'Town'), 'x.ui.json': '{}' }, newer(), {});
    expect(JSON.parse(result.changes[FILE] ?? '')).toEqual(JSON.parse(schema('Door', 'Town')));
    expect(result.changes['x.ui.json']).toBe('{}');
    expect(result.merged).toEqual([{ file: FILE, path: UNIT, before: 'Unit', after: 'Door' }]);
    expect(result.conflicts).toEqual([]);
  });

  it.each([
    ['mine', 'Flat'],
    ['theirs', 'Door'],
  ] as const)('resolves a conflict with the picked side, %s', (side, unit) => {
    const mine = { [FILE]: schema('Flat', 'Town') };
    const conflict = { file: FILE, path: UNIT, base: 'Unit', theirs: 'Door', mine: 'Flat' };
    expect(mergeDraft(mine, newer(), {}).conflicts).toEqual([conflict]);
    const { changes } = mergeDraft(mine, newer(), { [FILE]: { [conflictId(UNIT)]: side } });
    expect(JSON.parse(changes[FILE] ?? '')).toEqual(JSON.parse(schema(unit, 'Town')));
  });

  it('leaves the text unchanged if the newer version changes nothing else', () => {
    const text = ` ${schema('Door', 'Town')}`;
    expect(mergeDraft({ [FILE]: text }, newer(), {}).changes[FILE]).toBe(text);
  });

  it('reports invalid JSON as one conflict over the whole file', () => {
    const mine = { [FILE]: '{"properties": ' };
    const { conflicts, changes } = mergeDraft(mine, newer(), {});
    expect(conflicts).toMatchObject([{ file: FILE, path: [], mine: mine[FILE] }]);
    expect(changes).toEqual(mine);
    const picked = mergeDraft(mine, newer(), { [FILE]: { [conflictId([])]: 'theirs' } });
    expect(picked.changes[FILE]).toBe(schema('Door', 'City'));
  });

  it('keeps both sides of a file that both added', () => {
    const words = (text: string) => JSON.stringify({ texts: { [text]: text } });
    const both = newer({
      base: {},
      theirs: { 'translations/fr.json': words('Door') },
      added: ['translations/fr.json'],
    });
    const { changes } = mergeDraft({ 'translations/fr.json': words('Town') }, both, {});
    expect(JSON.parse(changes['translations/fr.json'] ?? '')).toEqual({ texts: { Door: 'Door', Town: 'Town' } });
  });

  it('numbers migrations after those that are live', () => {
    const own = {
      'migrations/004-studio-address.json': '{"mine": 1}',
      'migrations/005-b.json': '{"mine": 2}',
      [FILE]: '{}',
    };
    const added = ['migrations/004-studio-address.json', 'migrations/005-b.json'];
    const theirs = { 'migrations/004-studio-address.json': '{"theirs": 1}' };
    expect(mergeDraft(own, newer({ base: {}, theirs, added }), {}).changes).toEqual({
      'migrations/005-studio-address.json': '{"mine": 1}',
      'migrations/006-b.json': '{"mine": 2}',
      [FILE]: '{}',
    });
  });

  it("doesn't renumber migrations that are still the last", () => {
    const own = { 'migrations/005-a.json': '{}' };
    expect(mergeDraft(own, newer({ added: ['migrations/005-a.json'] }), {}).changes).toEqual(own);
  });
});
