import { mkdirSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { Persona } from '../../../e2e/support/journey';
import { licenseBack, licenseFront } from '../../../e2e/support/scan/licenseCard';
import { inventHolder, licensePayload } from '../../../e2e/support/scan/licensePayload';
import { photograph } from '../../../e2e/support/scan/photograph';
import { createRandom } from '../../../e2e/support/scan/random';
import { ROUTES } from '../../../e2e/support/start';
import robin from '../../../schemas/personas/robin-hale.json';
import { openContext } from '../support/withBrowser';
import { clickUntil, repeatUntil, untilUrl, untilVisible } from './clickUntil';
import type { Scenario, ScenarioContext } from './scenario';

/** A phone photographs someone else's license. At the next step the applicant chooses the right name. */
export const phoneScan: Scenario = {
  name: 'scan',
  persona: robin as unknown as Persona,
  opens: `${ROUTES.identification}#poi`,
  async walk(stage) {
    const { page } = stage;
    await makeCode(page);
    await cancelCode(page);
    await clickUntil(again(page), untilVisible(codeOn(page)));
    await photographLicense(stage);
    for (const side of ['Front uploaded', 'Back uploaded', "Name doesn't match your application"])
      await page.getByRole('listitem').filter({ hasText: side }).waitFor();
    const next = page.getByRole('button', { name: 'Next', exact: true });
    await clickUntil(next, untilUrl(page, /\/applicantDetail/));
    await clickUntil(next, untilVisible(mismatchOn(page)));
    await repeatUntil('the license was chosen', () => choose(page), untilUrl(page, /\/incomeDetail/));
  },
  leaves: { documents: { 2: 1, 13: 1 }, steps: { identification: 2, 'applicant-details': 2 } },
};

const codeOn = (page: Page) => page.getByRole('img', { name: 'QR code that opens the scan page on your phone' });
const again = (page: Page) => page.getByRole('button', { name: 'Create a new code' });
const mismatchOn = (page: Page) => page.getByRole('alertdialog', { name: 'Important Alert!' });

async function makeCode(page: Page): Promise<void> {
  await page.getByRole('radiogroup', { name: 'Can you upload proof of identity now?' }).getByText('Yes').click();
  await codeOn(page).or(again(page)).waitFor();
  if (!(await codeOn(page).isVisible())) await clickUntil(again(page), untilVisible(codeOn(page)));
}

/** Waits until the call's response is lost. If a new code ended this one first, the call would find nothing. */
async function cancelCode(page: Page): Promise<void> {
  const cancel = page.getByRole('button', { name: 'Cancel the code' });
  await Promise.all([isLost(page, /\/scan\/[^/]+$/, 'DELETE'), clickUntil(cancel, untilVisible(again(page)))]);
}

const isLost = (page: Page, address: RegExp, method = 'POST') =>
  page.waitForEvent('requestfailed', (call) => call.method() === method && address.test(call.url()));

/** Answers the dialog if it's shown. Otherwise, sends the step again. */
async function choose(page: Page): Promise<void> {
  const dialog = mismatchOn(page);
  if (!(await dialog.isVisible())) return page.getByRole('button', { name: 'Next', exact: true }).click();
  for (const part of await dialog.getByRole('radiogroup').all()) await part.getByRole('radio').first().check();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
}

async function photographLicense({ browser, page, proxy, made }: ScenarioContext): Promise<void> {
  const link = await page.evaluate(() => JSON.parse(sessionStorage.getItem('rental-scan-link') ?? '{}').path);
  const context = await openContext(browser, { baseURL: proxy.address, viewport: { width: 412, height: 915 } });
  try {
    await walkOnPhone(await context.newPage(), String(link), await makePictures(made));
  } finally {
    await context.close();
  }
}

async function walkOnPhone(phone: Page, link: string, [front, back]: readonly [string, string]): Promise<void> {
  await Promise.all([isLost(phone, /\/scan\/[^/]+\/open$/), phone.goto(link)]);
  // The address no longer has the token.
  await phone.reload();
  await phone.getByRole('button', { name: 'Start' }).click();
  await phone.getByRole('button', { name: "Driver's license or state ID" }).click();
  const choose = (picture: string) => phone.locator('input[type=file]').setInputFiles(picture);
  await repeatUntil('the front was sent', () => choose(front), untilUrl(phone, /\/back\/2$/));
  await phone.getByRole('button', { name: 'Skip' }).click();
  const thanks = phone.getByRole('heading', { name: 'Thank you for uploading documents!' });
  await repeatUntil('the back was sent', () => choose(back), untilVisible(thanks));
}

/** Creates pictures of a license with another name. */
async function makePictures(folder: string): Promise<[string, string]> {
  const payload = licensePayload({ ...inventHolder(createRandom(7)), first: 'ROBERTA', last: 'HALE' });
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/scanned-front.jpg`, await photograph(licenseFront(['HALE', 'ROBERTA'])));
  writeFileSync(`${folder}/scanned-back.jpg`, await photograph(licenseBack(payload), { rotate: -6, blur: 0.8 }));
  return [`${folder}/scanned-front.jpg`, `${folder}/scanned-back.jpg`];
}
