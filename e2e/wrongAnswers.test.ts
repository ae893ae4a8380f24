import { expect, type Page, type Route, test } from '@playwright/test';
import refused from '../schemas/personas/refused.json' with { type: 'json' };
import sam from '../schemas/personas/sam-ortega.json' with { type: 'json' };
import { axeFindings } from './support/axe';
import { fillSection, findField, openFoldedRows } from './support/fill';
import { expectMessages } from './support/messages';
import { deleteSources, readCompleteSteps } from './support/session';
import { draftSection, openStep, startAt } from './support/start';

interface Refusal {
  answers: unknown;
  errors: Record<string, string>;
}

const rejectedAnswers = refused.flows.application as Record<string, Record<string, Refusal>>;
const entry = refused.flows.entry as Record<string, Record<string, Refusal>>;

test('a registration with wrong values shows each message at its field and stays on the page', async ({
  page,
}, info) => {
  await page.goto(refused.link);
  for (const [section, { answers, errors }] of Object.entries(entry.registration ?? {}))
    if (section !== 'registration-agent') {
      await fillSection({ page, section, folder: info.outputPath('documents') }, answers);
      await emptyMissing(page, section, { answers, errors });
    }
  await page.getByRole('button', { name: 'Start Application' }).click();
  for (const [section, { errors }] of Object.entries(entry.registration ?? {}))
    if (section !== 'registration-agent') await expectMessages(page, section, errors);
  await expectSummary(page);
  await expect(page).toHaveURL(/\/Property\//);
  expect(await axeFindings(page)).toEqual([]);
});

for (const step of ['identification', 'applicant-details', 'income'] as const)
  test(`every section of ${step} refuses wrong values with the messages of its schema and completes no step`, async ({
    page,
  }, info) => {
    await page.route('**/api/drafts/**', withoutDrafts);
    await startAt(page, sam, `refused-${step}`, step);
    const before = await readCompleteSteps(page);
    for (const [section, answers] of Object.entries(sam.flows.application[step])) {
      const refusal = rejectedAnswers[step]?.[section];
      if (refusal) await expectRefusal(page, section, refusal, info.outputPath('documents'));
      await deleteSources(page, section);
      await draftSection(page, section, answers);
      await openStep(page, step);
    }
    expect(await readCompleteSteps(page)).toEqual(before);
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await expect.poll(() => readCompleteSteps(page)).not.toEqual(before);
  });

/** Pretends to save drafts, so tests needn't wait for wrong answers to be stored. */
function withoutDrafts(route: Route): Promise<void> {
  if (route.request().method() !== 'PUT') return route.continue();
  return route.fulfill({ json: { status: 200, success: true, message: '', records: null } });
}

/** Enters wrong values and presses Next. Expects each message at its field, and the focus on the summary. */
async function expectRefusal(page: Page, section: string, { answers, errors }: Refusal, folder: string): Promise<void> {
  await fillSection({ page, section, folder }, answers);
  await emptyMissing(page, section, { answers, errors });
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expectMessages(page, section, errors);
  await expectSummary(page);
  expect(await axeFindings(page), section).toEqual([]);
}

/** Clears prefilled answers that the persona leaves out. */
async function emptyMissing(page: Page, section: string, { answers, errors }: Refusal): Promise<void> {
  for (const pointer of Object.keys(errors)) {
    const path = pointer.split('/').slice(1);
    if (answerAt(answers, path) !== undefined) continue;
    const control = findField({ page, section }, path);
    await openFoldedRows({ page, section }, path);
    if (await control.and(page.locator('input:not([type=file])')).count()) await control.fill('');
    if (await control.and(page.locator('select')).count()) await control.selectOption('');
  }
}

function answerAt(answers: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], answers);
}

/** Expects the focus on the summary, a title with 'Error', and a first link that leads to an invalid field. */
async function expectSummary(page: Page): Promise<void> {
  const summary = page
    .getByRole('alert')
    .filter({ hasText: 'There is a problem' })
    .or(page.getByRole('region', { name: 'There is a problem' }));
  await expect(summary.first()).toBeFocused();
  await expect(page).toHaveTitle(/^Error:/);
  await page.keyboard.press('Tab');
  await expect(summary.first().getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('[aria-invalid=true]:focus, [aria-invalid=true] :focus')).toHaveCount(1);
}
