import { expect, type Locator, type Page } from '@playwright/test';
import { fieldOf } from './fill';

type Path = (string | number)[];

/** Expects every answer of a persona's section at its field, shaped as the field shapes it. */
export async function expectAnswers(page: Page, section: string, answers: unknown, path: Path = []): Promise<void> {
  const field = fieldOf({ page, section }, path);
  if (isFile(answers)) return expectFile(field);
  if (typeof answers !== 'object' || answers === null) return expectAnswer(field, answers, path.join('.'));
  for (const [name, inner] of Object.entries(answers))
    await expectAnswers(page, section, inner, [...path, Array.isArray(answers) ? Number(name) : name]);
}

async function expectAnswer(field: Locator, answer: unknown, name: string): Promise<void> {
  // The program itself says which address is the current one: there is no control for it.
  if (name.endsWith('is_current_address')) return;
  const kind = await field.evaluate((element) => (element as HTMLInputElement).type ?? element.getAttribute('role'));
  if (kind === 'radiogroup') return expect(field.locator('input:checked'), name).toHaveValue(String(answer));
  if (kind === 'checkbox') return expect(field, name).toBeChecked({ checked: answer === true });
  expect(bare(await field.inputValue()), name).toContain(bare(asShown(String(answer))));
}

async function expectFile(field: Locator): Promise<void> {
  await expect(field.locator('xpath=ancestor-or-self::fieldset[1]').getByRole('listitem')).not.toHaveCount(0);
}

/** Dates with the month first, phones without the country, an SSN by its last four digits. */
function asShown(answer: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(answer) ?? [];
  if (year) return `${month}${day}${year}`;
  if (/^1\d{10}$/.test(answer)) return answer.slice(1);
  return answer.replace(/^\d{3}-\d{2}-(\d{4})$/, '$1');
}

function bare(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '');
}

function isFile(answers: unknown): boolean {
  return [answers].flat().some((one) => typeof one === 'object' && one !== null && 'document' in one);
}
