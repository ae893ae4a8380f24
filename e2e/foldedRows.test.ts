import { expect, type Page, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { axeFindings } from './support/axe';
import { fillSection, findField } from './support/fill';
import { findNextButton } from './support/panels';
import { draftSection, ROUTES, startAt } from './support/start';

const answers = robin.flows.application;
const [current, former] = answers.identification.address.address;
const earlier = (street_address: string, move_in_date: string, move_out_date: string) => ({
  ...former,
  street_address,
  move_in_date,
  move_out_date,
});
const homes = [
  current,
  former,
  earlier('901 E 6th St', '2020-01-01', '2021-06-14'),
  earlier('3311 Guadalupe St', '2018-01-01', '2019-12-31'),
];
const job = { ...answers.income.employers.employer[0], files: undefined };
const jobs = ['Bluebonnet Books', 'Austin ISD', 'Ledger & Loom LLC'].map((employer_name) => ({
  ...job,
  employer_name,
  availableToUpload: 'No',
  no_doc_reason: 'later',
}));

const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);
const rows = (page: Page) => page.locator('.rp-row:visible');

/** Opens step 1 at the addresses, with these answers. */
async function openAddresses(page: Page, tag: string, address: unknown[]): Promise<void> {
  await startAt(page, robin, tag, 'identification');
  await draftSection(page, 'personal-details', answers.identification['personal-details']);
  await draftSection(page, 'proof-of-identity', { availableToUpload_id: 'No', no_doc_reason: 'later' });
  await draftSection(page, 'address', { address });
  await page.goto('/healthz');
  await page.goto(`${ROUTES.identification}#address`);
  await expect(rows(page)).toHaveCount(address.length);
}

test('at 360 px four folded addresses show summaries, and step 1 is at most 2,500 px high', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openAddresses(page, 'fold', homes);
  expect(await heightOf(page)).toBeLessThanOrEqual(2500);
  await expect(rows(page).first()).toContainText('1208 Barton Hills Dr, 4B, Austin, TX 78704');
  await expect(rows(page).first()).toContainText('Since Feb 2024 · rent $1,450 · Dana Whitlock');
  await expect(rows(page).nth(1)).toContainText('Jun 2021 to Jan 2024');
  expect(await axeFindings(page)).toEqual([]);
});

test('the folded rows have Edit in one column at the edge, and Delete in another', async ({ page }) => {
  await openAddresses(page, 'fold-column', homes);
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    for (const [name, count] of [
      [/^Edit /, 4],
      [/^Delete /, 3],
    ] as const) {
      const buttons = rows(page).getByRole('button', { name });
      await expect(buttons).toHaveCount(count);
      const left = await buttons.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)));
      expect(new Set(left).size, `${name} at ${width} px: ${left}`).toBe(1);
    }
    const first = rows(page).first();
    const [row, edit] = await Promise.all([first.boundingBox(), first.getByRole('button').boundingBox()]);
    const gap = (row?.x ?? 0) + (row?.width ?? 0) - (edit?.x ?? 0) - (edit?.width ?? 0);
    expect(Math.abs(gap), `${width} px`).toBeLessThanOrEqual(5);
  }
});

test('the keyboard opens one row at a time, and the focus moves with it', async ({ page }) => {
  await openAddresses(page, 'fold-keys', homes);
  const section = { page, section: 'address' };
  const street = (row: number) => findField(section, ['address', row, 'street_address']);
  await page.getByRole('button', { name: 'Edit Address 2' }).focus();
  await page.keyboard.press('Enter');
  const search = findField(section, ['address', 1, 'search_address']);
  await expect(street(1)).toBeFocused();
  await expect(page.getByText('Search for an address').filter({ visible: true })).toHaveCount(0);
  await page.keyboard.press('Shift+Tab');
  await expect(search).toHaveAccessibleName('Replace this address');
  await page.keyboard.press('Enter');
  await expect(search).toBeFocused();
  await expect(search).toHaveRole('combobox');
  await street(1).fill('79 Elm St');
  await page.getByRole('button', { name: 'Edit Address 3' }).focus();
  await page.keyboard.press('Enter');
  await expect(street(1)).toBeHidden();
  await expect(rows(page).nth(1)).toContainText('79 Elm St');
  await expect(search).not.toHaveRole('combobox');

  await street(2).fill('');
  const close = page.getByRole('button', { name: 'Close Address 3' });
  await close.focus();
  await page.keyboard.press('Enter');
  await expect(rows(page).nth(2)).toContainText('Needs your attention');
  await page.keyboard.press('Enter');
  await expect(street(2)).toBeFocused();
  await expect(street(2)).toHaveAttribute('aria-invalid', 'true');
  await street(2).fill('903 E 6th St');
  await close.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Edit Address 3' })).toBeFocused();
});

