import { cpus, loadavg } from 'node:os';
import { describe, expect, it } from 'vitest';
import { recentStubs } from '../../../sampleDocuments/recentDocuments';
import { bindPages, photographPages } from '../../../sampleDocuments/scanPdf';
import { expectRecords, post } from '../../../support/fillSteps';
import { upload } from '../../../support/multipart';
import { openServer } from '../../../support/openServer';
import { registerApplicant } from '../../../support/serverApplicants';

const PAGES = 12;
const FILES_EACH = 10;
/** For an idle machine. Scaled by load on a busy one. */
const MAX_MS = 10_000 * Math.max(1, (loadavg()[0] ?? 0) / cpus().length);

describe('thirty scans of twelve pages from three applicants at once', async () => {
  const server = await openServer();

  it('each get a response within ten seconds, are stored, and queued for reading', { timeout: 300_000 }, async () => {
    const [page = Buffer.alloc(0)] = await photographPages(await recentStubs(), { dpi: 100, isBlackAndWhite: true });
    const people = [];
    for (let n = 0; n < 3; n += 1) {
      const applicant = await registerApplicant(server);
      await post(server, applicant, '/api/income/addsource', { trn_id: applicant.trn, document_id: 3 });
      people.push(applicant);
    }
    const uploads = people.flatMap((applicant, person) =>
      Array.from({ length: FILES_EACH }, async (_, n) => {
        // Each file needs its own content, because identical files are one document.
        const content = Buffer.concat([await bindPages(Array(PAGES).fill(page)), Buffer.from(`\n%${person} ${n}\n`)]);
        const begun = Date.now();
        const answer = await upload(server, applicant, 3, { name: `scan-${n}.pdf`, content }, 1);
        return { took: Date.now() - begun, id: Number(expectRecords(answer).id) };
      }),
    );
    const answers = await Promise.all(uploads);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(30);
    const { rows } = await server.deps.db.query("select count(*)::int as n from job where kind = 'read-document'");
    expect(rows).toEqual([{ n: 30 }]);
    expect(Math.max(...answers.map(({ took }) => took))).toBeLessThan(MAX_MS);
  });
});
