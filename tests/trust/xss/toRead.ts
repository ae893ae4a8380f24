import type { Page } from '@playwright/test';
import widgets from '../../../schemas/texts/widgets.json';
import type { StoredDocument } from '../../../src/model/formContext';
import type { Who } from './pages';
import type { Operator } from './plant';

/** What must be shown on a page, by who reads it. Without this, a text that never shows would pass. */
export type ToRead = Partial<Record<Who, Record<string, string[]>>>;

/** Where applicants see the landlord's names, the office's message and their own files' names, before and after submission. */
export function findToRead(
  { columns }: Operator,
  { saved, submitted, message }: { saved: StoredDocument[]; submitted: StoredDocument[]; message: string },
): ToRead {
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

/** The beginnings of the names of the files of these types: of a long name a list shows no more. */
function namesOf(documents: readonly StoredDocument[], ...types: number[]): string[] {
  const wanted = documents.filter(({ document_id }) => types.includes(document_id));
  return wanted.map(({ name }) => beginningOf(name));
}

/** What even a list that cuts long names shows of a file's. */
export const beginningOf = (name: string) => name.slice(0, widgets.upload.nameLimit);

/** What of these is not among the texts that were seen. */
export function unread(wanted: readonly string[], seen: readonly string[]): string[] {
  const all = bare(seen.join(' '));
  return wanted.filter((text) => !all.includes(bare(text)));
}

/** Lines are broken where the page ends, not where the text does. */
export const bare = (text: string) => text.replace(/\s/g, '');

/** All visible text of the page and its fields. */
export function textOf(page: Page): Promise<string> {
  return page.evaluate(() =>
    [
      document.body.innerText,
      ...[...document.querySelectorAll('input')].map(({ value }) => value),
      ...[...document.querySelectorAll('option')].map(({ text }) => text),
    ].join(' '),
  );
}
