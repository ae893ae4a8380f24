import { expect, type Page, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import sam from '../schemas/personas/sam-ortega.json' with { type: 'json' };
import { axeFindings } from './support/axe';
import { fillSection, findField } from './support/fill';
import { register, withNewEmail } from './support/journey';
import { expectMessages } from './support/messages';
import { findEmail, runPortalCommand } from './support/operator';
import { draftSection, openStep, start } from './support/start';

const property = '/Property/demo/harbor-view/open';
const office = '/Office/demo/main-office/open';
const heading = 'Please register to start your application';

type Row = [field: string, typed: string, message: string];

/** The text typed into a field, and the message shown before sending. */
const personal: Row[] = [
  ['fname', '', 'Required'],
  ['fname', 'R', 'minimum 2 characters is required'],
  ['fname', ' Robin', 'Enter a valid name'],
  ['lname', '', 'Required'],
  ['lname', 'H', 'minimum 2 characters is required'],
  ['lname', ' Hale', 'Enter a valid name'],
  ['mname', ' J', 'Enter a valid name'],
  ['email', '', 'Required'],
  ['email', 'robin.hale', 'Invalid email format'],
  ['reEmail', '', 'Required'],
  ['reEmail', 'someone@example.com', 'email must match'],
  ['hearAboutUs', '', 'Required'],
];
const login: Row[] = [
  ['password', '', 'Required'],
  ['password', 'harbor', 'Use 8 or more characters with a mix of letters, numbers & special characters'],
  ['password', 'Harborview2026', 'Use 8 or more characters with a mix of letters, numbers & special characters'],
  ['password', 'HARBOR!VIEW2026', 'Use 8 or more characters with a mix of letters, numbers & special characters'],
  ['password', 'Harbor!View', 'Use 8 or more characters with a mix of letters, numbers & special characters'],
  ['reEnterPassword', '', 'Required'],
  ['reEnterPassword', 'Other!View1', 'password must match'],
];

test.describe('the registration form', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto(property);
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
  });

  test('shows errors at their fields', async ({ page }) => {
    for (const row of personal) await expectMessage(page, 'registration-personal', row);
    for (const row of login) await expectMessage(page, 'registration-login', row);
    for (const [typed, message] of [
      ['', 'Required'],
      ['1304', 'MM/DD/YYYY'],
      ['13452035', "This date doesn't exist"],
      ['02302035', "This date doesn't exist"],
      ['01012020', "The date can't be before today"],
    ] as const)
      await expectMessage(page, 'registration-plan', ['desiredMoveInDate', typed, message]);
    const state = findField({ page, section: 'registration-plan' }, ['state']);
    await expect(state.getByRole('option', { name: 'TX - Texas' })).toHaveAttribute('value', 'TX');
    await state.selectOption('TX');
    await state.selectOption('');
    await state.blur();
    await expect(errorOf(page, 'registration-plan', 'state')).toHaveText(/Required/);
    await page.locator('[id="registration-login_i_confirm"]').check();
    await page.locator('[id="registration-login_i_confirm"]').uncheck();
    await expect(errorOf(page, 'registration-login', 'i_confirm')).toHaveText(/field must be checked/);
  });

  test('accepts unique mobile numbers of 10 digits, at most three', async ({ page }) => {
    const mobile = findField({ page, section: 'registration-personal' }, ['mobile']);
    const first = page.getByRole('textbox', { name: /^Mobile number/ }).first();
    await first.pressSequentially('512555');
    await first.blur();
    await expect(page.getByText('Min 10 digits are required')).toBeVisible();
    await first.fill('');
    await first.blur();
    await expect(errorOf(page, 'registration-personal', 'mobile_0')).toContainText('Min 10 digits are required');
    await first.pressSequentially('512555');
    await first.press('End');
    await first.pressSequentially('0123');
    await first.blur();
    await expect(page.getByText('Min 10 digits are required')).toBeHidden();
    for (const [row, number] of [
      [2, '5125550124'],
      [3, '5125550123'],
    ] as const) {
      await page.getByRole('button', { name: 'Add another mobile number' }).click();
      await expect(page.getByRole('textbox', { name: `Mobile number ${row}` })).toBeFocused();
      await page.keyboard.type(number);
      await page.keyboard.press('Tab');
    }
    await expect(page.getByText('You cannot add duplicate phone number')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add another mobile number' })).toBeHidden();
    await expect(mobile.first()).toBeAttached();
    const kind = page.getByRole('button', { name: 'Add a home or work number' });
    await expect(kind).toBeHidden();
    await page.getByRole('button', { name: 'Remove number 3' }).click();
    await kind.click();
    await expect(kind).toBeHidden();
    const other = { page, section: 'registration-personal', folder: '' };
    const types = findField(other, ['other', 0, 'type']).getByRole('option');
    await expect(types.filter({ hasText: /\w/ })).toContainText(['Home', 'Work', 'Mobile']);
    await fillSection(other, { other: [{ type: 'Home', number: '15125550124' }] });
    const tooMany = 'You can add up to 2 more numbers. Enter each number only once.';
    await expect(errorOf(page, 'registration-personal', 'other')).toContainText(tooMany);
  });

  test('checks a repeated email or password again when the first one changes', async ({ page }) => {
    const section = { page, section: 'registration-personal', folder: '' };
    await fillSection(section, { email: 'a@example.com', reEmail: 'a@example.com' });
    await expect(errorOf(page, section.section, 'reEmail')).toHaveCount(0);
    await findField(section, ['email']).fill('b@example.com');
    await findField(section, ['email']).blur();
    await expect(errorOf(page, section.section, 'reEmail')).toHaveText(/email must match/);
    const passwords = { ...section, section: 'registration-login' };
    await fillSection(passwords, { password: 'Harbor!View2026', reEnterPassword: 'Harbor!View2026' });
    await findField(passwords, ['password']).fill('Harbor!View2027');
    await findField(passwords, ['password']).blur();
    await expect(errorOf(page, passwords.section, 'reEnterPassword')).toHaveText(/password must match/);
  });

  test('formats text typed before a mask has loaded', async ({ page }) => {
    await page.getByLabel('Floor plan').selectOption({ label: 'Floor Plan: Loft (Min Rent: $0, Max Rent: $3200)' });
    let arrive = () => undefined as unknown;
    const arrived = new Promise((resolve) => {
      arrive = () => resolve(undefined);
    });
    let late = 0;
    await page.route('**/*.js', async (route) => {
      late += 1;
      await arrived;
      await route.continue();
    });
    const rent = page.getByLabel('Desired monthly rent');
    await rent.pressSequentially('12.34');
    await expect(rent).toHaveValue('12.34');
    await expect.poll(() => late).toBeGreaterThan(0);
    arrive();
    await expect(rent).toHaveValue('$ 12.34');
    await rent.press('Backspace');
    await page.keyboard.type('9');
    await expect(rent).toHaveValue('$ 12.39');
  });

  test("shows the password's strength", async ({ page }) => {
    const password = page.locator('[id="registration-login_password"]');
    const bar = page.getByRole('meter', { name: 'Password strength' });
    const level = page.locator('.rp-strength-bar');
    for (const [typed, value, color] of [
      ['abc', '38', 'weak'],
      ['abcdefgh', '100', 'weak'],
      ['abc123', '70', 'fair'],
      ['Harbor!View2026', '100', 'strong'],
    ] as const) {
      await password.fill(typed);
      await expect(level).toHaveAttribute('data-level', color);
      await expect(bar).toHaveAttribute('value', value);
    }
  });

  test('masks the date', async ({ page }) => {
    const date = page.locator('[id="registration-plan_desiredMoveInDate"]');
    await date.pressSequentially('03012035');
    await expect(date).toHaveValue('03/01/2035');
  });

  test("clears the unit when the floor plan changes, lists the plan's units, and accepts no negative rent", async ({
    page,
  }) => {
    const floor = page.getByLabel('Floor plan');
    const unit = page.getByLabel('Unit', { exact: true });
    await floor.selectOption({ label: 'Floor Plan: 2BR (Min Rent: $1850, Max Rent: $2250)' });
    await expect(unit.getByRole('option', { name: /^Unit: / })).toHaveText([
      'Unit: 204 (Rent: $1995)',
      'Unit: 208 (Rent: $2150)',
      'Unit: 212 (Rent: $2250)',
    ]);
    await unit.selectOption({ label: 'Unit: 208 (Rent: $2150)' });
    await expect(page.getByLabel('Desired monthly rent')).toBeHidden();
    await floor.selectOption({ label: 'Floor Plan: Loft (Min Rent: $0, Max Rent: $3200)' });
    await expect(unit).toHaveValue('');
    await expect(unit.getByRole('option', { name: /^Unit: / })).toHaveText(['Unit: 301 (Rent: $2900)']);
    const rent = page.getByLabel('Desired monthly rent');
    // Once the field formats the digit, the mask has loaded.
    await rent.pressSequentially('1');
    await expect(rent).toHaveValue('$ 1');
    await rent.press('Backspace');
    await rent.pressSequentially('-12.345');
    await expect(rent).toHaveValue(/^\$ 12\.34$/);
  });

  test("lists lead sources except number 75, 'Entered by staff', and accepts a custom one", async ({ page }) => {
    const source = page.locator('[id="registration-personal_hearAboutUs"]');
    await source.click();
    const options = page.getByRole('option');
    await expect(options.filter({ hasText: 'A friend' })).toBeVisible();
    await expect(options.filter({ hasText: 'Entered by staff' })).toHaveCount(0);
    await source.fill('The radio');
    await page.keyboard.press('Tab');
    await expect(source).toHaveValue('The radio');
  });

  test('marks the focused section in the side tabs', async ({ page }) => {
    const current = page.getByRole('navigation', { name: 'Registration sections' }).locator('[aria-current]');
    await expect(current).toHaveCount(0);
    await page.locator('[id="registration-personal_fname"]').focus();
    await expect(current).toHaveText('Personal Details');
    await page.locator('[id="registration-login_password"]').focus();
    await expect(current).toHaveText('Login Details');
  });
});

