import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import createCore from 'tesseract.js-core/tesseract-core-simd-lstm.js';
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { evenOut } from './evenOut.mjs';
import { linesOf } from './lines.mjs';
import { times } from './matrix.mjs';

sharp.concurrency(1);

const require = createRequire(import.meta.url);
/** Tesseract's constants. */
const LSTM_ONLY = 1;
const WHOLE_PAGE = '3';
const UPRIGHT = 1;
/** Radians. Smaller angles don't matter. */
const LEAST_ASKEW = 0.005;
const LETTER_POINTS = 612;
/** Dots per inch. Tesseract assumes 70 if unset. */
const DENSITY = 300;
const MOST_IMAGES = 400;
/** Images with up to this many times the needed pixels are scaled down. 600 dpi in color fits in memory. */
const LARGEST = 16;

/** Returns lines of cells like `pdfText`, and a confidence from 0 to 100. 'noPicture' if nothing can be decoded. */
export default async function readPage(content, { page, mime, languages, dpi, mostPixels, ...least }) {
  const bounds = { dpi, mostPixels };
  const drawn =
    mime === 'application/pdf' ? await drawPage(content, page, bounds) : await openPhotograph(content, bounds);
  if (!drawn) return { problem: hasLargePicture(content, bounds) ? 'tooLarge' : 'noPicture' };
  const sheet = await evenOut(drawn);
  return readUpright(await openReader(languages), sheet, { page, ...least });
}

async function openReader(languages) {
  const tesseract = await createCore();
  for (const code of languages) tesseract.FS.writeFile(`${code}.traineddata`, gunzipSync(readFileSync(dataOf(code))));
  const reader = new tesseract.TessBaseAPI();
  if (reader.Init(null, languages.join('+'), LSTM_ONLY) !== 0) throw new Error('Tesseract has no words');
  reader.SetVariable('tessedit_pageseg_mode', WHOLE_PAGE);
  return {
    /** Finding the angle in a smaller image takes a tenth of the time. */
    read(picture, smaller) {
      tesseract.FS.writeFile('/input', smaller);
      reader.SetImageFile(UPRIGHT, 0);
      reader.FindLines();
      const askew = reader.GetGradient();
      tesseract.FS.writeFile('/input', picture);
      reader.SetImageFile(UPRIGHT, Math.abs(askew) >= LEAST_ASKEW ? askew : 0);
      reader.Recognize(null);
      return JSON.parse(reader.GetJSONText()).blocks ?? [];
    },
  };
}

const dataOf = (code) => require.resolve(`@tesseract.js-data/${code}/4.0.0_best_int/${code}.traineddata.gz`);

/** Tries rotations, because documents may be upside down or sideways. */
async function readUpright(reader, sheet, { page, leastWord, leastPage, turnsMs }) {
  const end = usedMs() + turnsMs;
  let best;
  for (const turn of [0, 90, 270, 180]) {
    const turned = sharp(sheet).rotate(turn).withMetadata({ density: DENSITY }).png({ compressionLevel: 1 });
    const { data, info } = await turned.toBuffer({ resolveWithObject: true });
    const smaller = await sharp(data)
      .resize({ width: Math.ceil(info.width / 2) })
      .withMetadata({ density: DENSITY / 2 })
      .png({ compressionLevel: 1 })
      .toBuffer();
    const found = wordsIn(reader.read(data, smaller), LETTER_POINTS / info.width, leastWord);
    found.placeOf = ({ x0, y0, x1, y1 }) =>
      turnBack([x0 / info.width, y0 / info.height, x1 / info.width, y1 / info.height], turn);
    if (!best || found.sum > best.sum) best = found;
    if (best.confidence >= leastPage || usedMs() > end) break;
  }
  const pieces = best.pieces.map(({ bbox, ...piece }) => ({ ...piece, at: { page, box: best.placeOf(bbox) } }));
  return { lines: linesOf(pieces, true), confidence: Math.round(best.confidence) };
}

/** Converts a box on the rotated page to the displayed page. */
function turnBack([left, top, right, bottom], turn) {
  if (turn === 90) return [top, 1 - right, bottom, 1 - left];
  if (turn === 180) return [1 - right, 1 - bottom, 1 - left, 1 - top];
  return turn === 270 ? [1 - bottom, left, 1 - top, right] : [left, top, right, bottom];
}

function usedMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Vertical lines would break up rows and columns. */
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

async function openPhotograph(content, { mostPixels }) {
  const { width, height } = await sharp(content).metadata();
  const share = Math.min(1, Math.sqrt(mostPixels / (width * height)));
  return asSheet(
    sharp(content)
      .rotate()
      .flatten({ background: '#fff' })
      .resize({ width: Math.round(width * share) }),
  );
}

/** True if an image in the PDF was left out because of its size. */
function hasLargePicture(content, { mostPixels }) {
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('latin1');
  const sides = (name) => [...text.matchAll(new RegExp(`/${name}\\s+(\\d+)`, 'g'))].map(([, side]) => Number(side));
  const [widths, heights] = [sides('Width'), sides('Height')];
  return widths.some((width, n) => width * (heights[n] ?? 0) > LARGEST * mostPixels);
}

