import { expect, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { makeApplicant, openAsApplicant } from './support/applicant';
import { axeFindings } from './support/axe';
import { makeDocument } from './support/documents';
import { deliverReply } from './support/inboundMail';
import { withNewEmail } from './support/journey';
import { logInToOffice } from './support/officeLogin';
import { findEmail } from './support/operator';

test('the office writes from a template; the applicant answers on the page with a file, and by email', async ({
  browser,
  page,
}, info) => {
  test.setTimeout(120_000);
  const persona = withNewEmail(robin, 'messages');
  persona.flows.entry.registration['registration-personal'].lname = 'Mercer';
  persona.flows.application.identification['personal-details'].last_name = 'Mercer';
  const applicant = await makeApplicant(page.request, persona);
  const { email } = persona.flows.entry.registration['registration-personal'];
  const office = await (await browser.newContext()).newPage();
  await logInToOffice(office, { email: 'maya@office.example', name: 'Maya Lind', role: 'reviewer' });

  await office.goto('/office?search=mercer');
  await office.getByRole('link', { name: 'Robin Mercer' }).click();
  const panel = office.getByRole('region', { name: 'Messages with the applicant' });
  await expect(
    panel.getByText("The applicant's language is English. The templates are in this language."),
  ).toBeVisible();
  await panel.getByLabel('Template').selectOption({ label: 'Ask about the move-in date' });
  await expect(panel.getByLabel('Message to Robin Mercer')).toHaveValue(/^Hi Robin,\n\nWhen would you like to move in/);
  await panel.getByRole('button', { name: 'Send message' }).click();
  await expect(panel.getByRole('listitem').filter({ hasText: 'When would you like to move in?' })).toContainText(
    'Not read yet',
  );
  await expect(panel.getByLabel('Message to Robin Mercer')).toHaveValue('');
  expect(await axeFindings(office)).toEqual([]);

  await openAsApplicant(page, applicant, '/success');
  const thread = page.getByRole('region', { name: /^Messages with / });
  await thread.scrollIntoViewIfNeeded();
  await expect(thread.getByRole('listitem').filter({ hasText: 'When would you like to move in?' })).toContainText(
    'New message',
  );
  await thread.getByRole('button', { name: 'Send message' }).click();
  await expect(thread.getByText('Write your message')).toBeVisible();
  await thread.getByLabel('Your message').fill('On December 1. Here is my picture.');
  await thread.getByLabel('Add files').setInputFiles(await makeDocument('passport', info.outputPath()));
  await expect(thread.getByRole('button', { name: 'Remove the file passport.jpg' })).toBeVisible();
  await thread.getByRole('button', { name: 'Send message' }).click();
  await expect(thread.getByRole('button', { name: 'Open passport.jpg' })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);

  await expect.poll(() => findEmail(email, /sent you a message/), { timeout: 20_000 }).toBeTruthy();
  const [, to = ''] = /^Reply-To: (\S+)/m.exec((await findEmail(email, /sent you a message/)) ?? '') ?? [];
  expect(to).toMatch(/^reply\+\d+-[0-9a-f]{32}@in\.example$/);
  const text = 'Or a day later.\n\nOn Thu, Nov 26, 2026 at 9:00 AM Demo wrote:\n> When would you like to move in?';
  expect((await deliverReply(page.request, { from: email, to, text })).status()).toBe(200);
  await expect(thread.getByText('Or a day later.', { exact: true })).toBeVisible({ timeout: 30_000 });

  await office.goto('/office?search=mercer');
  await office.getByRole('combobox', { name: 'Messages' }).selectOption({ label: 'Unread' });
  await expect(office).toHaveURL(/messages=unread/);
  const row = office.getByRole('row').filter({ hasText: 'Robin Mercer' });
  await expect(row).toContainText('2 unread messages');
  await row.getByRole('link', { name: 'Robin Mercer' }).click();
  const last = panel.getByRole('listitem').filter({ hasText: 'Or a day later.' });
  await last.scrollIntoViewIfNeeded();
  await expect(last).toContainText('by email');
  await expect(office.getByRole('link', { name: '2 unread messages' })).toHaveCount(0, { timeout: 20_000 });
  await expect(panel.getByText('wrote:')).toHaveCount(0);
  // Like every file that may have hidden details, it opens only after a reason.
  await panel.getByRole('button', { name: 'Open passport.jpg' }).click();
  await expect(office.getByRole('button', { name: 'Show hidden details: passport.jpg' })).toBeVisible();
  await expect(async () => {
    await office.goto('/office?search=mercer');
    await expect(row).not.toContainText('unread message', { timeout: 1000 });
  }).toPass();

  await office.getByRole('link', { name: 'Email settings' }).click();
  await office.getByLabel('When do you want these emails?').selectOption({ label: 'Once a day' });
  await office.getByRole('button', { name: 'Save' }).click();
  await expect(office.getByText('We saved your choice.')).toBeVisible();
  await office.reload();
  await expect(office.getByLabel('When do you want these emails?')).toHaveValue('daily');
  expect(await axeFindings(office)).toEqual([]);
  await office.context().close();
});
