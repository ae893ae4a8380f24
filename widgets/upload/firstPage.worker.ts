import { getDocument } from 'unpdf/pdfjs';
import type { PageAnswer, PageRequest } from './drawFirstPage';

/** The scope of a worker, as far as it is used; the project's types are those of a page. */
interface Scope {
  fonts?: FontFaceSet;
  onmessage: ((event: MessageEvent<PageRequest>) => void) | null;
  postMessage(answer: PageAnswer, transfer?: Transferable[]): void;
}

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

/** Draws page 1, its longer side `size` pixels, white below. No script of the document runs, nothing is compiled. */
async function draw({ pdf, size }: PageRequest): Promise<ImageBitmap> {
  const data = typeof pdf === 'string' ? await (await fetch(pdf)).arrayBuffer() : pdf;
  const task = getDocument({
    data,
    isEvalSupported: false,
    useWasm: false,
    disableFontFace: true,
    useSystemFonts: true,
    verbosity: 0,
    ownerDocument: { fonts: scope.fonts } as unknown as HTMLDocument,
    CanvasFactory,
    FilterFactory,
  });
  try {
    const page = await (await task.promise).getPage(1);
    const { width, height } = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: size / Math.max(width, height) });
    const canvas = new OffscreenCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
    const canvasContext = canvas.getContext('2d') as unknown as CanvasRenderingContext2D;
    await page.render({ canvas: null, canvasContext, viewport, background: 'white' }).promise;
    return canvas.transferToImageBitmap();
  } finally {
    await task.destroy();
  }
}

scope.onmessage = async ({ data }) => {
  try {
    const page = await draw(data);
    scope.postMessage({ page }, [page]);
  } catch (cause) {
    scope.postMessage({ message: String(cause) });
  }
};
