import { expect, type Locator, type Page, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { axeFindings } from './support/axe';
import { makeDocument } from './support/documents';
import { findField } from './support/fill';
import { startProxy } from './support/proxy';
import { readSession } from './support/session';
import { draftSection, openStep, start } from './support/start';

const MAX_BYTES = 10_485_760;
const NAME = 'my-drivers-license-of-texas-front.jpg';
const identity = { section: 'proof-of-identity' };

const uploadOf = (page: Page, name: string): Locator =>
  findField({ page, ...identity }, [name]).locator('xpath=ancestor-or-self::fieldset[1]');

/** Opens step 1 at the proof of identity, with a driver's license selected. */
async function openProof(page: Page, tag: string): Promise<void> {
  await start(page, robin, tag);
  await draftSection(page, 'personal-details', robin.flows.application.identification['personal-details']);
  await draftSection(page, identity.section, { availableToUpload_id: 'Yes', documenttype_id: 2 });
  await openStep(page, 'identification');
}

/** Lets the clock run until a dialog has loaded and opened, then pauses it again. */
async function untilOpen(page: Page, dialog: Locator): Promise<void> {
  await page.clock.resume();
  await expect(dialog).toBeVisible();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
}

test('the identity upload requires front before back, locks the type, and waits five seconds after a deletion', async ({
  page,
}, info) => {
  await page.clock.install();
  await openProof(page, 'proof');
  const front = uploadOf(page, 'file');
  const back = uploadOf(page, 'backfile');
  const passport = findField({ page, ...identity }, ['documenttype_id']).getByRole('radio', { name: 'US passport' });
  await expect(back).toContainText('Upload Front Side first');
  await expect(back.locator('input[type=file]')).toBeDisabled();
  await expect(passport).toBeEnabled();

  const path = await makeDocument('license-front', info.outputPath('documents'));
  const { readFile } = await import('node:fs/promises');
  const buffer = await readFile(path);
  // From here on, the test advances the clock.
  await page.clock.pauseAt(Date.now() + 60_000);
  await front.locator('input[type=file]').setInputFiles({ name: NAME, mimeType: 'image/jpeg', buffer });
  const file = front.getByRole('listitem');
  await expect(file.getByRole('button', { name: `View ${NAME} in a new tab` })).toHaveText(`${NAME.slice(0, 24)}…`);
  await expect(file.getByRole('button', { name: `View ${NAME} in a new tab` })).toHaveAttribute('title', NAME);
  await expect(file.locator('img')).toHaveJSProperty('naturalWidth', 150);
  const box = await file.locator('img').boundingBox();
  expect([box?.width, box?.height]).toEqual([150, 150]);
  await expect(passport).toHaveCount(0);
  await expect(findField({ page, ...identity }, ['documenttype_id']).getByRole('radio')).toBeDisabled();
  await expect(back.locator('input[type=file]')).toBeEnabled();

  await file.getByRole('button', { name: `Delete ${NAME}` }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Are you sure want to delete document ?' });
  await untilOpen(page, dialog);
  await expect(dialog).toContainText('Warning! Once deleted cannot revert back .');
  await dialog.getByRole('button', { name: 'No', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(file).toHaveCount(1);

  await file.getByRole('button', { name: `Delete ${NAME}` }).click();
  await untilOpen(page, dialog);
  await dialog.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await page.clock.runFor(199);
  await expect(file).toHaveCount(1);
  await page.clock.runFor(1);
  await expect(file).toHaveCount(0);
  const chooser = front.locator('input[type=file]');
  await expect(chooser).toBeDisabled();
  await page.clock.runFor(5000);
  await expect(chooser).toBeEnabled();
  await expect(passport).toBeEnabled();
});

test("a file over 10 MB is refused before sending, and the server's refusals are shown", async ({ page }, info) => {
  await openProof(page, 'large');
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
  const front = uploadOf(page, 'file');
  const chooser = front.locator('input[type=file]');
  await chooser.setInputFiles({ name: 'large.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(MAX_BYTES + 1) });
  await expect(front.getByRole('alert')).toHaveText('File is larger than 10MB');
  await chooser.setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('words') });
  await expect(front.getByRole('alert')).toHaveText(/^We don't accept this type of file/);
  expect(sent).not.toContain('/api/applicant/document');

  await chooser.setInputFiles({
    name: 'broken.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  });
  await expect(front.getByRole('alert')).toHaveText("This file is damaged and we can't read it. Choose another file.");
  await chooser.setInputFiles(await makeDocument('license-front', info.outputPath('documents')));
  const file = front.getByRole('listitem').filter({ hasText: 'Delete' });
  await expect(file).toHaveCount(1);

  await page.route('**/deletedocument/**', (route) =>
    route.fulfill({ status: 500, json: { status: 500, success: false, message: 'Broken', records: null } }),
  );
  await file.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes', exact: true }).click();
  const alert = page.getByRole('alertdialog', { name: 'Error in delete document' });
  await alert.getByRole('button', { name: 'OK' }).click();
  await expect(file).toHaveCount(1);
});

test('the QR code for a phone appears after Yes, and files from this computer complete the section', async ({
  page,
}) => {
  await start(page, robin, 'code');
  await draftSection(page, 'personal-details', robin.flows.application.identification['personal-details']);
  await openStep(page, 'identification');
  const question = findField({ page, ...identity }, ['availableToUpload_id']);
  const panel = page.getByRole('complementary', { name: "Or use your phone's camera" });
  const pictures = page.getByRole('complementary', { name: 'Pictures from your phone' });
  const locked = page.getByText('To change this, delete the files first.');
  await expect(question).toBeVisible();
  await expect(panel).toHaveCount(0);
  await question.getByText('Yes').click();
  await expect(panel.getByRole('img', { name: /^QR code that opens/ })).toBeVisible();
  await page.getByText("Driver's license or state ID").click();
  await expect(locked).toHaveCount(0);
  for (const [side, name] of [
    ['file', 'license-front'],
    ['backfile', 'license-back'],
  ] as const) {
    const made = await makeDocument(name, test.info().outputPath('documents'));
    await uploadOf(page, side).locator('input[type=file]').setInputFiles(made);
    await expect(uploadOf(page, side).getByRole('listitem').locator('img')).toBeVisible();
    await expect(locked).toBeVisible();
  }
  await expect(pictures.getByRole('listitem')).toContainText([/Front uploaded/, /Back uploaded/]);
  await expect(pictures.getByText('(to do)')).toHaveCount(0);
  await expect(panel).toHaveCount(0);
});

test('each identity file has one card with its result and Replace, which deletes the old file', async ({
  page,
}, info) => {
  await openProof(page, 'cards');
  const folder = info.outputPath('documents');
  const front = uploadOf(page, 'file');
  const back = uploadOf(page, 'backfile');
  await front.locator('input[type=file]').setInputFiles(await makeDocument('license-front', folder));
  await expect(front.locator('[data-verdict]')).toHaveText('Received');
  await expect(front).toContainText('A reviewer will check it.');
  await back.locator('input[type=file]').setInputFiles(await makeDocument('license-back', folder));
  await expect(back).toContainText('If the photo is blurry, replace it. Otherwise, a reviewer will check it.', {
    timeout: 30_000,
  });
  await expect(back.locator('[data-verdict]')).toHaveText('Barcode not read');
  await expect(page.getByRole('button', { name: 'Proof of Identity', exact: true })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    const places = [front, back].map((field) =>
      field.locator('.rp-file').evaluate((card) => {
        const [box, result] = [card, card.querySelector('[data-verdict]')].map((one) => one?.getBoundingClientRect());
        return box && result && [Math.round(result.left - box.left), Math.round(result.top - box.top)];
      }),
    );
    const [one, other] = await Promise.all(places);
    expect(one, `${width} px`).toEqual(other);
  }
  await openStep(page, 'identification');
  await page.goto('/identification#poi');
  await expect(page.getByText(/If the photo is blurry/)).toHaveCount(1);

  const old = await front.getByRole('button', { name: /^View/ }).textContent();
  const chooser = page.waitForEvent('filechooser');
  await front.getByRole('button', { name: `Replace ${old}` }).focus();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(await makeDocument('passport', folder));
  await expect(front.getByRole('button', { name: /^View/ })).toHaveText('passport.jpg');
  await expect(front.getByRole('listitem')).toHaveCount(1);
  await expect(front.locator('[data-verdict]')).toHaveText('Received');
  const { headers, trnId } = await readSession(page);
  const stored = () =>
    page.request
      .get(`/api/applicant/getiddocumentstatus/${trnId}`, { headers })
      .then(async (answer) => (await answer.json()).records.map(({ name }: { name: string }) => name));
  await expect.poll(stored).toEqual(['license-back.jpg', 'passport.jpg']);
  await page.goto('/healthz');
  await page.goto('/identification#poi');
  await expect(front.getByRole('button', { name: /^View/ })).toHaveText('passport.jpg');
});

test('a file is in its field at the next visit, even if its page was left before the response', async ({
  browser,
  baseURL,
}, info) => {
  const { network, stored } = await withoutUploadAnswers(baseURL);
  const page = await (await browser.newContext({ baseURL: network.origin })).newPage();
  await openProof(page, 'left');
  const front = uploadOf(page, 'file');
  const path = await makeDocument('license-front', info.outputPath('documents'));
  await front.locator('input[type=file]').setInputFiles(path);
  await stored;
  await openStep(page, 'identification');
  await expect(front.getByRole('listitem')).toContainText('license-front.jpg');
  const passport = findField({ page, ...identity }, ['documenttype_id']).getByRole('radio', { name: 'US passport' });
  await expect(passport).toHaveCount(0);
  await expect(uploadOf(page, 'backfile').locator('input[type=file]')).toBeEnabled();
  await page.context().close();
  network.close();
});

test('a canceled upload is gone at the next visit, even if the server already had the whole file', async ({
  browser,
  baseURL,
}, info) => {
  const { network, stored } = await withoutUploadAnswers(baseURL);
  const page = await (await browser.newContext({ baseURL: network.origin })).newPage();
  await openProof(page, 'canceled');
  const front = uploadOf(page, 'file');
  const path = await makeDocument('license-front', info.outputPath('documents'));
  await front.locator('input[type=file]').setInputFiles(path);
  await stored;
  await front.getByRole('button', { name: 'Cancel the upload of license-front.jpg' }).click();
  // The page is left right after Cancel.
  await openStep(page, 'identification');
  await expect(front.locator('input[type=file]')).toBeEnabled();
  await expect(front.getByRole('listitem')).toHaveCount(0);
  await page.context().close();
  network.close();
});

/** The server stores uploads, but the page never gets the response. `stored` resolves once a file is stored. */
async function withoutUploadAnswers(server = '') {
  let isStored = () => {};
  const stored = new Promise<void>((resolve) => {
    isStored = resolve;
  });
  const network = await startProxy(server, {
    answer({ url }) {
      if (url !== '/api/applicant/document') return undefined;
      isStored();
      return new Promise(() => {});
    },
  });
  return { network, stored };
}