test('an open row stays open after a language change, and the focus stays on the language switch', async ({ page }) => {
  await openAddresses(page, 'fold-language', homes);
  await page.getByRole('button', { name: 'Edit Address 3' }).click();
  const street = findField({ page, section: 'address' }, ['address', 2, 'street_address']);
  await street.fill('905 E 6th St');
  await page.getByRole('button', { name: 'Español' }).click();
  await expect(page.getByRole('button', { name: 'English' })).toBeFocused();
  await expect(street).toBeVisible();
  await expect(street).toHaveValue('905 E 6th St');
  await expect(rows(page).first()).toHaveAttribute('data-folded');
  await page.reload();
  await expect(rows(page).first()).toBeVisible();
  await expect(street).toBeHidden();
});

test("a folded row shows a missing answer, and the error summary's link opens the row", async ({ page }) => {
  const { street_address: _street, ...unfinished } = homes[2] as Record<string, unknown>;
  const { city: _city, ...other } = homes[3] as Record<string, unknown>;
  await openAddresses(page, 'fold-wrong', [current, former, unfinished, other]);
  const section = { page, section: 'address' };
  await expect(findField(section, ['address', 2, 'street_address'])).toBeVisible();
  await expect(rows(page).nth(3)).toContainText('Not finished');
  await findNextButton(page).click();
  await expect(rows(page).nth(3)).toContainText('Needs your attention');
  await page.locator('.rp-summary').getByRole('link', { name: 'Address 4: Enter the city' }).click();
  await expect(findField(section, ['address', 3, 'city'])).toBeFocused();
  await expect(findField(section, ['address', 2, 'street_address'])).toBeHidden();
});

test('at 360 px three employers fold, and their page is at most 3,500 px high', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await startAt(page, robin, 'fold-jobs', 'income');
  await draftSection(page, 'employers', { response: 'Yes', employer: jobs });
  await page.goto('/healthz');
  await page.goto(`${ROUTES.income}#ei`);
  await expect(rows(page)).toHaveCount(3);
  expect(await heightOf(page)).toBeLessThanOrEqual(3500);
  await expect(rows(page).last()).toContainText('$4,333 a month · since 2022 · proof to follow');
  await page.getByRole('button', { name: 'Edit Employer 3' }).click();
  await expect(findField({ page, section: 'employers' }, ['employer', 2, 'position'])).toBeVisible();
  expect(await heightOf(page)).toBeLessThanOrEqual(3500);
});

test('at 360 px step 1 with four addresses, one of them open, is at most 2,500 px high', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openAddresses(page, 'fold-long', homes);
  await page.getByRole('button', { name: 'Edit Address 3' }).click();
  await expect(findField({ page, section: 'address' }, ['address', 2, 'reason'])).toBeVisible();
  expect(await heightOf(page)).toBeLessThanOrEqual(2500);
});

