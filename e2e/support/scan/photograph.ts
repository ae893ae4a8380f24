import sharp from 'sharp';
import { createRandom } from './random';

/** How a card is photographed. Angles in degrees; blur and noise as standard deviations in pixels and gray levels. */
export interface PhotoOptions {
  width?: number;
  height?: number;
  /** Ratio of card width to frame width. */
  fill?: number;
  rotate?: number;
  tiltX?: number;
  tiltY?: number;
  blur?: number;
  noise?: number;
  /** JPEG quality. */
  quality?: number;
  /** Fraction of light lost toward one side. */
  shade?: number;
  /** Fraction of light lost everywhere. */
  dark?: number;
  seed?: number;
}

type Point = readonly [number, number];

/** Returns a gray JPEG of a card (an SVG of 856 × 540) on a table, seen from 2.2 card widths away. */
export async function photograph(svg: string, shot: PhotoOptions = {}): Promise<Buffer> {
  const { width = 1920, height = Math.round((width * 9) / 16), fill = 0.8 } = shot;
  const wide = Math.max(856, Math.round(fill * width * 2));
  const high = Math.round((wide * 540) / 856);
  const card = await sharp(Buffer.from(svg), { density: (72 * wide) / 856 })
    .resize(wide, high, { kernel: 'lanczos3' })
    .flatten({ background: '#6b6257' })
    .grayscale()
    .raw()
    .toBuffer();
  return renderPhoto({ card, wide, high }, { width, height }, fill * width, shot);
}

/** Returns a gray JPEG of a page (any picture) on the same table, in a 3:4 frame. */
export async function photographSheet(paper: Buffer, shot: PhotoOptions = {}): Promise<Buffer> {
  const { width = 2400, height = Math.round((width * 4) / 3), fill = 0.85 } = shot;
  const { data, info } = await sharp(paper).grayscale().raw().toBuffer({ resolveWithObject: true });
  return renderPhoto({ card: data, wide: info.width, high: info.height }, { width, height }, fill * width, shot);
}

async function renderPhoto(source: Card, { width, height }: Frame, size: number, shot: PhotoOptions): Promise<Buffer> {
  const points = corners({ width, height }, [size, (size * source.high) / source.wide], shot);
  return develop(project(source, points, { width, height }, shot), { width, height }, shot);
}

/** Positions of the card's corners, clockwise from the upper left. */
function corners(
  { width, height }: Frame,
  [size, high]: Point,
  { rotate = 0, tiltX = 0, tiltY = 0 }: PhotoOptions,
): Point[] {
  const [turn, nod, swing] = [rotate, tiltX, tiltY].map((degrees) => (degrees * Math.PI) / 180) as [
    number,
    number,
    number,
  ];
  const half = [size / 2, high / 2] as const;
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([u = 0, v = 0]) => {
    const x0 = u * half[0] * Math.cos(turn) - v * half[1] * Math.sin(turn);
    const y0 = u * half[0] * Math.sin(turn) + v * half[1] * Math.cos(turn);
    const z0 = y0 * Math.sin(nod);
    const x = x0 * Math.cos(swing);
    const z = z0 + x0 * Math.sin(swing);
    const near = 1 / (1 + z / (2.2 * size));
    return [width / 2 + x * near, height / 2 + y0 * Math.cos(nod) * near] as const;
  });
}

/** Finds each pixel's place on the card with the inverse of the homography from the unit square. */
function unproject(points: Point[]): (x: number, y: number, out: Float64Array) => void {
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = points as [Point, Point, Point, Point];
  const [dx1, dx2, sx] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3];
  const [dy1, dy2, sy] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3];
  const det = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / det;
  const h = (dx1 * sy - sx * dy1) / det;
  const [a, b, d, e] = [x1 - x0 + g * x1, x3 - x0 + h * x3, y1 - y0 + g * y1, y3 - y0 + h * y3];
  const across = [e - y0 * h, x0 * h - b, b * y0 - x0 * e] as const;
  const down = [y0 * g - d, a - x0 * g, x0 * d - a * y0] as const;
  const deep = [d * h - e * g, b * g - a * h, a * e - b * d] as const;
  return (x, y, out) => {
    const w = deep[0] * x + deep[1] * y + deep[2];
    out[0] = (across[0] * x + across[1] * y + across[2]) / w;
    out[1] = (down[0] * x + down[1] * y + down[2]) / w;
  };
}

interface Card {
  card: Buffer;
  wide: number;
  high: number;
}

interface Frame {
  width: number;
  height: number;
}

/** Takes four samples per pixel, each interpolated between four points of the card. */
function project(
  source: Card,
  points: Point[],
  { width, height }: Frame,
  { shade = 0, dark = 0 }: PhotoOptions,
): Buffer {
  const place = unproject(points);
  const at = new Float64Array(2);
  const gray = Buffer.alloc(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let sample = 0; sample < 4; sample++) {
        place(x + (sample & 1 ? 0.75 : 0.25), y + (sample & 2 ? 0.75 : 0.25), at);
        sum += shadeAt(source, at[0] ?? 0, at[1] ?? 0) ?? 95 + 14 * Math.sin(x / 37) * Math.cos(y / 51);
      }
      gray[y * width + x] = (sum / 4) * (1 - shade * (x / width)) * (1 - dark);
    }
  return gray;
}

function shadeAt({ card, wide, high }: Card, u: number, v: number): number | undefined {
  if (u < 0 || v < 0 || u >= 1 || v >= 1) return undefined;
  const x = Math.max(0, Math.min(u * wide - 0.5, wide - 1.001));
  const y = Math.max(0, Math.min(v * high - 0.5, high - 1.001));
  const at = Math.floor(y) * wide + Math.floor(x);
  const [right, below] = [x % 1, y % 1];
  const upper = Number(card[at]) * (1 - right) + Number(card[at + 1]) * right;
  const lower = Number(card[at + wide]) * (1 - right) + Number(card[at + wide + 1]) * right;
  return upper * (1 - below) + lower * below;
}

/** Adds lens blur, sensor noise and JPEG compression. */
async function develop(
  gray: Buffer,
  frame: Frame,
  { blur = 0, noise = 0, quality = 92, seed = 1 }: PhotoOptions,
): Promise<Buffer> {
  const raw = { raw: { ...frame, channels: 1 as const } };
  const seen = sharp(gray, raw);
  const out = await (blur >= 0.3 ? seen.blur(blur) : seen).toColorspace('b-w').raw().toBuffer();
  const random = createRandom(seed);
  if (noise > 0)
    for (let at = 0; at < out.length; at++)
      out[at] = Math.max(0, Math.min(255, Number(out[at]) + noise * random.normal()));
  return sharp(out, raw).toColorspace('srgb').jpeg({ quality }).toBuffer();
}
