/** What the worker is asked, and what it answers. */
export interface PageRequest {
  /** Where the PDF is, or the PDF. */
  pdf: string | ArrayBuffer;
  /** From 1. */
  number: number;
  /** The longer side of the picture in pixels. */
  size: number;
}

export interface DrawnPage {
  page: ImageBitmap;
  /** Pages the PDF has. */
  count: number;
}

export type PageAnswer = DrawnPage | { message: string };

/** A page that takes longer is not drawn: the worker ends with it (milliseconds). */
const LONGEST = 20_000;

let last: Promise<unknown> = Promise.resolve();
let idle: Worker | undefined;

/** Draws a page of a PDF in a worker, one after another; rejects when it is given up, cannot be drawn or takes too long. */
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
      // The PDF library takes any worker for one of its own and says that it is there.
      if (!('page' in data) || !data.page || !data.count) return;
      clearTimeout(timer);
      idle = worker;
      resolve({ page: data.page, count: data.count });
    };
    worker.postMessage(request);
  });
}
