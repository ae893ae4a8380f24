import type { Page } from '@playwright/test';
import widgets from '../../../schemas/texts/widgets.json';
import type { StoredDocument } from '../../../src/model/formContext';
import type { Visitor } from './pages';
import type { Operator } from './seedOperator';

/** Texts that a page must show, by who reads it. Without this, a text that never shows would pass. */
export type ExpectedTexts = Partial<Record<Visitor, Record<string, string[]>>>;

/**
 * Returns where applicants see the landlord's names, the office's message and their own file names, before and after
 * submission.
 */
export function findExpectedTexts(
  { columns }: Operator,
  { saved, submitted, message }: { saved: StoredDocument[]; submitted: StoredDocument[]; message: string },
): ExpectedTexts {
  const of = (...names: string[]) => names.map((name) => columns[name] ?? '');
  const brand = of('subscriber.name');
  return {
    nobody: {
      '/Property/demo/harbor-view/open': of('subscriber.name', 'property.name'),
      '/Office/demo/main-office/open': of('subscriber.name', 'office.name', 'agent.full_name'),
      '/Agent/demo/riley-chen/open': of('subscriber.name', 'agent.full_name'),
    },
    fresh: { '/instruction': brand },
    saved: { '/identification/incomeDetail': [...brand, ...namesOf(saved, 3, 6)] },
    submitted: {
      '/success': [...brand, message, ...namesOf(submitted, 2, 13, 4, 3, 6)],
      '/view': [...brand, ...namesOf(submitted, 2, 13, 4)],
      '/view/incomeDetail': [...brand, ...namesOf(submitted, 3, 6)],
    },
  };
}

/** Returns the start of these documents' names, because lists cut off long ones. */
function namesOf(documents: readonly StoredDocument[], ...types: number[]): string[] {
  const wanted = documents.filter(({ document_id }) => types.includes(document_id));
  return wanted.map(({ name }) => shortenName(name));
}

/** The part of a file name that even a list shows. */
export const shortenName = (name: string) => name.slice(0, widgets.upload.nameLimit);

/** Returns the wanted texts that weren't seen. */
export function findUnseen(wanted: readonly string[], seen: readonly string[]): string[] {
  const all = removeSpaces(seen.join(' '));
  return wanted.filter((text) => !all.includes(removeSpaces(text)));
}

/** Removes white space, because a page and a PDF break lines in different places. */
export const removeSpaces = (text: string) => text.replace(/\s/g, '');

/** Returns the page's text once it has all of `wanted`, but no later than after 10 seconds. */
export async function waitForTexts(page: Page, wanted: readonly string[]): Promise<string> {
  const end = Date.now() + 10_000;
  let text = await readPageText(page);
  while (findUnseen(wanted, [text]).length > 0 && Date.now() < end) {
    await page.waitForTimeout(100);
    text = await readPageText(page);
  }
  return text;
}

/** Returns the wanted texts that the page doesn't show within 10 seconds. */
export const findMissing = async (page: Page, wanted: readonly string[]) =>
  findUnseen(wanted, [await waitForTexts(page, wanted)]);

/** All visible text of the page and its fields. */
export function readPageText(page: Page): Promise<string> {
  return page.evaluate(() =>
    [
      document.body.innerText,
      ...[...document.querySelectorAll('input')].map(({ value }) => value),
      ...[...document.querySelectorAll('option')].map(({ text }) => text),
    ].join(' '),
  );
}
