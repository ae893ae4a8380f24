import type { Page } from '@playwright/test';
import robin from '../../schemas/personas/robin-hale.json' with { type: 'json' };
import { openRow } from './fill';
import { draftSection, startAt } from './start';

const answers = robin.flows.application.identification;
const POSTPONED = { no_doc_reason: 'later' };

/** Complete sections of step 1 without files, in order. */
const drafts = {
  'personal-details': answers['personal-details'],
  'proof-of-identity': { availableToUpload_id: 'No', ...POSTPONED },
  address: answers.address,
  ssn: { isUS_citizen: 'Yes', SSNNumber: answers.ssn.SSNNumber, availableToUpload_ssn: 'No', ...POSTPONED },
};

/** Opens a section of step 1. The section and all earlier ones are filled in. Unfolds the first address. */
export async function openSection(page: Page, tag: string, section: keyof typeof drafts): Promise<void> {
  await startAt(page, robin, tag, 'identification');
  for (const [name, draft] of Object.entries(drafts)) {
    await draftSection(page, name, draft);
    if (name === section) break;
  }
  await page.goto('/healthz');
  await page.goto(`/identification#${section}`);
  if (section === 'address') await openRow({ page, section }, ['address', 0]);
}
