export interface PageRequest {
  /** A URL or the file's content. */
  pdf: string | ArrayBuffer;
  /** Page number, from 1. */
  number: number;
  /** Longer side in pixels. */
  size: number;
}

export interface DrawnPage {
  page: ImageBitmap;
  count: number;
}

export type PageAnswer = DrawnPage | { message: string };

/** Milliseconds until rendering fails and the worker is terminated. */
const LONGEST = 20_000;

let last: Promise<unknown> = Promise.resolve();
let idle: Worker | undefined;

/**
 * Renders PDF pages in a worker, one at a time. Rejects if aborted before rendering, or if rendering fails or takes
 * too long.
 */
export function drawPage(request: PageRequest, signal?: AbortSignal): Promise<DrawnPage> {
  const drawn = last.then(() => {
    signal?.throwIfAborted();
    return draw(request);
  });
  last = drawn.catch(() => undefined);
  return drawn;
}

function draw(request: PageRequest): Promise<DrawnPage> {
  const worker = idle ?? new Worker(new URL('./page.worker.ts', import.meta.url), { type: 'module' });
  idle = undefined;
  return new Promise<DrawnPage>((resolve, reject) => {
    const timer = setTimeout(() => fail(new Error('The page took too long')), LONGEST);
    function fail(cause: Error) {
      clearTimeout(timer);
      worker.terminate();
      reject(cause);
    }
    worker.onerror = () => fail(new Error('The page could not be drawn'));
    worker.onmessage = ({ data }: MessageEvent<Partial<PageAnswer>>) => {
      if ('message' in data) return fail(new Error(data.message));
      // The PDF library also posts messages.
      if (!('page' in data) || !data.page || !data.count) return;
      clearTimeout(timer);
      idle = worker;
      resolve({ page: data.page, count: data.count });
    };
    worker.postMessage(request);
  });
}
