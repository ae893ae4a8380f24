import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

// Reads the WebAssembly from disk, because the package would load it from a CDN.
const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm) } });

parentPort.on('message', async ({ pixels, options }) => {
  const picture = { ...pixels, data: new Uint8ClampedArray(pixels.data) };
  const [found] = await readBarcodes(picture, options);
  parentPort.postMessage(found?.text);
});
