import { expect, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { axeFindings } from './support/axe';
import { watchConsole } from './support/console';
import { makeDocument } from './support/documents';
import { readSession } from './support/session';
import { start } from './support/start';

test('the prediction pages show the first page and the class of a PDF, store nothing and refuse other files', async ({
  page,
}) => {
  const problems = watchConsole(page);
  await start(page, robin, 'prediction');
  const folder = test.info().outputPath('documents');
  for (const [route, title, document, found] of [
    ['predectPaystub', 'Predict the class of a pay stub', 'pay-stub', 'paystub'],
    ['predectBankStatement', 'Predict the class of a bank statement', 'bank-statement', 'bank_statement'],
  ] as const) {
    await page.goto(`/ml/${route}`);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await page.getByLabel('Choose a PDF').setInputFiles(await makeDocument(document, folder));
    await expect(page.getByRole('definition').first()).toHaveText(found);
    await expect(page.getByText(/^Confidence: \d+%$/)).toBeVisible();
    await expect(page.locator('canvas')).toBeVisible();
  }
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel('Choose a PDF').setInputFiles(await makeDocument('license-front', folder));
  await expect(page.getByText("We don't accept this type of file. Choose a PDF.")).toBeVisible();
  await expect(page.locator('canvas')).toHaveCount(0);
  const { trnId, headers } = await readSession(page);
  const response = await page.request.get(`/api/applicant/getiddocumentstatus/${trnId}`, { headers });
  expect((await response.json()).records).toEqual([]);
  expect(problems).toEqual([]);
});

test("a prediction page isn't found if prediction is switched off", async ({ page }) => {
  await start(page, robin, 'prediction-off');
  await page.route('**/api/ml/predictclass', (route) =>
    route.fulfill({ json: { status: 200, success: true, message: '', records: { enabled: false } } }),
  );
  await page.goto('/ml/predectPaystub');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page.getByLabel('Choose a PDF')).toHaveCount(0);
});
