import { looksAamva } from './aamva';
import { type Pixels, skewOf } from './skew';

/** What a decoder is told beside the picture. */
export interface DecodeOptions {
  binarizer?: 'GlobalHistogram';
  tryRotate?: boolean;
  tryDenoise?: boolean;
}

/** A picture to be read, as the browser's canvas or the server's image library holds it. */
export interface Picture {
  width: number;
  /** The picture turned by `angle` degrees clockwise, `width` pixels wide before it is turned. */
  draw(angle: number, width: number): Pixels | Promise<Pixels>;
  /** The text of the first PDF417 in it. */
  decode(pixels: Pixels, options: DecodeOptions): Promise<string | undefined>;
}

export interface Effort {
  /** Decodes at most: 4 for a live frame, 30 for a still. */
  decodes: number;
  /** A still may lie on its side. */
  turned?: boolean;
  /** Asked before each decode; false gives up. */
  mayGoOn?(): boolean;
}

interface Attempt {
  angle: number;
  options?: DecodeOptions;
  width?: number;
}

const WIDEST = 1800;
/** A still that is hard to read is drawn larger than it is, which helps with few pixels to a bar. */
const ENLARGED = 2600;
const SKEW_WIDTH = 800;
const GLOBAL: DecodeOptions = { binarizer: 'GlobalHistogram' };
const TURNED: DecodeOptions = { tryRotate: true };

/**
 * The AAMVA text of the licence in a picture. The decoder loses PDF417 beyond 2 to 4 degrees, so the picture is turned upright
 * first; small ones are drawn at twice their size.
 */
export async function readPdf417(picture: Picture, effort: Effort): Promise<string | undefined> {
  const width = Math.min(WIDEST, picture.width < WIDEST / 2 ? picture.width * 2 : picture.width);
  const skew = skewOf(await picture.draw(0, Math.min(SKEW_WIDTH, picture.width)));
  for (const attempt of attempts(skew, width, enlarged(picture), effort)) {
    if (effort.mayGoOn?.() === false) return undefined;
    const pixels = await picture.draw(attempt.angle, attempt.width ?? width);
    const text = await picture.decode(pixels, attempt.options ?? {});
    if (looksAamva(text)) return text;
  }
  return undefined;
}

function enlarged({ width }: Picture): number {
  return Math.max(WIDEST, Math.min(ENLARGED, width * 2));
}

/** What is tried, the likeliest first: near the estimated skew, then the whole range in steps. */
function attempts(skew: number, width: number, large: number, { decodes, turned }: Effort): Attempt[] {
  const near: Attempt[] = [
    { angle: skew },
    { angle: skew, options: GLOBAL },
    ...(turned ? [TURNED, { ...TURNED, ...GLOBAL }].map((options) => ({ angle: skew, options })) : []),
    { angle: skew + 1.5 },
    { angle: skew - 1.5 },
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
