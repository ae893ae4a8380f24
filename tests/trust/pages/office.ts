import { fillSection } from '../../../e2e/support/fill';
import type { Persona } from '../../../e2e/support/journey';
import mae from '../../../schemas/personas/mae-li.json';
import { clickUntil, untilVisible } from './clickUntil';
import type { Scenario } from './scenario';

const DESIRED_HOME = { street_address: '18 Lantern Ln', city: 'San Francisco', state: 'CA', desired_rent: 2400 };

/** After submission, an applicant with an office's link enters the address of the home. */
export const office: Scenario = {
  name: 'office',
  persona: mae as unknown as Persona,
  isSubmitted: true,
  opens: '/success',
  async walk({ page }) {
    await page.getByRole('button', { name: 'Desired Address' }).click();
    const dialog = page.getByRole('dialog', { name: 'Desired Address' });
    const sheet = { page, section: 'desired-address', folder: '' };
    await fillSection(sheet, { ...DESIRED_HOME, move_in_date: '2035-03-01' });
    const confirmation = page.getByText('Address updated', { exact: true });
    await clickUntil(dialog.getByRole('button', { name: 'Save' }), untilVisible(confirmation));
  },
  leaves: { steps: { 'desired-address': 1 }, attempts: 1 },
};
