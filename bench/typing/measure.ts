import type { Browser, CDPSession, Page } from '@playwright/test';
import type { ContenderFile } from './contenders';
import { installProbe } from './probe';

/** Results of mounting one contender and typing, in milliseconds. CPU time is the main thread's. */
export interface Sample {
  contender: ContenderFile;
  rows: number;
  mountCpu: number;
  keyCpu: number[];
  keyToPaint: number[];
  /** CPU time per key, including work after typing. */
  settledCpu: number;
  /** The longest task while typing, in elapsed time. */
  longestTask: number;
  /** Maximum main-thread time of one key's tasks, or of all tasks after typing. */
  longestCpu: number;
}

/** Typed at the end of the text in each of three rows. All contenders render these as text fields. */
const TYPING: [field: string, keys: string[]][] = [
  ['employer_name', [...' and Daughters']],
  ['phone_no', ['Backspace', '7']],
  ['position', [...' foreman']],
  ['avrgross_pay', ['Backspace', '5']],
];

/** Long enough for validation after a second. */
const SETTLE = 1300;

/** Opens a contender in a new page and types in its first, middle and last row. */
export async function measure(
  browser: Browser,
  contender: ContenderFile,
  rows: number,
  open: (page: Page) => Promise<unknown> | undefined,
): Promise<Sample> {
  const context = await browser.newContext();
  const page = await context.newPage();
  // Defines `__name`, because tsx adds calls to it for named functions.
  await page.addInitScript('globalThis.__name = (named) => named;');
  await page.addInitScript(installProbe);
  const client = await context.newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const start = await cpu(client);
  await open(page);
  await page.evaluate((count) => window.bench.drawn(count), rows);
  const mountCpu = (await cpu(client)) - start;
  await page.waitForTimeout(500);
  await page.evaluate(() => {
    window.bench.longest = 0;
  });
  const before = await cpu(client);
  const typist = createTypist(page, client);
  for (const row of [0, Math.floor(rows / 2), rows - 1]) await typeRow(page, typist, contender, row);
  const typed = await taskTime(client);
  await page.waitForTimeout(SETTLE);
  const longestCpu = Math.max(...typist.task, (await taskTime(client)) - typed);
  const settledCpu = ((await cpu(client)) - before) / typist.cpu.length;
  const longestTask = await page.evaluate(() => window.bench.longest);
  await context.close();
  return {
    contender,
    rows,
    mountCpu,
    keyCpu: typist.cpu,
    keyToPaint: typist.paint,
    settledCpu,
    longestTask,
    longestCpu,
  };
}

/**
 * Types in the fields of one row.
 * @throws Error if a field is missing or doesn't keep the text
 */
async function typeRow(page: Page, typist: Typist, { name }: ContenderFile, row: number): Promise<void> {
  for (const [field, keys] of TYPING) {
    const at: [number, string] = [row, field];
    const found = await page.evaluate(([index, id]) => window.bench.focus(index, id), at);
    if (!found) throw new Error(`${name} has no field '${field}' in row ${row}`);
    await typist.press('End', false);
    for (const key of keys) await typist.press(key, true);
    const value = await page.evaluate(() => window.bench.value());
    if (!value.includes(keys.at(-1) ?? ''))
      throw new Error(`${name} lost what was typed into '${field}' of row ${row + 1}: '${value}'`);
  }
}

interface Typist {
  cpu: number[];
  paint: number[];
  task: number[];
  press(key: string, counts: boolean): Promise<void>;
}

/** Presses one key at a time, waits for the next paint and records the cost. */
function createTypist(page: Page, client: CDPSession): Typist {
  let pressed = 0;
  const typist: Typist = {
    cpu: [],
    paint: [],
    task: [],
    async press(key, counts) {
      pressed += 1;
      const before = await cpu(client);
      const taskBefore = await taskTime(client);
      await page.keyboard.press(key);
      const paint = await page.evaluate((n) => window.bench.painted(n), pressed);
      if (!counts) return;
      typist.cpu.push((await cpu(client)) - before);
      typist.paint.push(paint);
      typist.task.push((await taskTime(client)) - taskBefore);
    },
  };
  return typist;
}

/** Returns the main thread's milliseconds for scripts, style and layout. */
function cpu(client: CDPSession): Promise<number> {
  return sum(client, ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration']);
}

/** Returns the main thread's milliseconds for all tasks. */
function taskTime(client: CDPSession): Promise<number> {
  return sum(client, ['TaskDuration']);
}

async function sum(client: CDPSession, counted: string[]): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics');
  return metrics.filter(({ name }) => counted.includes(name)).reduce((total, { value }) => total + value * 1000, 0);
}
