import { readFile } from 'node:fs/promises';
import { type APIRequestContext, type Page, request, test } from '@playwright/test';
import sam from '../schemas/personas/sam-ortega.json' with { type: 'json' };
import { editByHand, type HandEdit, inSpanish } from '../tests/edits/editByHand';
import { makeApplicant, openAsApplicant } from './support/applicant';
import { expect } from './support/expect';
import { findField, openRow } from './support/fill';
import { withNewEmail } from './support/journey';
import { type OwnServer, startOwnServer } from './support/ownServer';
import { findNextButton, findToggle } from './support/panels';

/**
 * Staff edit files one after another, and an applicant's open page shows each edit without reloading.
 * tests/server/forms/edits.test.ts tests the tool's messages.
 */
test.describe.configure({ mode: 'serial' });
let server: OwnServer;
let api: APIRequestContext;
let page: Page;
test.beforeAll(async ({ browser }) => {
  server = await startOwnServer();
  api = await request.newContext({ baseURL: server.address });
  page = await (await browser.newContext({ baseURL: server.address })).newPage();
  await openAsApplicant(page, await makeApplicant(api, withNewEmail(sam, 'edits'), 'saved'), '/identification');
  await findToggle(page, 'address').click();
  await openRow({ page, section: 'address' }, ['address', 0]);
  await of('street_address').fill('12 Harbor Street');
  await of('appartment').fill('4B');
  await of('reason').fill('Too small');
});
test.afterAll(async () => {
  await page?.context().close();
  await api?.dispose();
  await server?.close();
});

const SCHEMA = 'address.schema.json';
const UI = 'address.ui.json';

const of = (name: string) => findField({ page, section: 'address' }, ['address', 0, name]);
let letters = 0;
/** Types a number, because the page loads changes with its next call. */
async function typeOn(): Promise<void> {
  await of('street_address').press('End');
  await of('street_address').pressSequentially(` ${++letters}`);
}
const typed = () => `12 Harbor Street${Array.from({ length: letters }, (_, n) => ` ${n + 1}`).join('')}`;
const kept = () => expect(of('street_address')).toHaveValue(typed());
/** An edit that replaces one text. */
const one = (file: string, from: string, to: string): HandEdit => ({ file, from, to });
const migration = (number: number, ...changes: object[]): HandEdit => ({
  file: `migrations/00${number}-address.json`,
  to: JSON.stringify({ $schema: '../meta/migration.schema.json', title: 'Addresses', section: 'address', changes }),
});

test('an edited label changes in place', async () => {
  await server.edit([
    one(SCHEMA, '"title": "Apartment or unit"', '"title": "Flat or unit"'),
    inSpanish('Flat or unit'),
  ]);
  await typeOn();
  await expect(page.getByLabel('Flat or unit').first()).toHaveValue('4B');
  await kept();
});

test('an added option shows in its list', async () => {
  const other = '"const": 3,\n                "title": "Other"\n              }';
  await server.edit([one(SCHEMA, other, `${other}, { "const": 4, "title": "A boat" }`), inSpanish('A boat')]);
  await typeOn();
  await expect(
    page
      .getByText('A boat', { exact: true })
      .or(of('property_type').locator('option', { hasText: 'A boat' }))
      .first(),
  ).toBeAttached();
  await kept();
});

test('fields follow an edited order', async () => {
  await server.edit([one(UI, '"items": {', '"items": { "ui:order": ["reason", "*"],')]);
  await typeOn();
  const isFirst = async () =>
    (await of('reason').evaluate(
      (node, other) => node.compareDocumentPosition(document.getElementById(other) as Node),
      'address_address_0_street_address',
    )) & 4;
  await expect.poll(isFirst).toBe(4);
  await expect(of('reason')).toHaveValue('Too small');
  await kept();
});

test('a new conditional question shows only while its condition is met', async () => {
  const floor =
    '"floor_name": { "title": "Which floor?", "type": "string", "x-pii": "none", "maxLength": 40, "errorMessage": { "maxLength": "At most 40 letters" } }';
  await server.edit([
    one(SCHEMA, '"appartment": {', `${floor},\n          "appartment": {`),
    one(
      SCHEMA,
      '"x-conditions": [',
      '"x-conditions": [{ "if": { "required": ["appartment"] }, "show": ["floor_name"] },',
    ),
    one(UI, '"appartment": {', '"floor_name": { "ui:autocomplete": "off" },\n      "appartment": {'),
    inSpanish('Which floor?', 'At most 40 letters'),
  ]);
  await typeOn();
  await expect(of('floor_name')).toBeVisible();
  await expect(page.getByText('This form changed')).toBeVisible();
  await kept();
  await of('appartment').fill('');
  await expect(of('floor_name')).toHaveCount(0);
  await of('appartment').fill('4B');
  await of('floor_name').fill('Third');
});

