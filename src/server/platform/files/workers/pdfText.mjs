import { getDocumentProxy } from 'unpdf';
import { drawnPage } from './drawnPage.mjs';
import { linesOf } from './lines.mjs';
import { countUpdates } from './pdfFile.mjs';
import { findSigner } from './signature.mjs';
import { findCovered, findExceptions, hasDigit } from './traces.mjs';

const MAX_PAGES = 40;
const MAX_CELLS = 12_000;
const MAX_PIECES = 20_000;
const MAX_FIELDS = 2_000;
const LONGEST_CELL = 200;
/** Maximum pages searched for covered figures, and the CPU time after which the search ends. */
const MAX_SEARCHED = 8;
const SEARCH_MS = 4_000;
/** Pixels. Larger images can't cover just a figure, so they aren't decoded. */
const LARGEST_PICTURE = 250_000;
const tooMuch = new Error('A page has more pieces of text than any real document');

export default function readText(content, { password } = {}) {
  return read(content, password).catch((cause) => ({
    problem: cause === tooMuch ? 'tooMuch' : cause?.name === 'PasswordException' ? 'protected' : 'damaged',
  }));
}

async function read(content, password) {
  // pdf.js takes ownership of the array.
  const bytes = new Uint8Array(content);
  const pdf = await getDocumentProxy(new Uint8Array(content), {
    verbosity: 0,
    password,
    maxImageSize: LARGEST_PICTURE,
  });
  const { info = {} } = await pdf.getMetadata().catch(() => ({}));
  const begun = usedMs();
  const pages = [];
  const drawn = [];
  let left = MAX_CELLS;
  let fields = 0;
  let filledFields = 0;
  for (let n = 1; n <= Math.min(pdf.numPages, MAX_PAGES) && left > 0; n += 1) {
    const page = await pdf.getPage(n);
    const notes = await page.getAnnotations().catch(() => []);
    const entries = entriesOf(notes);
    fields += entries.length;
    const filled = entries.filter(({ text }) => text);
    filledFields += filled.length;
    const pieces = await piecesOf(page);
    const found =
      n <= MAX_SEARCHED && usedMs() - begun < SEARCH_MS ? await drawnPage(page).catch(() => undefined) : undefined;
    const seen = [...(found ? withoutCovered(pieces, found, notes, page) : pieces), ...filled];
    const lines = linesOf(seen.map((piece) => ({ ...piece, at: placeOf(piece, page, n) })));
    left -= lines.flat().length;
    pages.push(lines);
    drawn.push((found?.texts ?? []).map((text) => ({ ...text, at: placeOf(text, page, n) })));
    page.cleanup();
  }
  markExceptions(pages.flat(2), findExceptions(drawn));
  return {
    count: pdf.numPages,
    pages,
    fields,
    filledFields,
    updates: countUpdates(bytes),
    signer: findSigner(bytes),
    producer: short(info.Producer),
    creator: short(info.Creator),
    createdAt: short(info.CreationDate),
    modifiedAt: short(info.ModDate),
  };
}

function usedMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function entriesOf(notes) {
  const fields = notes.filter(
    ({ subtype, fieldType }) => subtype === 'Widget' && (fieldType === 'Tx' || fieldType === 'Ch'),
  );
  return fields.slice(0, MAX_FIELDS).map(({ fieldValue, rect: [x, y, end, top] }) => {
    const text = [fieldValue ?? ''].flat().join(' ').trim().slice(0, LONGEST_CELL);
    return { text, x, y: y + Math.min(4, (top - y) / 4), width: Math.min(end - x, text.length * 5), height: 9 };
  });
}

/** Streams text, so it can stop at the limit. Throws `tooMuch`. */
async function piecesOf(page) {
  const found = [];
  const reader = page.streamTextContent().getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    for (const { str, transform, width, height } of part.value.items)
      if (str?.trim())
        found.push({ text: str.slice(0, LONGEST_CELL), x: transform[4], y: transform[5], width, height });
    if (found.length > MAX_PIECES) {
      await reader.cancel(tooMuch);
      throw tooMuch;
    }
  }
  return found;
}

const OVERLAYS = ['FreeText', 'Stamp', 'Square', 'Redact'];

/** Removes covered text, adds the text of annotations over figures, and marks where figures were covered. */
function withoutCovered(pieces, drawn, notes, page) {
  const overlays = notes.filter(({ subtype }) => OVERLAYS.includes(subtype));
  const covers = [...drawn.covers, ...overlays.map(({ rect }) => ({ box: rect, order: drawn.texts.length }))];
  const covered = findCovered({ ...drawn, covers }, page.view);
  const under = covered.filter(({ text }) => hasDigit(text));
  const notesOver = overlays.filter(({ rect }) => under.some(({ box }) => box[0] < rect[2] && box[2] > rect[0]));
  const added = notesOver.flatMap(({ contentsObj, rect: [x, y, end, top] }) => {
    const text = contentsObj?.str?.trim().slice(0, LONGEST_CELL);
    return text ? [{ text, x, y: y + (top - y) / 4, width: end - x, height: (top - y) / 2 }] : [];
  });
  const seen = [...pieces.flatMap((piece) => withoutTexts(piece, covered)), ...added];
  for (const { text, x, y, box } of under) {
    const over = seen.find((piece) => hasDigit(piece.text) && isOver(piece, box));
    const trace = { kind: 'covered', under: text.trim().slice(0, LONGEST_CELL) };
    if (over) over.trace = trace;
    else seen.push({ text: '', x, y, width: box[2] - box[0], height: box[3] - box[1], trace });
  }
  return seen;
}

/** One piece may have several texts, some of them covered. */
function withoutTexts(piece, covered) {
  const gone = covered.filter((one) => isAt(piece, one) && piece.text.includes(one.text.trim()));
  const text = gone.reduce((left, one) => left.replace(one.text.trim(), ''), piece.text);
  return text.trim() || gone.length === 0 ? [{ ...piece, text }] : [];
}

/** Points. */
const CLOSE = 1;
const isAt = (piece, { x, y }) =>
  Math.abs(piece.y - y) <= CLOSE && x >= piece.x - CLOSE && x <= piece.x + piece.width - CLOSE;
const isOver = ({ x, y, width, height }, box) =>
  x < box[2] && x + width > box[0] && y < box[3] && y + (height || 8) > box[1];

function markExceptions(cells, exceptions) {
  for (const { kind, text } of exceptions) {
    const cell = cells.find((one) => one.text.includes(text.text.trim()) && hasMiddleOf(one.at, text.at));
    if (cell) cell.trace ??= { kind };
  }
}

function hasMiddleOf({ page, box }, other) {
  const [x, y] = [(other.box[0] + other.box[2]) / 2, (other.box[1] + other.box[3]) / 2];
  return page === other.page && x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3];
}

/** Fraction of the font size below the baseline, as in 'g'. */
const BELOW = 0.2;

/** Returns a piece's box in fractions of the displayed page. */
function placeOf({ x, y, width, height = 8 }, page, number) {
  const view = page.getViewport({ scale: 1 });
  const corners = view.convertToViewportRectangle([x, y - height * BELOW, x + width, y + height]);
  const [left, right] = [corners[0], corners[2]].sort((a, b) => a - b);
  const [top, bottom] = [corners[1], corners[3]].sort((a, b) => a - b);
  return { page: number, box: [left / view.width, top / view.height, right / view.width, bottom / view.height] };
}

function short(text) {
  return typeof text === 'string' && text ? text.slice(0, LONGEST_CELL) : undefined;
}
