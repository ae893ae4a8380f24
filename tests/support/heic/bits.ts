/** Bits written one after another, as HEVC's headers are (ITU-T H.265 §7.2). */
export interface Bits {
  /** A number in so many bits, the highest first. */
  put(value: number, count: number): Bits;
  /** Exp-Golomb, for numbers from 0 (`ue(v)`). */
  golomb(...values: number[]): Bits;
  flags(text: string): Bits;
  /** A one and as many zeros as the byte still has room for. */
  close(): Bits;
  /** Zeros up to the next byte. */
  align(): Bits;
  bytes(): number[];
}

export function createBits(): Bits {
  const all: number[] = [];
  const bits: Bits = {
    put(value, count) {
      for (let at = count - 1; at >= 0; at--) all.push(Math.floor(value / 2 ** at) % 2);
      return bits;
    },
    golomb(...values) {
      for (const value of values) {
        const width = Math.floor(Math.log2(value + 1));
        bits.put(0, width).put(value + 1, width + 1);
      }
      return bits;
    },
    flags(text) {
      for (const one of text) bits.put(Number(one), 1);
      return bits;
    },
    close: () => bits.put(1, 1).align(),
    align() {
      while (all.length % 8) all.push(0);
      return bits;
    },
    bytes: () =>
      Array.from({ length: all.length / 8 }, (_, at) => Number.parseInt(all.slice(at * 8, at * 8 + 8).join(''), 2)),
  };
  return bits;
}
