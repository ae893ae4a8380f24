import { type APIRequestContext, type Browser, type Page, request, test } from '@playwright/test';
import manifest from '../schemas/meta/page-files.json' with { type: 'json' };
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import sam from '../schemas/personas/sam-ortega.json' with { type: 'json' };
import { type HandEdit, inSpanish } from '../tests/edits/editByHand';
import { petsSection, petsStep } from '../tests/edits/petsStep';
import { makeApplicant, openAsApplicant } from './support/applicant';
import { makeDocument } from './support/documents';
import { expect } from './support/expect';
import { fillSection, findField, openRow } from './support/fill';
import { withNewEmail } from './support/journey';
import { type OwnServer, startOwnServer } from './support/ownServer';
import { expectOpen, findNextButton } from './support/panels';
import { draftSection, ROUTES, startAt } from './support/start';

/**
 * Edits schema files while the built app runs, without rebuilding or restarting. The tests run in order. Most of them
 * share a server.
 */
test.describe.configure({ mode: 'default' });
let server: OwnServer;
let api: APIRequestContext;
test.beforeAll(openServer);
test.afterAll(closeServer);

/** Starts a server with unedited schema files. */
async function openServer(): Promise<void> {
  await closeServer();
  server = await startOwnServer();
  api = await request.newContext({ baseURL: server.address });
}

async function closeServer(): Promise<void> {
  await api?.dispose();
  await server?.close();
}

const edit = (edits: HandEdit[]) => server.edit(edits);

async function openPage(browser: Browser, locale = 'en-US'): Promise<Page> {
  return (await browser.newContext({ baseURL: server.address, locale })).newPage();
}

async function applicantAt(page: Page, path: string, until: 'registered' | 'saved'): Promise<void> {
  const applicant = await makeApplicant(api, withNewEmail(sam, `live.${path.length}`), until);
  await openAsApplicant(page, applicant, path);
}

const NEXT: HandEdit[] = [
  { file: 'texts/shell.json', from: '"next": "Next",', to: '"next": "On we go",' },
  { file: 'translations/es.json', from: '"texts": {', to: '"texts": {\n    "On we go": "Sigamos",' },
];

const LABEL: HandEdit[] = [
  { file: 'definitions/middle-name.json', from: '"title": "Middle name"', to: '"title": "Name in the middle"' },
  inSpanish('Name in the middle'),
];

const middle = (page: Page) => findField({ page, section: 'personal-details' }, ['middle_name']);

test("unedited messages aren't sent", async ({ browser }) => {
  const page = await openPage(browser);
  const html = await (await page.goto('/login'))?.text();
  expect(html).not.toContain('served-words');
});

test('an open page shows an edited text and label silently and keeps typed answers', async ({ browser }) => {
  const page = await openPage(browser);
  await applicantAt(page, '/identification', 'registered');
  await middle(page).fill('Lu');
  const takeBack = await edit([...NEXT, ...LABEL]);
  await page.keyboard.type('i');
  await expect(page.getByLabel('Name in the middle')).toBeFocused();
  const draftSaved = page.waitForResponse((answer) => answer.request().postData()?.includes('"Luis"') ?? false);
  await page.keyboard.type('s');
  await expect(page.getByLabel('Name in the middle')).toHaveValue('Luis');
  await draftSaved;
  await expect(page.getByRole('button', { name: 'On we go', exact: true })).toBeVisible();
  await expect(page.getByText('This form changed')).toHaveCount(0);

  // Opens a page in each language.
  await page.reload();
  await expect(page.getByRole('button', { name: 'On we go', exact: true })).toBeVisible();
  await expect(page.getByLabel('Name in the middle')).toHaveValue('Luis');
  const spanish = await openPage(browser, 'es-ES');
  await applicantAt(spanish, '/identification', 'registered');
  await expect(spanish.getByRole('button', { name: 'Sigamos', exact: true })).toBeVisible();
  await expect(spanish.getByLabel('Name in the middle (es)')).toBeVisible();

  await takeBack();
  await middle(page).fill('Luisa');
  await expect(findNextButton(page)).toBeVisible();
  await expect(page.getByLabel('Middle name')).toHaveValue('Luisa');
});

