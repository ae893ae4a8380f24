import { chromium } from '@playwright/test';
import { startBuiltServer } from './support/builtServer';
const server = await startBuiltServer();
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
let n = 0;
for (const path of ['/login', '/Property/demo/harbor-view/open']) for (const width of [360, 1280]) for (const js of [false, true]) {
  const context = await browser.newContext({ baseURL: server.address, viewport: { width, height: 500 } });
  const page = await context.newPage();
  page.on('console', (m) => m.type() === 'error' && console.log('ERR', m.text()));
  if (!js) await page.route('**/*.js', (r) => r.abort());
  await page.goto(path); await page.waitForTimeout(js ? 1500 : 300);
  console.log(path, width, js, await page.evaluate(() => [document.querySelectorAll('#first').length, ...[...document.querySelectorAll('h1,.ap-brand')].map((e) => JSON.stringify(e.getBoundingClientRect()))].join(' ')));
  await page.screenshot({ path: `/work/h/tmp/s${n++}.png` });
  await context.close();
}
await browser.close(); await server.stop();
