import { expect, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { recentStubs } from '../tests/sampleDocuments/recentDocuments';
import { scanPdf } from '../tests/sampleDocuments/scanPdf';
import { axeFindings } from './support/axe';
import { openRow } from './support/fill';
import { draftSection, ROUTES, startAt } from './support/start';

test.setTimeout(240_000);

test('a scan is read page by page and confirmed with one click, and a locked pay stub asks for its password', async ({
  page,
}) => {
  await startAt(page, robin, 'income', 'income');
  await draftSection(page, 'employers', robin.flows.application.income.employers);
  await page.goto('/atss/data-policy');
  await page.goto(`${ROUTES.income}#ei`);
  const source = page.locator('[id="employers_employer_0"]');
  const chooser = source.getByRole('group', { name: 'Proof of employment' }).locator('input[type=file]');
  await openRow({ page, section: 'employers' }, ['employer', 0]);
  const put = (name: string, buffer: Buffer) => chooser.setInputFiles({ name, mimeType: 'application/pdf', buffer });

  await put('scan.pdf', await scanPdf(await recentStubs({ gross: 1900 })));
  const card = source.locator('.rp-file').filter({ hasText: 'scan.pdf' });
  await expect(card.getByText(/^Reading page \d of 2$/)).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('#ei-toggle')).toContainText('1 file being read');
  const confirm = card.getByRole('button', { name: "That's right: scan.pdf" });
  await expect(confirm).toBeVisible({ timeout: 120_000 });
  await expect(card.locator('[data-verdict]')).toHaveText('Check this');
  await expect(page.locator('#ei-toggle')).not.toContainText('being read');
  await expect(card.getByText('Is this what your document says?')).toBeVisible();
  await expect(card.locator('dl')).toContainText(/Document\s*Pay stub.*Gross pay\s*\$/);
  await expect(card.getByRole('button', { name: 'Replace scan.pdf' })).toBeVisible();
  // Confirming it also accepts that the scan isn't an original, so no other check may report that.
  const contradiction = card.getByText(/doesn't look like an original PDF/);
  await expect(contradiction).toHaveCount(0);
  await confirm.click();
  await expect(card.locator('[data-verdict]')).toHaveText('Answered by you');
  await expect(card.getByText(/^What we read: Pay stub\s· .*gross pay \$/)).toBeVisible();
  await expect(contradiction).toHaveCount(0);
  await expect(card.getByRole('button', { name: /^(That's right|Explain)/ })).toHaveCount(0);

  const locked = await recentStubs({ employee: 'Robin Hale' }, undefined, 'hunter-9');
  await put('locked.pdf', locked);
  const password = source.getByLabel('Password for locked.pdf');
  await password.fill('hunter-8');
  await password.press('Enter');
  await expect(source.getByText(/^This password doesn't open the file/)).toBeVisible({ timeout: 30_000 });
  expect(await axeFindings(page)).toEqual([]);
  await password.fill('hunter-9');
  await source.getByRole('button', { name: 'Open locked.pdf with this password' }).click();
  await expect(source.getByRole('button', { name: 'View locked.pdf in a new tab' })).toBeVisible({ timeout: 30_000 });
  await expect(password).toHaveCount(0);
});
