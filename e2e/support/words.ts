import type { Page } from '@playwright/test';
import { expect } from './expect';

/** Expects that no word is split or cut off, and that nothing scrolls sideways, on narrow phones. */
export async function expectNoBrokenWords(page: Page): Promise<void> {
  const before = page.viewportSize();
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 780 });
    const place = `${new URL(page.url()).pathname} at ${width} px`;
    // Waits for animated padding.
    await expect.poll(() => page.evaluate(findBrokenWords), place).toEqual([]);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), place).toBe(width);
  }
  if (before) await page.setViewportSize(before);
}

function findBrokenWords(): string[] {
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement: parent, textContent } = node;
    if (!parent?.checkVisibility() || parent.closest('.rp-silent, .rp-unseen, code')) continue;
    for (const { 0: word, index } of (textContent ?? '').matchAll(/(?<![@.\p{L}\d])[\p{L}\d']{3,}(?![@.]\S)/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
      if (new Set(boxes.map(({ top }) => Math.round(top))).size > 1) found.push(`${word} in "${textContent}"`);
    }
    const { textOverflow } = getComputedStyle(parent);
    if (textOverflow === 'ellipsis' && parent.scrollWidth > parent.clientWidth) found.push(`cut: ${textContent}`);
  }
  return found;
}
