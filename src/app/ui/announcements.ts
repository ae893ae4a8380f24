import { createQueue } from './createQueue';

export const announcements = createQueue<{ text: string }>();

/** Said politely by a screen reader; the same words twice are said twice. */
export function announce(text: string): void {
  for (const old of announcements.items()) announcements.remove(old);
  announcements.add({ text });
}
