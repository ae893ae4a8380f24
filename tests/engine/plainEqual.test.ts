import { deepEquals } from '@rjsf/utils';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCustomEqual } from '../../src/engine/plainEqual';

const isEqual = createCustomEqual();
// Few letters, so that equal values meet.
const value = fc.letrec((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(undefined, null, Number.NaN, 0, -0, 1, '', 'a', true, () => 1),
    fc.array(tie('node'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b'), tie('node'), { maxKeys: 2 }),
  ),
})).node;

describe('the stand-in for fast-equals', () => {
  it('says what it would say of what a form holds', () => {
    let equal = 0;
    fc.assert(
      fc.property(value, value, (a, b) => {
        equal += deepEquals(a, b) ? 1 : 0;
        expect(isEqual(a, b)).toBe(deepEquals(a, b));
      }),
      { numRuns: 5_000, seed: 7 },
    );
    expect(equal).toBeGreaterThan(100);
  });

  it('says so of copies', () => {
    fc.assert(
      fc.property(fc.clone(value, 2), ([a, b]) => {
        expect(isEqual(a, b)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('ends where things hold themselves, and tells dates apart', () => {
    const ring = (name: string) => {
      const one: Record<string, unknown> = { name };
      one.self = one;
      return one;
    };
    expect(isEqual(ring('a'), ring('a'))).toBe(true);
    expect(isEqual(ring('a'), ring('b'))).toBe(false);
    expect(isEqual(new Date(1), new Date(2))).toBe(false);
  });
});
