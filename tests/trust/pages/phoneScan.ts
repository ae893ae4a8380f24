import { mkdirSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { Persona } from '../../../e2e/support/journey';
import { licenceBack, licenceFront } from '../../../e2e/support/scan/licenceCard';
import { inventHolder, licencePayload } from '../../../e2e/support/scan/licencePayload';
import { photograph } from '../../../e2e/support/scan/photograph';
import { createRandom } from '../../../e2e/support/scan/random';
import { ROUTES } from '../../../e2e/support/start';
import robin from '../../../schemas/personas/robin-hale.json';
import { openContext } from '../support/withBrowser';
import { actUntil, appears, comesTo, pressUntil } from './pressUntil';
import type { Scene, Stage } from './scene';

/** Somebody else's licence is photographed by a phone; at the next step the applicant says whose name counts. */
export const phoneScan: Scene = {
  name: 'scan',
  persona: robin as unknown as Persona,
  opens: `${ROUTES.identification}#poi`,
  async walk(stage) {
    const { page } = stage;
    await makeCode(page);
    await pressUntil(page.getByRole('button', { name: 'Cancel the code' }), appears(again(page)));
    await pressUntil(again(page), appears(codeOn(page)));
    await photographLicence(stage);
    for (const side of ['Front side uploaded', 'Back side uploaded', 'Name differs from your application'])
      await page.getByRole('listitem').filter({ hasText: side }).waitFor();
    const next = page.getByRole('button', { name: 'Next', exact: true });
    await pressUntil(next, comesTo(page, /\/applicantDetail/));
    await pressUntil(next, appears(mismatchOn(page)));
    await actUntil('the licence was chosen', () => choose(page), comesTo(page, /\/incomeDetail/));
  },
  leaves: { documents: { 2: 1, 13: 1 }, steps: { identification: 2, 'applicant-details': 2 } },
};

const codeOn = (page: Page) => page.getByRole('img', { name: 'Code that opens the scan page on your phone' });
const again = (page: Page) => page.getByRole('button', { name: 'Make a new code' });
const mismatchOn = (page: Page) => page.getByRole('alertdialog', { name: 'Important Alert!' });

async function makeCode(page: Page): Promise<void> {
  await codeOn(page).or(again(page)).waitFor();
  if (!(await codeOn(page).isVisible())) await pressUntil(again(page), appears(codeOn(page)));
}

/** The choice is made once more only where the page asks for it again; else the step is sent anew. */
async function choose(page: Page): Promise<void> {
  const dialog = mismatchOn(page);
  if (!(await dialog.isVisible())) return page.getByRole('button', { name: 'Next', exact: true }).click();
  for (const part of await dialog.getByRole('radiogroup').all()) await part.getByRole('radio').first().check();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
}

async function photographLicence({ browser, page, proxy, made }: Stage): Promise<void> {
  const link = await page.evaluate(() => JSON.parse(sessionStorage.getItem('rental-scan-link') ?? '{}').path);
  const context = await openContext(browser, { baseURL: proxy.address, viewport: { width: 412, height: 915 } });
  try {
    await walkOnPhone(await context.newPage(), String(link), await makePictures(made));
  } finally {
    await context.close();
  }
}

async function walkOnPhone(phone: Page, link: string, [front, back]: readonly [string, string]): Promise<void> {
  await phone.goto(link);
  const start = phone.getByRole('button', { name: 'Start' });
  await actUntil(
    'the phone tried again',
    () => phone.getByRole('button', { name: 'Try again' }).click({ timeout: 5_000 }),
    appears(start),
  );
  await start.click();
  await phone.getByRole('button', { name: "Driver's license or state ID" }).click();
  const choose = (picture: string) => phone.locator('input[type=file]').setInputFiles(picture);
  await actUntil('the front was sent', () => choose(front), comesTo(phone, /\/back\/2$/));
  await phone.getByRole('button', { name: 'Skip' }).click();
  const thanks = phone.getByRole('heading', { name: 'Thank you for uploading documents!' });
  await actUntil('the back was sent', () => choose(back), appears(thanks));
}

/** A licence of somebody whose name is another. */
async function makePictures(folder: string): Promise<[string, string]> {
  const payload = licencePayload({ ...inventHolder(createRandom(7)), first: 'ROBERTA', last: 'HALE' });
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/scanned-front.jpg`, await photograph(licenceFront(['HALE', 'ROBERTA'])));
  writeFileSync(`${folder}/scanned-back.jpg`, await photograph(licenceBack(payload), { rotate: -6, blur: 0.8 }));
  return [`${folder}/scanned-front.jpg`, `${folder}/scanned-back.jpg`];
}
