import { makeDocument } from '../../../e2e/support/documents';
import { findField, openRow } from '../../../e2e/support/fill';
import type { Persona } from '../../../e2e/support/journey';
import { ROUTES } from '../../../e2e/support/start';
import robin from '../../../schemas/personas/robin-hale.json';
import { clickUntil, deleteRow, untilVisible } from './clickUntil';
import type { Scenario, ScenarioContext } from './scenario';

/** Deletes a pet's picture, a document, and a source with its file, after a check of that file was answered. */
export const deletions: Scenario = {
  name: 'deletions',
  persona: robin as unknown as Persona,
  opens: `${ROUTES['applicant-details']}#others`,
  async walk(stage) {
    await deletePicture(stage);
    await stage.page.goto(`${ROUTES.income}#od`);
    await deleteOther(stage);
    await stage.page.goto(`${ROUTES.income}#ei`);
    await deleteSource(stage);
  },
  leaves: { documents: { 3: 0, 5: 0, 14: 0 }, sources: 2, steps: { 'applicant-details': 1, income: 1 } },
};

async function deletePicture({ page, made }: ScenarioContext): Promise<void> {
  const at = { page, section: 'other-details' };
  await openRow(at, ['have_pet', 'fields', 0]);
  const field = findField(at, ['have_pet', 'fields', 0, 'file']).locator('xpath=ancestor-or-self::fieldset[1]');
  await field.locator('input[type=file]').setInputFiles(await makeDocument('passport', made));
  const remove = field.getByRole('button', { name: 'Delete passport.jpg' });
  await remove.click({ trial: true });
  // The error covers the page, so queries by role need `includeHidden`.
  await deleteRow(page, field.getByRole('listitem', { includeHidden: true }), remove);
}

async function deleteOther({ page, made }: ScenarioContext): Promise<void> {
  await page.locator('#od input[type=file]').setInputFiles(await makeDocument('w2', made));
  const remove = page.getByRole('button', { name: 'Delete w2.pdf' });
  await remove.click({ trial: true });
  await deleteRow(page, page.locator('#od .rp-file'), remove);
}

/** A W-2 isn't a pay stub: a check reports it, and the applicant explains. */
async function deleteSource({ page, made }: ScenarioContext): Promise<void> {
  await openRow({ page, section: 'employers' }, ['employer', 0]);
  const source = page.locator('[id="employers_employer_0"]');
  const files = source.getByRole('group', { name: 'Proof of employment' });
  const field = findField({ page, section: 'employers' }, ['employer', 0, 'availableToUpload']);
  await field.getByRole('radio', { name: 'Yes' }).check();
  await files.locator('input[type=file]').setInputFiles(await makeDocument('w2', made));
  await source.getByRole('button', { name: 'Explain: w2.pdf' }).click();
  await source.getByRole('textbox', { name: 'Your answer, in your own words' }).fill('It is all I have.');
  const save = source.getByRole('button', { name: 'Save answer' });
  await clickUntil(save, untilVisible(source.getByText('Your answer: It is all I have.')));
  const remove = page.getByRole('button', { name: /^Delete (Employer|Bluebonnet)/ });
  await deleteRow(page, source, remove);
}