test('a new required question is shown, announced and required', async () => {
  const keys =
    '"door_code": { "title": "Name on the door", "type": "string", "x-pii": "contact", "maxLength": 40, "errorMessage": { "maxLength": "At most 40 letters", "required": "Say what stands on the door" } }';
  await server.edit([
    one(SCHEMA, '"required": ["street_address",', '"required": ["door_code", "street_address",'),
    one(SCHEMA, '"floor_name": {', `${keys},\n          "floor_name": {`),
    one(UI, '"floor_name": {', '"door_code": { "ui:autocomplete": "off" },\n      "floor_name": {'),
    inSpanish('Name on the door', 'Say what stands on the door'),
    migration(1, { accept: 'address/[]/door_code' }),
  ]);
  await typeOn();
  await expect(of('door_code')).toBeVisible();
  await expect(page.getByText('Your answers are saved.')).toBeVisible();
  await findNextButton(page).click();
  await expect(of('door_code')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('Say what stands on the door').first()).toBeVisible();
  await of('door_code').fill('Hale');
  await kept();
});

test('a renamed field with a migration keeps typed answers', async () => {
  await server.edit([
    one(SCHEMA, '"appartment": {', '"flat": {'),
    one(SCHEMA, '{ "required": ["appartment"] }', '{ "required": ["flat"] }'),
    one(UI, '"unit": "appartment"', '"unit": "flat"'),
    one(UI, '"appartment", "city"', '"flat", "city"'),
    one(UI, '{street_address}, {appartment}', '{street_address}, {flat}'),
    inSpanish('{street_address}, {flat}'),
    one(UI, '"appartment": {', '"flat": {'),
    ...['mae-li', 'robin-hale'].map((name) => one(`personas/${name}.json`, '"appartment"', '"flat"')),
    migration(2, { rename: 'address/[]/appartment', to: 'flat' }),
  ]);
  await typeOn();
  await expect(of('flat')).toHaveValue('4B');
  await expect(of('floor_name')).toHaveValue('Third');
  await expect(page.getByText("isn't part of the form")).toHaveCount(0);
  await kept();
});

test('a renamed field without a migration is rejected, and the page keeps saving', async () => {
  const before = await server.version();
  const takeBack = await editByHand(server.schemas, [
    one(SCHEMA, '"reason": {', '"why": {'),
    one(UI, '"reason": {', '"why": {'),
    one(UI, '["reason", "*"]', '["why", "*"]'),
    one('personas/robin-hale.json', '"reason": "I would', '"why": "I would'),
  ]);
  await expect.poll(() => server.heldBack()).toMatchObject([{ code: 'breaking', file: SCHEMA }]);
  const saved = page.waitForResponse((answer) => answer.url().includes('/api/drafts/') && answer.ok());
  await typeOn();
  await saved;
  expect(await server.version()).toBe(before);
  await expect(of('reason')).toHaveValue('Too small');
  await kept();
  await takeBack();
  await expect.poll(() => server.heldBack()).toEqual([]);
});

test('a removed question with a migration disappears, and other typed answers stay', async () => {
  await server.edit([
    one(SCHEMA, /"floor_name": \{[^}]*\{[^}]*\} \},/.exec(await textOf(SCHEMA))?.[0] ?? '?', ''),
    one(SCHEMA, '{ "if": { "required": ["flat"] }, "show": ["floor_name"] },', ''),
    one(UI, '"floor_name": { "ui:autocomplete": "off" },', ''),
    one('translations/es.json', '"Which floor?": "Which floor? (es)",', ''),
    migration(3, { drop: 'address/[]/floor_name' }),
  ]);
  await typeOn();
  await expect(of('floor_name')).toHaveCount(0);
  await expect(of('flat')).toHaveValue('4B');
  await expect(of('door_code')).toHaveValue('Hale');
  await kept();
});

const textOf = (file: string) => readFile(`${server.schemas}/${file}`, 'utf8');
