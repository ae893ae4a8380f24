import { expect, type Locator, type Page } from '@playwright/test';

/** An applicant without a mouse: everything is reached by Tab. */
export interface Keyboard {
  /** Goes to a field, by its id, and types. */
  type(id: string, text: string): Promise<void>;
  /** Answers a question of Yes or No. */
  choose(id: string, answer: 'Yes' | 'No'): Promise<void>;
  /** Goes to a button, or what else has that role, and presses it. */
  press(name: string, role?: 'button' | 'link'): Promise<void>;
  /** Goes to a box of this name and ticks it. */
  check(name: string): Promise<void>;
  /** Goes to a list of this name and takes the choice that begins like this. */
  pick(name: string, choice: string): Promise<void>;
  /** Answers a section, field by field. */
  fill(section: string, answers: unknown): Promise<void>;
  /** Goes to a field and writes over what stands there. */
  write(selector: string, text: string): Promise<void>;
  /** Goes to the chooser of a field and gives it a file. */
  attach(id: string, file: string): Promise<void>;
}

/** More than any section has places to stop at. */
const MOST_STOPS = 300;

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
  async function reachOne(wanted: Locator): Promise<void> {
    await wanted.waitFor();
    await expect(wanted).toBeEnabled();
    await wanted.evaluate((element) => element.setAttribute('data-wanted', ''));
    await reach('[data-wanted]');
    await wanted.evaluate((element) => element.removeAttribute('data-wanted'));
  }
  /** What a control is; nothing for an answer without one, and for one that cannot be changed. */
  const kindOf = (id: string) =>
    page.evaluate((wanted) => {
      const field = document.getElementById(wanted);
      if (!field?.getClientRects().length || (field as HTMLInputElement).readOnly) return undefined;
      return (field as HTMLInputElement).type ?? field.getAttribute('role') ?? undefined;
    }, id);
  const write = async (selector: string, text: string) => {
    await reach(selector);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text);
    if ((await page.locator(selector).getAttribute('role')) === 'combobox') await page.keyboard.press('Escape');
  };
  async function answer(id: string, value: string | number | boolean): Promise<void> {
    // What the program says itself has no control.
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
    await reach(`[id="${id}"] input`);
    // An arrow chooses, too; Space would choose the first, which opens its rows.
    if (await wanted.evaluate((input) => input === document.activeElement)) await page.keyboard.press('Space');
    for (let turns = 0; turns < MOST_STOPS && !(await wanted.isChecked()); turns++)
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
      // The browser hears of a key before it hears that choosers are waited for, and a chooser of its own is seen by nobody: what the page
      // answers has gone the same way as the latter.
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
      // Tab stops at the first of the two; an arrow goes on to the second and chooses it.
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

/** An answer the way a person types it: dates with the month first, phones without the country. */
function asTyped(value: string | number | boolean): string {
  const text = String(value);
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (year) return `${month}/${day}/${year}`;
  return /^1\d{10}$/.test(text) ? text.slice(1) : text;
}
