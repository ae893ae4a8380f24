const LONGEST_CELL = 200;

/** Groups pieces at the same height into lines. Wide gaps separate cells. */
export function linesOf(pieces, areWords = false) {
  const lines = [];
  for (const piece of pieces.sort((a, b) => b.y - a.y)) {
    const line = lines.at(-1);
    if (line && Math.abs(line[0].y - piece.y) <= Math.max(2, piece.height * 0.4)) line.push(piece);
    else lines.push([piece]);
  }
  return lines.map((line) =>
    joined(
      line.sort((a, b) => a.x - b.x),
      areWords,
    ),
  );
}

function joined(line, areWords) {
  const cells = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const { text, x, width, height, at, trace } of line) {
    const gap = x - end;
    const size = height || 8;
    const last = cells.at(-1);
    if (last && gap < size * 0.9) {
      last.text = (last.text + (areWords || gap > size * 0.15 ? ' ' : '') + text).slice(0, LONGEST_CELL);
      if (at) last.at = { ...at, box: around(last.at.box, at.box) };
      if (trace) last.trace = trace;
    } else cells.push({ x: Math.round(x), text, ...(at && { at }), ...(trace && { trace }) });
    end = x + width;
    const now = cells.at(-1);
    now.end = Math.round(end);
  }
  return cells.map((cell) => ({
    ...cell,
    text: cell.text.replace(/\s+/g, ' ').trim(),
    ...(cell.at && { at: { ...cell.at, box: cell.at.box.map(rounded) } }),
  }));
}

const around = (one, other) => [
  Math.min(one[0], other[0]),
  Math.min(one[1], other[1]),
  Math.max(one[2], other[2]),
  Math.max(one[3], other[3]),
];

const rounded = (part) => Math.round(Math.min(1, Math.max(0, part)) * 1000) / 1000;
