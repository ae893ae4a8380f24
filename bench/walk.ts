import { mkdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { applyAsRobin } from './support/applyAsRobin';

/** Limits (docs/moments.md). Pixels at 360 px width. */
const BARS = { words: 2000, clicks: 60, pixels: 28_000 };
/** Folder for screenshots (`--pictures`). */
const PICTURES = 'test-results/walk';
const PHONE = { width: 360, height: 740 };

interface Screen {
  name: string;
  words: number;
  text: string;
  pixels: number;
  clicks: number;
}

/**
 * `npm run bench:walk`: counts the words, clicks and pixels of Robin's application at 360 px. Leaves out Robin's
 * answers (`translate=no`) and the options of selects. Fails above a limit.
 */
async function main(): Promise<void> {
  mkdirSync(PICTURES, { recursive: true });
  const screens: Screen[] = [];
  let clicks = 0;
  await applyAsRobin({
    options: { viewport: PHONE },
    async prepare(context) {
      await context.exposeFunction('countClick', (count: number) => (clicks += count));
      await context.addInitScript(COUNT);
    },
    async capture(page) {
      const before = screens.reduce((total, screen) => total + screen.clicks, 0);
      screens.push({ ...(await measure(page)), clicks: clicks - before });
      const file = `${PICTURES}/${screens.length}.png`;
      if (process.argv.includes('--pictures')) await page.screenshot({ path: file, fullPage: true });
      // Closes messages, so that each message is counted on only one screen.
      await page.evaluate(() => {
        for (const close of document.querySelectorAll<HTMLElement>('[data-toasts] button')) close.click();
      });
    },
  });
  report(screens, clicks);
}

/** A select counts as two clicks and a file as at least one. Clicking a text field isn't counted. */
const COUNT = `addEventListener('click', ({ isTrusted, detail, target }) => {
  const isTyped = target.closest('input:not([type=radio], [type=checkbox], [type=file]), textarea');
  if (isTrusted && detail > 0 && !isTyped) window.countClick(1);
}, true);
addEventListener('change', ({ target }) => {
  if (target.matches('select')) window.countClick(2);
  if (target.matches('[type=file]')) window.countClick(1);
}, true);`;

async function measure(page: Page): Promise<Omit<Screen, 'clicks'>> {
  const { answers, options, ...screen } = await page.evaluate(() => {
    const main = document.querySelector('main');
    const help = document.querySelector<HTMLElement>('.rp-help-note');
    const open = document.querySelector('[data-open=true] [aria-expanded=true]');
    const selects = [...(main?.querySelectorAll('select') ?? [])].filter((one) => one.checkVisibility());
    // Only screen readers get the save status of narrow screens.
    const own = [...(main?.querySelectorAll<HTMLElement>('[translate=no], [data-state=saved]') ?? [])].filter((one) =>
      one.checkVisibility(),
    );
    return {
      name: [location.pathname, open?.textContent ?? ''].join(' ').trim(),
      text: [main?.innerText, help?.innerText].join('\n'),
      answers: own.filter(({ parentElement }) => !parentElement?.closest('[translate=no]')).map((one) => one.innerText),
      options: selects.map((select) => select.innerText),
      pixels: document.documentElement.scrollHeight,
    };
  });
  return { ...screen, words: count(screen.text) - count([...answers, ...options].join(' ')) };
}

const count = (text: string) => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.,@-]*/gu)?.length ?? 0;

function report(screens: readonly Screen[], clicks: number): void {
  for (const { name, words, pixels, text, clicks: presses } of screens) {
    if (process.argv.includes('--texts')) console.log(`\n## ${name}\n\n${text}\n`);
    console.log(
      `${String(words).padStart(5)} words ${String(pixels).padStart(6)} px ${String(presses).padStart(3)} clicks  ${name}`,
    );
  }
  const sum = (pick: (screen: Screen) => number) => screens.reduce((total, screen) => total + pick(screen), 0);
  const found = { words: sum(({ words }) => words), clicks, pixels: sum(({ pixels }) => pixels) };
  console.log(`\n${screens.length} screens`);
  for (const [name, bar] of Object.entries(BARS) as [keyof typeof BARS, number][]) {
    const isOver = found[name] > bar;
    console.log(`${name.padEnd(7)} ${found[name]} of at most ${bar}${isOver ? ', too many' : ''}`);
    if (isOver) process.exitCode = 1;
  }
}

await main();
