import path from 'node:path';
import { Worker } from 'node:worker_threads';
import sharp, { type Sharp } from 'sharp';
import { messages } from '../../../messages/serverMessages';
import { type OcrField, ocrFields } from '../../../model/license/licenseFields';
import { readLicenseText } from '../../../model/license/licenseText';
import { type Picture, pdf417Options, readPdf417 } from '../../../model/license/readPdf417';
import { documentBounds } from '../../../model/section/documentTypes';
import { findRoot } from '../../platform/config';

const MAX_DECODES = 30;
const DEADLINE_MS = 8_000;
const MAX_WIDTH = 1800;

export async function readLicense(image: Buffer): Promise<OcrField[] | undefined> {
  const text = await readLicenseBarcode(image);
  return text === undefined ? undefined : ocrFields(text, messages('scan').ocr);
}

/** Reads a license's barcode. Gives up once 8 seconds have passed and the process has used 8 seconds of CPU time. */
export async function readLicenseBarcode(image: Buffer): Promise<string | undefined> {
  const decoder = startDecoder();
  const [startedAt, cpuStart] = [Date.now(), process.cpuUsage()];
  const mayGoOn = () => Date.now() - startedAt < DEADLINE_MS || cpuTimeSince(cpuStart) < DEADLINE_MS;
  try {
    const picture = await openPicture(image, decoder.decode);
    const text = await readPdf417(picture, { decodes: MAX_DECODES, turned: true, mayGoOn });
    return text !== undefined && readLicenseText(text) ? text : undefined;
  } catch {
    // sharp and ZXing throw for unreadable images.
    return undefined;
  } finally {
    await decoder.close();
  }
}

function cpuTimeSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

async function openPicture(image: Buffer, decode: Picture['decode']): Promise<Picture> {
  const upright = sharp(image, { limitInputPixels: documentBounds().pixels })
    .rotate()
    .flatten({ background: '#fff' })
    .grayscale();
  const { data, info } = await upright
    .resize({ width: MAX_WIDTH, withoutEnlargement: true })
    .toColorspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const open = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  return {
    width: info.width,
    draw: (angle, width) => drawScaled(open().resize({ width: Math.round(width) }), angle),
    decode,
  };
}

async function drawScaled(scaled: Sharp, angle: number) {
  const rotated =
    angle === 0
      ? scaled
      : sharp(await scaled.png({ compressionLevel: 0 }).toBuffer()).rotate(angle, { background: '#6b6257' });
  const { data, info } = await rotated.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

interface Decoder {
  decode: Picture['decode'];
  close(): Promise<unknown>;
}

function startDecoder(): Decoder {
  const worker = new Worker(path.join(findRoot(), 'src/server/platform/files/workers/barcode.mjs'), {
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
