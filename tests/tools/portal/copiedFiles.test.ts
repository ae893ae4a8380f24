import { describe, expect, it } from 'vitest';
import { readCopiedFiles } from '../../../src/tools/portal/backup/copiedFiles';

describe('the list of an earlier backup', () => {
  async function* listOf(names: readonly string[]): AsyncGenerator<string> {
    for (const name of names) yield JSON.stringify({ name, sha256: `of ${name}`, bytes: 1 });
  }
  const findAll = async (earlier: readonly string[], now: readonly string[]) => {
    const files = readCopiedFiles(listOf(earlier));
    const found: (string | undefined)[] = [];
    for (const name of now) found.push((await files.find(name))?.sha256);
    return found;
  };

  it('returns only the files that both backups have', async () => {
    const found = await findAll(['a', 'b', 'd', 'e', 'g'], ['a', 'c', 'd', 'f', 'g', 'h']);
    expect(found).toEqual(['of a', undefined, 'of d', undefined, 'of g', undefined]);
  });

  it('returns every entry of a long list with many new files between', async () => {
    const earlier = Array.from({ length: 5000 }, (_, n) => `old ${n}`);
    const now = earlier.flatMap((name, n) => (n % 3 === 0 ? [name, `new ${n}`] : [name]));
    const found = await findAll(earlier, now);
    expect(found.filter(Boolean)).toEqual(earlier.map((name) => `of ${name}`));
  });

  it('returns nothing for an empty list', async () => {
    expect(await findAll([], ['a'])).toEqual([undefined]);
  });
});
