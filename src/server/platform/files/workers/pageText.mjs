import { evenOut } from './evenOut.mjs';
import { linesOf } from './lines.mjs';
import { drawPage, fromGray, hasLargePicture, toGray } from './pagePicture.mjs';
import { straighten } from './straighten.mjs';
import { openTesseract } from './tesseract.mjs';

/** Minimum angle that is corrected, in radians. */
const MIN_ASKEW = 0.005;
const LETTER_POINTS = 612;
const LETTER_INCHES = 8.5;
const PAPER = '#fff';

/** Returns lines as pdfText.mjs does, and a confidence from 0 to 100. Returns a problem if nothing can be decoded. */
export default async function readPage(content, { page, languages, leastWord, leastPage, turnsMs, ...options }) {
  const drawn = await drawPage(content, { page, ...options });
  if (!drawn) return { problem: hasLargePicture(content, options) ? 'tooLarge' : 'noPicture' };
  const { sheet, toPicture } = await straighten(drawn, options);
  const reader = await openTesseract(languages);
  const found = await readUpright(reader, await evenOut(sheet), { leastWord, leastPage, turnsMs });
  const pieces = found.pieces.map(({ bbox, ...piece }) => {
    const box = boxAround(bbox, (point) => toPicture(found.toSheet(point)), drawn);
    return { ...piece, at: { page, box } };
  });
  return { lines: linesOf(pieces, true), confidence: Math.round(found.confidence), usedMs: usedMs() };
}

/** Tries rotations, because pages may be upside down or sideways. */
async function readUpright(reader, sheet, { leastWord, leastPage, turnsMs }) {
  const end = usedMs() + turnsMs;
  let best;
  for (const turn of [0, 90, 270, 180]) {
    const turned = turn ? await toGray(fromGray(sheet).rotate(turn)) : sheet;
    const angle = await findAngle(reader, turned);
    const level = angle ? await toGray(fromGray(turned).rotate(degrees(angle), { background: PAPER })) : turned;
    const found = wordsIn(reader.read(level, dpiOf(level)), LETTER_POINTS / level.width, leastWord);
    found.toSheet = (point) => turnBack(turnBack(point, degrees(angle), level, turned), turn, turned, sheet);
    if (!best || found.sum > best.sum) best = found;
    if (best.confidence >= leastPage || usedMs() > end) break;
  }
  return best;
}

/** Uses a smaller copy, which takes a tenth of the time. */
async function findAngle(reader, sheet) {
  const smaller = await toGray(fromGray(sheet).resize({ width: Math.ceil(sheet.width / 2) }));
  const angle = reader.findAngle(smaller, dpiOf(smaller));
  return Math.abs(angle) >= MIN_ASKEW ? angle : 0;
}

const dpiOf = ({ width }) => Math.round(width / LETTER_INCHES);
const degrees = (radians) => (radians * 180) / Math.PI;

/** Maps a point from the rotated sheet to the original sheet. The sheets' centers match. */
function turnBack({ x, y }, angle, turned, sheet) {
  const [sin, cos] = [Math.sin((-angle * Math.PI) / 180), Math.cos((-angle * Math.PI) / 180)];
  const [right, down] = [x - turned.width / 2, y - turned.height / 2];
  return { x: right * cos - down * sin + sheet.width / 2, y: right * sin + down * cos + sheet.height / 2 };
}

function boxAround({ x0, y0, x1, y1 }, toPicture, { width, height }) {
  const corners = [
    { x: x0, y: y0 },
    { x: x1, y: y0 },
    { x: x0, y: y1 },
    { x: x1, y: y1 },
  ].map(toPicture);
  const across = corners.map(({ x }) => x / width);
  const down = corners.map(({ y }) => y / height);
  return [Math.min(...across), Math.min(...down), Math.max(...across), Math.max(...down)];
}

function usedMs() {
  const { user, system } = process.cpuUsage();
  return Math.round((user + system) / 1000);
}

/** Vertical text would break up rows and columns. */
const isUpended = ({ text, bbox: { x0, x1, y0, y1 } }) => text.length > 2 && y1 - y0 > x1 - x0;

function wordsIn(blocks, scale, leastWord) {
  const lines = blocks.flatMap(({ paragraphs }) => paragraphs).flatMap(({ lines }) => lines);
  const words = lines.flatMap(({ words, rowAttributes, bbox }) =>
    words.map((word) => ({ ...word, height: rowAttributes?.rowHeight ?? bbox.y1 - bbox.y0 })),
  );
  const sure = words.filter((word) => word.text.trim() && word.confidence >= leastWord && !isUpended(word));
  const sum = sure.reduce((all, { confidence, text }) => all + confidence * text.length, 0);
  const letters = words.reduce((all, { text }) => all + text.length, 0);
  const pieces = sure.map(({ text, bbox, bbox: { x0, x1, y0, y1 }, height }) => ({
    text,
    bbox,
    x: x0 * scale,
    y: -((y0 + y1) / 2) * scale,
    width: (x1 - x0) * scale,
    height: height * scale,
  }));
  return { pieces, sum, confidence: letters ? sum / letters : 0 };
}
