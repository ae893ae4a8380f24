import { findCorners } from './pageCorners.mjs';

/** Width to height of US Letter. Other sizes differ by less than a photo's distortion. */
const PROPORTION = 8.5 / 11;
const MAX_OFF = 1.35;

/**
 * Straightens a page that was photographed at an angle. The straightened `sheet` has at most `mostPixels`. If no
 * complete page is found, returns the whole picture. `toPicture` converts the sheet's points to the picture's.
 */
export async function straighten(picture, { mostPixels }) {
  const corners = await findCorners(picture);
  if (!corners) return { sheet: picture, toPicture: (point) => point };
  const size = sizeOf(corners, mostPixels);
  const place = project(corners);
  return { sheet: warp(picture, size, place), toPicture: ({ x, y }) => place(x / size.width, y / size.height) };
}

function sizeOf([a, b, c, d], mostPixels) {
  const long = (from, to) => Math.hypot(to.x - from.x, to.y - from.y);
  const ratio = proportionOf((long(a, b) + long(d, c)) / (long(a, d) + long(b, c)));
  const height = Math.sqrt(mostPixels / ratio);
  return { width: Math.floor(height * ratio), height: Math.floor(height) };
}

/** A tilted page looks shorter than it is. */
function proportionOf(seen) {
  const isNear = (wanted) => Math.max(seen / wanted, wanted / seen) <= MAX_OFF;
  return [PROPORTION, 1 / PROPORTION].find(isNear) ?? seen;
}

/** Maps the unit square to four corners in perspective (Heckbert, 1989). */
function project([a, b, c, d]) {
  const [dx1, dx2, sx] = [b.x - c.x, d.x - c.x, a.x - b.x + c.x - d.x];
  const [dy1, dy2, sy] = [b.y - c.y, d.y - c.y, a.y - b.y + c.y - d.y];
  const whole = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / whole;
  const h = (dx1 * sy - sx * dy1) / whole;
  const across = [b.x - a.x + g * b.x, d.x - a.x + h * d.x, a.x];
  const down = [b.y - a.y + g * b.y, d.y - a.y + h * d.y, a.y];
  return (u, v) => {
    const deep = g * u + h * v + 1;
    return { x: (across[0] * u + across[1] * v + across[2]) / deep, y: (down[0] * u + down[1] * v + down[2]) / deep };
  };
}

/** Interpolates between the four nearest pixels. */
function warp({ data, width, height }, size, place) {
  const sheet = Buffer.alloc(size.width * size.height);
  for (let row = 0; row < size.height; row += 1)
    for (let column = 0; column < size.width; column += 1) {
      const at = place((column + 0.5) / size.width, (row + 0.5) / size.height);
      const x = Math.max(0, Math.min(at.x - 0.5, width - 1.001));
      const y = Math.max(0, Math.min(at.y - 0.5, height - 1.001));
      const from = Math.floor(y) * width + Math.floor(x);
      const [right, below] = [x % 1, y % 1];
      const upper = data[from] * (1 - right) + data[from + 1] * right;
      const lower = data[from + width] * (1 - right) + data[from + width + 1] * right;
      sheet[row * size.width + column] = upper * (1 - below) + lower * below;
    }
  return { data: sheet, ...size };
}
