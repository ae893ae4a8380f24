import { type Colour, hevcPicture, PROFILE } from './hevcPicture';

/** A HEIC file as a phone makes them, but for its picture: four plain blocks (ISO/IEC 23008-12). */
export function sampleHeic(blocks: readonly [Colour, Colour, Colour, Colour]): Buffer {
  const { size, sets, slice } = hevcPicture(blocks);
  const data = Buffer.from([...number(slice.length, 4), ...slice]);
  const head = box('ftyp', text('heic'), number(0, 4), text('mif1'), text('heic'));
  const meta = (start: number) => metaBox({ size, sets, start, length: data.length });
  // The length of the boxes before does not depend on the place they tell.
  const start = head.length + meta(0).length + 8;
  return Buffer.from([...head, ...meta(start), ...box('mdat', [...data])]);
}

interface Item {
  size: number;
  sets: number[][];
  start: number;
  length: number;
}

function metaBox({ size, sets, start, length }: Item): number[] {
  const info = full('infe', 2, number(1, 2), number(0, 2), text('hvc1'), text('\0'));
  const place = [...number(0x4400, 2), ...number(1, 2), ...number(1, 2), ...number(0, 2), ...number(1, 2)];
  const properties = box('ipco', configuration(sets), full('ispe', 0, number(size, 4), number(size, 4)));
  const ties = full('ipma', 0, number(1, 4), number(1, 2), [2, 0x81, 2]);
  return full(
    'meta',
    0,
    full('hdlr', 0, number(0, 4), text('pict'), Array(12).fill(0), text('\0')),
    full('pitm', 0, number(1, 2)),
    full('iloc', 0, place, number(start, 4), number(length, 4)),
    full('iinf', 0, number(1, 2), info),
    box('iprp', properties, ties),
  );
}

/** The decoder's configuration: profile, 4:2:0, 8 bits, lengths of 4 bytes, the parameter sets (ISO/IEC 14496-15). */
function configuration(sets: number[][]): number[] {
  const arrays = sets.flatMap((set) => [
    0x80 | ((set[0] ?? 0) >> 1),
    ...number(1, 2),
    ...number(set.length, 2),
    ...set,
  ]);
  return box('hvcC', [1, ...PROFILE, 0xf0, 0, 0xfc, 0xfd, 0xf8, 0xf8, 0, 0, 0x0f, sets.length], arrays);
}

function box(name: string, ...parts: number[][]): number[] {
  const content = parts.flat();
  return [...number(content.length + 8, 4), ...text(name), ...content];
}

function full(name: string, version: number, ...parts: number[][]): number[] {
  return box(name, [version, 0, 0, 0], ...parts);
}

const text = (word: string): number[] => [...Buffer.from(word, 'latin1')];

const number = (value: number, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, at) => Math.floor(value / 256 ** (bytes - 1 - at)) % 256);
