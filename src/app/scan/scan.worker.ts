import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { type Effort, pdf417Options, readPdf417 } from '../../model/readPdf417';

import { drawTurned } from './drawTurned';

/** A picture to read; the answer carries the same id. */
export interface ReadRequest {
  id: number;
  bitmap: ImageBitmap;
  effort: Pick<Effort, 'decodes' | 'turned'>;
}

export interface ReadAnswer {
  id: number;
  text: string | undefined;
}

// The WebAssembly is our own file, never a CDN's.
prepareZXingModule({
  overrides: { locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasmUrl : prefix + path) },
  fireImmediately: true,
});

self.onmessage = async ({ data: { id, bitmap, effort } }: MessageEvent<ReadRequest>) => {
  // A frame that cannot be read is no barcode; the next one comes.
  const text = await read(bitmap, effort).catch(() => undefined);
  bitmap.close();
  self.postMessage({ id, text } satisfies ReadAnswer);
};

function read(bitmap: ImageBitmap, effort: ReadRequest['effort']): Promise<string | undefined> {
  const picture = {
    width: bitmap.width,
    draw: (angle: number, width: number) => drawTurned(bitmap, angle, width),
    async decode(pixels: ImageData, options: object) {
      const [found] = await readBarcodes(pixels, pdf417Options(options));
      return found?.text;
    },
  };
  return readPdf417(picture as Parameters<typeof readPdf417>[0], effort);
}
