import { chromium, request } from '@playwright/test';
import { makeApplicant } from '../e2e/support/applicant';
import { freshCopy } from '../e2e/support/journey';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { startBuiltServer } from './support/builtServer';
const server = await startBuiltServer();
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
const api = await request.newContext({ baseURL: server.address });
for (const path of process.argv.slice(2)) {
  const applicant = await makeApplicant(api, freshCopy(robin, 'saved'), path === '/success' ? 'submitted' : 'saved');
  const context = await browser.newContext({ baseURL: server.address, viewport: { width: 1280, height: 900 } });
  await context.addInitScript((s) => { if (!localStorage.getItem('rental-session')) localStorage.setItem('rental-session', s); }, JSON.stringify(applicant.session));
  for (const round of ['cold', 'warm', 'warm']) {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await page.addInitScript(() => {
      new PerformanceObserver((l) => { (window as any).tasks = [...((window as any).tasks ?? []), ...l.getEntries().map((e) => [Math.round(e.startTime), Math.round(e.duration)])]; }).observe({ type: 'longtask', buffered: true });
      new MutationObserver((_, o) => { if (![...document.querySelectorAll('main :is(input:not([type=hidden]), select, textarea):not(:disabled), main .ap-summary, main button')].some((e) => e.checkVisibility())) return; Object.assign(window, { firstUse: performance.now() }); o.disconnect(); }).observe(document, { subtree: true, childList: true, attributes: true });
    });
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', { offline: false, latency: 1000, downloadThroughput: -1, uploadThroughput: -1 });
    void page.goto(path, { waitUntil: 'commit' }).catch(() => 0);
    await page.waitForFunction(() => (window as any).firstUse, undefined, { timeout: 30000 });
    const out = await page.evaluate(() => ({ first: (window as any).firstUse, tasks: (window as any).tasks, res: performance.getEntriesByType('resource').map((r: any) => `${r.name.replace(location.origin, '').slice(0, 50)} ${Math.round(r.startTime)}-${Math.round(r.responseEnd)}`), nav: Math.round((performance.getEntriesByType('navigation')[0] as any).responseEnd) }));
    console.log(path, round, Math.round(out.first), 'html', out.nav, 'tasks', JSON.stringify(out.tasks));
    for (const r of out.res) console.log('   ', r);
    await cdp.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
    await page.waitForTimeout(1000);
    await page.close();
  }
}
await browser.close(); await server.stop();
