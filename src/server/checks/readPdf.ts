import { runWorker } from './runWorker';

const DEADLINE_MS = 10_000;

export type PdfReading = { pages: number } | { refusal: 'protected' | 'damaged' };

/** Opens a PDF in a bounded worker; a bomb or a broken file counts as damaged. */
export function readPdf(content: Buffer): Promise<PdfReading> {
  return runWorker<PdfReading>('pdf', content, DEADLINE_MS).catch(() => ({ refusal: 'damaged' }) as const);
}
