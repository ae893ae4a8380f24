import { describe, expect, test } from 'vitest';
import { readChains } from '../../bench/support/chains';

const chains = readChains();

describe('docs/architecture.md', () => {
  test('lists the six flows', () => {
    expect(chains.map(({ name }) => name)).toEqual([
      'keystroke → row',
      '422 → field',
      'upload → document check',
      'decision → email',
      'submission → webhook',
      'Studio edit → open page',
    ]);
  });

  test.each(chains)('$name: each file exists, contains its function, and is connected to the one before', (chain) => {
    expect(chain.files.length).toBeGreaterThan(5);
    expect(chain.broken).toEqual([]);
  });
});

test('readChains reports a missing file, a missing function and a step without an import', () => {
  const [chain] = readChains(
    [
      '### one (at most 3 files)',
      '1. `src/model/answers/paths.ts` `parsePointer`',
      '2. `src/model/nowhere.ts` `x`',
      '3. `src/model/answers/paths.ts` `noSuchFunction`',
      '4. `src/main.tsx` `createRoot`',
      '5. `src/server/main.ts` `main`, over HTTP',
    ].join('\n'),
  );
  expect(chain?.broken).toEqual([
    'src/model/nowhere.ts is not there',
    'src/model/answers/paths.ts has no noSuchFunction',
    'neither src/model/answers/paths.ts nor src/main.tsx imports the other',
  ]);
});
