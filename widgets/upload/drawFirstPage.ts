/** What the worker is asked, and what it answers. */
export interface PageRequest {
  /** Where the PDF is, or the PDF. */
  pdf: string | ArrayBuffer;
  /** The longer side of the picture in pixels. */
  size: number;
}

export type PageAnswer = { page: ImageBitmap } | { message: string };

const SIZE = 600;
/** A page that takes longer is not drawn: the worker ends with it (milliseconds). */
const LONGEST = 20_000;

let last: Promise<unknown> = Promise.resolve();
let idle: Worker | undefined;

/** Draws the first page of a PDF in a worker, one after another; rejects when it is given up, cannot be drawn or takes too long. */
export function drawFirstPage(pdf: string | ArrayBuffer, signal?: AbortSignal): Promise<ImageBitmap> {
  const drawn = last.then(() => {
    signal?.throwIfAborted();
    return draw({ pdf, size: SIZE });
  });
  last = drawn.catch(() => undefined);
  return drawn;
}

function draw(request: PageRequest): Promise<ImageBitmap> {
  const worker = idle ?? new Worker(new URL('./firstPage.worker.ts', import.meta.url), { type: 'module' });
  idle = undefined;
  return new Promise<ImageBitmap>((resolve, reject) => {
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
      if (!('page' in data) || !data.page) return;
      clearTimeout(timer);
      idle = worker;
      resolve(data.page);
    };
    worker.postMessage(request);
  });
}
