/** The picture `width` pixels wide, turned by `angle` degrees about its middle; its corners may be cut. */
export function drawTurned(bitmap: ImageBitmap, angle: number, width: number): ImageData {
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
