import { makeDocument } from '../../../e2e/support/documents';
import { expect } from '../../../e2e/support/expect';
import type { Persona } from '../../../e2e/support/journey';
import robin from '../../../schemas/personas/robin-hale.json';
import { clickUntil, deleteRow, untilHidden } from './clickUntil';
import type { Scenario, ScenarioContext } from './scenario';

/**
 * After submission: the supplemental application with its document, which is deleted and uploaded again, and the
 * review.
 */
export const submitted: Scenario = {
  name: 'submitted',
  persona: robin as unknown as Persona,
  isSubmitted: true,
  opens: '/success',
  async walk(stage) {
    await supplement(stage);
    await review(stage);
  },
  // The office keeps one copy of what was submitted and deleted.
  leaves: { documents: { 15: 1 }, withdrawn: { 15: 1 }, steps: { supplemental: 1 }, reviews: 1, attempts: 1 },
};

async function supplement({ page, made }: ScenarioContext): Promise<void> {
  await page.getByRole('button', { name: 'Secondary Application', exact: true }).click();
  // A question covers the dialog, and hides it from screen readers and queries by role.
  const includeHidden = true;
  const dialog = page.getByRole('dialog', { name: 'Secondary Application', includeHidden });
  const answerQuestion = (question: number, answer: string) =>
    dialog.locator('[role=radiogroup]').nth(question).getByRole('radio', { name: answer }).check();
  for (const question of [0, 1, 2]) await answerQuestion(question, 'Yes');
  for (const index of [0, 1]) await dialog.getByLabel('Explain').nth(index).fill('A broken window.');
  const files = dialog.getByRole('group', { name: 'Documents', includeHidden });
  const letter = files.getByRole('listitem', { includeHidden }).filter({ hasText: 'court-letter.pdf' });
  const remove = letter.getByRole('button', { name: /^Delete/ });
  const send = async () => {
    const chooser = files.locator('input[type=file]');
    // The field is locked for some seconds after each change.
    await expect(chooser).toBeEnabled({ timeout: 10_000 });
    await chooser.setInputFiles(await makeDocument('court-letter', made));
    await remove.click({ trial: true });
  };
  await send();
  await deleteRow(page, letter, remove);
  await send();
  // The page behind the dialog may update before the dialog does.
  await clickUntil(dialog.getByRole('button', { name: 'Save' }), untilHidden(dialog));
  await page.getByRole('button', { name: 'Secondary Application Completed', exact: true }).waitFor();
}

async function review({ page }: ScenarioContext): Promise<void> {
  await page.getByRole('button', { name: 'Document Upload', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Document Upload' });
  await clickUntil(dialog.getByRole('button', { name: 'Submit', exact: true }), untilHidden(dialog));
  await page.getByText('In review, 1 thing left', { exact: true }).waitFor();
}
