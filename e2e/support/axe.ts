import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe finds critical or serious on the page as it stands: `'rule: target'`. */
export async function axeFindings(page: Page): Promise<string[]> {
  // In one run within the page: there is no frame of another origin, for which axe opens a page of its own each time.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return violations
    .filter(({ impact }) => impact === 'critical' || impact === 'serious')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
