import type { Page } from '@playwright/test';

/** An applicant without a mouse: everything is reached by Tab. */
export interface Keyboard {
  /** Goes to a field, by its id, and types. */
  type(id: string, text: string): Promise<void>;
  /** Answers a question of Yes or No. */
  choose(id: string, answer: 'Yes' | 'No'): Promise<void>;
  /** Goes to a button and presses it. */
  press(name: string): Promise<void>;
}

/** More than any section has places to stop at. */
const MOST_STOPS = 150;

export function createKeyboard(page: Page): Keyboard {
  /** @throws Error when the place is not among the stops */
  async function reach(selector: string): Promise<void> {
    await page.locator(selector).first().waitFor();
    for (let stops = 0; stops < MOST_STOPS; stops++) {
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab never came to ${selector}`);
  }
  return {
    async type(id, text) {
      await reach(`[id="${id}"]`);
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    },
    async choose(id, answer) {
      await reach(`[id="${id}"] input`);
      // Tab stops at the first of the two; an arrow goes on to the second and chooses it.
      await page.keyboard.press(answer === 'Yes' ? 'Space' : 'ArrowRight');
    },
    async press(name) {
      const button = page.getByRole('button', { name, exact: true });
      await button.waitFor();
      await button.evaluate((element) => element.setAttribute('data-wanted', ''));
      await reach('[data-wanted]');
      await button.evaluate((element) => element.removeAttribute('data-wanted'));
      await page.keyboard.press('Enter');
    },
  };
}
