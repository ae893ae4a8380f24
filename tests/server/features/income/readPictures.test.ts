import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import type { IncomeChecks } from '../../../../src/model/income/checks/documentChecks';
import { storeDocument } from '../../../../src/server/applications/documents/storeDocument';
import { readIncomeDocument, readNextPage } from '../../../../src/server/features/income/readIncomeDocument';
import { readPageText } from '../../../../src/server/features/income/readPdfText';
import { releaseJobs } from '../../../../src/server/platform/jobs/jobRepository';
import { statementSheet } from '../../../papers/bankStatements';
import { drawSheet } from '../../../papers/drawSheet';
import { recentStatements, recentStubs } from '../../../papers/recentPapers';
import { bindPages, photographPages, scanPaper, shadePicture } from '../../../papers/scanPaper';
import { squeezedScan } from '../../../papers/squeezedScan';
import { demand, get, post } from '../../../support/fillSteps';
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

  const addSource = (type: number) =>
    post(server, robin, '/api/income/addsource', { trn_id: robin.trn, document_id: type });
  const put = async (type: number, content: Buffer) =>
    Number(demand(await upload(server, robin, type, { name: 'scan.pdf', content }, 1)).id);
  const checks = async () =>
    demand(await get(server, robin, `/api/income/checks/${robin.trn}`)) as unknown as IncomeChecks;
  const verdicts = ({ validation_messages }: IncomeChecks, type = 3) =>
    Object.fromEntries(
      (validation_messages[type]?.source_1?.applicant ?? []).map(({ rule, ...rest }) => [rule, rest] as const),
    );

  it(
    'is read page by page, tells how far it is, is not lost in a restart, and is asked to be confirmed',
    async () => {
      const { deps } = server;
      await addSource(3);
      const id = await put(3, await scanPaper(await recentStubs()));
      expect(await checks()).toMatchObject({ reading: 1, progress: [] });
      await readIncomeDocument(deps, { trn: robin.trn, id });
      await deps.db.query("delete from job where kind = 'read-document'");
      expect(await checks()).toMatchObject({ reading: 1, progress: [{ document: id, page: 1, pages: 2 }] });
      // Two processes at the same page: it is kept once, and the one after it is queued once.
      await Promise.all([1, 2].map(() => readNextPage(deps, { trn: robin.trn, id })));
      expect(await checks()).toMatchObject({ reading: 1, progress: [{ document: id, page: 2, pages: 2 }] });
      const { rows } = await deps.db.query("select count(*)::int as n from job where kind = 'read-page'");
      expect(rows).toEqual([{ n: 2 }]);
      // The process that took the work dies.
      await deps.db.query(
        "update job set attempts = 1, run_at = now() + interval '60 seconds' where kind = 'read-page'",
      );
      await releaseJobs(deps.db);
      await server.drain();

      const after = await checks();
      expect(after).toMatchObject({ reading: 0, progress: [], monthly_avr_gross: { 1: null } });
      const said = verdicts(after);
      // Confirming it isn't contradicted by a second rule that rejects it.
      expect(said).not.toHaveProperty('original');
      expect(said.picture).toMatchObject({ outcome: 'inconclusive', document: id, asksConfirmation: true });
      expect(said.picture?.found).toMatch(/^pay stub; .*; \w{3} \d{1,2}, \d{4} to .*\$2,000\.00$/);
      expect(said.weeks).toMatchObject({ outcome: 'passed' });
      expect(Object.values(said).filter(({ outcome }) => outcome === 'failed')).toEqual([]);
      expect(after.coverage['3']?.source_1).toMatchObject({ needed: Array(4).fill({ covered: true }) });
      // What was read is the applicant's, and lies sealed.
      const kept = await deps.db.query('select sealed from document_reading where document = $1', [id]);
      expect(String(kept.rows[0]?.sealed)).not.toContain('Bluebonnet');

      const picture = Number(said.picture?.id);
      demand(
        await post(server, robin, '/api/income/checkanswer', { trn_id: robin.trn, id: picture, answer: 'It is right' }),
      );
      const answered = verdicts(await checks());
      expect(answered.picture).toMatchObject({ answer: 'It is right' });
      expect(answered).not.toHaveProperty('original');
      const passed = Number(said.class?.id);
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
    'is read off a photograph that lies on its side, where the type takes pictures',
    async () => {
      await addSource(6);
      const [page] = await photographPages(await recentStatements(1));
      const content = await sharp(page).rotate(90).jpeg().toBuffer();
      const place = { trn: robin.trn, documentId: 6, sourceId: 1, name: 'statement.jpg' };
      await storeDocument(server.deps, place, { content, mime: 'image/jpeg', extension: 'jpg' });
      await server.drain();
      expect(verdicts(await checks(), 6).picture?.found).toMatch(/^bank statement; .* 1, \d{4} to /);
    },
    SLOW,
  );

  it(
    'says once that nothing could be read in it',
    async () => {
      await addSource(3);
      const blank = await sharp({ create: { width: 900, height: 1200, channels: 3, background: '#eee' } })
        .jpeg()
        .toBuffer();
      const place = { trn: robin.trn, documentId: 3, sourceId: 1, name: 'blank.jpg' };
      await storeDocument(server.deps, place, { content: blank, mime: 'image/jpeg', extension: 'jpg' });
      await server.drain();
      const said = verdicts(await checks());
      expect(Object.keys(said).sort()).toEqual(['original', 'readable']);
      expect(said.original?.found).toBe("it's a picture or a scan that we couldn't read");
    },
    SLOW,
  );

  it('is rejected with a clear message for an unsupported compression', async () => {
    await addSource(3);
    await put(3, await squeezedScan(Buffer.alloc(0), 'JPXDecode'));
    await server.drain();
    const said = verdicts(await checks());
    expect(said.original).toMatchObject({
      outcome: 'failed',
      found: "it's a picture or a scan that we couldn't read",
      message: expect.stringContaining('Upload the file you got from your employer, bank or agency'),
    });
  });
});

