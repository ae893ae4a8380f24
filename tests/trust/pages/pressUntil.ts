import type { Locator, Page } from '@playwright/test';

const MOST_TRIES = 6;
/** At the payment, a click locks the button for ten seconds. */
const PATIENCE = 15_000;
/**
 * Milliseconds to watch the page after each attempt: first the usual response time, later the maximum on a busy
 * machine.
 */
const watchFor = (tries: number) => (tries < 4 ? 2_500 : 10_000);

/** True if the page shows the result within this many milliseconds. */
type Arrival = (patience: number) => Promise<boolean>;

/**
 * Clicks until the page shows the result. `pressed` is the number of earlier clicks.
 * @throws Error if it never does
 */
export function pressUntil(button: Locator, arrived: Arrival, pressed = 0): Promise<void> {
  return actUntil(`${button} was pressed`, () => button.click({ timeout: PATIENCE }), arrived, pressed);
}

/** Repeats an applicant's action until the page shows its result. @throws Error naming `what` if it never does */
export async function actUntil(what: string, act: () => Promise<unknown>, arrived: Arrival, done = 0): Promise<void> {
  for (let tries = done; tries < MOST_TRIES; tries += 1) {
    if (tries > 0 && (await arrived(watchFor(tries)))) return;
    await act().catch(() => undefined);
  }
  if (!(await arrived(watchFor(MOST_TRIES)))) throw new Error(`${what} ${MOST_TRIES} times and the page stayed`);
}

/** Deletes what `row` shows, and retries after each error. */
export function deleteUntilGone(page: Page, row: Locator, button: Locator): Promise<void> {
  const question = page.getByRole('alertdialog');
  const press = async () => {
    // The earlier error was in a dialog with one button.
    if (await question.isVisible()) await question.getByRole('button').last().click();
    await button.click({ timeout: PATIENCE });
    await question.getByRole('button', { name: 'Yes', exact: true }).click();
  };
  return actUntil(`${button} was answered Yes`, press, disappears(row));
}

export const comesTo = (page: Page, address: RegExp): Arrival => {
  return (timeout) => page.waitForURL(address, { timeout }).then(yes, no);
};

export const appears = (locator: Locator): Arrival => {
  return (timeout) => locator.waitFor({ timeout }).then(yes, no);
};

export const disappears = (locator: Locator): Arrival => {
  return (timeout) => locator.waitFor({ state: 'hidden', timeout }).then(yes, no);
};

const yes = () => true;
const no = () => false;
