import { getDocumentProxy } from 'unpdf';

const MOST_PAGES = 40;
const MOST_CELLS = 12_000;
const MOST_PIECES = 20_000;
const MOST_FIELDS = 2_000;
const LONGEST_CELL = 200;
const tooMuch = new Error('A page with more pieces of text than any paper has');

export default function readText(content, { password } = {}) {
  return read(content, password).catch((cause) => ({
    problem: cause === tooMuch ? 'tooMuch' : cause?.name === 'PasswordException' ? 'protected' : 'damaged',
  }));
}

async function read(content, password) {
  const pdf = await getDocumentProxy(new Uint8Array(content), { verbosity: 0, password });
  const { info = {} } = await pdf.getMetadata().catch(() => ({}));
  const pages = [];
  let left = MOST_CELLS;
  let fields = 0;
  let filledFields = 0;
  for (let n = 1; n <= Math.min(pdf.numPages, MOST_PAGES) && left > 0; n += 1) {
    const page = await pdf.getPage(n);
    const entries = await entriesOf(page);
    fields += entries.length;
    const filled = entries.filter(({ text }) => text);
    filledFields += filled.length;
    const lines = linesOf([...(await piecesOf(page)), ...filled]);
    left -= lines.flat().length;
    pages.push(lines);
    page.cleanup();
  }
  return {
    count: pdf.numPages,
    pages,
    fields,
    filledFields,
    producer: short(info.Producer),
    creator: short(info.Creator),
    createdAt: short(info.CreationDate),
    modifiedAt: short(info.ModDate),
  };
}

/** '' for an empty field. */
async function entriesOf(page) {
  const all = await page.getAnnotations().catch(() => []);
  const fields = all.filter(
    ({ subtype, fieldType }) => subtype === 'Widget' && (fieldType === 'Tx' || fieldType === 'Ch'),
  );
  return fields.slice(0, MOST_FIELDS).map(({ fieldValue, rect: [x, y, end, top] }) => {
    const text = [fieldValue ?? ''].flat().join(' ').trim().slice(0, LONGEST_CELL);
    return { text, x, y: y + Math.min(4, (top - y) / 4), width: Math.min(end - x, text.length * 5), height: 9 };
  });
}

/** Streams, to stop at the limit. Throws `tooMuch`. */
async function piecesOf(page) {
  const found = [];
  const reader = page.streamTextContent().getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    for (const { str, transform, width, height } of part.value.items)
      if (str?.trim())
        found.push({ text: str.slice(0, LONGEST_CELL), x: transform[4], y: transform[5], width, height });
    if (found.length > MOST_PIECES) {
      await reader.cancel(tooMuch);
      throw tooMuch;
    }
  }
  return found;
}

/** Pieces at one height form a line. Wide gaps separate cells. */
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
  for (const { text, x, width, height } of line) {
    const gap = x - end;
    const size = height || 8;
    const last = cells.at(-1);
    if (last && gap < size * 0.9)
      last.text = (last.text + (areWords || gap > size * 0.15 ? ' ' : '') + text).slice(0, LONGEST_CELL);
    else cells.push({ x: Math.round(x), text });
    end = x + width;
    const now = cells.at(-1);
    now.end = Math.round(end);
  }
  return cells.map((cell) => ({ ...cell, text: cell.text.replace(/\s+/g, ' ').trim() }));
}

function short(text) {
  return typeof text === 'string' && text ? text.slice(0, LONGEST_CELL) : undefined;
}
