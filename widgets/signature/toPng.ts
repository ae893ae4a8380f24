import { signatureSize } from './size';

/** A pad's drawing as a PNG data URL of the common size; a pad that had to be narrower stands in the middle. */
export function toPng(drawn: HTMLCanvasElement): string {
  const canvas = Object.assign(document.createElement('canvas'), signatureSize);
  canvas.getContext('2d')?.drawImage(drawn, (signatureSize.width - drawn.width) / 2, 0);
  return canvas.toDataURL('image/png');
}
