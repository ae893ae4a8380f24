import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { type DecodeEffort, pdf417Options, readPdf417 } from '../../model/license/readPdf417';

export interface ReadRequest {
  id: number;
  bitmap: ImageBitmap;
  effort: Pick<DecodeEffort, 'decodes' | 'turned'>;
}

export interface ReadAnswer {
  id: number;
  text: string | undefined;
}

// Uses our own WebAssembly file instead of a CDN's.
prepareZXingModule({
  overrides: { locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasmUrl : prefix + path) },
  fireImmediately: true,
});

self.onmessage = async ({ data: { id, bitmap, effort } }: MessageEvent<ReadRequest>) => {
  const text = await read(bitmap, effort).catch(() => undefined);
  bitmap.close();
  self.postMessage({ id, text } satisfies ReadAnswer);
};

function read(bitmap: ImageBitmap, effort: ReadRequest['effort']): Promise<string | undefined> {
  const picture = {
    width: bitmap.width,
    draw: (angle: number, width: number) => drawRotated(bitmap, angle, width),
    async decode(pixels: ImageData, options: object) {
      const [found] = await readBarcodes(pixels, pdf417Options(options));
      return found?.text;
    },
  };
  // ImageData has every member that the reader uses.
  return readPdf417(picture as Parameters<typeof readPdf417>[0], effort);
}

/** Scales to `width` and rotates by `angle` degrees without cropping the corners. */
function drawRotated(bitmap: ImageBitmap, angle: number, width: number): ImageData {
  const height = (bitmap.height * width) / bitmap.width;
  const [cos = 0, sin = 0] = [Math.cos, Math.sin].map((of) => Math.abs(of((angle * Math.PI) / 180)));
  const canvas = new OffscreenCanvas(Math.round(width * cos + height * sin), Math.round(width * sin + height * cos));
  const pen = canvas.getContext('2d', { willReadFrequently: true, alpha: false });
  if (!pen) throw new Error("This browser can't draw off screen.");
  pen.imageSmoothingQuality = 'high';
  pen.translate(canvas.width / 2, canvas.height / 2);
  pen.rotate((angle * Math.PI) / 180);
  pen.drawImage(bitmap, -width / 2, -height / 2, width, height);
  return pen.getImageData(0, 0, canvas.width, canvas.height);
}
