import type { BrowserContext } from '@playwright/test';
import { makeDocument } from '../../e2e/support/documents';
import { openRow } from '../../e2e/support/fill';
import { draftSection, ROUTES, startAt } from '../../e2e/support/start';
import robin from '../../schemas/personas/robin-hale.json' with { type: 'json' };
import { recentStubs } from '../../tests/sampleDocuments/recentDocuments';
import { scanPdf } from '../../tests/sampleDocuments/scanPdf';
import { SIZES, savePicture } from './takePicture';

const READ_TIMEOUT_MS = 120_000;

/** Takes screenshots of an employer's files: a scan, and a document that isn't needed. */
export async function takeDocumentCards(context: BrowserContext, folder: string): Promise<void> {
  const page = await context.newPage();
  await startAt(page, robin, 'cards', 'income');
  await draftSection(page, 'employers', robin.flows.application.income.employers);
  await page.goto('/healthz');
  await page.goto(`${ROUTES.income}#ei`);
  await openRow({ page, section: 'employers' }, ['employer', 0]);
  const files = page.locator('[id="employers_employer_0"]').getByRole('group', { name: 'Proof of employment' });
  const chooser = files.locator('input[type=file]');
  const buffer = await scanPdf(await recentStubs({ gross: 1900 }));
  await chooser.setInputFiles({ name: 'scan.pdf', mimeType: 'application/pdf', buffer });
  await files.getByRole('button', { name: "That's right: scan.pdf" }).waitFor({ timeout: READ_TIMEOUT_MS });
  await chooser.setInputFiles(await makeDocument('w2', folder));
  await files.getByText('Not needed').waitFor({ timeout: READ_TIMEOUT_MS });
  for (const card of await files.locator('.rp-file').all()) {
    // A file's first page is drawn once its card is in view.
    await card.scrollIntoViewIfNeeded();
    await card.locator('canvas').waitFor();
  }
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    await savePicture(await files.screenshot({ animations: 'disabled' }), `document-cards-${size}`);
  }
}
