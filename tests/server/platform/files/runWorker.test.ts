import { describe, expect, it } from 'vitest';
import texts from '../../../../schemas/texts/server-application.json';
import { documentBounds } from '../../../../src/model/section/documentTypes';
import { convertHeic, inspectFile, readPdf } from '../../../../src/server/applications/documents/inspectFile';
import { fileQueue, runWorker } from '../../../../src/server/platform/files/runWorker';
import { FileFault, WorkerOverdue } from '../../../../src/server/platform/files/workerProcess';
import { blackPng } from '../../../sampleDocuments/pngFiles';
import { samplePdf } from '../../../support/sampleFiles';

const HEIC = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(200)]);

const run = (name: string, content: Buffer, deadlineMs: number, account = 'robin') =>
  runWorker({ name, content, deadlineMs, account });

/** Starts a worker that never finishes. */
const loop = (account: string, deadlineMs: number) =>
  run('../../../../../tests/support/workers/endless', Buffer.alloc(1), deadlineMs, account);

describe('runWorker', () => {
  it('reads a PDF, and distinguishes a protected from a broken one', async () => {
    expect(await readPdf(await samplePdf(), 'robin')).toEqual({ pages: 1 });
    expect(await readPdf(await samplePdf({ password: 'x' }), 'robin')).toEqual({ refusal: 'protected' });
    expect(await readPdf(Buffer.from('%PDF-1.7 and nothing'), 'robin')).toEqual({ refusal: 'damaged' });
  });

  it('stops a worker that takes too long, and continues with the next', async () => {
    const [late, next] = await Promise.allSettled([loop('robin', 300), run('pdf', await samplePdf(), 10_000)]);
    expect(late).toMatchObject({ status: 'rejected', reason: expect.any(FileFault) });
    expect(next).toEqual({ status: 'fulfilled', value: { pages: 1 } });
  });

  it("counts only a file's own CPU time, so a busy machine doesn't fail it", async () => {
    const patient = run('../../../../../tests/support/workers/patient', Buffer.alloc(1), 1000);
    await expect(patient).resolves.toBe('waited 1500 ms');
  });

  it('ends a worker that waits forever, without blaming the file', async () => {
    const task = {
      name: '../../../../../tests/support/workers/patient',
      content: Buffer.alloc(0),
      deadlineMs: 1000,
      account: 'robin',
    };
    await expect(runWorker(task)).rejects.toMatchObject({ code: 'busy' });
    // Queued tasks fail with an error that retries the job.
    await expect(runWorker({ ...task, isQueued: true })).rejects.toBeInstanceOf(WorkerOverdue);
  });

  it("doesn't blame the file if a decoder can't be loaded", async () => {
    const cause = await run('no-such-decoder', await samplePdf(), 10_000).catch((error: unknown) => error);
    expect(cause).toMatchObject({ message: expect.stringContaining("no-such-decoder can't be loaded") });
    expect(cause).not.toBeInstanceOf(FileFault);
  });

  it("doesn't blame the file if a worker ends without an answer", async () => {
    const leaving = run('../../../../../tests/support/workers/leaving', Buffer.alloc(1), 10_000);
    const cause = await leaving.catch((error: unknown) => error);
    expect(cause).toMatchObject({ message: expect.stringContaining('ended with 1') });
    expect(cause).not.toBeInstanceOf(FileFault);
  });

  it('stops a worker that uses too much memory, and continues with the next', async () => {
    const greedy = run('../../../../../tests/support/workers/greedy', Buffer.alloc(1), 40_000);
    await expect(greedy).rejects.toThrow('used too much memory');
    expect(await readPdf(await samplePdf(), 'robin')).toEqual({ pages: 1 });
  }, 180_000);

  it("reads one account's file while six bad files of another account run", async () => {
    const pdf = await samplePdf();
    const ended: unknown[] = [];
    const bad = Array.from({ length: 6 }, () => loop('mallory', 1000).catch((cause) => ended.push(cause)));
    expect(await readPdf(pdf, 'robin')).toEqual({ pages: 1 });
    expect(ended.length).toBeLessThanOrEqual(1);
    await Promise.all(bad);
    // On a very busy machine, the error is `busy` instead of a fault of the file.
    for (const cause of ended) expect(cause instanceof FileFault || Object(cause).code).toBeOneOf([true, 'busy']);
  }, 180_000);

  it('reports a full queue as busy, not as a damaged file', async () => {
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const waiting = Array.from({ length: 13 }, () => fileQueue.run('mallory', () => gate));
    const png = await blackPng(8, 8);
    for (const file of [await samplePdf(), HEIC, png])
      await expect(inspectFile(file, 2, 'mallory')).rejects.toMatchObject({ code: 'ownFilesWait', status: 429 });
    expect(await inspectFile(png, 2, 'robin')).toMatchObject({ file: { mime: 'image/png' } });
    open();
    await Promise.all(waiting);
  });

  it('rejects a HEIC that its decoder rejects', async () => {
    await expect(run('heic', HEIC, 20_000)).rejects.toThrow(/HEIF|heic/i);
    expect(await convertHeic(HEIC, 'robin')).toBeUndefined();
    expect(await inspectFile(HEIC, 2, 'robin')).toEqual({ refusal: 'damaged' });
  });
});

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = Date.now();
  await work();
  return Date.now() - started;
}

describe('a picture', () => {
  it.each([
    ['with a side over 10,000 pixels', 1, 10_001, { refusal: 'tooLarge' }],
    ['of 1 × 39,999,999 pixels', 1, 39_999_999, { refusal: 'tooLarge' }],
    ['of more than 40 million pixels', 7000, 7000, { refusal: 'tooLarge' }],
    ['with a side of just 10,000 pixels', 10_000, 3, { file: expect.objectContaining({ mime: 'image/png' }) }],
  ])('%s is checked at once', async (_, width, height, verdict) => {
    const picture = await blackPng(width, height);
    // On a busy machine, a small image is slow, too.
    const usual = await timeOf(async () => inspectFile(await blackPng(8, 8), 2, 'robin'));
    const taken = await timeOf(async () => expect(await inspectFile(picture, 2, 'robin')).toEqual(verdict));
    expect(taken).toBeLessThan(3000 + 6 * usual);
  });

  it('is refused with a message that names the limits', () => {
    const text = texts.refusals.pictureTooLarge;
    expect(text).toContain(`${documentBounds().side.toLocaleString('en-US')} pixels`);
    expect(text).toContain(`${documentBounds().pixels / 1e6} million`);
  });
});