describe('reading a page of pictures', () => {
  const PAGE = { mime: 'application/pdf', page: 1 };
  const textOf = async (pdf: Buffer) => {
    const found = await readPageText(pdf, 'test', PAGE);
    if ('problem' in found) throw new Error(found.problem);
    return found.lines.map((cells) => cells.map(({ text }) => text).join(' | ')).join('\n');
  };

  it(
    'reads black on white, askew, as a fax machine leaves it',
    async () => {
      const pdf = await scanPaper(await recentStubs(), { isBlackAndWhite: true, askew: -1.5 });
      expect(await textOf(pdf)).toMatch(/Gross Pay \| 2,000\.00 \| 40,000\.00/);
    },
    SLOW,
  );

  it(
    'reads a photo with a shadow across it, and a scan of 600 dpi',
    async () => {
      const stubs = await recentStubs();
      const [page = Buffer.alloc(0)] = await photographPages(stubs, { askew: 2 });
      expect(await textOf(await bindPages([await shadePicture(page)]))).toMatch(/Gross Pay \| 2,000\.00 \| 40,000\.00/);
      expect(await textOf(await scanPaper(stubs, { dpi: 600 }))).toMatch(/Gross Pay \| 2,000\.00 \| 40,000\.00/);
    },
    SLOW,
  );

  it(
    'says that a picture is too large to open, not that there is none',
    async () => {
      const side = 9000;
      const huge = sharp({
        create: { width: side, height: side, channels: 3, background: '#fff' },
        limitInputPixels: false,
      });
      const pdf = await bindPages([await huge.png({ colors: 2 }).toBuffer()]);
      expect(await readPageText(pdf, 'test', PAGE)).toEqual({ problem: 'tooLarge' });
    },
    SLOW,
  );

  it.each(['CCITTFaxDecode', 'JBIG2Decode'] as const)(
    'reads a page that a scanner squeezed (%s), strip by strip',
    async (squeezing) => {
      const [page = Buffer.alloc(0)] = await photographPages(await recentStubs(), { isBlackAndWhite: true });
      expect(await textOf(await squeezedScan(page, squeezing))).toMatch(/Gross Pay \| 2,000\.00 \| 40,000\.00/);
    },
    SLOW,
  );

  it(
    'reads a Spanish name',
    async () => {
      const facts = { bank: 'Banco Nuevo', from: '2026-10-01', to: '2026-10-31', opening: 900, closing: 5230.15 };
      const sheet = statementSheet('ledgerline', [{ ...facts, holder: 'Íñigo Muñoz Peña' }]);
      expect(await textOf(await scanPaper(await drawSheet(sheet)))).toContain('Muñoz Peña');
    },
    SLOW,
  );

  it(
    'finds no picture where a page has only lines',
    async () => {
      expect(await readPageText(await recentStubs(), 'test', PAGE)).toEqual({ problem: 'noPicture' });
    },
    SLOW,
  );

  it('loads language data without a network', () => {
    expect(readFileSync('src/server/platform/files/workers/pageText.mjs', 'utf8')).not.toMatch(/https?:/);
  });
});
