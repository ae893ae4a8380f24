import type { Locator } from '@playwright/test';
import type { Persona } from '../../../e2e/support/journey';
import robin from '../../../schemas/personas/robin-hale.json';
import { expectRecords } from '../../support/fillSteps';
import { askOffice } from '../../support/officePeople';
import { logInToOffice } from '../support/officeSession';
import { remoteServer } from '../support/remoteServer';
import { clickUntil, untilHidden, untilVisible } from './clickUntil';
import type { Scenario, ScenarioContext } from './scenario';

const NOTE = 'Call the landlord before.';
let count = 0;

/**
 * An office user decides, adds a note, invites someone, changes their role, removes them and logs out. Each happens
 * once, even if its response is lost.
 */
export const officeDesk: Scenario = {
  name: 'desk',
  persona: robin as unknown as Persona,
  isSubmitted: true,
  async walk(stage) {
    const { page, context, folder, address, proxy } = stage;
    count += 1;
    const server = remoteServer(() => address);
    const guest = await logInToOffice(server, folder, `desk.${count}@office.example`);
    const [name = '', value = ''] = guest.headers.cookie.split('=');
    await context.addCookies([{ name, value, url: `${proxy.address}/api/office` }]);
    const { applications } = expectRecords(await askOffice(server, guest, `/applications?search=robin`));
    // This scenario's applicant submitted last, or at the same time as another. Either one works.
    const [{ id } = { id: '' }] = applications as { id: string }[];
    await page.goto(`/office/applications/${id}`);
    await decide(stage);
    await note(stage);
    await managePeople(stage);
    await page.getByRole('button', { name: 'Log out' }).click();
    // The users page has a field with this name, too.
    await page.getByRole('heading', { name: 'Log in to the office' }).waitFor();
    const email = page.getByLabel('Email address');
    await email.fill(`desk.${count}@office.example`);
    await clickUntil(
      page.getByRole('button', { name: 'Send login link' }),
      untilVisible(page.getByText(/we've sent a login link/)),
    );
  },
  leaves: { attempts: 1 },
};

/** Both clicks have the same key, so both get the same response. */
async function decide({ page }: ScenarioContext): Promise<void> {
  await page.getByRole('button', { name: 'Ask for documents', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').first().selectOption({ label: 'Other documents' });
  await dialog.getByRole('textbox').first().fill('Your tax return.');
  const email = dialog.locator('.of-email');
  await clickUntil(dialog.getByRole('button', { name: 'Preview the email' }), untilVisible(email));
  // The page behind the dialog may update before the dialog does.
  await clickUntil(dialog.getByRole('button', { name: /and send the email$/ }), untilHidden(dialog));
  await page.locator('.of-head').getByText('Documents needed').waitFor();
}

async function note({ page }: ScenarioContext): Promise<void> {
  await page.getByRole('textbox', { name: 'Note for the office' }).fill(NOTE);
  const notes = page.getByRole('region', { name: 'Notes' });
  const savedNote = notes.getByRole('listitem').filter({ hasText: NOTE });
  await clickUntil(notes.getByRole('button', { name: 'Add note' }), untilVisible(savedNote));
  await only(savedNote, 'note');
}

async function managePeople({ page }: ScenarioContext): Promise<void> {
  await page.goto('/office/people');
  const name = `Noor Haddad ${count}`;
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('textbox', { name: 'Email address' }).fill(`noor.${count}@office.example`);
  const row = page.getByRole('row').filter({ hasText: name });
  await clickUntil(page.getByRole('button', { name: 'Send invitation' }), untilVisible(row));
  await only(row, 'invited person');
  const role = page.getByLabel(`Role of ${name}`);
  await role.selectOption({ label: 'Reviewer' });
  await role.selectOption({ label: 'Owner' });
  await page.getByText('The role was changed.').waitFor();
  await row.getByRole('button', { name: `Remove ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await row.waitFor({ state: 'detached' });
}

async function only(locator: Locator, what: string): Promise<void> {
  const found = await locator.count();
  if (found !== 1) throw new Error(`Expected one ${what}, found ${found}`);
}
