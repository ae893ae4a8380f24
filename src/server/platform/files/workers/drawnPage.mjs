import { getResolvedPDFJS } from 'unpdf';
import { boxAround, overlap, SAME, times } from './matrix.mjs';

// Node 20 lacks this function, which is needed to open fonts.
ArrayBuffer.prototype.transferToFixedLength ??= function copyPart(length) {
  return this.slice(0, length);
};

const MAX_OPERATIONS = 60_000;
/** Number of points in a closed rectangle. */
const CORNERS = 5;

/**
 * Returns texts, opaque rectangles and opaque images in painting order. Coordinates are in points, from the lower left.
 * Undefined for pages with too many operations.
 */
export async function drawnPage(page) {
  const { OPS } = await getResolvedPDFJS();
  const { fnArray, argsArray } = await page.getOperatorList();
  if (fnArray.length > MAX_OPERATIONS) return undefined;
  const found = { texts: [], covers: [] };
  const stack = [];
  let state = { matrix: SAME, clip: page.view, size: 0, alpha: 1, charSpace: 0, wordSpace: 0, scale: 1, rise: 0 };
  let clips = false;
  let text = SAME;
  let line = SAME;
  let leading = 0;
  const startLine = (x, y) => {
    line = times(line, [1, 0, 0, 1, x, y]);
    text = line;
  };
  const paints = new Set([OPS.fill, OPS.eoFill, OPS.fillStroke, OPS.eoFillStroke, OPS.closeFillStroke]);
  const addCover = (box, isRectangle) => {
    const seen = overlap(box, state.clip);
    if (seen && isRectangle && state.alpha > OPAQUE && !state.isBlended)
      found.covers.push({ box: seen, order: found.texts.length });
  };
  const steps = {
    [OPS.save]: () => stack.push(state),
    [OPS.restore]: () => {
      state = stack.pop() ?? state;
    },
    [OPS.transform]: (args) => {
      state = { ...state, matrix: times(state.matrix, args) };
    },
    [OPS.paintFormXObjectBegin]: ([matrix]) => {
      stack.push(state);
      if (matrix) state = { ...state, matrix: times(state.matrix, matrix) };
    },
    [OPS.paintFormXObjectEnd]: () => {
      state = stack.pop() ?? state;
    },
    [OPS.setGState]: ([entries]) => {
      for (const [name, value] of entries ?? []) {
        if (name === 'ca') state = { ...state, alpha: value };
        if (name === 'BM') state = { ...state, isBlended: value !== 'source-over' };
      }
    },
    [OPS.clip]: () => {
      clips = true;
    },
    [OPS.eoClip]: () => {
      clips = true;
    },
    [OPS.constructPath]: ([operation, [points] = [], range]) => {
      const box = range && boxAround(state.matrix, range);
      if (box && paints.has(operation)) addCover(box, isRectangle(points));
      if (box && clips) state = { ...state, clip: overlap(state.clip, box) ?? [0, 0, 0, 0] };
      clips = false;
    },
    [OPS.paintImageXObject]: () => addCover(boxAround(state.matrix, [0, 0, 1, 1]), true),
    [OPS.paintInlineImageXObject]: () => addCover(boxAround(state.matrix, [0, 0, 1, 1]), true),
    [OPS.beginText]: () => {
      text = SAME;
      line = SAME;
    },
    [OPS.setTextMatrix]: ([matrix]) => {
      text = [...matrix];
      line = text;
    },
    [OPS.moveText]: ([x, y]) => startLine(x, y),
    [OPS.setLeadingMoveText]: ([x, y]) => {
      leading = y;
      startLine(x, y);
    },
    [OPS.setLeading]: ([by]) => {
      leading = by;
    },
    [OPS.nextLine]: () => startLine(0, leading),
    [OPS.setFont]: ([font, size]) => {
      state = { ...state, font, size };
    },
    [OPS.setCharSpacing]: ([charSpace]) => {
      state = { ...state, charSpace };
    },
    [OPS.setWordSpacing]: ([wordSpace]) => {
      state = { ...state, wordSpace };
    },
    [OPS.setHScale]: ([scale]) => {
      state = { ...state, scale };
    },
    [OPS.setTextRise]: ([rise]) => {
      state = { ...state, rise };
    },
    [OPS.showText]: ([glyphs]) => {
      const { words, width } = measure(glyphs, state);
      const box = boxAround(times(state.matrix, text), [0, state.rise, width, state.rise + state.size * CAPITALS]);
      const [x, y] = boxAround(times(state.matrix, text), [0, state.rise, 0, state.rise]);
      if (words.trim())
        found.texts.push({
          text: words,
          font: fontName(page, state.font),
          x,
          y,
          width: box[2] - box[0],
          height: box[3] - box[1],
          box,
        });
      text = times(text, [1, 0, 0, 1, width, 0]);
    },
  };
  for (const [n, operation] of fnArray.entries()) steps[operation]?.(argsArray[n] ?? []);
  return found;
}

/** With less opacity, the text below is visible. */
const OPAQUE = 0.9;
/** Height of capital letters relative to the font size. */
const CAPITALS = 0.7;

function measure(glyphs, { size, charSpace, wordSpace, scale }) {
  let width = 0;
  let words = '';
  for (const glyph of glyphs) {
    if (typeof glyph === 'number') width -= (glyph / 1000) * size;
    else if (glyph) {
      width += (glyph.width / 1000) * size + charSpace + (glyph.isSpace ? wordSpace : 0);
      words += glyph.unicode ?? '';
    }
  }
  return { words, width: width * scale };
}

function isRectangle(points) {
  const numbers = [...(points ?? [])];
  const corners = [];
  for (let at = 0; at < numbers.length; at += 3) {
    if (numbers[at] === CLOSE) at -= 2;
    else if (numbers[at] > LINE) return false;
    else corners.push([numbers[at + 1], numbers[at + 2]]);
  }
  const isStraight = corners.every(
    ([x, y], n) => n === 0 || Math.abs(x - corners[n - 1][0]) < 0.01 || Math.abs(y - corners[n - 1][1]) < 0.01,
  );
  return corners.length >= CORNERS - 1 && corners.length <= CORNERS && isStraight;
}

/** pdf.js codes: 0 moves to a point, 1 draws a line to a point, 4 closes the path. */
const LINE = 1;
const CLOSE = 4;

function fontName(page, id) {
  if (!id || !page.commonObjs.has(id)) return undefined;
  return page.commonObjs.get(id)?.name;
}