test('a current address of less than two years adds a former one, which stays in place on the screen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openAddresses(page, 'fold-covers', [{ ...current, move_in_date: undefined }]);
  const section = { page, section: 'address' };
  const moved = findField(section, ['address', 0, 'move_in_date']);
  const search = findField(section, ['address', 1, 'search_address']);
  const year = new Date().getFullYear() - 1;
  await moved.pressSequentially(`01/15/${year}`);
  await expect(search).toBeVisible();
  await expect(moved).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Address 2' })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);

  await search.scrollIntoViewIfNeeded();
  await search.focus();
  const before = await search.boundingBox();
  await page.keyboard.type('9');
  await expect(moved).toBeHidden();
  await expect(search).toBeFocused();
  await expect.poll(async () => Math.abs(((await search.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(24);

  await search.fill('');
  await page.getByRole('button', { name: 'Delete Address 2' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(rows(page)).toHaveCount(1);
});

test('the note about days without an address disappears once a former address covers them', async ({ page }) => {
  await openAddresses(page, 'fold-covered', [{ ...current, move_in_date: undefined }]);
  const section = { page, section: 'address' };
  const year = new Date().getFullYear() - 1;
  await findField(section, ['address', 0, 'move_in_date']).pressSequentially(`01/15/${year}`);
  const gap = page.getByText("Your addresses don't cover the last two years");
  await expect(gap).toBeVisible();
  const typed = { ...former, is_current_address: undefined, move_out_date: `${year}-01-14` };
  await fillSection({ ...section, folder: '' }, { address: { 1: JSON.parse(JSON.stringify(typed)) } });
  await expect(gap).toBeHidden();
});

test("a former address that is left empty doesn't block Next", async ({ page }) => {
  await openAddresses(page, 'fold-empty', [{ ...current, move_in_date: undefined }]);
  const section = { page, section: 'address' };
  const year = new Date().getFullYear() - 1;
  await findField(section, ['address', 0, 'move_in_date']).pressSequentially(`01/15/${year}`);
  await expect(page.getByRole('heading', { name: 'Address 2' })).toBeVisible();
  await expect(page.getByText('Add the address where you lived then, or continue without it.')).toBeVisible();
  await page.getByRole('button', { name: 'Next Tab' }).click();
  await expect(findField(section, ['address', 0, 'move_in_date'])).toBeHidden();
  await expect(page.locator('.rp-accordion__item[data-open=true]')).not.toContainText('Address 2');
});

test('at 360 px an open row ends without a button, and only Next is filled with the accent color', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openAddresses(page, 'fold-buttons', homes.slice(0, 1));
  await page
    .getByRole('button', { name: 'Edit Address 1' })
    .or(page.getByRole('button', { name: /^Edit/ }))
    .first()
    .click();
  const list = page.locator('.rp-list:visible').first();
  const add = list.getByRole('button', { name: /^Add/ });
  await expect(list.locator('.rp-row-body').getByRole('button', { name: /^(Done|Close)/ })).toHaveCount(0);
  const [tab, next] = [
    page.getByRole('button', { name: 'Next Tab' }),
    page.getByRole('button', { name: 'Next', exact: true }),
  ];
  const backgrounds = await Promise.all(
    [add, tab, next].map((one) => one.evaluate((button) => getComputedStyle(button).backgroundColor)),
  );
  expect(new Set(backgrounds).size).toBe(3);
  const boxes = await Promise.all([add, list, next, tab].map((one) => one.boundingBox()));
  const [inList, whole, below, last] = boxes.map((box) => ({
    top: box?.y ?? 0,
    bottom: (box?.y ?? 0) + (box?.height ?? 0),
  }));
  for (const box of boxes) expect(box?.height).toBeGreaterThanOrEqual(44);
  // Add is inside the list's border, and the page's buttons are below it.
  expect((whole?.bottom ?? 0) - (inList?.bottom ?? 0)).toBeGreaterThanOrEqual(12);
  expect((below?.top ?? 0) - (inList?.bottom ?? 0)).toBeGreaterThanOrEqual(24);
  expect(last?.top ?? 0).toBeGreaterThanOrEqual(below?.bottom ?? 0);
});

test("the search folds once the focus leaves the typed address, and the focused field doesn't move", async ({
  page,
}) => {
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await openAddresses(page, `fold-typed-${width}`, [current]);
    const field = (name: string) => findField({ page, section: 'address' }, ['address', 1, name]);
    await page.getByRole('button', { name: 'Add another address' }).click();
    await field('street_address').pressSequentially('77 Elm St');
    await page.keyboard.press('Tab');
    await field('zipcode').fill('78666');
    await expect(field('search_address')).toHaveRole('combobox');
    await expect(field('state')).toHaveAttribute('aria-required', 'true');
    // Scrolls the field into view first, so that the browser doesn't scroll when it gets the focus.
    await field('move_in_date').evaluate((input) => input.scrollIntoView({ block: 'center' }));
    const before = await field('move_in_date').boundingBox();
    await page.keyboard.press('Tab');
    await expect(field('search_address')).toHaveAccessibleName('Replace this address');
    await expect(field('move_in_date')).toBeFocused();
    const after = await field('move_in_date').boundingBox();
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThanOrEqual(1);
  }
});

test("an open row's title uses the whole line, and Close is where Edit was", async ({ page }) => {
  await openAddresses(page, 'fold-title', [current, former]);
  await page.getByRole('button', { name: 'Edit Address 2' }).click();
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    const row = rows(page).nth(1);
    const [title, fields] = await Promise.all([
      row.getByRole('heading').boundingBox(),
      row.locator('.rp-row-body').boundingBox(),
    ]);
    expect(title?.width).toBe(fields?.width);
    const [remove, close] = await Promise.all(
      ['Delete', 'Close'].map((name) => row.getByRole('button', { name: `${name} Address 2` }).boundingBox()),
    );
    expect((close?.x ?? 0) - (remove?.x ?? 0) - (remove?.width ?? 0)).toBeGreaterThanOrEqual(24);
    const ends = await page
      .getByRole('button', { name: /^(Edit Current address|Close Address 2)$/ })
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().right)));
    expect(new Set(ends).size, `${width} px: ${ends}`).toBe(1);
  }
});
