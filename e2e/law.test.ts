import { expect, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { type Applicant, enter, makeApplicant } from './support/applicant';
import { axeFindings } from './support/axe';
import { freshCopy } from './support/journey';
import { makeOfficeKey } from './support/officeKey';
import { portal } from './support/operator';

async function numberOf({ request, trnId, headers }: Applicant): Promise<string> {
  const answer = await request.get(`/api/application/summary/${trnId}`, { headers });
  return (await answer.json()).records.applicationID;
}

test('in New Jersey the questions about convictions open with an offer, and lead to a decision', async ({
  page,
  request,
}) => {
  await portal('property', 'add', 'demo', 'liberty', '--name', 'Liberty Court', '--city', 'Newark', '--state', 'NJ');
  const persona = { ...freshCopy(robin, 'newark'), link: '/Property/demo/liberty/open' };
  const applicant = await makeApplicant(request, persona, 'submitted', ['convicted_for_crime']);
  const number = await numberOf(applicant);
  const office = await makeOfficeKey(request);

  await enter(page, applicant, '/success');
  await expect(page.getByRole('heading', { level: 1, name: 'Congratulations' })).toBeVisible();
  await expect(page.getByText('Secondary Application')).toHaveCount(0);
  await office.decide(number, { act: 'offer' });
  await page.goto('/success');
  await expect(page.getByRole('heading', { level: 1, name: 'Demo Homes made you an offer' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Secondary Application' })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);

  await office.decide(number, {
    act: 'withdrawOffer',
    explanation: 'A record of 2024 that matters for paying the rent.',
  });
  await page.goto('/success');
  await expect(page.getByText('A record of 2024 that matters for paying the rent.')).toBeVisible();
  await page.getByLabel('What do you want to say?').fill('This record is of another person.');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Appeal' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Demo Homes has your answer' })).toBeVisible();

  await office.decide(number, { act: 'approve', bases: ['income'] });
  await page.goto('/success');
  await expect(page.getByRole('heading', { level: 1, name: "You're approved" })).toBeVisible();
});

test('in California the first page shows when the fee is refunded, and no page asks about citizenship', async ({
  page,
  request,
}) => {
  const contact = ['--phone', '4155550188', '--email', 'bay@example.com', '--fee', '45'];
  await portal('subscriber', 'add', 'bay', '--name', 'Bay Homes', ...contact);
  await portal('config', 'set', 'bay', 'USCitizen', 'Hide');
  await portal('property', 'add', 'bay', 'fog', '--name', 'Fog House', '--city', 'Oakland', '--state', 'CA');
  const link = '/Property/bay/fog/open';
  await page.goto(link);
  await expect(page.getByText('The fee pays for checking your application.')).toBeVisible();
  await expect(page.getByText('California limits this fee to the cost of screening you.')).toBeVisible();
  await expect(page.getByText("it isn't refunded")).toHaveCount(0);
  expect(await axeFindings(page)).toEqual([]);
  const applicant = await makeApplicant(request, { ...freshCopy(robin, 'oakland'), link }, 'registered');
  const form = await request.get('/api/forms/application/identification', { headers: applicant.headers });
  const { sections } = (await form.json()).records as { sections: { schema: object; ui: object }[] };
  const asked = JSON.stringify(sections.map(({ schema, ui }) => [schema, ui]));
  expect(asked).toContain('SSNNumber');
  expect(asked).not.toContain('isUS_citizen');
});
