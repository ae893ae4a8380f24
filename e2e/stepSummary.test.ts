import { expect, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { axeFindings } from './support/axe';
import { expectOpen } from './support/panels';
import { draftSection, openStep, startAt } from './support/start';

const answers = robin.flows.application.identification;

test("at 1280 px a summary next to the form shows the step's answers and the number of sections left", async ({
  page,
}) => {
  await startAt(page, robin, 'beside', 'identification');
  const beside = page.getByRole('complementary', { name: 'Your answers in this step' });
  await expect(beside).toContainText('Your answers appear here');
  await draftSection(page, 'personal-details', answers['personal-details']);
  await openStep(page, 'identification');
  await expect(beside).toContainText('3 sections left');
  await expect(beside).toContainText(/Robin J Hale\s*Born Apr 12, 1990/);
  // The list of steps has the statuses.
  await expect(beside).not.toContainText('Done');
  await expect(beside).not.toContainText('219-09');
  expect(await axeFindings(page)).toEqual([]);
  await expect(beside.getByRole('link')).toHaveText(['Personal Details']);
  await beside.getByRole('link').click();
  await expectOpen(page, 'personal-details');
  await page.setViewportSize({ width: 1100, height: 900 });
  await expect(beside).toBeHidden();
});
