import { fromGray, toGray } from './pagePicture.mjs';

/** Longer side of the copy that is searched, in pixels. */
const SEARCHED = 320;
/**
 * Longer side of the copy that is measured, in pixels. At this size, straightened lines of text are misplaced by at
 * most a third of their height.
 */
const MEASURED = 1280;
const BLUR = 1.2;
/** Fractions of the brightness range. A page is lighter than the surface under it, but a shadow may cross both. */
const THRESHOLDS = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8];
const MIN_SHARE = 0.2;
/** A page must fill this fraction of its four-sided shape. Rounded or covered corners leave gaps. */
const MIN_FILLED = 0.95;
/** Minimum ratio of opposite sides, which differ in perspective. */
const MIN_RATIO = 0.5;
/** Corners measure 60 to 120 degrees. */
const MAX_COSINE = 0.5;
/**
 * How much lighter a page must be than its surroundings, and along which fraction of each edge. Shadows have no sharp
 * edge.
 */
const MIN_STEP = 1.25;
const MIN_EDGE = 0.8;
const STEP = 3;
/** Maximum distance from the picture's corners, as a fraction of its sides, at which a page needs no straightening. */
const NEAR = 0.02;
const FITTED = { from: 0.1, to: 0.9, steps: 60, reach: 6 / 320 };

/**
 * Finds the page's corners, clockwise from the upper left. Undefined if no complete page is found, or if the page fills
 * the picture.
 */
export async function findCorners(sheet) {
  const small = await copyOf(sheet, SEARCHED);
  const levels = Uint8Array.from(small.data).sort();
  const [dark, light] = [0.02, 0.98].map((part) => levels[Math.floor((levels.length - 1) * part)]);
  let best;
  for (const part of THRESHOLDS) {
    const found = findPage(small, dark + (light - dark) * part);
    if (found && (!best || found.filled > best.filled)) best = found;
  }
  if (!best || isWholePicture(best.corners, small)) return undefined;
  const measured = await copyOf(sheet, MEASURED);
  const exact = fitSides(pageIn(measured, best.threshold), scaled(best.corners, measured.width / small.width));
  return scaled(exact ?? best.corners, sheet.width / (exact ? measured : small).width);
}

async function copyOf(sheet, side) {
  const scale = Math.min(1, side / Math.max(sheet.width, sheet.height));
  return toGray(fromGray(await toGray(fromGray(sheet).resize({ width: Math.round(sheet.width * scale) }))).blur(BLUR));
}

const scaled = (corners, scale) => corners.map(({ x, y }) => ({ x: x * scale, y: y * scale }));

const pageIn = ({ data, width, height }, threshold) => ({
  is: (x, y) => data[y * width + x] > threshold,
  width,
  height,
});

function findPage(picture, threshold) {
  const page = largestArea(picture, threshold);
  if (page.size < MIN_SHARE * picture.data.length) return undefined;
  const corners = fitSides(page, outermost(page));
  if (!corners?.every(isInside(picture)) || !isPaper(corners)) return undefined;
  const filled = page.size / areaOf(corners);
  if (filled < MIN_FILLED || filled > 2 - MIN_FILLED || !hasEdges(picture, corners)) return undefined;
  return { corners, threshold, filled: 1 - Math.abs(1 - filled) };
}

/** Returns the largest light area with everything inside it. */
function largestArea({ data, width, height }, threshold) {
  const mark = new Uint32Array(data.length);
  const sizes = [0];
  for (let start = 0; start < data.length; start += 1)
    if (!mark[start] && data[start] > threshold) {
      sizes.push(0);
      fill(start, sizes.length - 1, (at) => data[at] > threshold);
    }
  const largest = sizes.indexOf(Math.max(...sizes));
  const outside = new Uint8Array(data.length);
  const stack = [];
  for (let x = 0; x < width; x += 1) stack.push(x, (height - 1) * width + x);
  for (let y = 0; y < height; y += 1) stack.push(y * width, y * width + width - 1);
  spread(stack, (at) => {
    if (outside[at] || mark[at] === largest) return false;
    outside[at] = 1;
    return true;
  });
  return { is: (x, y) => !outside[y * width + x], size: outside.reduce((sum, one) => sum + 1 - one, 0), width, height };

  function fill(start, name, isLight) {
    spread([start], (at) => {
      if (mark[at] || !isLight(at)) return false;
      mark[at] = name;
      sizes[name] += 1;
      return true;
    });
  }

  function spread(stack, take) {
    while (stack.length > 0) {
      const at = stack.pop();
      if (!take(at)) continue;
      const x = at % width;
      if (x > 0) stack.push(at - 1);
      if (x < width - 1) stack.push(at + 1);
      if (at >= width) stack.push(at - width);
      if (at < data.length - width) stack.push(at + width);
    }
  }
}