test("an edit that couldn't load loads at the next notification", async ({ browser }) => {
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
  inSpanish('Pets', 'Your pets', 'Name of your pet', 'At most 40 characters', 'Please complete Your pets.'),
];

test('an added step appears in its place, with its own address and bootstrap call', async ({ browser }) => {
  const open = await openPage(browser);
  await applicantAt(open, '/identification', 'registered');
  await middle(open).fill('Lu');
  const takeBack = await edit(PETS);
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
  await findNextButton(page).click();
  await expect(page).toHaveURL(/\/identification\/payment$/);
  await expect(page.getByText('Rex')).toBeVisible();
  await takeBack();
});

test('a page stays open when its address changes, and the former address redirects to it', async ({ browser }) => {
  const page = await openPage(browser);
  await applicantAt(page, '/identification', 'registered');
  await middle(page).fill('Lu');
  const takeBack = await edit([
    { file: 'flows/application.json', from: '"route": "/identification",', to: '"route": "/about-you",' },
  ]);
  await page.keyboard.type('i');
  await expect(page).toHaveURL(/\/about-you$/);
  await page.keyboard.type('s');
  await expect(middle(page)).toBeFocused();
  await expect(middle(page)).toHaveValue('Luis');
  await page.goto('/identification#personal-details');
  await expect(page).toHaveURL(/\/about-you#personal-details$/);
  await expect(middle(page)).toHaveValue('Luis');
  await takeBack();
  await page.keyboard.press('End');
  await middle(page).fill('Luisa');
  await expect(page).toHaveURL(/\/identification(#|$)/);
  await expect(middle(page)).toHaveValue('Luisa');
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

test('an open page shows a new section with a note, and keeps answers and position', async ({ browser }) => {
  const page = await openPage(browser);
  await applicantAt(page, '/identification', 'registered');
  await middle(page).fill('Lu');
  const takeBack = await edit(CARS);
  await page.keyboard.type('i');
  await expect(page.getByText('This form changed')).toBeVisible();
  await page.keyboard.type('s');
  await expect(middle(page)).toBeFocused();
  await expect(middle(page)).toHaveValue('Luis');
  const open = page.locator('.rp-accordion__item[data-open=true]');
  await expect(open).toHaveAttribute('id', 'personal-details');
  await expect(page.getByText('Your answers are saved.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cars', exact: true })).toBeVisible();
  await findNextButton(page).click();
  await expect(open).toHaveAttribute('id', 'vehicles');
  await expect(page.getByLabel('Make of your car')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Make of your car').fill('Ford');
  await page.getByRole('button', { name: 'Next Tab' }).click();
  await expectOpen(page, 'personal-details');
  await expect(middle(page)).toHaveValue('Luis');
  await takeBack();
});

/** Each edit changes the label of the field being typed in. Every tenth adds a question before it. */
function editNumber(n: number): HandEdit[] {
  const label = `Middle name ${n}`;
  const before = n === 1 ? 'Middle name' : `Middle name ${n - 1}`;
  const question = `Nickname ${n}`;
  const schema = {
    title: question,
    type: 'string',
    'x-pii': 'none',
    maxLength: 40,
    errorMessage: { maxLength: 'Too long' },
  };
  return [
    { file: 'definitions/middle-name.json', from: `"title": "${before}"`, to: `"title": "${label}"` },
    inSpanish(label),
    ...(n % 10
      ? []
      : [
          {
            file: 'personal-details.schema.json',
            from: '"properties": {\n    "',
            to: `"properties": {\n    "nick_${n}": ${JSON.stringify(schema)},\n    "`,
          },
          {
            file: 'personal-details.ui.json',
            from: '  "first_name": {',
            to: `  "nick_${n}": { "ui:autocomplete": "off" },\n  "first_name": {`,
          },
          inSpanish(question, ...(n === 10 ? ['Too long'] : [])),
        ]),
  ];
}

const EDITS = 50;
/** Milliseconds between keys: five keys per second. */
const KEY_PAUSE = 200;

test("50 edits in a row don't lose typed letters, the caret or the focus", async ({ browser }) => {
  test.setTimeout(400_000);
  await openServer();
  const page = await openPage(browser);
  await applicantAt(page, '/identification', 'registered');
  // Types between these two letters while the files are edited.
  await middle(page).fill('xy');
  await middle(page).press('ArrowLeft');
  const field = await middle(page).elementHandle();
  let typed = '';
  let isOver = false;
  const typing = (async () => {
    for (let n = 0; !isOver; n++) {
      const isLetter = n % 40 < 20;
      const letter = String.fromCharCode(97 + (n % 26));
      await page.keyboard.press(isLetter ? letter : 'Backspace');
      typed = isLetter ? typed + letter : typed.slice(0, -1);
      await page.waitForTimeout(KEY_PAUSE);
    }
  })();
  // A page may skip edits that follow each other quickly.
  const labels = new Set<string | null | undefined>();
  for (let n = 1; n <= EDITS; n++) {
    await edit(editNumber(n));
    labels.add(await field?.evaluate((node) => (node as HTMLInputElement).labels?.[0]?.textContent));
  }
  await expect(page.getByLabel(`Middle name ${EDITS}`)).toBeFocused();
  isOver = true;
  await typing;
  await page.keyboard.press('z');
  await expect(middle(page)).toHaveValue(`x${typed}zy`);
  await expect(middle(page)).toBeFocused();
  expect(await field?.evaluate((node) => node === document.activeElement)).toBe(true);
  await expect(page.getByLabel('Nickname 50')).toBeVisible();
  expect(labels.size).toBeGreaterThan(2);
});

/** How to open a page, and a message from each namespace that the page shows, as written in the file. */
type Shown = [open: (page: Page) => Promise<unknown>, texts: Record<string, string>];

const at = (path: string) => (page: Page) => page.goto(path);

const [home] = robin.flows.application.identification.address.address;

/** Opens the addresses of an applicant whose address covers less than two years. */
async function openAddress(page: Page): Promise<void> {
  await openAsApplicant(
    page,
    await makeApplicant(api, withNewEmail(robin, 'live.address'), 'saved'),
    '/atss/data-policy',
  );
  await draftSection(page, 'address', { address: [{ ...home, move_in_date: '2026-06-01' }] });
  await page.goto('/identification#address');
}

/** Opens the proof of identity of an applicant with a license to upload. */
async function openProof(page: Page): Promise<void> {
  await openAsApplicant(
    page,
    await makeApplicant(api, withNewEmail(robin, 'live.proof'), 'saved'),
    '/atss/data-policy',
  );
  await draftSection(page, 'proof-of-identity', { availableToUpload_id: 'Yes', documenttype_id: 2 });
  await page.goto('/identification#poi');
}

/** Opens an applicant's income, and uploads a pay stub. */
async function openIncome(page: Page): Promise<void> {
  await startAt(page, robin, 'live.income', 'income');
  await draftSection(page, 'employers', robin.flows.application.income.employers);
  await page.goto('/atss/data-policy');
  await page.goto(`${ROUTES.income}#ei`);
  await openRow({ page, section: 'employers' }, ['employer', 0]);
  const proof = page.locator('[id="employers_employer_0"]').getByRole('group', { name: 'Proof of employment' });
  const stub = await makeDocument('pay-stub', test.info().outputPath('documents'));
  await proof.locator('input[type=file]').setInputFiles(stub);
}

/** Opens a page as an applicant whose application is saved or submitted. */
const openAs = (until: 'saved' | 'submitted', path: string) => async (page: Page) =>
  openAsApplicant(page, await makeApplicant(api, withNewEmail(robin, `live${path.replaceAll('/', '.')}`), until), path);

const SHOWN: Shown[] = [
  [at('/login'), { entry: 'Log in to continue your application.' }],
  [at('/office'), { office: "We'll email you a login link that works for 10 minutes." }],
  [at('/studio'), { studio: 'You can look around. To edit, log in.' }],
  [
    openAs('saved', '/identification#personal-details'),
    { shell: 'Need help?', steps: 'Next Tab', widgets: 'Add another mobile number' },
  ],
  [openProof, { scan: "Or use your phone's camera" }],
  [openAddress, { history: 'Add the address where you lived then, or continue without it.' }],
  [
    openAs('saved', '/ml/predectPaystub'),
    { income: "This is an internal test page. We check the file but don't store it." },
  ],
  [openIncome, { engine: 'Delete', 'document-checks': 'What we checked' }],
  [openAs('saved', '/identification/payment'), { payment: "After you submit, you can't change these answers." }],
  [openAs('submitted', '/success'), { success: 'What happens next', thread: 'Write a message' }],
  [openAs('submitted', '/viewconsent'), { 'record-check': 'Signed record' }],
  [openAs('saved', '/household'), { household: 'Back to your application' }],
  [openAs('saved', '/accommodation'), { accommodation: 'What do you need?' }],
  [openAs('submitted', '/account'), { account: "Where you're logged in" }],
];

/** Appended to each text. */
const EDITED = ' (edited)';

test('an open page shows an edit in every namespace that pages use', async ({ browser }) => {
  test.setTimeout(240_000);
  // Earlier tests added required questions.
  await openServer();
  const namespaces = manifest.pages.flatMap((name) => /^texts\/(.*)$/.exec(name)?.[1] ?? []);
  expect(SHOWN.flatMap(([, texts]) => Object.keys(texts)).sort()).toEqual(namespaces.sort());
  const open: { page: Page; shown: Record<string, string> }[] = [];
  for (const [show, shown] of SHOWN) {
    const page = await openPage(browser);
    await show(page);
    open.push({ page, shown });
  }
  await expectShown(open);

  const texts = SHOWN.flatMap(([, shown]) => Object.entries(shown));
  const edits = texts.map(([name, text]) => ({
    file: `texts/${name}.json`,
    from: JSON.stringify(text),
    to: JSON.stringify(text + EDITED),
  }));
  const takeBack = await edit([...edits, inSpanish(...texts.map(([, text]) => text + EDITED))]);
  // An open page loads an edit after its next call. SWR makes a call when the connection is back. The login page makes
  // one when someone logs in.
  const [login] = open;
  const wrong = { email: 'nobody@example.com', password: 'Wrong!Harbor2026' };
  if (login) await fillSection({ page: login.page, section: 'login', folder: '' }, wrong);
  await login?.page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(async () => {
    for (const { page } of open) await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expectShown(open, EDITED);
  }).toPass({ timeout: 60_000 });
  await takeBack();
  for (const { page } of open) await page.context().close();
});

async function expectShown(open: { page: Page; shown: Record<string, string> }[], more = ''): Promise<void> {
  for (const { page, shown } of open)
    for (const text of Object.values(shown))
      await expect(page.getByText(shownOf(text, more)).first(), text).toBeAttached();
}

function shownOf(text: string, more = ''): RegExp {
  const shown = text.replace(/[.?()]/g, '\\$&');
  return new RegExp(`${shown}${more.replace(/[()]/g, '\\$&')}`);
}
