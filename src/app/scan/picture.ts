import { defaultLimits } from '../../model/section/documentTypes';
import type { ReadAnswer, ReadRequest } from './scan.worker';

const FORMATS = /\.(jpe?g|png|gif|heic|webp|bmp|svg)$/i;
const LONGEST = 4096;
/** Quality 1 (docs/spec/003.md, §9), or less if the file would be too large to upload. */
const QUALITIES = [1, 0.92, 0.8, 0.6];

export interface ReadyPicture {
  dataUrl: string;
  /** Undefined for a HEIC photo that this browser can't read. The server converts it. */
  jpeg?: Blob;
}

/** True if the file has an accepted extension (docs/spec/003.md, §5). */
export function isPictureName(name: string): boolean {
  return FORMATS.test(name);
}

/**
 * Returns an upright JPEG of at most 4096 by 4096 pixels, or a HEIC photo that this browser can't read. Throws if the
 * picture is too large to upload or another format can't be decoded.
 */
export async function readyPicture(file: File): Promise<ReadyPicture> {
  const jpeg = await asJpeg(file).catch((cause: unknown) => {
    if (isHeic(file) && file.size <= defaultLimits().maxBytes) return undefined;
    throw cause;
  });
  const sent = jpeg ?? new Blob([file], { type: 'image/heic' });
  return { dataUrl: await asDataUrl(sent), jpeg };
}

export async function drawJpeg(source: CanvasImageSource, width: number, height: number): Promise<Blob> {
  const scale = Math.min(1, LONGEST / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const pen = canvas.getContext('2d', { alpha: false });
  if (!pen || canvas.width === 0 || canvas.height === 0) throw new Error('The picture has no size.');
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(source, 0, 0, canvas.width, canvas.height);
  for (const quality of QUALITIES) {
    const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    if (jpeg && jpeg.size <= defaultLimits().maxBytes) return jpeg;
  }
  throw new Error('The picture stays too large at every quality.');
}

async function asJpeg(file: File): Promise<Blob> {
  const image = new Image();
  const url = URL.createObjectURL(file);
  try {
    image.src = url;
    await image.decode();
    return await drawJpeg(image, image.naturalWidth, image.naturalHeight);
  } finally {
    URL.revokeObjectURL(url);
  }
}

function isHeic({ name }: File): boolean {
  return /\.heic$/i.test(name);
}

function asDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

export interface BarcodeReader {
  /** Returns a license's barcode text, if found. The bitmap can't be used afterward. */
  read(bitmap: ImageBitmap, effort: ReadRequest['effort']): Promise<string | undefined>;
  close(): void;
}

/** Starts a worker. `close` ends the worker, and pending reads resolve to undefined. */
export function openReader(): BarcodeReader {
  const worker = new Worker(new URL('./scan.worker', import.meta.url), { type: 'module' });
  const waiting = new Map<number, (text: string | undefined) => void>();
  let last = 0;
  let isBroken = false;
  const resolveRead = (id: number, text: string | undefined) => {
    waiting.get(id)?.(text);
    waiting.delete(id);
  };
  const giveUp = () => {
    isBroken = true;
    for (const id of [...waiting.keys()]) resolveRead(id, undefined);
  };
  worker.onmessage = ({ data }: MessageEvent<ReadAnswer>) => resolveRead(data.id, data.text);
  worker.onerror = giveUp;
  return {
    read(bitmap, effort) {
      if (isBroken) return Promise.resolve(undefined);
      const id = ++last;
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        worker.postMessage({ id, bitmap, effort } satisfies ReadRequest, [bitmap]);
      });
    },
    close() {
      worker.terminate();
      giveUp();
    },
  };
}
