import { Html5Qrcode, Html5QrcodeSupportedFormats } from 'html5-qrcode';
import { openReader } from '../../src/app/scan/picture';
import { barcodeRegion } from '../../src/app/scan/useCamera';

export interface Reading {
  text: string | undefined;
  ms: number;
}

export interface ScanBench {
  ours(jpeg: string): Promise<Reading>;
  library(jpeg: string): Promise<Reading>;
  frame(jpeg: string): Promise<Reading>;
}

const reader = openReader();
const library = new Html5Qrcode('box', {
  formatsToSupport: [Html5QrcodeSupportedFormats.PDF_417],
  useBarCodeDetectorIfSupported: false,
  verbose: false,
});

const bench: ScanBench = {
  ours: (jpeg) =>
    timed(jpeg, async (file) => reader.read(await createImageBitmap(file), { decodes: 30, turned: true })),
  library: (jpeg) => timed(jpeg, (file) => library.scanFile(file, false)),
  frame: (jpeg) =>
    timed(jpeg, async (file) => {
      const { width, height } = await createImageBitmap(file);
      return reader.read(await createImageBitmap(file, ...barcodeRegion(width, height)), { decodes: 4 });
    }),
};
Object.assign(window, { bench });

/** The time includes decoding the JPEG. */
async function timed(jpeg: string, read: (file: File) => Promise<string | undefined>): Promise<Reading> {
  const bytes = Uint8Array.from(atob(jpeg), (sign) => sign.charCodeAt(0));
  const file = new File([bytes], 'still.jpg', { type: 'image/jpeg' });
  const start = performance.now();
  // The library rejects if it finds nothing.
  const text = await read(file).catch(() => undefined);
  return { text, ms: performance.now() - start };
}
