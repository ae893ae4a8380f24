import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { photographSheet } from '../../../../e2e/support/scan/photograph';
import type { IncomeChecks } from '../../../../src/model/income/checks/documentChecks';
import { readIncomeDocument, readNextPage } from '../../../../src/server/features/income/readIncomeDocument';
import { readPageText } from '../../../../src/server/features/income/readPdfText';
import { releaseJobs } from '../../../../src/server/platform/jobs/jobRepository';
import { statementSheet } from '../../../sampleDocuments/bankStatements';
import { compressedScan } from '../../../sampleDocuments/compressedScan';
import { drawSheet } from '../../../sampleDocuments/drawSheet';
import { blackPng } from '../../../sampleDocuments/pngFiles';
import { recentStatements, recentStubs } from '../../../sampleDocuments/recentDocuments';
import { bindPages, photographPages, scanPdf } from '../../../sampleDocuments/scanPdf';
import { expectRecords, get, post } from '../../../support/fillSteps';
import { upload } from '../../../support/multipart';
import { openServer } from '../../../support/openServer';
import { registerApplicant, type TestApplicant } from '../../../support/serverApplicants';

const SLOW = 240_000;

describe('a file of pictures', async () => {
  let robin: TestApplicant;
  const server = await openServer();
  beforeEach(async () => {
    server.advance(1201);
    robin = await registerApplicant(server);
  });

  async function takePhotos(): Promise<void> {
    await server.deps.db.query(
      `update subscriber set settings = jsonb_set(settings::jsonb, '{documents,IncomePhotos}', '"Optional"')`,
    );
    // Settings are cached.
    server.advance(60);
  }
  const addSource = (type: number) =>
    post(server, robin, '/api/income/addsource', { trn_id: robin.trn, document_id: type });
  const put = async (type: number, content: Buffer) =>
    Number(expectRecords(await upload(server, robin, type, { name: 'scan.pdf', content }, 1)).id);
  const checks = async () =>
    expectRecords(await get(server, robin, `/api/income/checks/${robin.trn}`)) as unknown as IncomeChecks;
  const verdicts = ({ validation_messages }: IncomeChecks, type = 3) =>
    Object.fromEntries(
      (validation_messages[type]?.source_1?.applicant ?? []).map(({ rule, ...rest }) => [rule, rest] as const),
    );

  it(
    "is read page by page with its progress, survives a restart, and waits for the applicant's confirmation",
    async () => {
      const { deps } = server;
      await addSource(3);
      const id = await put(3, await scanPdf(await recentStubs()));
      expect(await checks()).toMatchObject({ reading: 1, progress: [] });
      await readIncomeDocument(deps, { trn: robin.trn, id });
      await deps.db.query("delete from job where kind = 'read-document'");
      expect(await checks()).toMatchObject({ reading: 1, progress: [{ document: id, page: 1, pages: 2 }] });
      // Two processes read the same page: it's stored once, and the next page is queued once.
      await Promise.all([1, 2].map(() => readNextPage(deps, { trn: robin.trn, id })));
      expect(await checks()).toMatchObject({ reading: 1, progress: [{ document: id, page: 2, pages: 2 }] });
      const { rows } = await deps.db.query("select count(*)::int as n from job where kind = 'read-page'");
      expect(rows).toEqual([{ n: 2 }]);
      // Simulates a process that died while it ran the job.
      await deps.db.query(
        "update job set attempts = 1, run_at = now() + interval '60 seconds' where kind = 'read-page'",
      );
      await releaseJobs(deps.db);
      await server.drain();

      const after = await checks();
      expect(after).toMatchObject({ reading: 0, progress: [], monthly_avr_gross: { 1: null } });
      const results = verdicts(after);
      // The applicant can confirm the amounts, so the check `original` doesn't reject the file.
      expect(results).not.toHaveProperty('original');
      expect(results.picture).toMatchObject({ outcome: 'inconclusive', document: id, asksConfirmation: true });
      expect(results.picture?.found).toMatch(/^pay stub\s· .*\s· \w{3} \d{1,2}, \d{4} to .*\$2,000\.00$/);
      expect(results.weeks).toMatchObject({ outcome: 'passed' });
      expect(Object.values(results).filter(({ outcome }) => outcome === 'failed')).toEqual([]);
      expect(after.coverage['3']?.source_1).toMatchObject({ needed: Array(4).fill({ covered: true }) });
      // The text is the applicant's data, so it's encrypted.
      const stored = await deps.db.query('select sealed from document_reading where document = $1', [id]);
      expect(String(stored.rows[0]?.sealed)).not.toContain('Bluebonnet');

      const picture = Number(results.picture?.id);
      expectRecords(
        await post(server, robin, '/api/income/checkanswer', { trn_id: robin.trn, id: picture, answer: 'It is right' }),
      );
      const answered = verdicts(await checks());
      expect(answered.picture).toMatchObject({ answer: 'It is right' });
      expect(answered).not.toHaveProperty('original');
      const passed = Number(results.class?.id);
      const refused = await post(server, robin, '/api/income/checkanswer', {
        trn_id: robin.trn,
        id: passed,
        answer: 'x',
      });
      expect(refused.statusCode).toBe(404);
    },
    SLOW,
  );

  it(
    "is read from a photo on its side if the landlord accepts photos, and waits for the applicant's confirmation",
    async () => {
      await takePhotos();
      await addSource(6);
      const [page] = await photographPages(await recentStatements(1));
      await put(6, await sharp(page).rotate(90).png().toBuffer());
      await server.drain();
      const results = verdicts(await checks(), 6);
      expect(results.picture).toMatchObject({ outcome: 'inconclusive', asksConfirmation: true });
      expect(results.picture?.found).toMatch(/^bank statement\s· .* 1, \d{4} to /);
      expect(results).not.toHaveProperty('original');
    },
    SLOW,
  );

  it(
    'reports once that nothing could be read, and never calls a photo an edited original',
    async () => {
      await takePhotos();
      await addSource(3);
      const blank = await sharp({ create: { width: 900, height: 1200, channels: 3, background: '#eee' } })
        .jpeg()
        .toBuffer();
      const [scan, photo] = [await put(3, await bindPages([blank])), await put(3, blank)];
      await server.drain();
      const all = (await checks()).validation_messages[3]?.source_1?.applicant ?? [];
      const failed = all.filter(({ outcome }) => outcome === 'failed');
      expect(failed.map(({ document, rule, found }) => [document, rule, found])).toEqual([
        [photo, 'readable', "a picture that's too dark, blurry or small"],
        [scan, 'original', "a picture or a scan that we couldn't read"],
      ]);
    },
    SLOW,
  );

  it('is rejected for an unsupported compression, with a message that says which file to upload', async () => {
    await addSource(3);
    await put(3, await compressedScan(Buffer.alloc(0), 'JPXDecode'));
    await server.drain();
    const results = verdicts(await checks());
    expect(results.original).toMatchObject({
      outcome: 'failed',
      found: "a picture or a scan that we couldn't read",
      message: expect.stringContaining('Upload the file you got from your employer, bank or agency'),
    });
  });
});

