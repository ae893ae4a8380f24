import { looksAamva } from './licenseText';

interface DecodeOptions {
  binarizer?: 'GlobalHistogram';
  tryRotate?: boolean;
  tryDenoise?: boolean;
}

export interface Picture {
  width: number;
  /** Draws the picture rotated by `angle` degrees clockwise. `width` is the width before rotation. */
  draw(angle: number, width: number): Pixels | Promise<Pixels>;
  decode(pixels: Pixels, options: DecodeOptions): Promise<string | undefined>;
}

export interface DecodeEffort {
  /** Maximum number of attempts. */
  decodes: number;
  turned?: boolean;
  /** Returns false to stop. */
  mayGoOn?(): boolean;
}

interface Attempt {
  angle: number;
  options?: DecodeOptions;
  width?: number;
  isSharpened?: boolean;
}

const WIDEST = 1800;
/** Maximum width of an enlarged picture. */
const ENLARGED = 2600;
const SKEW_WIDTH = 800;
const GLOBAL: DecodeOptions = { binarizer: 'GlobalHistogram' };
const ROTATED: DecodeOptions = { tryRotate: true };

/**
 * Returns the AAMVA text of a barcode, or undefined. Straightens the picture first, because decoders fail on skewed
 * barcodes.
 */
export async function readPdf417(picture: Picture, effort: DecodeEffort): Promise<string | undefined> {
  const width = Math.min(WIDEST, picture.width < WIDEST / 2 ? picture.width * 2 : picture.width);
  const skew = measureSkew(await picture.draw(0, Math.min(SKEW_WIDTH, picture.width)));
  for (const attempt of attempts(skew, width, enlarged(picture), effort)) {
    if (effort.mayGoOn?.() === false) return undefined;
    const drawn = attempt.width ?? width;
    const pixels = await picture.draw(attempt.angle, drawn);
    if (attempt.isSharpened) sharpen(pixels, Math.max(2, Math.round((BLUR_RADIUS * drawn) / picture.width)));
    const text = await picture.decode(pixels, attempt.options ?? {});
    if (looksAamva(text)) return text;
  }
  return undefined;
}

function enlarged({ width }: Picture): number {
  return Math.max(WIDEST, Math.min(ENLARGED, width * 2));
}

/** Likeliest attempts first. */
function attempts(skew: number, width: number, large: number, { decodes, turned }: DecodeEffort): Attempt[] {
  const sharpened: Attempt = { angle: skew, options: GLOBAL, width: large, isSharpened: true };
  const near: Attempt[] = [
    { angle: skew },
    { angle: skew, options: GLOBAL },
    ...(turned
      ? [sharpened, ...[ROTATED, { ...ROTATED, ...GLOBAL }].map((options) => ({ angle: skew, options }))]
      : []),
    { angle: skew + 1.5 },
    { angle: skew - 1.5 },
    { ...sharpened, angle: skew + 1 },
    { ...sharpened, angle: skew - 1 },
    { angle: skew, options: { tryDenoise: true } },
    { angle: skew, width: width / 2 },
    ...[0, 0.7, -0.7, 1.5, -1.5].flatMap((more) => [
      { angle: skew + more, width: large },
      { angle: skew + more, width: large, options: GLOBAL },
    ]),
    { angle: skew, width: large, options: { tryDenoise: true } },
    { angle: skew + 1.5, options: GLOBAL },
    { angle: skew - 1.5, options: GLOBAL },
    { angle: skew, options: GLOBAL, width: width / 2 },
  ];
  const wide = [0, 3, -3, 6, -6, 9, -9, 12, -12].filter((angle) => Math.abs(angle - skew) > 1);
  const rest = wide.flatMap((angle) => [{ angle }, { angle, options: GLOBAL }]);
  return [...near, ...rest].slice(0, decodes);
}

export function pdf417Options(options: DecodeOptions) {
  return {
    formats: ['PDF417' as const],
    textMode: 'Plain' as const,
    maxNumberOfSymbols: 1,
    tryInvert: false,
    tryRotate: false,
    tryDownscale: false,
    ...options,
  };
}

