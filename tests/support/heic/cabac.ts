import type { Bits } from './bits';

/** The arithmetic coder of H.265 §9.3.4, as far as blocks of raw samples need it. */
export interface Cabac {
  /** Begins anew, as after each block of raw samples; contexts keep their states. */
  start(): void;
  /** A bin that is what its context expects, in the given state of the context. */
  expected(state: number): void;
  /** A terminating bin; a one is followed by the end of the code. */
  terminate(bin: 0 | 1): void;
}

/** The less probable part of the range, by state and quarter of the range (H.265 table 9-52), for the first states. */
const LESS_PROBABLE = [
  [128, 176, 208, 240],
  [128, 167, 197, 227],
  [128, 158, 187, 216],
  [123, 150, 178, 205],
];

export function createCabac(bits: Bits): Cabac {
  let low = 0;
  let range = 510;
  let outstanding = 0;
  let isFirst = true;

  function put(bit: number) {
    if (!isFirst) bits.put(bit, 1);
    isFirst = false;
    for (; outstanding > 0; outstanding--) bits.put(1 - bit, 1);
  }

  function renormalise() {
    while (range < 256) {
      if (low >= 256 && low < 512) outstanding++;
      else put(low >= 512 ? 1 : 0);
      low = (low >= 512 ? low - 512 : low >= 256 ? low - 256 : low) * 2;
      range *= 2;
    }
  }

  return {
    start() {
      low = 0;
      range = 510;
      outstanding = 0;
      isFirst = true;
    },
    expected(state) {
      const less = LESS_PROBABLE[state]?.[(range >> 6) & 3];
      if (less === undefined) throw new Error(`The table has no state ${state}`);
      range -= less;
      renormalise();
    },
    terminate(bin) {
      range -= 2;
      if (!bin) return renormalise();
      low += range;
      range = 2;
      renormalise();
      put((low >> 9) & 1);
      bits.put(((low >> 7) & 3) | 1, 2);
    },
  };
}
