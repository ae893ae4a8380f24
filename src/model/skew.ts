/** A picture as four bytes a pixel, red, green, blue and opacity. */
export interface Pixels {
  data: Uint8Array | Uint8ClampedArray;
  width: number;
  height: number;
}

const WEAK = 160;
const PER_DEGREE = 4;

/**
 * The degrees that turn a picture's strongest edges upright: bars, rows of a barcode, the border of a card. Sobel over the green
 * channel, directions weighed by strength and looked for within `range` degrees of straight.
 */
export function skewOf(pixels: Pixels, range = 20): number {
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
      const bin = Math.round((tiltOf(across, down) + range) * PER_DEGREE);
      if (bin >= 0 && bin < bins.length) bins[bin] = (bins[bin] ?? 0) + strength;
    }
  return bins;
}

/** How far an edge stands from the nearer of upright and level, in degrees. */
function tiltOf(across: number, down: number): number {
  const isUpright = Math.abs(across) >= Math.abs(down);
  const tilt = isUpright
    ? Math.atan2(down * Math.sign(across), Math.abs(across))
    : Math.atan2(-across * Math.sign(down), Math.abs(down));
  return (tilt * 180) / Math.PI;
}
