import { chromium } from '@playwright/test';
import { startBuiltServer } from './support/builtServer';
const server = await startBuiltServer();
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
for (const path of ['/login', '/Property/demo/harbor-view/open']) {
  const page = await browser.newPage({ baseURL: server.address, viewport: { width: 412, height: 823 } });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(() => {
    (window as any).l = [];
    new PerformanceObserver((l) => { for (const e of l.getEntries() as any[]) (window as any).l.push(['lcp', Math.round(e.startTime), e.size, e.element?.tagName + '.' + e.element?.className, e.element?.textContent?.slice(0, 60)]); }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((l) => { for (const e of l.getEntries() as any[]) (window as any).l.push(['task', Math.round(e.startTime), Math.round(e.duration)]); }).observe({ type: 'longtask', buffered: true });
  });
  await page.goto(path); await page.waitForTimeout(3000);
  console.log(path, JSON.stringify(await page.evaluate(() => (window as any).l)));
  console.log((await page.locator('#root').innerHTML()).slice(0, 3500));
  await page.screenshot({ path: `/work/h/tmp/lcp${path.length}.png` });
  await page.close();
}
await browser.close(); await server.stop();
