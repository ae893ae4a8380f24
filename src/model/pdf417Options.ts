import type { DecodeOptions } from './readPdf417';

/**
 * What ZXing is told for a licence: PDF417 alone, control characters as they are, and none of the work that turning the picture
 * upright has made needless.
 */
export function pdf417Options(options: DecodeOptions) {
  return {
    formats: ['PDF417' as const],
    textMode: 'Plain' as const,
    maxNumberOfSymbols: 1,
    tryInvert: false,
    tryRotate: false,
    tryDownscale: false,
    ...options,
  };
}
