import sharp from 'sharp';
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { times } from './matrix.mjs';

sharp.concurrency(1);

const MAX_IMAGES = 400;
/** Maximum picture size, as a multiple of `mostPixels`. A page at 600 dpi in color fits in memory. */
const LARGEST = 16;
const WHITE = 255;

/** Draws a page in gray, one byte per pixel. Undefined if no picture can be decoded. */
export async function drawPage(content, { mime, page, ...bounds }) {
  return mime === 'application/pdf' ? drawPdfPage(content, page, bounds) : openPhoto(content, bounds);
}

export async function toGray(picture) {
  const { data, info } = await picture
    .grayscale()
    .toColorspace('b-w')
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

export const fromGray = ({ data, width, height }) => sharp(data, { raw: { width, height, channels: 1 } });

async function openPhoto(content, { mostPixels }) {
  const { width, height } = await sharp(content).metadata();
  const share = Math.min(1, Math.sqrt(mostPixels / (width * height)));
  return toGray(
    sharp(content)
      .rotate()
      .flatten({ background: '#fff' })
      .resize({ width: Math.round(width * share) }),
  );
}

/** True if a picture may have been left out because of its size. */
export function hasLargePicture(content, { mostPixels }) {
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('latin1');
  const sides = (name) => [...text.matchAll(new RegExp(`/${name}\\s+(\\d+)`, 'g'))].map(([, side]) => Number(side));
  const [widths, heights] = [sides('Width'), sides('Height')];
  return widths.some((width, n) => width * (heights[n] ?? 0) > LARGEST * mostPixels);
}

async function drawPdfPage(content, number, { dpi, mostPixels }) {
  const pdf = await getDocumentProxy(new Uint8Array(content), { verbosity: 0, maxImageSize: LARGEST * mostPixels });
  const page = await pdf.getPage(number);
  const images = await imagesOn(page);
  if (images.length === 0) return undefined;
  const [left, bottom, right, top] = page.view;
  const scale = Math.min(dpi / 72, Math.sqrt(mostPixels / ((right - left) * (top - bottom))));
  const size = { width: Math.ceil((right - left) * scale), height: Math.ceil((top - bottom) * scale) };
  const sheet = { data: Buffer.alloc(size.width * size.height, WHITE), ...size };
  let isEmpty = true;
  for (const { matrix, ...image } of images) {
    const layer = await cropToPage(image, toPixels(matrix, { left, top, scale }), size);
    if (!layer) continue;
    isEmpty = false;
    paint(sheet, layer);
  }
  if (isEmpty) return undefined;
  return page.rotate ? toGray(fromGray(sheet).rotate(page.rotate)) : sheet;
}

/** Each image's `matrix` maps the unit square to the page. */
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
      if (image && found.length < MAX_IMAGES) found.push({ ...image, matrix });
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

async function cropToPage({ data, ...raw }, at, page) {
  const left = Math.max(0, at.left);
  const top = Math.max(0, at.top);
  const width = Math.min(at.left + at.width, page.width) - left;
  const height = Math.min(at.top + at.height, page.height) - top;
  if (width <= 0 || height <= 0 || at.width > 4 * page.width || at.height > 4 * page.height) return undefined;
  const upright = await rotatePicture(sharp(data, { raw, limitInputPixels: false }).grayscale(), at);
  const { data: points, info } = await upright
    .resize(at.width, at.height, { fit: 'fill' })
    .extract({ left: left - at.left, top: top - at.top, width, height })
    .toColorspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { points, channels: info.channels, left, top, width, height };
}

/** Rotates in a separate step, because sharp would scale first. */
async function rotatePicture(picture, { turn, isUpsideDown, isMirrored }) {
  if (!turn && !isUpsideDown && !isMirrored) return picture;
  const upright = picture.rotate(turn).flip(isUpsideDown).flop(isMirrored).toColorspace('b-w').raw();
  const { data, info } = await upright.toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: false });
}

function paint(sheet, { points, channels, left, top, width, height }) {
  for (let y = 0; y < height; y += 1) {
    const to = (top + y) * sheet.width + left;
    const from = y * width * channels;
    if (channels === 1) points.copy(sheet.data, to, from, from + width);
    else
      for (let x = 0; x < width; x += 1) {
        const alpha = points[from + x * channels + channels - 1] / WHITE;
        const below = sheet.data[to + x];
        sheet.data[to + x] = below + (points[from + x * channels] - below) * alpha;
      }
  }
}
