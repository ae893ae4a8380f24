import type { Page } from '@playwright/test';
import type { Watch } from './watch';

/** Number of the first script. The payloads have lower numbers. */
const FIRST = 901;
const EMBEDDINGS = [
  (q: string) => `<script>${q}</script>`,
  (q: string) => `<rect><set attributeName="x" onbegin="${q}" dur="1s"/></rect>`,
  (q: string) => `<image href="data:," onerror="${q}"/>`,
  (q: string) =>
    `<foreignObject width="9" height="9"><img xmlns="http://www.w3.org/1999/xhtml" src="data:," onerror="${q}"/></foreignObject>`,
  (q: string) =>
    `<foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="javascript:parent.${q}"/></foreignObject>`,
];

/** A valid drawing of 80 × 40 with scripts in `onload` and in each of EMBEDDINGS. */
export const hostileLogo = `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40" onload="q(${FIRST})"><rect width="80" height="40" fill="#3a6ea5"/>${EMBEDDINGS.map(
  (way, index) => way(`q(${FIRST + 1 + index})`),
).join('')}</svg>`;

/**
 * Opens the logo's address as a page. Its scripts must not run. Without a policy they must run, to prove that the test
 * works.
 */
export async function logoFaults(page: Page, watch: Watch, address: string): Promise<string[]> {
  const logo = `${address}/api/logos/demo.svg`;
  const seen = () => [...watch.ran].filter((number) => number >= FIRST);
  const ran = async () => {
    await page.goto(logo);
    for (let waited = 0; waited < 1000 && seen().length <= EMBEDDINGS.length; waited += 50)
      await page.waitForTimeout(50);
    const numbers = seen();
    watch.forget();
    return numbers;
  };
  const opened = await ran();
  await page.route(logo, (route) => route.fulfill({ contentType: 'image/svg+xml', body: hostileLogo }));
  const control = await ran();
  await page.unroute(logo);
  return [
    ...opened.map((number) => `logo opened by itself: script ${number} ran`),
    ...(control.length > EMBEDDINGS.length ? [] : [`control: of the logo's scripts only ${control} are seen`]),
  ];
}

/** True if the page shows the subscriber's logo. */
export function isLogoDrawn(page: Page): Promise<boolean> {
  return page.evaluate(() => document.querySelector<HTMLImageElement>('.rp-frame__brand img')?.naturalWidth === 80);
}
