import { getDocument } from 'unpdf/pdfjs';
import type { DrawnPage, PageAnswer, PageRequest } from './drawPage';

/** The scope of a worker, as far as it is used; the project's types are those of a page. */
interface Scope {
  fonts?: FontFaceSet;
  onmessage: ((event: MessageEvent<PageRequest>) => void) | null;
  postMessage(answer: PageAnswer, transfer?: Transferable[]): void;
}

// See Scope.
const scope = globalThis as unknown as Scope;

/** Makes canvases where there is no page to make elements in. */
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

/** Filters are elements of a page; without one a page is drawn plain. */
class FilterFactory {
  addFilter = () => 'none';
  addHCMFilter = () => 'none';
  addAlphaFilter = () => 'none';
  addLuminosityFilter = () => 'none';
  addHighlightHCMFilter = () => 'none';
  destroy = () => undefined;
}

/** Draws a page, its longer side `size` pixels, white below. No script of the document runs, nothing is compiled. */
async function draw({ pdf, number, size }: PageRequest): Promise<DrawnPage> {
  const data = typeof pdf === 'string' ? await (await fetch(pdf)).arrayBuffer() : pdf;
  const task = getDocument({
    data,
    isEvalSupported: false,
    useWasm: false,
    disableFontFace: true,
    useSystemFonts: true,
    verbosity: 0,
    // Of the document, the library reads the fonts only.
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
    // A canvas in a worker draws as one of a page; the library's type names that one.
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
