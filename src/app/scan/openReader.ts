import type { ReadAnswer, ReadRequest } from './scan.worker';

export interface BarcodeReader {
  /** The licence's text in the picture; undefined when none is found, or the reader cannot run here. Takes the bitmap over. */
  read(bitmap: ImageBitmap, effort: ReadRequest['effort']): Promise<string | undefined>;
  close(): void;
}

/** Starts a worker that reads barcodes; `close` ends it and every question still open. */
export function openReader(): BarcodeReader {
  const worker = new Worker(new URL('./scan.worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, (text: string | undefined) => void>();
  let last = 0;
  let isBroken = false;
  const settle = (id: number, text: string | undefined) => {
    waiting.get(id)?.(text);
    waiting.delete(id);
  };
  const giveUp = () => {
    isBroken = true;
    for (const id of [...waiting.keys()]) settle(id, undefined);
  };
  worker.onmessage = ({ data }: MessageEvent<ReadAnswer>) => settle(data.id, data.text);
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