const home = ['Personal Details', 'Floor and Unit Plan', 'Login Details'];
const desired = ['Personal Details', 'Agent and Desired Property Details', 'Login Details'];
/** Entry links and sections by application type. Units are available only by invitation. */
const byType: Record<string, { path: string; sections: string[] }> = {
  Property: { path: property, sections: home },
  Floor: { path: '/Floor/demo/harbor-view/2br/open', sections: home },
  Unit: { path: '', sections: home },
  Office: { path: office, sections: desired },
  Agent: { path: '/Agent/demo/riley-chen/open', sections: desired },
};

for (const [type, { path, sections }] of Object.entries(byType))
  test(`a registration of the type ${type} has the sections ${sections.join(', ')}, and a tab for each`, async ({
    page,
  }) => {
    await page.goto(path || (await inviteToUnit('--first', 'Ana')));
    await expect(page.getByRole('heading', { level: 1, name: /^Apply for a home/ })).toBeVisible();
    await expect(page.getByRole('heading', { level: 2, name: heading })).toBeVisible();
    await expect(page.locator('form').getByRole('heading', { level: 3 })).toHaveText(sections);
    const tabs = page.getByRole('navigation', { name: 'Registration sections' });
    await expect(tabs.getByRole('link').or(tabs.getByRole('button'))).toHaveText(sections);
    await expect(page.locator('[id$="_desiredMoveInDate"]')).toHaveValue(/^\d\d\/01\/\d{4}$/);
    await expect(page.getByRole('link', { name: 'Login Here' })).toHaveAttribute('href', '/login');
    await expect(page.getByRole('button', { name: 'Start Application' })).toBeEnabled();
  });

