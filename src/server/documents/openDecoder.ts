import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { pdf417Options } from '../../model/pdf417Options';
import type { Picture } from '../../model/readPdf417';
import { findRoot } from '../root';

export interface Decoder {
  /** The text of the first PDF417 in the pixels. Rejects when the decoder fails. */
  decode: Picture['decode'];
  close(): Promise<unknown>;
}

/** ZXing in a thread of its own, so that a request's picture stops nobody else's. One question at a time. */
export function openDecoder(): Decoder {
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
