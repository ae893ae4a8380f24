import type { Browser, Page } from '@playwright/test';
import { completeStep, logIn, type Persona, pay, register } from '../../../e2e/support/journey';
import robin from '../../../schemas/personas/robin-hale.json';
import type { AnyServer } from '../../support/anyServer';
import { completeSteps } from '../../support/fillSteps';
import type { TestApplicant } from '../../support/serverApplicants';
import { openContext } from '../support/withBrowser';
import { readTraces, recordAddresses, type Traces } from './browserTraces';
import { BORN, CARD, CHILD_BORN, PASSWORD, SSN } from './canaries';
import type { SearchPattern } from './forms';
import { findIn } from './search';

/** Types canaries in a real browser, from the registration to the logout, and searches the browser's storage. */
export async function searchBrowser(
  browser: Browser,
  server: AnyServer,
  address: string,
  needles: readonly SearchPattern[],
) {
  const context = await openContext(browser, { baseURL: address });
  const addresses = recordAddresses(context);
  const page = await context.newPage();
  const persona = withCanaries();
  const found: string[] = [];
  const search = async (when: string) => void found.push(...findTraces(await readTraces(page), needles, when));
  await register(page, persona, '');
  await completeStep(page, persona, 'identification', '', () => search('typing step 1'));
  await page.waitForURL('**/applicantDetail');
  await completeStep(page, persona, 'applicant-details', '', () => search('typing step 2'));
  await page.waitForURL('**/incomeDetail');
  await completeSteps(server, await applicantOf(page), 'income', { pdfs: false, from: 'income' });
  await page.goto('/identification/payment');
  await pay(page, persona, '', () => search('typing step 4'));
  await page.waitForURL('**/success');
  await page.goto('/view');
  await page.locator('.ap-answers dd').first().waitFor();
  await search('reading it again');
  await leavePage(page);
  await search('after logout');
  await logIn(page, persona);
  await page.waitForURL('**/success');
  found.push(...findTraces(addresses(), needles, 'throughout'));
  const blind = await findMissedPlaces(page, addresses, needles);
  await context.close();
  return { found: [...new Set(found)], blind };
}

function findTraces(traces: Traces, needles: readonly SearchPattern[], when: string): string[] {
  return Object.entries(traces).flatMap(([where, text]) =>
    findIn(Buffer.from(text), needles).map((name) => `browser, ${when}, ${where}: ${name}`),
  );
}

/** Plants a canary in each place, to prove that the search finds it. Returns the places that it missed. */
async function findMissedPlaces(
  page: Page,
  addresses: () => Traces,
  needles: readonly SearchPattern[],
): Promise<string[]> {
  await page.context().addCookies([{ name: 'planted', value: SSN, url: page.url() }]);
  await page.evaluate(async (text) => {
    localStorage.setItem('planted', btoa(text));
    sessionStorage.setItem('planted', text);
    history.replaceState({ planted: text }, '');
    document.title = text;
    await (await caches.open('planted')).put('/planted', new Response(text));
    await new Promise((resolve) => {
      const request = indexedDB.open('planted');
      request.onupgradeneeded = () => request.result.createObjectStore('planted').add(text, 1);
      request.onsuccess = () => resolve(request.result.close());
    });
    await fetch(`/healthz?planted=${text.replaceAll('-', '')}`);
  }, SSN);
  const cut = await findMissedWhenInterrupted(page, needles);
  const found = findTraces({ ...(await readTraces(page)), ...addresses() }, needles, 'planted').join('\n');
  const places = ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'history', 'cookies', 'requested addresses'];
  return [...places.filter((place) => !found.includes(`planted, ${place}:`)), ...cut].map(
    (place) => `the search misses ${place}`,
  );
}

/** Deletes a database after its canary was read, and interrupts the next read. Returns what the search missed. */
async function findMissedWhenInterrupted(page: Page, needles: readonly SearchPattern[]): Promise<string[]> {
  await page.evaluate(async (text) => {
    for (const name of ['cut-1', 'cut-2'])
      await new Promise((resolve) => {
        const request = indexedDB.open(name);
        request.onupgradeneeded = () => request.result.createObjectStore(name).add(text, 1);
        request.onsuccess = () => resolve(request.result.close());
      });
    const { getAll } = IDBObjectStore.prototype;
    let first = '';
    IDBObjectStore.prototype.getAll = function (...asked) {
      if (!this.name.startsWith('cut-')) return getAll.apply(this, asked);
      if (first) {
        for (const name of ['cut-1', 'cut-2']) indexedDB.deleteDatabase(name);
        this.transaction.db.close();
        IDBObjectStore.prototype.getAll = getAll;
        throw new DOMException('', 'AbortError');
      }
      first = this.name;
      return getAll.apply(this, asked);
    };
  }, PASSWORD);
  const { indexedDB: seen = '' } = await readTraces(page);
  const isCut = !(await page.evaluate(async () => (await indexedDB.databases()).some(({ name }) => name === 'cut-1')));
  const isSeen = findTraces({ seen }, needles, '').some((found) => found.includes('password'));
  return isCut && isSeen ? [] : ['data deleted while it was read'];
}

async function applicantOf(page: Page): Promise<TestApplicant> {
  const { email, token, refreshToken, trnId } = await page.evaluate(() =>
    JSON.parse(localStorage.getItem('rental-session') ?? '{}'),
  );
  return { trn: trnId, email, token, refreshToken, headers: { email, authorization: token, trn_id: trnId } };
}

async function leavePage(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  const answered = page.waitForResponse('**/api/users/logout');
  await page.getByText('Logout', { exact: true }).click();
  await page.waitForURL('**/login');
  // The login page shows at once, but the storage is emptied by the response.
  await (await answered).finished();
}

/** Robin's journey with canaries as secrets. All documents will be sent later. */
function withCanaries(): Persona {
  const persona = structuredClone(robin) as unknown as Persona & typeof robin;
  const { entry, application } = persona.flows;
  const email = 'canary.browser@example.com';
  Object.assign(entry.registration['registration-personal'], { email, reEmail: email });
  Object.assign(entry.registration['registration-login'], { password: PASSWORD, reEnterPassword: PASSWORD });
  Object.assign(entry.login.login, { email, password: PASSWORD });
  const { identification, 'applicant-details': details } = application;
  Object.assign(identification['personal-details'], { DOB: BORN });
  const promised = { no_doc_reason: 'later' };
  Object.assign(identification, {
    'proof-of-identity': { availableToUpload_id: 'No', ...promised },
    ssn: { isUS_citizen: 'Yes', SSNNumber: SSN, availableToUpload_ssn: 'No', ...promised },
  });
  Object.assign(details['applicant-details'].co_occupants.fields[0] ?? {}, { dob: CHILD_BORN });
  return { ...persona, card: { number: CARD, expiry: '12/34', cvc: '123' } };
}
