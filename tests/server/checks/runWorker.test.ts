import { describe, expect, it } from 'vitest';
import { convertHeic } from '../../../src/server/checks/convertHeic';
import { inspectFile } from '../../../src/server/checks/inspectFile';
import { readPdf } from '../../../src/server/checks/readPdf';
import { runWorker, WorkerBound } from '../../../src/server/checks/runWorker';
import { samplePdf } from '../../support/sampleFiles';

const HEIC = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(200)]);

describe('runWorker', () => {
  it('reads a PDF and tells a protected and a broken one apart', async () => {
    expect(await readPdf(await samplePdf())).toEqual({ pages: 1 });
    expect(await readPdf(await samplePdf({ password: 'x' }))).toEqual({ refusal: 'protected' });
    expect(await readPdf(Buffer.from('%PDF-1.7 and nothing'))).toEqual({ refusal: 'damaged' });
  });

  it('ends a worker that takes too long, and goes on with the next', async () => {
    const pdf = await samplePdf();
    const [late, next] = await Promise.allSettled([runWorker('pdf', pdf, 1), runWorker('pdf', pdf, 10_000)]);
    expect(late).toMatchObject({ status: 'rejected', reason: expect.any(WorkerBound) });
    expect(next).toEqual({ status: 'fulfilled', value: { pages: 1 } });
  });

  it('ends a worker that takes too much memory, and goes on with the next', async () => {
    const greedy = runWorker('../../../../tests/support/workers/greedy', Buffer.alloc(1), 40_000);
    await expect(greedy).rejects.toThrow('took too much memory');
    expect(await readPdf(await samplePdf())).toEqual({ pages: 1 });
  });

  it('hands HEIC to its decoder, which has the last word', async () => {
    await expect(runWorker('heic', HEIC, 20_000)).rejects.toThrow(/HEIF|heic/i);
    expect(await convertHeic(HEIC)).toBeUndefined();
    expect(await inspectFile(HEIC, 2)).toEqual({ refusal: 'damaged' });
  });
});
