import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Returns critical and serious axe violations of the page: `'rule: target'`. */
export async function axeFindings(page: Page): Promise<string[]> {
  // Runs within the page, because no frame has another origin. Otherwise, axe opens a new page each time.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return violations
    .filter(({ impact }) => impact === 'critical' || impact === 'serious')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
