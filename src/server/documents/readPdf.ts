import { onFault, runWorker } from './runWorker';

const DEADLINE_MS = 10_000;

export type PdfReading = { pages: number } | { refusal: 'protected' | 'damaged' | 'dynamicForm' };

/** Opens a PDF of `account` in a bounded worker; a bomb or a broken file counts as damaged. Throws the queue's refusals. */
export function readPdf(content: Buffer, account: string): Promise<PdfReading> {
  const task = { name: 'pdf', content, deadlineMs: DEADLINE_MS, account };
  return runWorker<PdfReading>(task).catch(onFault({ refusal: 'damaged' } as const));
}
