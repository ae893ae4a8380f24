import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';
import type { Persona } from '../../../e2e/support/journey';
import robin from '../../../schemas/personas/robin-hale.json';
import { runOperatorCommand } from '../support/officeSession';
import { clickUntil, repeatUntil, untilVisible } from './clickUntil';
import type { Scenario, ScenarioContext } from './scenario';

let count = 0;

/**
 * An invited user logs in, sets up an authenticator, is assigned an application and reveals masked facts, even if
 * responses are lost. Links work once, so after a lost response the user gets another.
 */
export const officeEntry: Scenario = {
  name: 'desk-entry',
  persona: robin as unknown as Persona,
  isSubmitted: true,
  async walk(stage) {
    count += 1;
    const email = `entry.${count}@office.example`;
    await acceptInvitation(stage, email);
    await setUpFactor(stage);
    await assignToSelf(stage, email);
    await reveal(stage);
  },
  leaves: { attempts: 1 },
};

async function acceptInvitation({ page, folder }: ScenarioContext, email: string): Promise<void> {
  const printed = await runOperatorCommand(folder, `office invite demo ${email} --role owner`);
  await page.goto(linkIn(printed) ?? '');
  const another = page.getByRole('button', { name: 'Send login link' });
  await clickUntil(page.getByRole('button', { name: 'Log in' }), untilVisible(another));
  await another.click();
  await page.getByLabel('Email address').fill(email);
  await clickUntil(another, untilVisible(page.getByText(/we've sent a login link/)));
  const link = await mailedLink(folder, email);
  // The link differs from the current address only after the #, so opening it directly wouldn't load the page.
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByRole('button', { name: 'Log in' }).click();
}

const linkIn = (text: string) => /\/office\/enter#[\w-]{43}/.exec(text)?.[0];

/** Returns the path of the newest emailed link. @throws Error if none arrives */
async function mailedLink(folder: string, email: string): Promise<string> {
  const outbox = path.join(folder, 'outbox');
  for (let tries = 0; tries < 40; tries += 1) {
    const mails = readdirSync(outbox)
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .map((name) => readFileSync(path.join(outbox, name), 'utf8').replace(/=\r?\n/g, ''));
    const link = linkIn(mails.findLast((mail) => mail.includes(email)) ?? '');
    if (link) return link;
    await setTimeout(250);
  }
  throw new Error(`No link was emailed to ${email}`);
}

/** The response to the code is lost. The page then reads its session, which shows that the code was accepted. */
async function setUpFactor({ page }: ScenarioContext): Promise<void> {
  const shown = page.locator('code');
  await shown.waitFor();
  const secret = Secret.fromBase32(await shown.innerText());
  await page.getByLabel(/6-digit code/).fill(new TOTP({ secret }).generate());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('heading', { level: 1, name: 'Applications' }).waitFor();
}

async function assignToSelf({ page }: ScenarioContext, email: string): Promise<void> {
  await page.getByRole('row').getByRole('link').first().click();
  const noted = page.getByRole('region', { name: 'Timeline' }).getByText(`Assigned to ${email}`);
  const choose = () => page.getByLabel('Assigned to').selectOption({ label: email });
  await repeatUntil('somebody was put in charge', choose, untilVisible(noted.first()));
  if ((await noted.count()) !== 1) throw new Error('Expected one assignment, but the timeline has more');
}

/** Each reveal is logged, even if its response is lost, because it may have been seen. */
async function reveal({ page }: ScenarioContext): Promise<void> {
  const panel = page.getByRole('region', { name: 'Hidden details' });
  await panel.getByRole('button', { name: 'Show hidden details' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: 'Dates of birth' }).check();
  await dialog.getByRole('textbox').fill('To compare.');
  await clickUntil(dialog.getByRole('button', { name: 'Show details' }), untilVisible(panel.getByText(/1990/)));
}
