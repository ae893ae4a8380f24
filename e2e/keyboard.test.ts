import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import sam from '../schemas/personas/sam-ortega.json' with { type: 'json' };
import { makeDocument } from './support/documents';
import { withNewEmail } from './support/journey';
import { createKeyboard } from './support/keyboard';
import { codeInPdf } from './support/testPdf';

/** Adds Sam's SSN proof, so a file is chosen by keyboard too. */
const persona = { ...sam, flows: structuredClone(sam.flows) };
persona.flows.application.identification.ssn.availableToUpload_ssn = 'Yes';
Reflect.deleteProperty(persona.flows.application.identification.ssn, 'no_doc_reason');

test('an applicant applies by keyboard alone, from the link to the success page', async ({ page }, info) => {
  test.setTimeout(300_000);
  const { link, flows, card } = withNewEmail(persona, 'keys-only');
  const keys = createKeyboard(page);
  await page.goto(link);
  for (const [section, answers] of Object.entries(flows.entry.registration)) await keys.fill(section, answers);
  await keys.press('Start Application');
  await page.waitForURL('**/instruction');
  await keys.press('Agree & Continue');
  await page.waitForURL('**/identification');
  const { payment, ...steps } = flows.application;
  for (const [step, sections] of Object.entries(steps)) {
    const names = Object.entries(sections);
    for (const [index, [section, answers]] of names.entries()) {
      await keys.fill(section, answers);
      if (section === 'ssn') {
        await keys.attach('ssn_file', await makeDocument('ssn-card', info.outputPath('documents')));
        const field = page.getByRole('group', { name: /Proof of/ });
        await expect(field.getByRole('listitem').filter({ hasText: 'Delete' })).toHaveCount(1, { timeout: 20_000 });
        // The focus is where the file chooser was, not at the top of the page.
        await expect.poll(() => field.evaluate((box) => box.contains(document.activeElement))).toBe(true);
      }
      await keys.press(index < names.length - 1 ? 'Next Tab' : 'Next');
    }
    await page.waitForURL(step === 'income' ? '**/payment' : /Detail/);
  }
  await keys.press('Next');
  await page.waitForURL('**/payment#tc');
  const download = page.waitForEvent('download');
  await keys.press('Open the test PDF');
  const code = await codeInPdf(await readFile(await (await download).path()));
  await keys.write('[autocomplete="off"][inputmode="numeric"][maxlength="9"]', code);
  await expect(page.getByText("You'll get your records electronically.")).toBeVisible();
  await keys.fill('consent', payment.consent);
  await keys.press('Next');
  await page.getByLabel('Card number').waitFor();
  await keys.fill('signature', payment.signature);
  await keys.write('input[name="cardnumber"]', card.number);
  await keys.write('input[name="exp-date"]', card.expiry);
  await keys.write('input[name="cvc"]', card.cvc);
  await keys.fill('payment', payment.payment);
  await keys.press('Submit and pay $45.00');
  await page.waitForURL('**/success', { timeout: 30_000 });
  await expect(page.getByText(/^Congratulations/)).toBeVisible();
});
