import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { Webhook } from 'standardwebhooks';
import { extractText, getDocumentProxy } from 'unpdf';
import { axeFindings } from './support/axe';
import { watchConsole } from './support/console';
import { fillSection } from './support/fill';
import { logInToOffice } from './support/officeLogin';
import { runPortalCommandIn } from './support/operator';
import { type OwnServer, startOwnServer } from './support/ownServer';

const SCHEMAS_DIR = path.resolve('tests/jobApplication/schemas');
const PERSON = { fname: 'Noor', lname: 'Hale', email: 'noor.hale@example.com' };
const PASSWORD = 'Harbor-Light-7!';

interface Delivery {
  body: string;
  headers: Record<string, string>;
}

/** Records what the portal sends to a company's own system. */
function startReceiver() {
  const received: Delivery[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
      received.push({ body, headers: Object.fromEntries(headers) });
      response.end();
    });
  }).listen(0, '127.0.0.1');
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
  return { received, address, close: () => server.close() };
}

test.describe.configure({ mode: 'serial' });

let server: OwnServer;
let page: Page;
let secret = '';
const receiver = startReceiver();

const fill = (section: string, answers: object) =>
  fillSection({ page, section, folder: '', forms: SCHEMAS_DIR }, answers);
const next = (name: string) => page.getByRole('button', { name, exact: true }).click();
const office = (...args: string[]) => runPortalCommandIn(server.data, ...args);

test.beforeAll(async ({ browser }) => {
  server = await startOwnServer(undefined, { SCHEMAS_DIR });
  page = await (await browser.newContext({ baseURL: server.address })).newPage();
  const printed = await office('webhook', 'add', 'demo', receiver.address());
  secret = /whsec_\S+/.exec(printed)?.[0] ?? '';
});

test.afterAll(async () => {
  await page.context().close();
  await server.close();
  receiver.close();
});

test('a product made only of schemas registers people and keeps their answers after a reload', async () => {
  const problems = watchConsole(page);
  await page.goto('/Office/demo/main-office/open');
  await expect(page.getByRole('heading', { name: 'Register to apply for a job' })).toBeVisible();
  await fill('applicant', PERSON);
  await fill('registration-login', { password: PASSWORD, reEnterPassword: PASSWORD, i_confirm: true });
  expect(await axeFindings(page)).toEqual([]);
  await next('Start Application');
  await next('Agree & Continue');
  await expect(page).toHaveURL(/\/job\/about-you$/);
  await fill('contact', { phone: '15125550148', city: 'Austin', state: 'TX' });
  await expect(page.getByText('Saved', { exact: false }).first()).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('City')).toHaveValue('Austin');
  await page.getByRole('button', { name: 'Español' }).click();
  await expect(page.getByRole('heading', { name: 'Sobre usted' })).toBeVisible();
  await expect(page.getByLabel('Ciudad')).toHaveValue('Austin');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'About you' })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test('the steps are saved in order, with conditions and a list', async () => {
  await fill('job', { position: 'driver', licensed: 'Yes', hours: 20, starts: '2035-05-01' });
  await next('Next');
  await expect(page).toHaveURL(/\/job\/experience/);
  await fill('experience', {
    jobs: [
      { company: 'Bluebonnet Books', role: 'I delivered books by van.', since: '2021-02-01', until: '2024-08-31' },
    ],
  });
  await next('Next');
  await expect(page).toHaveURL(/\/job\/sign/);
});

test('the application is signed and sent without a payment', async () => {
  await expect(page.getByRole('main')).toContainText('Bluebonnet Books');
  await expect(page.getByText('Sandbox')).toHaveCount(0);
  await next('Next');
  await fill('consent', { concent: true });
  await next('Next');
  await fill('signature', { mode: 'type', name: 'Noor Hale', style: 'Allura', confirm: true });
  expect(await axeFindings(page)).toEqual([]);
  await next('Submit application');
  await expect(page).toHaveURL(/\/success$/);
  await expect(page.getByText('Congratulations')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
});

test('the applicant downloads the signed record, with the questions and answers of the product', async () => {
  const button = page.getByRole('button', { name: 'Download your signed copy (PDF)' });
  await expect(async () => {
    const download = page.waitForEvent('download', { timeout: 3_000 });
    await button.click();
    const content = await readFile(await (await download).path());
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(content)), { mergePages: true });
    expect(text).toContain('Delivery driver');
    expect(text).toContain('Bluebonnet Books');
  }).toPass({ timeout: 60_000 });
});

test("the company's system gets a signed webhook", async () => {
  const findSubmitted = () => receiver.received.find(({ body }) => body.includes('application.submitted'));
  await expect.poll(findSubmitted, { timeout: 30_000 }).toBeDefined();
  const { body = '', headers = {} } = findSubmitted() ?? {};
  expect(new Webhook(secret).verify(body, headers)).toMatchObject({ data: { status: 'submitted' } });
});

test('the office finds the application in the list and reads the answers', async ({ browser }) => {
  const own = await (await browser.newContext({ baseURL: server.address })).newPage();
  await logInToOffice(own, { email: 'ivo.brandt@office.example', role: 'owner' }, office);
  const row = own.getByRole('row').filter({ hasText: 'Noor Hale' });
  await expect(row).toContainText('New');
  await row.getByRole('link').first().click();
  await expect(own.getByRole('heading', { level: 1 })).toContainText('Noor Hale');
  // Before the messages load, the folds below them still move.
  await expect(own.getByText('No messages yet.')).toBeVisible();
  await own.getByText('Answers', { exact: true }).click();
  await expect(own.getByRole('main')).toContainText('Delivery driver');
  await expect(own.getByRole('main')).toContainText('I delivered books by van.');
  expect(await axeFindings(own)).toEqual([]);
  await own.context().close();
});
