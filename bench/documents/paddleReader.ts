import { fork } from 'node:child_process';
import { checkRules } from '../../src/model/income/checks/rules';
import type { PageReader } from './readDocuments';

/** Pixels. Twice as many pixels take longer without a better result. */
const WIDTH = 1280;

/** Reads each page in a separate process, like the server with Tesseract. */
export function paddleReader(folder: string): PageReader {
  const { dpi, pixels: mostPixels } = checkRules().pictures;
  return (content, place) =>
    new Promise((resolve, reject) => {
      const child = fork('bench/documents/paddle.mjs', [folder, String(WIDTH)], { serialization: 'advanced' });
      child.once('message', (answer) => resolve(answer as Awaited<ReturnType<PageReader>>));
      child.once('exit', (code) => reject(new Error(`PP-OCR ended with ${code}`)));
      child.send({ content, options: { ...place, dpi, mostPixels } });
    });
}
