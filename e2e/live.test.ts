import { type APIRequestContext, type Browser, type Page, request, test } from '@playwright/test';
import sam from '../schemas/personas/sam-ortega.json' with { type: 'json' };
import { type HandEdit, inSpanish } from '../tests/edits/editByHand';
import { petsSection, petsStep } from '../tests/edits/petsStep';
import { enter, makeApplicant } from './support/applicant';
import { expect } from './support/expect';
import { fieldOf } from './support/fill';
import { freshCopy } from './support/journey';
import { type OwnServer, startOwnServer } from './support/ownServer';
import { expectOpen, nextOf } from './support/panels';

/** Schema files that are edited under the built app: no rebuild, no restart. One server serves them all, in their order. */
test.describe.configure({ mode: 'default' });
let server: OwnServer;
let api: APIRequestContext;
test.beforeAll(async () => {
  server = await startOwnServer();
  api = await request.newContext({ baseURL: server.address });
});
test.afterAll(async () => {
  await api?.dispose();
  await server?.close();
});

const edit = (edits: HandEdit[]) => server.edit(edits);

async function openPage(browser: Browser, locale = 'en-US'): Promise<Page> {
  return (await browser.newContext({ baseURL: server.address, locale })).newPage();
}

async function applicantAt(page: Page, path: string, until: 'registered' | 'saved'): Promise<void> {
  const applicant = await makeApplicant(api, freshCopy(sam, `live.${path.length}`), until);
  await enter(page, applicant, path);
}

const NEXT: HandEdit[] = [
  { file: 'texts/shell.json', from: '"next": "Next",', to: '"next": "On we go",' },
  { file: 'translations/es.json', from: '"texts": {', to: '"texts": {\n    "On we go": "Sigamos",' },
];

const LABEL: HandEdit[] = [
  { file: 'definitions/middle-name.json', from: '"title": "Middle name"', to: '"title": "Name in the middle"' },
  inSpanish('Name in the middle'),
];

const middle = (page: Page) => fieldOf({ page, section: 'personal-details' }, ['middle_name']);

test('what is not edited is not sent: the page says what was built', async ({ browser }) => {
  const page = await openPage(browser);
  const html = await (await page.goto('/login'))?.text();
  expect(html).not.toContain('served-words');
});

test('a text and a label are drawn by an open page, with what is typed kept and nothing said of a change', async ({
  browser,
}) => {
  const page = await openPage(browser);
  await applicantAt(page, '/identification', 'registered');
  await middle(page).fill('Lu');
  const takeBack = await edit([...NEXT, ...LABEL]);
  await page.keyboard.type('i');
  await expect(page.getByLabel('Name in the middle')).toBeFocused();
  const kept = page.waitForResponse((answer) => answer.request().postData()?.includes('"Luis"') ?? false);
  await page.keyboard.type('s');
  await expect(page.getByLabel('Name in the middle')).toHaveValue('Luis');
  await kept;
  await expect(page.getByRole('button', { name: 'On we go', exact: true })).toBeVisible();
  await expect(page.getByText('This form has changed')).toHaveCount(0);

  // A page that is opened now, in each language.
  await page.reload();
  await expect(page.getByRole('button', { name: 'On we go', exact: true })).toBeVisible();
  await expect(page.getByLabel('Name in the middle')).toHaveValue('Luis');
  const spanish = await openPage(browser, 'es-ES');
  await applicantAt(spanish, '/identification', 'registered');
  await expect(spanish.getByRole('button', { name: 'Sigamos', exact: true })).toBeVisible();
  await expect(spanish.getByLabel('Name in the middle (es)')).toBeVisible();

  await takeBack();
  await page.getByLabel('Name in the middle').fill('Luisa');
  await expect(nextOf(page)).toBeVisible();
  await expect(page.getByLabel('Middle name')).toHaveValue('Luisa');
});

