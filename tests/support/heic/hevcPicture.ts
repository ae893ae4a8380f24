import { type Bits, createBits } from './bits';
import { createCabac } from './cabac';

/** Brightness and the two colour differences of a block, 0 to 255. */
export type Colour = readonly [y: number, cb: number, cr: number];

const BLOCK = 32;
/** Main Still Picture, level 1; progressive frames (H.265 §7.3.3). */
export const PROFILE = [3, 0x70, 0, 0, 0, 0x90, 0, 0, 0, 0, 0, 30];

/** A picture of 64 by 64 points in four plain blocks, as HEVC: its parameter sets and its one coded slice. */
export function hevcPicture(blocks: readonly [Colour, Colour, Colour, Colour]) {
  return {
    size: BLOCK * 2,
    sets: [unit(32, videoSet()), unit(33, sequenceSet()), unit(34, pictureSet())],
    slice: unit(19, sliceOf(blocks)),
  };
}

/** A NAL unit: its header, and its bytes with a 3 put in wherever they could be taken for a start code. */
function unit(type: number, bits: Bits): number[] {
  const out = [type << 1, 1];
  let zeros = 0;
  for (const byte of bits.bytes()) {
    if (zeros === 2 && byte <= 3) {
      out.push(3);
      zeros = 0;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    out.push(byte);
  }
  return out;
}

function withProfile(bits: Bits): Bits {
  for (const byte of PROFILE) bits.put(byte, 8);
  return bits;
}

/** H.265 §7.3.2.1. */
function videoSet(): Bits {
  const bits = createBits().put(0, 4).flags('11').put(0, 6).put(0, 3).flags('1').put(0xffff, 16);
  return withProfile(bits).flags('1').golomb(0, 0, 0).put(0, 6).golomb(0).flags('00').close();
}

/** H.265 §7.3.2.2: blocks of 32 points, all of them raw samples of 8 bits. */
function sequenceSet(): Bits {
  const bits = withProfile(createBits().put(0, 4).put(0, 3).flags('1'));
  bits
    .golomb(0, 1, BLOCK * 2, BLOCK * 2)
    .flags('0')
    .golomb(0, 0, 0)
    .flags('1')
    .golomb(0, 0, 0);
  bits.golomb(2, 0, 0, 3, 0, 0).flags('0001');
  return bits.put(7, 4).put(7, 4).golomb(2, 0).flags('1').golomb(0).flags('00000').close();
}

/** H.265 §7.3.2.3: no filter is laid over the blocks. */
function pictureSet(): Bits {
  const bits = createBits().golomb(0, 0).flags('00').put(0, 3).flags('00').golomb(0, 0, 0).flags('000').golomb(0, 0);
  return bits.flags('0000000101').flags('00').golomb(0).flags('00').close();
}

/** H.265 §7.3.6 and §7.3.8: one intra slice, each block coded as it is. */
function sliceOf(blocks: readonly Colour[]): Bits {
  const bits = createBits().flags('10').golomb(0, 2, 0).close();
  const cabac = createCabac(bits);
  for (const [index, [y, cb, cr]] of blocks.entries()) {
    cabac.start();
    if (index > 0) cabac.terminate(0);
    cabac.expected(index);
    cabac.terminate(1);
    bits.align();
    for (let at = 0; at < BLOCK * BLOCK; at++) bits.put(y, 8);
    for (const value of [cb, cr]) for (let at = 0; at < (BLOCK * BLOCK) / 4; at++) bits.put(value, 8);
  }
  cabac.start();
  cabac.terminate(1);
  return bits.align();
}
