import { expect, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { axeFindings } from './support/axe';
import { findNextButton } from './support/panels';
import { draftSection, openStep, ROUTES, startAt } from './support/start';

const VIEWS = { identification: '/view', 'applicant-details': '/view/applicantDetail' } as const;

// e2e/wrongAnswers.test.ts checks sections with messages.
for (const step of ['identification', 'applicant-details'] as const)
  test(`axe finds nothing serious in any section of ${step}, empty, filled in or read-only`, async ({ page }) => {
    await startAt(page, robin, `axe-${step}`, step);
    for (const [section, answers] of Object.entries(robin.flows.application[step])) {
      await expect(page.locator('.rp-accordion__item[data-open=true]')).toHaveCount(1);
      expect(await axeFindings(page), `${section}, empty`).toEqual([]);
      await draftSection(page, section, answers);
      await openStep(page, step);
    }
    for (const toggle of await page.locator('.rp-accordion__item h2 button').all()) {
      if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
      await expect(toggle).toHaveAttribute('aria-expanded', 'true');
      expect(await axeFindings(page), `${await toggle.textContent()}, filled in`).toEqual([]);
    }
    await findNextButton(page).click();
    await page.waitForURL((url) => url.pathname !== ROUTES[step]);
    await page.goto(VIEWS[step]);
    await expect(page.locator('.ap-answers')).toHaveCount(4);
    await expect(page.locator('.rp-skeleton, .ap-skeleton')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^(Next|Next Tab|Delete.*|Add .*|Choose a file)$/ })).toHaveCount(0);
    expect(await axeFindings(page), 'to read').toEqual([]);
  });