/** RGBA values. */
interface Pixels {
  data: Uint8Array | Uint8ClampedArray;
  width: number;
  height: number;
}

const WEAK = 160;
const PER_DEGREE = 4;

/** In pixels of the original picture. */
const BLUR_RADIUS = 3.4;
const SHARPEN_AMOUNT = 3;

function sharpen({ data, width, height }: Pixels, reach: number): void {
  const mean = new Float32Array(width * height);
  for (let place = 0; place < mean.length; place++) mean[place] = data[4 * place + 1] ?? 0;
  const line = new Float32Array(Math.max(width, height) + 2 * reach + 1);
  for (let y = 0; y < height; y++) smooth(mean, line, { start: y * width, step: 1, length: width }, reach);
  for (let x = 0; x < width; x++) smooth(mean, line, { start: x, step: width, length: height }, reach);
  for (let place = 0; place < mean.length; place++) {
    const value = data[4 * place + 1] ?? 0;
    const out = Math.max(0, Math.min(255, value + SHARPEN_AMOUNT * (value - (mean[place] ?? 0))));
    data[4 * place] = data[4 * place + 1] = data[4 * place + 2] = out;
  }
}

interface Row {
  start: number;
  step: number;
  length: number;
}

/** Reuses `line` instead of allocating a buffer for each row and column. */
function smooth(values: Float32Array, line: Float32Array, { start, step, length }: Row, reach: number): void {
  for (let n = 0; n < length; n++) line[reach + n] = values[start + n * step] ?? 0;
  line.fill(line[reach] ?? 0, 0, reach);
  line.fill(line[reach + length - 1] ?? 0, reach + length, length + 2 * reach + 1);
  const size = 2 * reach + 1;
  let sum = 0;
  for (let n = 0; n < size; n++) sum += line[n] ?? 0;
  for (let n = 0; n < length; n++) {
    values[start + n * step] = sum / size;
    sum += (line[n + size] ?? 0) - (line[n] ?? 0);
  }
}

/** Returns the rotation in degrees that straightens the most edges. Uses a Sobel filter on the green channel. */
function measureSkew(pixels: Pixels, range = 45): number {
  const bins = edgeDirections(pixels, range);
  let best = 0;
  let strongest = -1;
  for (let bin = 0; bin < bins.length; bin++) {
    let near = 0;
    for (let next = -PER_DEGREE; next <= PER_DEGREE; next++) near += bins[bin + next] ?? 0;
    if (near > strongest) [strongest, best] = [near, bin];
  }
  return range - best / PER_DEGREE;
}

function edgeDirections({ data, width, height }: Pixels, range: number): Float64Array {
  const bins = new Float64Array(2 * PER_DEGREE * range + 1);
  const row = width * 4;
  const at = (place: number) => data[place] ?? 0;
  for (let y = 1; y < height - 1; y++)
    for (let place = y * row + 5, end = y * row + row - 4; place < end; place += 4) {
      const northWest = at(place - row - 4);
      const northEast = at(place - row + 4);
      const southWest = at(place + row - 4);
      const southEast = at(place + row + 4);
      const across = northEast + 2 * at(place + 4) + southEast - northWest - 2 * at(place - 4) - southWest;
      const down = southWest + 2 * at(place + row) + southEast - northWest - 2 * at(place - row) - northEast;
      const strength = Math.abs(across) + Math.abs(down);
      if (strength < WEAK) continue;
      const bin = Math.round((measureTilt(across, down) + range) * PER_DEGREE);
      if (bin >= 0 && bin < bins.length) bins[bin] = (bins[bin] ?? 0) + strength;
    }
  return bins;
}

/** Returns the degrees between an edge and the nearest axis. */
function measureTilt(across: number, down: number): number {
  const isUpright = Math.abs(across) >= Math.abs(down);
  const tilt = isUpright
    ? Math.atan2(down * Math.sign(across), Math.abs(across))
    : Math.atan2(-across * Math.sign(down), Math.abs(down));
  return (tilt * 180) / Math.PI;
}