describe('reading a page of pictures', () => {
  const PAGE = { mime: 'application/pdf', page: 1 };
  const GROSS = /Gross Pay \| 2,000\.00 \| 40,000\.00/;
  const textOf = async (pdf: Buffer) => {
    const found = await readPageText(pdf, 'test', PAGE);
    if ('problem' in found) throw new Error(found.problem);
    return found.lines.map((cells) => cells.map(({ text }) => text).join(' | ')).join('\n');
  };

  it(
    'reads a scan of 600 dpi in color',
    async () => {
      const [page] = await photographPages(await recentStubs(), { dpi: 150 });
      const large = sharp(page).resize({ width: 5100, kernel: 'nearest' }).toColorspace('srgb').jpeg({ quality: 60 });
      expect(await textOf(await bindPages([await large.toBuffer()]))).toMatch(GROSS);
    },
    SLOW,
  );

  it(
    'reads a photo taken at an angle in uneven light, and returns the position of each text',
    async () => {
      const facts = { bank: 'Banco Nuevo', from: '2026-10-01', to: '2026-10-31', opening: 900, closing: 5230.15 };
      const sheet = statementSheet('ledgerline', [{ ...facts, holder: 'Íñigo Muñoz Peña' }]);
      const [paper = Buffer.alloc(0)] = await photographPages(await drawSheet(sheet), { askew: 0 });
      const shot = { fill: 0.75, rotate: -4, tiltX: 25, tiltY: 15, shade: 0.4, noise: 3 };
      const found = await readPageText(await photographSheet(paper, shot), 'test', { mime: 'image/jpeg', page: 1 });
      if ('problem' in found) throw new Error(found.problem);
      const cells = found.lines.flat();
      expect(cells.map(({ text }) => text).join(' ')).toMatch(/Muñoz Peña[\s\S]*5,230\.15/);
      const box = cells.at(-1)?.at?.box ?? [];
      expect(cells.at(-1)?.text).toBe('5,230.15');
      // Within a hundredth of the page. The same photo's readings differ by a thousandth.
      for (const [n, part] of [0.669, 0.304, 0.715, 0.313].entries())
        expect(Math.abs((box[n] ?? 0) - part)).toBeLessThan(0.01);
    },
    SLOW,
  );

  it(
    "reports that a picture is too large to open, not that it's missing",
    async () => {
      const pdf = await bindPages([await blackPng(9000, 9000)]);
      expect(await readPageText(pdf, 'test', PAGE)).toEqual({ problem: 'tooLarge' });
    },
    SLOW,
  );

  it.each(['CCITTFaxDecode', 'JBIG2Decode'] as const)(
    'reads a page that was scanned at an angle and compressed by the scanner (%s), strip by strip',
    async (squeezing) => {
      const [page = Buffer.alloc(0)] = await photographPages(await recentStubs(), {
        isBlackAndWhite: true,
        askew: -1.5,
      });
      expect(await textOf(await compressedScan(page, squeezing))).toMatch(GROSS);
    },
    SLOW,
  );

  it(
    'finds no picture where a page has only lines',
    async () => {
      const stubs = await recentStubs();
      // An applicant's pages are queued, never rejected.
      const all = await Promise.all([1, 2, 3].map(() => readPageText(stubs, 'test', PAGE)));
      expect(all).toEqual(Array(3).fill({ problem: 'noPicture' }));
    },
    SLOW,
  );

  it('loads no language data from a URL', () => {
    expect(readFileSync('src/server/platform/files/workers/tesseract.mjs', 'utf8')).not.toMatch(/https?:/);
  });
});
