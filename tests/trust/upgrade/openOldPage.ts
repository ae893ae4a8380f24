import { type Browser, type Page, request } from '@playwright/test';
import { makeApplicant, openAsApplicant } from '../../../e2e/support/applicant';
import { expect } from '../../../e2e/support/expect';
import { fillSection, findField } from '../../../e2e/support/fill';
import { withNewEmail } from '../../../e2e/support/journey';
import { readCompleteSteps } from '../../../e2e/support/session';
import robin from '../../../schemas/personas/robin-hale.json';
import { clickUntil, untilUrl } from '../pages/clickUntil';
import { startBalancer } from '../support/balancer';
import { openContext } from '../support/withBrowser';

const answers = robin.flows.application.identification;
const LATER = { no_doc_reason: 'later' };
const FIRST = 'personal-details';
/** The sections after the first one of step 1, without files. */
const REST = {
  'proof-of-identity': { availableToUpload_id: 'No', ...LATER },
  address: answers.address,
  ssn: { isUS_citizen: 'Yes', SSNNumber: answers.ssn.SSNNumber, availableToUpload_ssn: 'No', ...LATER },
};

export interface OldPage {
  /**
   * Sends its calls to the release at `address`. Fills in and saves the rest of step 1. Returns what went wrong.
   */
  goOn(address: string): Promise<string[]>;
  close(): Promise<void>;
}

/** Opens step 1 on the release at `address` and fills in its first section. */
export async function openOldPage(browser: Browser, address: string): Promise<OldPage> {
  const asking = await request.newContext({ baseURL: address });
  const applicant = await makeApplicant(asking, withNewEmail(robin, 'upgrade'), 'registered');
  await asking.dispose();
  // The page's address stays the same when another process responds.
  const targets = [address];
  const balancer = await startBalancer(targets);
  const context = await openContext(browser, { baseURL: balancer.address, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await openAsApplicant(page, applicant, '/identification');
  await fillSection({ page, section: FIRST, folder: '' }, answers[FIRST]);
  return {
    async goOn(next) {
      targets.splice(0, 1, next);
      return fillOtherSections(page).then(
        () => [],
        async (cause) => [`the open page: ${String(cause).slice(0, 400)}; it shows ${await shown(page)}`],
      );
    },
    async close() {
      await context.close();
      balancer.close();
    },
  };
}

async function fillOtherSections(page: Page): Promise<void> {
  for (const [section, part] of Object.entries(REST)) {
    await page.getByRole('button', { name: 'Next Tab' }).click();
    await fillSection({ page, section, folder: '' }, part);
  }
  // The first save may be refused, because questions changed since the page was opened.
  await clickUntil(page.getByRole('button', { name: 'Next', exact: true }), untilUrl(page, /applicantDetail/));
  expect(await readCompleteSteps(page)).toMatchObject({ identification_details_status: true });
  // The new release's page must show what was typed in the old one's.
  await page.goto('/identification');
  await expect(findField({ page, section: FIRST }, ['first_name'])).toHaveValue(answers[FIRST].first_name);
}

const shown = async (page: Page) => `${page.url()}: … ${(await page.locator('body').innerText()).slice(-500)}`;