function outermost({ is, width, height }) {
  const directions = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ];
  const best = directions.map(() => ({ far: Number.NEGATIVE_INFINITY, x: 0, y: 0 }));
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (is(x, y))
        for (const [n, [right, down]] of directions.entries()) {
          const far = right * x + down * y;
          if (far > best[n].far) best[n] = { far, x, y };
        }
  return best.map(({ x, y }) => ({ x: x + 0.5, y: y + 0.5 }));
}

/** Returns the crossings of lines along the page's edges, because a corner may be folded. */
function fitSides(page, corners) {
  const lines = sidesOf(corners).map(([from, to]) => fitLine(edgePoints(page, from, to)));
  if (lines.includes(undefined)) return undefined;
  return lines.map((line, n) => crossing(lines[(n + 3) % 4], line)).map((corner, n) => corner ?? corners[n]);
}

const sidesOf = (corners) => corners.map((corner, n) => [corner, corners[(n + 1) % 4]]);

function edgePoints({ is, width, height }, from, to) {
  const [across, down] = unit(from, to);
  const points = [];
  for (let n = 0; n <= FITTED.steps; n += 1) {
    const part = FITTED.from + ((FITTED.to - FITTED.from) * n) / FITTED.steps;
    const [x, y] = [from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part];
    // Corners go clockwise, so the page is on the right: inward is (-down, across).
    const reach = FITTED.reach * Math.max(width, height);
    for (let out = reach; out >= -reach; out -= 0.5) {
      const at = { x: x + down * out, y: y - across * out };
      const [column, row] = [Math.floor(at.x), Math.floor(at.y)];
      if (column < 0 || row < 0 || column >= width || row >= height || !is(column, row)) continue;
      points.push(at);
      break;
    }
  }
  return points;
}

function unit(from, to) {
  const long = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return [(to.x - from.x) / long, (to.y - from.y) / long];
}

/** Fits a line through the points' center in their main direction. */
function fitLine(points) {
  if (points.length < FITTED.steps / 2) return undefined;
  const middle = { x: mean(points, ({ x }) => x), y: mean(points, ({ y }) => y) };
  const sum = (of) => points.reduce((all, { x, y }) => all + of(x - middle.x, y - middle.y), 0);
  const angle = Math.atan2(2 * sum((x, y) => x * y), sum((x) => x * x) - sum((_, y) => y * y)) / 2;
  return { ...middle, across: Math.cos(angle), down: Math.sin(angle) };
}

const mean = (points, of) => points.reduce((sum, point) => sum + of(point), 0) / points.length;

function crossing(one, other) {
  const turn = one.across * other.down - one.down * other.across;
  if (Math.abs(turn) < 0.1) return undefined;
  const part = ((other.x - one.x) * other.down - (other.y - one.y) * other.across) / turn;
  return { x: one.x + one.across * part, y: one.y + one.down * part };
}

const isInside =
  ({ width, height }) =>
  ({ x, y }) =>
    x > -1 && y > -1 && x < width + 1 && y < height + 1;

function isPaper(corners) {
  const sides = sidesOf(corners).map(([from, to]) => ({
    long: Math.hypot(to.x - from.x, to.y - from.y),
    way: unit(from, to),
  }));
  const isEven = [0, 1].every((n) => {
    const [one, other] = [sides[n].long, sides[n + 2].long];
    return Math.min(one, other) >= MIN_RATIO * Math.max(one, other);
  });
  return (
    isEven &&
    sides.every(({ way: [a, b] }, n) => {
      const [c, d] = sides[(n + 1) % 4].way;
      return Math.abs(a * c + b * d) <= MAX_COSINE;
    })
  );
}

const areaOf = (corners) =>
  Math.abs(sidesOf(corners).reduce((sum, [from, to]) => sum + from.x * to.y - to.x * from.y, 0)) / 2;

function hasEdges({ data, width, height }, corners) {
  const gray = (x, y) =>
    data[Math.min(height - 1, Math.max(0, Math.floor(y))) * width + Math.min(width - 1, Math.max(0, Math.floor(x)))];
  return sidesOf(corners).every(([from, to]) => {
    const [across, down] = unit(from, to);
    let [clear, counted] = [0, 0];
    for (let part = FITTED.from; part <= FITTED.to; part += 0.02) {
      const [x, y] = [from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part];
      const outside = { x: x + down * STEP, y: y - across * STEP };
      if (outside.x < 0 || outside.y < 0 || outside.x >= width || outside.y >= height) continue;
      counted += 1;
      if (gray(x - down * STEP, y + across * STEP) >= MIN_STEP * gray(outside.x, outside.y)) clear += 1;
    }
    return clear >= MIN_EDGE * counted;
  });
}

function isWholePicture(corners, { width, height }) {
  const own = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ];
  return corners.every(
    ({ x, y }, n) => Math.abs(x - own[n][0]) <= NEAR * width && Math.abs(y - own[n][1]) <= NEAR * height,
  );
}
