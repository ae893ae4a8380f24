import { expect, type Page, test } from '@playwright/test';
import sam from '../schemas/personas/sam-ortega.json' with { type: 'json' };
import { findField } from './support/fill';
import { expectMessages } from './support/messages';
import { findNextButton } from './support/panels';
import { draftSection, openStep, startAt } from './support/start';

/** A section with wrong answers and their messages, in addition to those of the persona `refused`. */
type Row = [section: string, wrong: Record<string, unknown>, errors: Record<string, string>];

const [home] = sam.flows.application.identification.address.address;
const phone = { number: '15125550123' };
const TOO_LONG = 'x'.repeat(5001);

const ROWS: Record<'identification' | 'applicant-details', Row[]> = {
  identification: [
    [
      'personal-details',
      { first_name: ' Sam', mobile: [phone, phone], alias_status: 'Yes', Alias: [{}] },
      {
        '/first_name': 'Enter a valid value',
        '/mobile': 'You cannot add duplicate phone number',
        '/Alias/0/fname': 'Enter the first name',
      },
    ],
    [
      'proof-of-identity',
      { availableToUpload_id: 'No', no_doc_reason: 'other', other_reason: undefined },
      { '/other_reason': 'Tell us why' },
    ],
    [
      'address',
      { address: [{ ...home, move_in_date: '2090-01-01', reason: 'x'.repeat(501) }] },
      {
        '/address/0/move_in_date': "The date can't be in the future",
        '/address/0/reason': 'maximum 500 characters is required',
      },
    ],
    [
      'address',
      { address: [{ ...home, property_type: 1, current_rent: 'abc', landlord_name: 'Lee Park' }] },
      { '/address/0/current_rent': 'Only Numbers Allowed' },
    ],
    ['ssn', { availableToUpload_ssn: 'Yes', file: undefined }, { '/file': 'SSN file is required' }],
    [
      'ssn',
      { availableToUpload_ssn: 'No', no_doc_reason: 'other', other_reason: TOO_LONG },
      { '/other_reason': 'Text size exceeds a limit of 5000!' },
    ],
  ],
  'applicant-details': [
    [
      'applicant-details',
      { co_occupants: { response: 'Yes', fields: [{ first_name: 'Tom', last_name: 'Ito', ssn: '99a' }] } },
      { '/co_occupants/fields/0/ssn': 'Only Numbers Allowed', '/co_occupants/fields/0/dob': 'Enter the date of birth' },
    ],
    [
      'financial-details',
      { eviction_or_nonpayment: { response: 'Yes', explanation: TOO_LONG } },
      { '/eviction_or_nonpayment/explanation': 'Text size exceeds a limit of 5000!' },
    ],
    [
      'other-details',
      {
        have_vehicle: { response: 'Yes', fields: [{ vehicle_make: ' Honda', vehicle_monthlypayment: 'abc' }] },
        have_pet: { response: 'Yes', fields: [{ pet_type: 'Dog', pet_breed: 'Beagle', pet_weight: 'heavy' }] },
      },
      {
        '/have_vehicle/fields/0/vehicle_make': 'Enter a valid value',
        '/have_vehicle/fields/0/vehicle_monthlypayment': 'Only Allowed Numbers',
        '/have_pet/fields/0/pet_weight': 'Only Numbers Allowed',
      },
    ],
  ],
};

for (const step of ['identification', 'applicant-details'] as const)
  test(`Next on ${step} shows errors at the fields with wrong answers`, async ({ page }) => {
    await startAt(page, sam, `messages-${step}`, step);
    const good: Record<string, object> = sam.flows.application[step];
    for (const [section, answers] of Object.entries(good)) await draftSection(page, section, answers);
    for (const [section, wrong, errors] of ROWS[step]) {
      await draftSection(page, section, { ...good[section], ...wrong });
      await openStep(page, step);
      await findNextButton(page).click();
      await expectMessages(page, section, errors);
      await expect(page.getByText('Answer the required field')).toBeVisible();
      await draftSection(page, section, good[section]);
    }
  });

test('an emptied number isn’t accepted as a phone number', async ({ page }) => {
  await startAt(page, sam, 'emptied', 'identification');
  const number = findField({ page, section: 'personal-details' }, ['mobile', 0, 'number']);
  await empty(page, number);
  await expectMessages(page, 'personal-details', { '/mobile/0/number': 'Invalid phone number' });
});

async function empty(page: Page, number: ReturnType<typeof findField>): Promise<void> {
  await number.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Backspace');
  await number.blur();
}