async function drawPage(content, number, { dpi, mostPixels }) {
  const pdf = await getDocumentProxy(new Uint8Array(content), { verbosity: 0, maxImageSize: LARGEST * mostPixels });
  const page = await pdf.getPage(number);
  const images = await imagesOn(page);
  if (images.length === 0) return undefined;
  const [left, bottom, right, top] = page.view;
  const scale = Math.min(dpi / 72, Math.sqrt(mostPixels / ((right - left) * (top - bottom))));
  const size = { width: Math.ceil((right - left) * scale), height: Math.ceil((top - bottom) * scale) };
  const layers = [];
  for (const { matrix, ...image } of images) {
    const at = toPixels(matrix, { left, top, scale });
    const layer = await placed(image, at, size);
    if (layer) layers.push(layer);
  }
  if (layers.length === 0) return undefined;
  const blank = sharp({ create: { ...size, channels: 3, background: '#fff' } });
  const drawn = await blank.composite(layers).png({ compressionLevel: 1 }).toBuffer();
  return asSheet(sharp(drawn).rotate(page.rotate));
}

const asSheet = (picture) => picture.grayscale().png({ compressionLevel: 1 }).toBuffer();

/** `matrix` maps the unit square to the page. */
async function imagesOn(page) {
  const { OPS } = await getResolvedPDFJS();
  const { fnArray, argsArray } = await page.getOperatorList();
  const found = [];
  const stack = [];
  let matrix = [1, 0, 0, 1, 0, 0];
  for (const [n, op] of fnArray.entries()) {
    const args = argsArray[n];
    if (op === OPS.save) stack.push(matrix);
    else if (op === OPS.restore || op === OPS.paintFormXObjectEnd) matrix = stack.pop() ?? matrix;
    else if (op === OPS.transform) matrix = times(matrix, args);
    else if (op === OPS.paintFormXObjectBegin) {
      stack.push(matrix);
      if (args[0]) matrix = times(matrix, args[0]);
    } else if ([OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject].includes(op)) {
      const image = pixelsOf(await objectOf(page, args[0]), op === OPS.paintImageMaskXObject);
      if (image && found.length < MOST_IMAGES) found.push({ ...image, matrix });
    }
  }
  return found;
}

async function objectOf(page, argument) {
  const named = (name) =>
    new Promise((resolve) => (name.startsWith('g_') ? page.commonObjs : page.objs).get(name, resolve));
  if (typeof argument === 'string') return named(argument);
  return typeof argument?.data === 'string' ? { ...argument, ...(await named(argument.data)) } : argument;
}

/** 1-bit images are packed. A mask is black where its bit is 0. */
function pixelsOf(image, isStencil) {
  const { data, width, height } = image ?? {};
  if (!data || !width || !height) return undefined;
  const channels = data.length / (width * height);
  if (!isStencil && [1, 3, 4].includes(channels))
    return { data: Buffer.from(data.buffer, data.byteOffset, data.byteLength), width, height, channels };
  const row = (width + 7) >> 3;
  if (data.length < row * height) return undefined;
  const size = isStencil ? 2 : 1;
  const points = Buffer.alloc(width * height * size);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const bit = (data[y * row + (x >> 3)] >> (7 - (x & 7))) & 1;
      if (isStencil) points[(y * width + x) * 2 + 1] = bit ? 0 : 255;
      else points[y * width + x] = bit ? 255 : 0;
    }
  return { data: points, width, height, channels: size };
}

function toPixels([a, b, c, d, e, f], { left, top, scale }) {
  const isSideways = Math.abs(b) + Math.abs(c) > Math.abs(a) + Math.abs(d);
  const x = Math.min(e, e + a + c, e + a, e + c);
  const y = Math.max(f, f + b + d, f + b, f + d);
  return {
    left: Math.round((x - left) * scale),
    top: Math.round((top - y) * scale),
    width: Math.max(1, Math.round((isSideways ? Math.abs(c) : Math.abs(a)) * scale)),
    height: Math.max(1, Math.round((isSideways ? Math.abs(b) : Math.abs(d)) * scale)),
    turn: isSideways ? (b > 0 ? 270 : 90) : 0,
    isMirrored: !isSideways && a < 0,
    isUpsideDown: !isSideways && d < 0,
  };
}

async function placed({ data, ...raw }, at, page) {
  const left = Math.max(0, at.left);
  const top = Math.max(0, at.top);
  const width = Math.min(at.left + at.width, page.width) - left;
  const height = Math.min(at.top + at.height, page.height) - top;
  if (width <= 0 || height <= 0 || at.width > 4 * page.width || at.height > 4 * page.height) return undefined;
  const turned = await sharp(data, { raw, limitInputPixels: false })
    .rotate(at.turn)
    .flip(at.isUpsideDown)
    .flop(at.isMirrored)
    .toColorspace('srgb')
    .png({ compressionLevel: 0 })
    .toBuffer();
  const input = await sharp(turned)
    .resize(at.width, at.height, { fit: 'fill' })
    .extract({ left: left - at.left, top: top - at.top, width, height })
    .png({ compressionLevel: 0 })
    .toBuffer();
  return { input, left, top };
}
