import { expect, type Page } from '@playwright/test';
import { fieldOf } from './fill';

/** Expects each message at its field: JSON pointer → message. */
export async function expectMessages(page: Page, section: string, errors: Record<string, string>): Promise<void> {
  for (const [pointer, message] of Object.entries(errors)) {
    const path = pointer.split('/').slice(1);
    // A control that draws a whole list (phone numbers) says what is wrong with a row once, below its own label.
    const places = path.map((_, end) => fieldOf({ page, section }, [`${path.slice(0, end + 1).join('_')}__error`]));
    const place = places.reduce((any, next) => any.or(next)).filter({ hasText: message.trim() });
    await expect(place.first(), `${section}${pointer}`).toBeVisible();
  }
}
