import { expect, type Locator, type Page } from '@playwright/test';
import { findField } from './fill';

/** Expects each message at its field, by JSON pointer. */
export async function expectMessages(page: Page, section: string, errors: Record<string, string>): Promise<void> {
  for (const [pointer, message] of Object.entries(errors)) {
    const path = pointer.split('/').slice(1);
    // A control for a whole list (phone numbers) shows a row's message once, below its own label.
    const places = path.map((_, end) => findField({ page, section }, [`${path.slice(0, end + 1).join('_')}__error`]));
    const place = places.reduce((any, next) => any.or(next)).filter({ hasText: message.trim() });
    const folded = foldedRow(page, section, path);
    if (await folded.count()) {
      await expect(folded, `${section}${pointer}`).toContainText('Needs your attention');
      await expect(place.first(), `${section}${pointer}`).toBeAttached();
    } else await expect(place.first(), `${section}${pointer}`).toBeVisible();
  }
}

/** Returns the field's row if it's folded. A folded row is marked instead of being unfolded and focused. */
function foldedRow(page: Page, section: string, path: string[]): Locator {
  const rows = path.flatMap((part, end) =>
    /^\d+$/.test(part) ? [findField({ page, section }, path.slice(0, end + 1))] : [],
  );
  return (rows[0] ?? page.locator('.no-row')).and(page.locator('[data-folded]'));
}
