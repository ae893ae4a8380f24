/** A PDF matrix that changes nothing. */
export const SAME = [1, 0, 0, 1, 0, 0];

/** Returns a matrix that applies the second matrix, then the first. */
export const times = ([a, b, c, d, e, f], [g, h, i, j, k, l]) => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
];

/** Returns a transformed rectangle's bounding box. */
export function boxAround([a, b, c, d, e, f], [left, bottom, right, top]) {
  const corners = [
    [left, bottom],
    [right, bottom],
    [left, top],
    [right, top],
  ];
  const xs = corners.map(([x, y]) => a * x + c * y + e);
  const ys = corners.map(([x, y]) => b * x + d * y + f);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Undefined if the boxes don't overlap. */
export function overlap(one, other) {
  const box = [
    Math.max(one[0], other[0]),
    Math.max(one[1], other[1]),
    Math.min(one[2], other[2]),
    Math.min(one[3], other[3]),
  ];
  return box[0] < box[2] && box[1] < box[3] ? box : undefined;
}
