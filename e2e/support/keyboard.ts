import { expect, type Locator, type Page } from '@playwright/test';

/** An applicant without a mouse, who reaches everything with Tab. */
export interface Keyboard {
  /** Moves to a field by its id and types. */
  type(id: string, text: string): Promise<void>;
  /** Answers a Yes/No question. */
  choose(id: string, answer: 'Yes' | 'No'): Promise<void>;
  /** Moves to a button or link and presses it. */
  press(name: string, role?: 'button' | 'link'): Promise<void>;
  /** Moves to a checkbox with this name and checks it. */
  check(name: string): Promise<void>;
  /** Moves to a select with this name and selects the option that starts with this text. */
  pick(name: string, choice: string): Promise<void>;
  /** Answers a section, field by field. */
  fill(section: string, answers: unknown): Promise<void>;
  /** Moves to a field and replaces its text. */
  write(selector: string, text: string): Promise<void>;
  /** Moves to a field's file chooser and chooses a file. */
  attach(id: string, file: string): Promise<void>;
}

/** More than any section's tab stops. */
const MAX_STOPS = 300;

export function createKeyboard(page: Page): Keyboard {
  /** Tabs to an element. @throws Error if Tab doesn't reach it */
  async function reach(selector: string): Promise<void> {
    await page.locator(selector).first().waitFor();
    for (let stops = 0; stops < MAX_STOPS; stops++) {
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab never came to ${selector}`);
  }
  async function reachOne(wanted: Locator): Promise<void> {
    await wanted.waitFor();
    await expect(wanted).toBeEnabled();
    await wanted.evaluate((element) => element.setAttribute('data-wanted', ''));
    await reach('[data-wanted]');
    await wanted.evaluate((element) => element.removeAttribute('data-wanted'));
  }
  /** Returns a control's type or role. Undefined if it's missing, hidden or read-only. */
  const kindOf = (id: string) =>
    page.evaluate((wanted) => {
      const field = document.getElementById(wanted);
      if (!field?.getClientRects().length || (field as HTMLInputElement).readOnly) return undefined;
      return (field as HTMLInputElement).type ?? field.getAttribute('role') ?? undefined;
    }, id);
  const write = async (selector: string, text: string) => {
    await reach(selector);
    // Read before typing, because the last key can complete a code, and the page then removes the field.
    const isCombobox = (await page.locator(selector).getAttribute('role')) === 'combobox';
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text);
    if (isCombobox) await page.keyboard.press('Escape');
  };
  async function answer(id: string, value: string | number | boolean): Promise<void> {
    // The app sets this answer, which has no control.
    if (id.endsWith('is_current_address')) return;
    await page.locator(`[id="${id}"]`).first().waitFor();
    const kind = await kindOf(id);
    if (kind === 'radiogroup') return turnTo(id, String(value));
    if (kind === 'checkbox') return tick(id, value === true);
    if (kind === 'select-one') return select(id, String(value));
    if (kind !== undefined) await write(`[id="${id}"]`, asTyped(value));
  }
  async function turnTo(id: string, value: string): Promise<void> {
    const wanted = page.locator(`[id="${id}"] input[value="${value}"]`);
    if ((await wanted.count()) === 0) {
      await reachOne(page.getByRole('button', { name: 'More styles' }));
      await page.keyboard.press('Enter');
    }
    await reach(`[id="${id}"] input`);
    // An arrow key also selects. Space would select the first option, which opens its rows.
    if (await wanted.evaluate((input) => input === document.activeElement)) await page.keyboard.press('Space');
    for (let turns = 0; turns < MAX_STOPS && !(await wanted.isChecked()); turns++)
      await page.keyboard.press('ArrowDown');
  }
  async function tick(id: string, isWanted: boolean): Promise<void> {
    if ((await page.locator(`[id="${id}"]`).isChecked()) === isWanted) return;
    await reach(`[id="${id}"]`);
    await page.keyboard.press('Space');
  }
  async function select(id: string, value: string): Promise<void> {
    await reach(`[id="${id}"]`);
    await page.keyboard.type((await page.locator(`[id="${id}"] option[value="${value}"]`).textContent()) ?? '');
  }
  async function fill(id: string, value: unknown): Promise<void> {
    if (typeof value !== 'object' || value === null) return answer(id, value as string | number | boolean);
    for (const [name, inner] of Object.entries(value)) await fill(`${id}_${name}`, inner);
  }
  return {
    fill,
    write,
    async attach(id, file) {
      await reach(`[id="${id}"]`);
      const opening = page.waitForEvent('filechooser');
      // Playwright turns on the file chooser interception asynchronously. After a round trip to the page, it's on.
      await page.evaluate(() => undefined);
      await page.keyboard.press('Enter');
      await (await opening).setFiles(file);
    },
    async type(id, text) {
      await reach(`[id="${id}"]`);
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    },
    async choose(id, answer) {
      await reach(`[id="${id}"] input`);
      // Tab stops at the first radio button. An arrow key moves to the second and selects it.
      await page.keyboard.press(answer === 'Yes' ? 'Space' : 'ArrowRight');
    },
    async press(name, role = 'button') {
      await reachOne(page.getByRole(role, { name, exact: true }).first());
      await page.keyboard.press('Enter');
    },
    async check(name) {
      await reachOne(page.getByRole('checkbox', { name, exact: true }));
      await page.keyboard.press('Space');
    },
    async pick(name, choice) {
      await reachOne(page.getByRole('combobox', { name, exact: true }));
      await page.keyboard.type(choice);
    },
  };
}

/** Returns an answer as a person types it: dates with the month first, phones without the country code. */
function asTyped(value: string | number | boolean): string {
  const text = String(value);
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (year) return `${month}/${day}/${year}`;
  return /^1\d{10}$/.test(text) ? text.slice(1) : text;
}
