import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { type Effort, pdf417Options, readPdf417 } from '../../model/readPdf417';

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

/** The picture `width` pixels wide, turned by `angle` degrees about its middle; its corners may be cut. */
function drawTurned(bitmap: ImageBitmap, angle: number, width: number): ImageData {
  const scale = width / bitmap.width;
  const canvas = new OffscreenCanvas(Math.round(width), Math.round(bitmap.height * scale));
  const pen = canvas.getContext('2d', { willReadFrequently: true, alpha: false });
  if (!pen) throw new Error('This browser draws nothing off screen.');
  pen.imageSmoothingQuality = 'high';
  pen.translate(canvas.width / 2, canvas.height / 2);
  pen.rotate((angle * Math.PI) / 180);
  pen.drawImage(bitmap, -canvas.width / 2, -canvas.height / 2, canvas.width, canvas.height);
  return pen.getImageData(0, 0, canvas.width, canvas.height);
}
