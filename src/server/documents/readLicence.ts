import path from 'node:path';
import { Worker } from 'node:worker_threads';
import sharp, { type Sharp } from 'sharp';
import { documentBounds } from '../../model/documents';
import { readLicenceText } from '../../model/licence';
import { type OcrField, ocrFields } from '../../model/ocrFields';
import { type Picture, pdf417Options, readPdf417 } from '../../model/readPdf417';
import { findRoot } from '../config';

const DECODES = 30;
const DEADLINE_MS = 8_000;
const WIDEST = 1800;

/** The fields of the licence whose back is in the picture; undefined when no barcode can be read in it, or it is no picture. */
export async function readLicence(image: Buffer): Promise<OcrField[] | undefined> {
  const text = await readLicenceBarcode(image);
  return text === undefined ? undefined : ocrFields(text);
}

/** The barcode's own text. Gives up after 30 tries or 8 seconds, on the clock and of the process's own work: a busy machine makes no picture unreadable. */
export async function readLicenceBarcode(image: Buffer): Promise<string | undefined> {
  const decoder = openDecoder();
  const [began, worked] = [Date.now(), process.cpuUsage()];
  const mayGoOn = () => Date.now() - began < DEADLINE_MS || workSince(worked) < DEADLINE_MS;
  try {
    const picture = await openPicture(image, decoder.decode);
    const text = await readPdf417(picture, { decodes: DECODES, turned: true, mayGoOn });
    return text !== undefined && readLicenceText(text) ? text : undefined;
  } catch {
    // A picture that sharp or ZXing cannot take holds no barcode; the upload itself was judged elsewhere.
    return undefined;
  } finally {
    await decoder.close();
  }
}

/** The processor time of all its threads, in milliseconds. */
function workSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** The picture upright, grey and no wider than is ever read, drawn off the main thread. */
async function openPicture(image: Buffer, decode: Picture['decode']): Promise<Picture> {
  const upright = sharp(image, { limitInputPixels: documentBounds.pixels })
    .rotate()
    .flatten({ background: '#fff' })
    .greyscale();
  const { data, info } = await upright
    .resize({ width: WIDEST, withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const open = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  return {
    width: info.width,
    draw: (angle, width) => drawn(open().resize({ width: Math.round(width) }), angle),
    decode,
  };
}

async function drawn(scaled: Sharp, angle: number) {
  const turned =
    angle === 0
      ? scaled
      : sharp(await scaled.png({ compressionLevel: 0 }).toBuffer()).rotate(angle, { background: '#6b6257' });
  const { data, info } = await turned.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

interface Decoder {
  /** The text of the first PDF417 in the pixels. Rejects when the decoder fails. */
  decode: Picture['decode'];
  close(): Promise<unknown>;
}

/** ZXing in a thread of its own, so that a request's picture stops nobody else's. One question at a time. */
function openDecoder(): Decoder {
  const worker = new Worker(path.join(findRoot(), 'src/server/documents/workers/barcode.mjs'), {
    env: {},
    execArgv: [],
  });
  return {
    decode: (pixels, options) =>
      new Promise((resolve, reject) => {
        worker.once('message', (text: string | undefined) => {
          worker.off('error', reject);
          resolve(text);
        });
        worker.once('error', reject);
        worker.postMessage({ pixels, options: pdf417Options(options) });
      }),
    close: () => worker.terminate(),
  };
}
