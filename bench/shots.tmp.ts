import { mkdirSync } from 'node:fs';
import { walkRobin } from './support/walkRobin';
const [, , tag = 'x', width = '360', scheme = 'light'] = process.argv;
mkdirSync(`/tmp/a-shots/${tag}`, { recursive: true });
let n = 0;
await walkRobin({
  options: { viewport: { width: Number(width), height: 800 }, colorScheme: scheme as 'light' | 'dark' },
  async look(page) {
    n += 1;
    await page.screenshot({ path: `/tmp/a-shots/${tag}/${n}-en.png`, fullPage: true });
    const es = page.getByRole('button', { name: 'Español' });
    if (await es.count() === 0) return;
    await es.first().click();
    await page.waitForFunction(() => document.documentElement.lang === 'es');
    await page.waitForTimeout(400);
    await page.screenshot({ path: `/tmp/a-shots/${tag}/${n}-es.png`, fullPage: true });
    await page.getByRole('button', { name: 'English' }).first().click();
    await page.waitForFunction(() => document.documentElement.lang !== 'es');
    await page.waitForTimeout(300);
  },
});
