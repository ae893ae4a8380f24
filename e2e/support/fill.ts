import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { makeDocument } from './documents';
import { expect } from './expect';

type Path = (string | number)[];

/** A section on a page, and the folder for its documents. */
export interface SectionOnPage {
  page: Page;
  section: string;
  folder: string;
  /** The folder of its forms, by default schemas/. */
  forms?: string;
}

/**
 * Fills in a section like an applicant, in the order of the persona's answers: adds rows, chooses files, types or
 * selects the rest.
 */
export async function fillSection(sheet: SectionOnPage, answers: unknown): Promise<void> {
  await fillValue(sheet, [], answers);
}

/** Returns a field's control: `('employers', ['employer', 0, 'position'])` → `#employers_employer_0_position`. */
export function findField({ page, section }: Pick<SectionOnPage, 'page' | 'section'>, path: Path): Locator {
  return page.locator(`[id="${[section, ...path].join('_')}"]`);
}

/** Opens a row of a list if it's folded. */
export async function openRow(at: Pick<SectionOnPage, 'page' | 'section'>, path: Path): Promise<void> {
  await expect(findField(at, path)).toBeVisible();
  await openFoldedRows(at, path);
}

/** Opens the folded rows around a field. */
export async function openFoldedRows(at: Pick<SectionOnPage, 'page' | 'section'>, path: Path): Promise<void> {
  for (const [end, part] of path.entries()) {
    const edit = findField(at, [...path.slice(0, end), `${part}__edit`]).and(at.page.locator('[aria-expanded=false]'));
    if (await edit.isVisible()) await edit.click();
  }
}

async function fillValue(sheet: SectionOnPage, path: Path, value: unknown): Promise<void> {
  if (isFileList(value)) return upload(sheet, path, value);
  if (isSuggestion(value)) return chooseSuggestion(findField(sheet, path), value.suggest);
  if (Array.isArray(value)) return fillRows(sheet, path, value);
  if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) await fillValue(sheet, [...path, name], inner);
    return;
  }
  if (await isHidden(sheet, path)) return;
  const add = sheet.page.locator(`button[id="${[sheet.section, ...path].join('_')}"]`);
  if (await add.isVisible()) await add.click();
  await fillControl(findField(sheet, path), value as string | number | boolean);
}

/** True for answers that the program sets itself, such as the current address. They have no control. */
async function isHidden({ section, forms = 'schemas' }: SectionOnPage, path: Path): Promise<boolean> {
  const file = [`${forms}/${section}.ui.json`, `schemas/${section}.ui.json`].find((one) => existsSync(one)) ?? '';
  let ui: Record<string, unknown> = JSON.parse(await readFile(file, 'utf8'));
  for (const name of path) ui = Object(ui[typeof name === 'number' ? 'items' : name]);
  return ui['ui:widget'] === 'hidden';
}

async function fillRows(sheet: SectionOnPage, path: Path, rows: unknown[]): Promise<void> {
  const list = findField(sheet, path);
  for (const [index, row] of rows.entries()) {
    const last = Object.keys(Object(row)).find((name) => typeof Object(row)[name] !== 'object');
    const first = findField(sheet, [...path, index]).or(findField(sheet, [...path, index, String(last)]));
    // A list with `covers` has already added the row.
    const isThere = await first.first().isVisible();
    if (index > 0 && !isThere) await list.locator(':scope > button').last().click();
    await expect(first.first()).toBeVisible();
    await fillValue(sheet, [...path, index], row);
  }
}

async function fillControl(control: Locator, value: string | number | boolean): Promise<void> {
  await control.waitFor({ state: 'visible' });
  const kind = await control.evaluate((element) => (element as HTMLInputElement).type ?? element.getAttribute('role'));
  if (kind === 'radiogroup') return choose(control.locator(`input[value="${value}"]`));
  if (kind === 'checkbox') return control.setChecked(value === true);
  if (kind === 'select-one') return select(control, String(value));
  if (await control.evaluate((element) => (element as HTMLInputElement).readOnly)) return;
  await typeInto(control, asTyped(value));
}

/** Skips fields that are already filled in. */
async function select(control: Locator, value: string): Promise<void> {
  if ((await control.inputValue()) !== value) await control.selectOption(value);
}

/**
 * Checks a radio button. A Yes that opens a list of sources is checked only once the server has created the first
 * source.
 */
async function choose(radio: Locator): Promise<void> {
  if ((await radio.count()) === 0) await radio.page().getByRole('button', { name: 'More styles' }).click();
  if (!(await radio.isChecked())) await radio.click();
  await expect(radio).toBeChecked();
}

async function typeInto(control: Locator, text: string): Promise<void> {
  // Masked fields are typed key by key, because masks react to keys. Others are filled at once, like a password
  // manager does.
  if (
    await control.evaluate((element) => ['numeric', 'decimal', 'tel'].includes((element as HTMLInputElement).inputMode))
  ) {
    await control.click();
    await control.press('ControlOrMeta+a');
    await control.pressSequentially(text);
  } else {
    await control.fill(text);
  }
  if ((await control.getAttribute('role')) === 'combobox') await control.press('Escape');
  await control.blur();
}

/** Returns an answer as a person types it: dates with the month first, phones without the country code. */
function asTyped(value: string | number | boolean): string {
  const text = String(value);
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (year) return `${month}/${day}/${year}`;
  return /^1\d{10}$/.test(text) ? text.slice(1) : text;
}

const isSuggestion = (value: unknown): value is { suggest: string } => typeof Object(value).suggest === 'string';

/** Types into a search and clicks the first suggestion. */
async function chooseSuggestion(search: Locator, text: string): Promise<void> {
  await search.fill(text);
  const suggestions = search.page().locator('li[role=option]');
  await suggestions.first().click();
  await expect(suggestions).toHaveCount(0);
}

type FileToUpload = { document: string };

function isFileList(value: unknown): value is FileToUpload | FileToUpload[] {
  return [value].flat().some((item) => typeof item === 'object' && item !== null && 'document' in item);
}

async function upload(sheet: SectionOnPage, path: Path, toUpload: FileToUpload | FileToUpload[]): Promise<void> {
  // While a file can be added, the file chooser has the id. Otherwise, the whole field has it.
  const field = findField(sheet, path).locator('xpath=ancestor-or-self::fieldset[1]');
  for (const [index, { document }] of [toUpload].flat().entries()) {
    const file = await makeDocument(document, sheet.folder);
    const chooser = field.locator('input[type=file]');
    await expect(chooser).toBeEnabled({ timeout: 10_000 });
    await chooser.setInputFiles(file);
    await expect(field.getByRole('listitem').filter({ hasText: 'Delete' })).toHaveCount(index + 1, { timeout: 60_000 });
  }
}