for (const type of ['Office', 'Agent'])
  test(`a registration of type ${type} requires agent and address, and names of unlisted agents and co-agents`, async ({
    page,
  }) => {
    await page.goto(byType[type]?.path ?? '');
    const section = { page, section: 'registration-agent', folder: '' };
    const agent = findField(section, ['agent']);
    await expect(agent.getByRole('option', { name: 'Other' })).toHaveAttribute('value', '0');
    await expect(page.getByLabel(/^Other agent's name/)).toBeHidden();
    await expect(page.locator('[id="registration-agent_coAgentName"]')).toBeHidden();
    await agent.selectOption('');
    await agent.blur();
    await page.getByRole('button', { name: 'Start Application' }).click();
    await expectErrors(page, section.section, { agent: 'Required', address: 'Required', city: 'Required' });
    await fillSection(section, {
      agent: '0',
      coOperatingAgentStatus: true,
      address: ' 18 Lantern Ln',
      city: ' Austin',
    });
    await page.getByRole('button', { name: 'Start Application' }).click();
    await expectErrors(page, section.section, {
      otherAgentName: 'Required',
      coAgentName: 'Required',
      realEstateAgency: 'Required',
      address: 'Enter a valid value',
      city: 'Enter a valid value',
      rent: 'Required',
    });
    await fillSection(section, { coOperatingAgentStatus: false });
    await expect(page.locator('[id="registration-agent_coAgentName"]')).toBeHidden();
    await agent.selectOption({ index: 1 });
    await expect(page.getByLabel(/^Other agent's name/)).toBeHidden();
  });

test('an address chosen from the suggestions fills street, city, state and ZIP code', async ({ page }) => {
  await page.goto(office);
  const section = { page, section: 'registration-agent' };
  await page
    .getByRole('combobox', { name: 'Search for an address' })
    .pressSequentially('18 Lantern Ln, Austin TX 78704');
  await page
    .getByRole('listbox', { name: /^Search for an address/ })
    .getByRole('option')
    .first()
    .click();
  for (const [field, value] of Object.entries({ address: '18 Lantern Ln', city: 'Austin', state: 'TX', zip: '78704' }))
    await expect(findField(section, [field]), field).toHaveValue(value);
});

test('an applicant whose email is already in use sees a note and registers with a username', async ({ page }) => {
  const persona = await start(page, robin, 'taken');
  await page.evaluate(() => localStorage.clear());
  await page.goto(property);
  for (const [section, answers] of Object.entries(persona.flows.entry.registration ?? {}))
    await fillSection({ page, section, folder: '' }, answers);
  await expect(page.locator('[id="registration-login_username"]')).toBeHidden();
  await page.getByRole('button', { name: 'Start Application' }).click();
  const username = page.locator('[id="registration-login_username"]');
  await expect(username).toBeFocused();
  const note =
    'The email indicated above is registered with another user. Please specify unique username here. Username can be an email address, mobile phone number or any username not already in use.';
  await expect(page.locator('[id="registration-login_username__help"]')).toHaveText(note);
  await expectMessage(page, 'registration-login', ['username', ' robin', 'Username should not start with whitespace']);
  await expectMessage(page, 'registration-login', ['username', '', 'Required']);
  await username.fill(`robin-${Date.now()}`);
  await page.getByRole('button', { name: 'Start Application' }).click();
  await expect(page).toHaveURL(/\/instruction$/);
  await expect(page.getByText("You're registered. Welcome!")).toBeVisible();
});

test("a refused registration shows the server's sanitized message until it's closed", async ({ page }) => {
  await page.route('**/api/users/register', (route) =>
    route.fulfill({
      status: 400,
      json: {
        status: 400,
        success: false,
        message: 'Call <b>the office</b>.<img src=x onerror="document.title=\'pwned\'"><script>1</script>',
      },
    }),
  );
  const persona = withNewEmail(robin, 'refused');
  await page.clock.install();
  await page.goto(property);
  for (const [section, answers] of Object.entries(persona.flows.entry.registration ?? {}))
    await fillSection({ page, section, folder: '' }, answers);
  const send = page.getByRole('button', { name: 'Start Application' });
  await send.click();
  const toast = page.getByRole('alert').locator('.ap-toast');
  await expect(toast).toHaveText('Call the office.');
  await expect(toast.locator('b')).toHaveText('the office');
  await expect(toast.locator('img, script')).toHaveCount(0);
  await page.clock.fastForward(60_000);
  await expect(toast).toBeVisible();
  await toast.getByRole('button', { name: 'Close message' }).click();
  await expect(toast).toBeHidden();
  await page.unroute('**/api/users/register');
  await page.route('**/api/users/register', (route) => route.fulfill({ status: 500, body: '' }));
  await send.click();
  await expect(toast).toHaveText('Something went wrong!');
});

test('a browser that blocks storage can register and answer questions', async ({ page }, info) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied', 'SecurityError');
        },
      });
  });
  await register(page, withNewEmail(robin, 'no-storage'), info.outputPath('documents'));
  await findField({ page, section: 'personal-details' }, ['middle_name']).fill('Jo');
  await expect(page.locator('[role=status][data-state]')).toHaveText(/^Saved/);
});

