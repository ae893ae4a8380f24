import type { Page } from '@playwright/test';

interface Stored {
  email: string;
  token: string;
  trnId: string;
}

/** Lets the one call that opens a page answer nothing, so that the page asks for each part by its own call, where a test can lay hands on it. */
export async function askForParts(page: Page): Promise<void> {
  const json = { status: 200, success: true, message: '', records: { steps: {}, drafts: {} } };
  await page.route('**/api/open/**', (route) => route.fulfill({ json }));
}

/** Lets a call of the application answer what the server says, with `changes` in its records. */
export async function pretend(page: Page, call: string, changes: Record<string, unknown>): Promise<void> {
  await askForParts(page);
  await page.unroute(`**/api/users/${call}`);
  await page.route(`**/api/users/${call}`, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({ response, json: { ...answer, records: { ...answer.records, ...changes } } });
  });
}

/** Which steps the server counts as done. */
export async function stepsDone(page: Page): Promise<Record<string, boolean>> {
  const { trnId, headers } = await sessionOf(page);
  const answer = await page.request.get(`/api/users/sectionstatus/${trnId}`, { headers });
  return (await answer.json()).records;
}

/** The document type of a section whose rows are sources kept by the server. */
const SOURCES: Record<string, string> = { employers: '3', banking: '6', 'other-income': '7' };

/** Deletes the rows of an income section that the server keeps. */
export async function forgetSources(page: Page, section: string): Promise<void> {
  const { trnId, headers } = await sessionOf(page);
  const document_id = SOURCES[section];
  for (const source_id of document_id ? [1, 2, 3] : [])
    await page.request.post('/api/income/deletesource', { headers, data: { trn_id: trnId, document_id, source_id } });
}

/** Whose session the page has, and the headers of its calls. */
export async function sessionOf(page: Page): Promise<{ trnId: string; headers: Record<string, string> }> {
  const { email, token, trnId } = await page.evaluate(
    () => JSON.parse(localStorage.getItem('rental-session') ?? '{}') as Stored,
  );
  return { trnId, headers: { email, authorization: token, trn_id: trnId } };
}
