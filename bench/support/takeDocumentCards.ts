import { readFile } from 'node:fs/promises';
import type { BrowserContext } from '@playwright/test';
import { makeDocument } from '../../e2e/support/documents';
import { openRow } from '../../e2e/support/fill';
import { draftSection, ROUTES, startAt } from '../../e2e/support/start';
import robin from '../../schemas/personas/robin-hale.json' with { type: 'json' };
import { scanPdf } from '../../tests/sampleDocuments/scanPdf';
import { SIZES, savePicture } from './takePicture';

const READ_TIMEOUT_MS = 120_000;

/** Takes screenshots of an employer's files: a pay stub, a scan, and a document that isn't needed. */
export async function takeDocumentCards(context: BrowserContext, folder: string): Promise<void> {
  const page = await context.newPage();
  await startAt(page, robin, 'cards', 'income');
  const { response, employer } = robin.flows.application.income.employers;
  const files = [{ document: 'pay-stub-latest' }];
  await draftSection(page, 'employers', { response, employer: employer.map((one) => ({ ...one, files })) });
  await page.goto('/healthz');
  await page.goto(`${ROUTES.income}#ei`);
  await openRow({ page, section: 'employers' }, ['employer', 0]);
  const cards = page.locator('[id="employers_employer_0"]').getByRole('group', { name: 'Proof of employment' });
  const chooser = cards.locator('input[type=file]');
  const before = await readFile(await makeDocument('pay-stub-before', folder));
  await chooser.setInputFiles({ name: 'scan.pdf', mimeType: 'application/pdf', buffer: await scanPdf(before) });
  await cards.getByRole('button', { name: "That's right: scan.pdf" }).waitFor({ timeout: READ_TIMEOUT_MS });
  await chooser.setInputFiles(await makeDocument('w2', folder));
  await cards.getByText('Not needed').waitFor({ timeout: READ_TIMEOUT_MS });
  for (const card of await cards.locator('.rp-file').all()) {
    // A file's first page is drawn once its card is in view.
    await card.scrollIntoViewIfNeeded();
    await card.locator('canvas').waitFor();
  }
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    await savePicture(await cards.screenshot({ animations: 'disabled' }), `document-cards-${size}`);
  }
}
