import { getDocument } from 'unpdf/pdfjs';
import type { DrawnPage, PageAnswer, PageRequest } from './drawPage';

/** The parts of a worker's global scope that this file uses. The project's types describe a page's scope. */
interface Scope {
  fonts?: FontFaceSet;
  onmessage: ((event: MessageEvent<PageRequest>) => void) | null;
  postMessage(answer: PageAnswer, transfer?: Transferable[]): void;
}

const scope = globalThis as unknown as Scope;

/** Creates canvases without DOM elements, because workers have none. */
class CanvasFactory {
  create(width: number, height: number) {
    const canvas = new OffscreenCanvas(width, height);
    return { canvas, context: canvas.getContext('2d') };
  }

  reset({ canvas }: { canvas: OffscreenCanvas }, width: number, height: number) {
    canvas.width = width;
    canvas.height = height;
  }

  destroy({ canvas }: { canvas: OffscreenCanvas }) {
    canvas.width = 0;
    canvas.height = 0;
  }
}

/** Filters need DOM elements, so none are applied. */
class FilterFactory {
  addFilter = () => 'none';
  addHCMFilter = () => 'none';
  addAlphaFilter = () => 'none';
  addLuminosityFilter = () => 'none';
  addHighlightHCMFilter = () => 'none';
  destroy = () => undefined;
}

/** Renders a page on white. The document's scripts don't run. */
async function draw({ pdf, number, size }: PageRequest): Promise<DrawnPage> {
  const data = typeof pdf === 'string' ? await (await fetch(pdf)).arrayBuffer() : pdf;
  const task = getDocument({
    data,
    isEvalSupported: false,
    useWasm: false,
    disableFontFace: true,
    useSystemFonts: true,
    verbosity: 0,
    // The library uses only the document's `fonts`.
    ownerDocument: { fonts: scope.fonts } as unknown as HTMLDocument,
    CanvasFactory,
    FilterFactory,
  });
  try {
    const document = await task.promise;
    const page = await document.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: size / Math.max(width, height) });
    const canvas = new OffscreenCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
    // The library's type is narrower, but this context also works.
    const canvasContext = canvas.getContext('2d') as unknown as CanvasRenderingContext2D;
    await page.render({ canvas: null, canvasContext, viewport, background: 'white' }).promise;
    return { page: canvas.transferToImageBitmap(), count: document.numPages };
  } finally {
    await task.destroy();
  }
}

scope.onmessage = async ({ data }) => {
  try {
    const drawn = await draw(data);
    scope.postMessage(drawn, [drawn.page]);
  } catch (cause) {
    scope.postMessage({ message: String(cause) });
  }
};
