import type { Browser, CDPSession, Page } from '@playwright/test';
import type { ContenderFile } from './contenders';
import { installProbe } from './probe';

/** One contender once mounted and typed into. Times in ms; CPU is the main thread's, whatever else the machine does. */
export interface Sample {
  contender: ContenderFile;
  rows: number;
  mountCpu: number;
  keyCpu: number[];
  keyToPaint: number[];
  /** CPU of the typing and of what it left to be done later, by key. */
  settledCpu: number;
  /** The longest task while typing, on the clock of the wall. */
  longestTask: number;
  /** The most main-thread time that all tasks of one key, or all that came after the typing, took together. */
  longestCpu: number;
}

/** What is typed into each of three rows, at the end of the text; all contenders draw these as text controls. */
const TYPING: [field: string, keys: string[]][] = [
  ['employer_name', [...' and Daughters']],
  ['phone_no', ['Backspace', '7']],
  ['position', [...' foreman']],
  ['avrgross_pay', ['Backspace', '5']],
];

/** Long enough for checks that wait a second. */
const SETTLE = 1300;

/** Opens a contender on a fresh page and types into its first, middle and last row. */
export async function measure(
  browser: Browser,
  contender: ContenderFile,
  rows: number,
  open: (page: Page) => Promise<unknown> | undefined,
): Promise<Sample> {
  const context = await browser.newContext();
  const page = await context.newPage();
  // tsx wraps named functions in a helper of its own, which the page does not have.
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

/** @throws Error for a field that is not there, or that does not keep what was typed */
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

/** Presses keys one by one, each painted before the next, and notes what those that count cost. */
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

/** Main-thread milliseconds spent on scripts, style and layout so far. */
function cpu(client: CDPSession): Promise<number> {
  return sum(client, ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration']);
}

/** Main-thread milliseconds spent in tasks of any kind so far. */
function taskTime(client: CDPSession): Promise<number> {
  return sum(client, ['TaskDuration']);
}

async function sum(client: CDPSession, counted: string[]): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics');
  return metrics.filter(({ name }) => counted.includes(name)).reduce((total, { value }) => total + value * 1000, 0);
}
