import type { Page } from '@playwright/test';
import { fillSection } from '../../../e2e/support/fill';
import robin from '../../../schemas/personas/robin-hale.json';
import { type Visitor, waitUntilIdle } from './pages';
import { errorMarker } from './responseMode';

export interface Submission {
  who: Visitor;
  path: string;
  /**
   * A call that the page makes when it opens. Its response is made successful, because otherwise there would be no
   * button.
   */
  isGood?: string;
  /** Fills in what the action needs. */
  ready?(page: Page): Promise<void>;
  /** The button that sends. */
  button: string;
}

const { login, registration } = robin.flows.entry;
const NEXT_PASSWORD = 'Harbor!View2027';

/** Actions that send something. The proxy rejects them with payloads as messages. */
export const SUBMISSIONS: Submission[] = [
  { who: 'nobody', path: '/login', button: 'Log in', ready: (page) => fill(page, login) },
  {
    who: 'nobody',
    path: '/login',
    button: 'Send Reset Link',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Forgot Password?' }).click();
      await page.getByRole('dialog').getByRole('textbox').first().fill('robin@example.com');
    },
  },
  {
    who: 'nobody',
    path: '/reset-password/abc',
    isGood: '**/api/users/resetlink',
    button: 'Change Password',
    ready: async (page) => {
      for (const field of await page.locator('input[type=password]').all()) await field.fill(NEXT_PASSWORD);
    },
  },
  {
    who: 'nobody',
    path: '/Property/demo/harbor-view/open',
    button: 'Start Application',
    ready: (page) => fill(page, registration),
  },
  { who: 'fresh', path: '/instruction', button: 'Agree & Continue' },
  { who: 'saved', path: '/identification', button: 'Next' },
  { who: 'saved', path: '/identification/applicantDetail', button: 'Next' },
  { who: 'saved', path: '/identification/incomeDetail', button: 'Next' },
];

/** Clicks the button `times` times, each rejected in another way. Returns the first message that isn't shown. */
export async function submitRepeatedly(
  page: Page,
  { ready, button }: Submission,
  times: number,
): Promise<string | undefined> {
  await waitUntilIdle(page);
  await ready?.(page);
  for (let time = 0; time < times; time++) {
    await clickButton(page, button);
    if (!(await isShown(page, errorMarker(time)))) return errorMarker(time);
  }
  return undefined;
}

/** Clicks the button once it's enabled. Calls the element's `click`, because an earlier message may cover it. */
export async function clickButton(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true }).last();
  await button.and(page.locator(':not([aria-disabled=true])')).waitFor({ timeout: 10_000 });
  await button.evaluate((element: HTMLElement) => element.click());
}

/** True if a text appears within ten seconds. */
export function isShown(page: Page, mark: string): Promise<boolean> {
  const found = page.waitForFunction((text) => document.body.innerText.includes(text), mark, { timeout: 10_000 });
  return found.then(
    () => true,
    () => false,
  );
}

async function fill(page: Page, sections: object): Promise<void> {
  for (const [section, answers] of Object.entries(sections)) await fillSection({ page, section, folder: '' }, answers);
}