test('what was edited and could not be fetched is fetched when the server says so again', async ({ browser }) => {
  const page = await openPage(browser);
  await applicantAt(page, '/identification', 'registered');
  await middle(page).fill('Lu');
  let refused = 0;
  await page.route('**/api/forms/words*', (route) => (++refused > 1 ? route.continue() : route.abort()));
  const takeBack = await edit(LABEL);
  await page.keyboard.type('i');
  await expect.poll(() => refused).toBeGreaterThan(0);
  await page.keyboard.type('s');
  await expect(page.getByLabel('Name in the middle')).toHaveValue('Luis');
  await takeBack();
});

const PETS: HandEdit[] = [
  ...Object.entries(petsSection).map(([file, content]) => ({ file, to: JSON.stringify(content) })),
  {
    file: 'flows/application.json',
    from: '    {\n      "id": "payment"',
    to: `    ${JSON.stringify(petsStep)},\n    {\n      "id": "payment"`,
  },
  inSpanish('Your pets', 'Name of your pet', 'At most 40 characters', 'Please complete Your pets.'),
];

test('a step more has its place, its address and its one opening call', async ({ browser }) => {
  const open = await openPage(browser);
  await applicantAt(open, '/identification', 'registered');
  await middle(open).fill('Lu');
  await edit(PETS);
  await open.keyboard.type('i');
  await expect(open.getByRole('navigation').getByText('Your pets')).toBeVisible();
  await open.keyboard.type('s');
  await expect(middle(open)).toHaveValue('Luis');

  const page = await openPage(browser);
  const calls: string[] = [];
  page.on('request', (one) => {
    const { pathname } = new URL(one.url());
    if (pathname.startsWith('/api/')) calls.push(pathname);
  });
  await applicantAt(page, '/identification/pets', 'saved');
  await page.getByLabel('Name of your pet').waitFor();
  expect(calls.filter((call) => !/rules|logo/.test(call))).toEqual(['/api/open/application/pets']);
  await page.getByLabel('Name of your pet').fill('Rex');
  await nextOf(page).click();
  await expect(page).toHaveURL(/\/identification\/payment$/);
  await expect(page.getByText('Rex')).toBeVisible();
});

const CARS: HandEdit[] = [
  {
    file: 'vehicles.schema.json',
    to: JSON.stringify({
      $schema: './meta/section.schema.json',
      title: 'Cars of yours',
      type: 'object',
      additionalProperties: false,
      required: ['car_make'],
      properties: {
        car_make: {
          title: 'Make of your car',
          type: 'string',
          'x-pii': 'none',
          maxLength: 40,
          errorMessage: { maxLength: 'At most 40 letters' },
        },
      },
    }),
  },
  {
    file: 'vehicles.ui.json',
    to: JSON.stringify({ $schema: './meta/ui.schema.json', car_make: { 'ui:autocomplete': 'off' } }),
  },
  {
    file: 'flows/application.json',
    from: '"sections": [',
    to: '"sections": [{ "section": "vehicles", "anchor": "vehicles", "tab": "Cars", "title": "Cars of yours", "body": "vehicles" },',
  },
  inSpanish('Cars of yours', 'Cars', 'Make of your car', 'At most 40 letters'),
];

test('a section more is drawn by an open page: it says so, keeps the answers and the place, and asks the new question', async ({
  browser,
}) => {
  const page = await openPage(browser);
  await applicantAt(page, '/identification', 'registered');
  await middle(page).fill('Lu');
  await edit(CARS);
  await page.keyboard.type('i');
  await expect(page.getByText('This form has changed')).toBeVisible();
  await page.keyboard.type('s');
  await expect(middle(page)).toBeFocused();
  await expect(middle(page)).toHaveValue('Luis');
  const open = page.locator('.rp-accordion__item[data-open=true]');
  await expect(open).toHaveAttribute('id', 'personal-details');
  await expect(page.getByText('Your answers are kept.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cars' })).toBeVisible();
  await nextOf(page).click();
  await expect(open).toHaveAttribute('id', 'vehicles');
  await expect(page.getByLabel('Make of your car')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Make of your car').fill('Ford');
  await page.getByRole('button', { name: 'Next Tab' }).click();
  await expectOpen(page, 'personal-details');
  await expect(middle(page)).toHaveValue('Luis');
});
