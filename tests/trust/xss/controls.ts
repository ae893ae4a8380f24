import type { BrowserContext, Page } from '@playwright/test';
import { type Payload, type Place, payloads } from './payloads';
import type { Watch } from './watch';

/** Unsafe pages: each inserts a payload unescaped. */
const PAGES: Record<Place, (text: string) => string> = {
  body: (text) => text,
  link: (text) => `<a href="${text}">x</a>`,
  frame: (text) => `<iframe src="${text}"></iframe>`,
  'quoted attribute': (text) => `<input value="${text}">`,
  'single-quoted attribute': (text) => `<input value='${text}'>`,
  title: (text) => `<title>${text}</title>`,
  textarea: (text) => `<textarea>${text}</textarea>`,
  style: (text) => `<style>/*${text}*/</style>`,
  comment: (text) => `<!--${text}-->`,
  'single-quoted script': (text) => `<script>var a='${text}'</script>`,
  'double-quoted script': (text) => `<script>var a="${text}"</script>`,
  'template literal': (text) => `<script>var a=\`${text}\`</script>`,
  mustache: (text) => `<script>${text.slice(2, -2)}</script>`,
  'decoded HTML': (text) => text.replace('&lt;', '<').replace('&gt;', '>'),
  'decoded URI': decodeURIComponent,
  'decoded escapes': (text) => `<script>document.write('${text}')</script>`,
};

/** Minimum number of payloads that add an element to the page. */
const ALIENS = 50;

/**
 * Checks that every payload runs without a policy, and is reported with one. Otherwise, a silent run would prove
 * nothing.
 */
export async function controlFaults(context: BrowserContext, watch: Watch, address: string, policy?: string) {
  const page = await context.newPage();
  const faults: string[] = [];
  let aliens = 0;
  for (const payload of payloads) {
    await open(page, address, payload, policy);
    const isSeen = () => (policy ? watch.violations.length > 0 : watch.ran.has(payload.number));
    for (let waited = 0; waited < 3000 && !isSeen(); waited += 20) {
      // Links and buttons are clicked, but no one scrolls or plays anything.
      if (waited === 60) await press(page);
      await page.waitForTimeout(20);
    }
    if (!isSeen())
      faults.push(`control: payload ${payload.number} is not ${policy ? 'reported' : 'seen'}: ${payload.text}`);
    if (policy && watch.ran.size) faults.push(`control: payload ${payload.number} runs under the policy`);
    if (watch.aliens.length) aliens++;
    watch.forget();
  }
  await page.close();
  return aliens < ALIENS
    ? [...faults, `control: only ${aliens} payloads are seen as elements of no page of ours`]
    : faults;
}

async function open(page: Page, address: string, { text, place }: Payload, policy?: string): Promise<void> {
  await page.unroute('**/control');
  await page.route('**/control', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: policy ? { 'content-security-policy': policy } : {},
      body: `<!doctype html>${PAGES[place](text)}`,
    }),
  );
  await page.goto(`${address}/control`, { waitUntil: 'commit' });
}

const press = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLElement>('a, button')?.click()).catch(() => undefined);
