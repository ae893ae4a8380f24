import type { Locator, Page } from '@playwright/test';

const MAX_TRIES = 6;
/** Milliseconds. At the payment, a click locks the button for ten seconds. */
const TIMEOUT_MS = 15_000;
/**
 * Milliseconds to watch the page after each attempt: first the usual response time, later the maximum on a busy
 * machine.
 */
const watchFor = (tries: number) => (tries < 4 ? 2_500 : 10_000);

/** True if the page shows the result within this many milliseconds. */
type WaitForResult = (patience: number) => Promise<boolean>;

/**
 * Clicks until the page shows the result. `pressed` is the number of earlier clicks.
 * @throws Error if it never does
 */
export function clickUntil(button: Locator, arrived: WaitForResult, pressed = 0): Promise<void> {
  return repeatUntil(`${button} was pressed`, () => button.click({ timeout: TIMEOUT_MS }), arrived, pressed);
}

/** Repeats an applicant's action until the page shows its result. @throws Error naming `what` if it never does */
export async function repeatUntil(
  what: string,
  act: () => Promise<unknown>,
  arrived: WaitForResult,
  done = 0,
): Promise<void> {
  for (let tries = done; tries < MAX_TRIES; tries += 1) {
    if (tries > 0 && (await arrived(watchFor(tries)))) return;
    await act().catch(() => undefined);
  }
  if (!(await arrived(watchFor(MAX_TRIES)))) throw new Error(`${what} ${MAX_TRIES} times and the page stayed`);
}

/** Deletes what `row` shows, and retries after each error. */
export function deleteRow(page: Page, row: Locator, button: Locator): Promise<void> {
  const question = page.getByRole('alertdialog');
  const press = async () => {
    // The error of an earlier try is shown in a dialog with one button.
    if (await question.isVisible()) await question.getByRole('button').last().click();
    await button.click({ timeout: TIMEOUT_MS });
    await question.getByRole('button', { name: 'Yes', exact: true }).click();
  };
  return repeatUntil(`${button} was answered Yes`, press, untilHidden(row));
}

export const untilUrl = (page: Page, address: RegExp): WaitForResult => {
  return (timeout) => page.waitForURL(address, { timeout }).then(yes, no);
};

export const untilVisible = (locator: Locator): WaitForResult => {
  return (timeout) => locator.waitFor({ timeout }).then(yes, no);
};

export const untilHidden = (locator: Locator): WaitForResult => {
  return (timeout) => locator.waitFor({ state: 'hidden', timeout }).then(yes, no);
};

const yes = () => true;
const no = () => false;
