import type { Page } from '@playwright/test';

interface Stored {
  email: string;
  token: string;
  trnId: string;
}

/** Makes the bootstrap call return nothing, so the page makes each part's own call, which tests can intercept. */
export async function disableBootstrap(page: Page): Promise<void> {
  const json = { status: 200, success: true, message: '', records: { steps: {}, drafts: {} } };
  await page.route('**/api/open/**', (route) => route.fulfill({ json }));
}

/** Overrides records in the response of a call below `/api/users`. */
export async function overrideRecords(page: Page, call: string, changes: Record<string, unknown>): Promise<void> {
  await disableBootstrap(page);
  await page.unroute(`**/api/users/${call}`);
  await page.route(`**/api/users/${call}`, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({ response, json: { ...answer, records: { ...answer.records, ...changes } } });
  });
}

/** Returns which steps the server reports as complete. */
export async function readCompleteSteps(page: Page): Promise<Record<string, boolean>> {
  const { trnId, headers } = await readSession(page);
  const answer = await page.request.get(`/api/users/sectionstatus/${trnId}`, { headers });
  return (await answer.json()).records;
}

/** Document types of the sections whose rows are sources on the server. */
const SOURCES: Record<string, string> = { employers: '3', banking: '6', 'other-income': '7' };

/** Deletes an income section's rows on the server. */
export async function deleteSources(page: Page, section: string): Promise<void> {
  const { trnId, headers } = await readSession(page);
  const document_id = SOURCES[section];
  for (const source_id of document_id ? [1, 2, 3] : [])
    await page.request.post('/api/income/deletesource', { headers, data: { trn_id: trnId, document_id, source_id } });
}

/** Returns the page's session as headers. */
export async function readSession(page: Page): Promise<{ trnId: string; headers: Record<string, string> }> {
  const { email, token, trnId } = await page.evaluate(
    () => JSON.parse(localStorage.getItem('rental-session') ?? '{}') as Stored,
  );
  return { trnId, headers: { email, authorization: token, trn_id: trnId } };
}
