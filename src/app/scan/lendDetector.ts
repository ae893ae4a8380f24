/** Finds the text of a barcode in the running camera. */
export type Detect = () => Promise<string | undefined>;

/**
 * Runs `make` while `window.BarcodeDetector` is one of ours: html5-qrcode takes the detector it finds there when it is made,
 * decodes with it from then on, and so never looks at its own small canvas.
 */
export function lendDetector<T>(detect: Detect, make: () => T): T {
  const own = Object.getOwnPropertyDescriptor(window, 'BarcodeDetector');
  Object.defineProperty(window, 'BarcodeDetector', { configurable: true, writable: true, value: detectorOf(detect) });
  try {
    return make();
  } finally {
    if (own) Object.defineProperty(window, 'BarcodeDetector', own);
    else Reflect.deleteProperty(window, 'BarcodeDetector');
  }
}

function detectorOf(detect: Detect) {
  return class {
    static async getSupportedFormats() {
      return ['pdf417'];
    }
    async detect() {
      const rawValue = await detect();
      if (rawValue === undefined) return [];
      // The library takes the largest of what is found, and nothing without a size.
      const boundingBox = new DOMRectReadOnly(0, 0, 1, 1);
      return [{ rawValue, format: 'pdf417', boundingBox, cornerPoints: [] }];
    }
  };
}