test("registration data that can't load is requested once", async ({ page }) => {
  let calls = 0;
  // Simulates a server that can't embed the data in the page.
  await page.route(`**${property}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('id="page-data"', '') });
  });
  await page.route('**/api/users/registrationpage', (route) => {
    calls += 1;
    return route.fulfill({ status: 500, json: { status: 500, success: false, message: 'Something went wrong!' } });
  });
  await page.clock.install();
  await page.goto(property);
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.clock.runFor(60_000);
  expect(calls).toBe(1);
});

test.describe('entry links', () => {
  for (const path of [
    '/Property/demo/harbor-view/open',
    '/Floor/demo/harbor-view/2br/open',
    '/Office/demo/main-office/open',
    '/Agent/demo/riley-chen/open',
    '/identification/Property/demo/harbor-view/open',
  ])
    test(`${path} opens the registration and is remembered`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
      // The heading is in the HTML. Restored answers appear with the form.
      await expect(page.locator('main form')).toBeVisible();
      const type = path.replace('/identification', '').split('/')[1];
      const stored = await page.evaluate(() =>
        [localStorage, sessionStorage].map((storage) => JSON.parse(storage.getItem('rental-session') ?? '{}')),
      );
      for (const session of stored) expect(session).toMatchObject({ applicationType: type, trnId: '' });
      expect(await axeFindings(page)).toEqual([]);
    });

  for (const path of ['/Office/GuestCard/x', '/Office/Docupload/x', '/Property/GuestCard/x', '/Property/Docupload/x'])
    test(`${path} is a placeholder`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'Not open yet' })).toBeVisible();
    });

  test("show that the property isn't available if they're unknown", async ({ page }) => {
    await page.goto('/Property/demo/harbor-view/elsewhere');
    await expect(page).toHaveURL(/\/unauthorizedAccess\?reason=unknown$/);
    await expect(page.getByRole('heading', { name: 'Property Not Available' })).toBeVisible();
    await expect(page.getByText("We don't recognize this link.")).toBeVisible();
  });
});

test.describe("the operator's commands while the app runs", () => {
  const contact = ['--phone', '5125550188', '--email', 'office@example.com', '--fee', '30'];

  test('create a unit, invite a guest and revoke the invitation', async ({ page }, { retry }) => {
    const cedar = `cedar-${retry}`;
    await runPortalCommand('subscriber', 'add', cedar, '--name', 'Cedar Homes', ...contact);
    await runPortalCommand(
      'property',
      'add',
      cedar,
      'cedar-row',
      '--name',
      'Cedar Row',
      '--city',
      'Austin',
      '--state',
      'TX',
    );
    await runPortalCommand(
      'floor',
      'add',
      cedar,
      'cedar-row',
      'a',
      '--name',
      'A',
      '--min-rent',
      '900',
      '--max-rent',
      '990',
    );
    await runPortalCommand('unit', 'add', cedar, 'cedar-row', 'a', '7', '--name', '7', '--rent', '950');
    const invited = ['--email', 'ana.ruiz@example.com', '--first', 'Ana', '--last', 'Ruiz'];
    const output = await runPortalCommand('invite', 'unit', cedar, 'cedar-row', '7', ...invited);
    const link = new URL(output.split('\n')[0] ?? '');
    await page.goto(link.pathname + link.search);
    await expect(page.getByRole('heading', { level: 1, name: 'Apply for a home at Cedar Row' })).toBeVisible();
    await expect(page.locator('[id="registration-personal_fname"]')).toHaveValue('Ana');
    await expect(page.locator('[id="registration-personal_email"]')).toHaveValue('ana.ruiz@example.com');
    await page.goto(link.pathname);
    await expect(page.locator('[id="registration-personal_fname"]')).toHaveValue('');
    await runPortalCommand('revoke', link.pathname);
    await page.goto(link.pathname + link.search);
    await expect(page).toHaveURL(/\/unauthorizedAccess\?reason=revoked$/);
    await expect(page.getByText('This link was canceled.')).toBeVisible();
  });

  test('change a form of the running app at once', async ({ page }, info) => {
    const birch = `birch-${info.retry}`;
    await runPortalCommand('subscriber', 'add', birch, '--name', 'Birch Homes', ...contact);
    await runPortalCommand('property', 'add', birch, 'birch-row', '--name', 'Birch Row');
    await start(page, { ...robin, link: `/Property/${birch}/birch-row/open` }, 'birch');
    const reason = page.locator('[id="address_address_0_reason"]');
    const readQuestions = async () => {
      await page.goto('/identification#address');
      await expect(page.locator('[id="address_address_0_street_address"]')).toBeAttached();
      return reason.count();
    };
    await runPortalCommand('config', 'set', birch, 'ReasonforMoving', 'Required');
    for (const [section, answers] of Object.entries(sam.flows.application.identification))
      await draftSection(page, section, answers);
    await openStep(page, 'identification');
    expect(await readQuestions()).toBe(1);
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await expectMessages(page, 'address', { '/address/0/reason': 'Reason is required' });
    await runPortalCommand('config', 'set', birch, 'ReasonforMoving', 'Hide');
    await page.reload();
    expect(await readQuestions()).toBe(0);
  });
});

test("a Spanish invitation opens the guest's registration", async ({ page }) => {
  const email = `luz.${Date.now().toString(36)}@example.com`;
  const who = ['--email', email, '--first', 'Luz', '--mail', '--language', 'es'];
  await runPortalCommand('invite', 'unit', 'demo', 'harbor-view', '204', ...who);
  await expect.poll(() => findEmail(email), { timeout: 20_000 }).toContain('le invita a llenar una solicitud');
  const link = new URL(/http\S+\?t=\S+/.exec((await findEmail(email)) ?? '')?.[0] ?? '');
  await page.goto(link.pathname + link.search);
  await expect(page.locator('[id="registration-personal_fname"]')).toHaveValue('Luz');
  await expect(page.locator('[id="registration-personal_email"]')).toHaveValue(email);
});

test('an unknown invitation is reported as expired, and the login opens', async ({ page }) => {
  await page.goto(`${property}?t=nonsense`);
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText('Invited link has been expired. Please contact your admin.');
  await alert.getByRole('button').click();
  await expect(page).toHaveURL(/\/login$/);
});

/** Returns a new invitation's link to a unit of the demo. */
async function inviteToUnit(...who: string[]): Promise<string> {
  const output = await runPortalCommand(
    'invite',
    'unit',
    'demo',
    'harbor-view',
    '204',
    '--email',
    'ana.ruiz@example.com',
    ...who,
  );
  const link = new URL(output.split('\n')[0] ?? '');
  return link.pathname + link.search;
}

async function expectErrors(page: Page, section: string, messages: Record<string, string>): Promise<void> {
  for (const [field, message] of Object.entries(messages))
    await expect(errorOf(page, section, field), field).toHaveText(new RegExp(message));
}

async function expectMessage(page: Page, section: string, [field, typed, message]: Row): Promise<void> {
  const control = findField({ page, section }, [field]);
  await control.fill('');
  if (typed) await control.pressSequentially(typed);
  if ((await control.getAttribute('role')) === 'combobox') await control.press('Escape');
  await control.blur();
  await expect(errorOf(page, section, field), `${field} '${typed}'`).toContainText(message);
}

function errorOf(page: Page, section: string, field: string) {
  return page.locator(`[id="${section}_${field}__error"]`);
}

test('a link’s page shows fee, time, documents and the next steps before asking for a name', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(property);
  const name = findField({ page, section: 'registration-personal' }, ['fname']);
  const top = (await name.boundingBox())?.y ?? 0;
  expect(top).toBeLessThanOrEqual(1700);
  const main = page.getByRole('main');
  for (const text of [
    '$45.00',
    'About 25 minutes',
    'Two years of addresses',
    'Email for a reference and an emergency contact. Address and phone of your employer.',
    'Original PDFs, not pictures: pay stubs for 4 weeks, bank statements for 2 months (3 if self-employed), and proof of other income.',
    'Vehicle or animal, if any',
    'What happens next',
  ])
    expect((await main.getByText(text, { exact: true }).first().boundingBox())?.y, text).toBeLessThan(top);
  await expect(main.getByText('Demo Homes emails you the decision. It usually takes 5 business days.')).toBeVisible();
  await expect(main.getByText('Fill out the Secondary Application about convictions.')).toBeVisible();
  await expect(main.getByText('add your documents, now or later.')).toBeVisible();
  await expect(main.getByText('* Required')).toBeVisible();
  await expect(main.getByRole('heading').first()).toHaveText('Apply for a home at Harbor View Apartments');
  expect(await axeFindings(page)).toEqual([]);
  await expect(
    main.getByText("Use a driver's license or state ID (both sides), a US passport, a green card, or a visa."),
  ).toBeVisible();
  const start = main.getByRole('link', { name: 'Start now' });
  await expect(start).toBeInViewport({ ratio: 1 });
  await expect(page.locator('nav [aria-current]')).toHaveCount(0);
  await start.click();
  await expect(main.getByRole('heading', { name: heading })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Tab');
  await expect(name).toBeFocused();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(start).toBeInViewport({ ratio: 1 });
  for (const text of ['$45.00', 'About 25 minutes', 'Proof of income', 'What happens next'])
    await expect(main.getByText(text, { exact: true }), text).toBeInViewport({ ratio: 1 });
  await expect(main.getByRole('heading', { name: heading })).toBeInViewport({ ratio: 1 });
});
