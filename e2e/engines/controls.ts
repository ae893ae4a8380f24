import { readFile } from 'node:fs/promises';
import { makeDocument } from '../support/documents';
import type { Tab } from './tab';

/** One applicant in one browser. */
export interface Visit {
  tab: Tab;
  /** Folder for documents to upload. */
  folder: string;
  /** Called on each page once it's filled in. */
  capture(page: string): Promise<void>;
}

type Path = (string | number)[];

/** Answers a section, one control at a time. */
export async function fill(visit: Visit, section: string, path: Path, value: unknown): Promise<void> {
  const { tab } = visit;
  const id = [section, ...path].join('_');
  if (isFileList(value)) return upload(visit, id, [value].flat());
  if (Array.isArray(value)) {
    for (const [index, row] of value.entries()) {
      if (index > 0) await tab.click(`[id="${id}"] > button:last-of-type`);
      await fill(visit, section, [...path, index], row);
    }
    return;
  }
  if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) await fill(visit, section, [...path, name], inner);
    return;
  }
  if (!(await isHidden(section, path))) await fillControl(tab, id, value as string | number | boolean);
}

/** True for answers that the program sets itself. They have no control. */
async function isHidden(section: string, path: Path): Promise<boolean> {
  let ui: Record<string, unknown> = JSON.parse(await readFile(`schemas/${section}.ui.json`, 'utf8'));
  for (const name of path) ui = Object(ui[typeof name === 'number' ? 'items' : name]);
  return ui['ui:widget'] === 'hidden';
}

/** Returns the kind of control. Empty until it's visible. */
const KIND = `const field = document.getElementById(arguments[0]);
  return field && field.getClientRects().length ? (field.readOnly ? 'readonly' : field.type || field.getAttribute('role') || '') : '';`;

async function fillControl(tab: Tab, id: string, value: string | number | boolean): Promise<void> {
  const kind = await waitUntil<string>(tab, id, KIND, id);
  const field = `[id="${id}"]`;
  if (kind === 'readonly') return;
  if (kind === 'radiogroup') return check(tab, `${field} input[value="${value}"]`);
  if (kind === 'checkbox') return check(tab, field, value === true);
  if (kind === 'select-one') return tab.choose(field, String(value));
  await tab.run('const field = document.getElementById(arguments[0]); field.focus(); field.select();', id);
  await tab.type(field, asTyped(value));
  await waitUntil(tab, `what is typed in ${id}`, 'return document.getElementById(arguments[0]).value !== ""', id);
  await tab.run('document.activeElement.blur()');
  const shown = shownAs(value);
  const isShown = 'return document.getElementById(arguments[0]).value === arguments[1]';
  if (shown) await waitUntil(tab, `${id} to show ${shown}`, isShown, id, shown);
}

/** Returns how a date or SSN is shown after its field loses focus. Undefined for other answers. */
function shownAs(value: string | number | boolean): string | undefined {
  const last = /^\d{3}-\d{2}-(\d{4})$/.exec(String(value))?.[1];
  if (last) return `***-**-${last}`;
  return /^\d{4}-\d{2}-\d{2}$/.test(String(value)) ? asTyped(value) : undefined;
}

/**
 * Selects a radio button or sets a checkbox. A Yes that opens a list of sources is checked only once the server has
 * created the first source.
 */
export async function check(tab: Tab, selector: string, isWanted = true): Promise<void> {
  const isChecked = 'return document.querySelector(arguments[0]).checked === Boolean(arguments[1])';
  if (await tab.run(isChecked, selector, Number(isWanted))) return;
  await tab.run('document.querySelector(arguments[0]).scrollIntoView({ block: "center" })', selector);
  await tab.click(selector);
  await waitUntil(tab, `${selector} to be ${isWanted ? 'checked' : 'cleared'}`, isChecked, selector, Number(isWanted));
}

/** Returns an answer as a person types it: dates with the month first, phones without the country code. */
function asTyped(value: string | number | boolean): string {
  const text = String(value);
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (year) return `${month}/${day}/${year}`;
  return /^1\d{10}$/.test(text) ? text.slice(1) : text;
}

interface FileAnswer {
  document: string;
}

function isFileList(value: unknown): value is FileAnswer | FileAnswer[] {
  return [value].flat().some((item) => typeof item === 'object' && item !== null && 'document' in item);
}

async function upload({ tab, folder }: Visit, id: string, files: readonly FileAnswer[]): Promise<void> {
  // While a file can be added, the file chooser has the id. Otherwise, the whole field has it.
  const box = `const at = document.getElementById(arguments[0]); const box = at && at.closest('fieldset');`;
  for (const [index, { document }] of files.entries()) {
    const chooser = `${box} const input = box?.querySelector('input[type=file]:enabled'); input?.setAttribute('data-engine', arguments[0]); return Boolean(input);`;
    await waitUntil(tab, `the chooser of ${id}`, chooser, id);
    await tab.upload(`[data-engine="${id}"]`, await makeDocument(document, folder));
    const stored = `${box} return [...(box?.querySelectorAll('li') ?? [])].filter((row) => row.textContent.includes('Delete')).length > arguments[1]`;
    await waitUntil(tab, `${document} to be uploaded`, stored, id, index);
  }
}

/** Presses the visible button with this name once it no longer moves and nothing covers it. */
export async function clickButton(tab: Tab, name: string): Promise<void> {
  const press = async () => {
    await waitUntil(tab, `the button '${name}'`, MARK, name);
    await tab.click('[data-engine-press]');
  };
  // A second time, because the page may replace the button after it was marked.
  await press().catch(press);
}

const MARK = `const isNamed = (one) => one.getClientRects().length && (one.getAttribute('aria-label') || one.textContent.trim()) === arguments[0];
  const wanted = [...document.querySelectorAll('button')].find((one) => isNamed(one) && one.getAttribute('aria-disabled') !== 'true');
  for (const old of document.querySelectorAll('[data-engine-press]')) if (old !== wanted) old.removeAttribute('data-engine-press');
  if (!wanted) return false;
  wanted.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = wanted.getBoundingClientRect();
  const place = [left, top, width, height].join();
  const isStill = wanted.getAttribute('data-engine-press') === place;
  wanted.setAttribute('data-engine-press', place);
  return isStill && wanted.contains(document.elementFromPoint(left + width / 2, top + height / 2));`;

/** Waits for this address. */
export async function waitForPage(tab: Tab, path: string): Promise<void> {
  await waitUntil(tab, `the page ${path}`, 'return location.pathname === arguments[0]', path);
}

const TIMEOUT_MS = 120_000;

/** Returns the current page and its errors. */
const PAGE_ERRORS = `const errors = [...document.querySelectorAll('[role=alert], .rp-error, .ap-toast')].map((one) => one.innerText.trim());
  return [location.href, ...errors.filter(Boolean), document.querySelector('main')?.innerText.slice(0, 400)].join('\\n');`;

/**
 * Calls a function in the page until it returns something.
 * @throws Error with what was expected and what the page shows
 */
export async function waitUntil<T = boolean>(
  tab: Tab,
  what: string,
  body: string,
  ...args: (string | number)[]
): Promise<T> {
  const start = Date.now();
  for (;;) {
    // There's no document between two pages.
    const answer = await tab.run<T>(body, ...args).catch(() => undefined);
    if (answer) return answer;
    if (Date.now() - start > TIMEOUT_MS) {
      throw new Error(`Timed out waiting for ${what}. The page shows:\n${await tab.run<string>(PAGE_ERRORS)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
}
