import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import robin from '../../schemas/personas/robin-hale.json' with { type: 'json' };
import { REPORTS } from '../../tests/run/stage';
import { freshCopy } from '../support/journey';
import { startOwnServer } from '../support/ownServer';
import { engines } from './browsers';
import { until } from './controls';
import { install } from './install';
import { HEIGHT, type Tab, WIDTH } from './tab';
import { walk } from './walk';

/** Folder for screenshots of every page (`--pictures`), or of the page where the walk stopped. */
const PICTURES = 'test-results/engines';
const WIDTHS = [360, WIDTH];

/**
 * `npm run e2e:engines [-- firefox webkit --pictures]`: walks the built app in other browser engines, from the entry
 * link to the page after payment. Prints a line for each page. Exits with 1 if an engine doesn't finish.
 */
async function main(given: readonly string[]): Promise<void> {
  const words = given.filter((word) => !word.startsWith('--'));
  const names = words.length > 0 ? words : Object.keys(engines);
  const takesPictures = given.includes('--pictures');
  install(names.flatMap((name) => findEngine(name).packages));
  mkdirSync(PICTURES, { recursive: true });
  const server = await startOwnServer();
  const folder = mkdtempSync(path.join(tmpdir(), 'engines-'));
  try {
    writeReport(await walkInEach(names, { origin: server.address, folder, takesPictures }), names);
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function findEngine(name: string) {
  const engine = engines[name];
  if (!engine) throw new Error(`There is no such engine; known are ${Object.keys(engines).join(', ')}`);
  return engine;
}

/** Returns a line for each engine that didn't finish. */
async function walkInEach(names: string[], walk: Omit<Walk, 'name'>): Promise<string[]> {
  const ends = await Promise.allSettled(names.map((name) => walkIn({ ...walk, name })));
  return ends.flatMap((end, index) => (end.status === 'rejected' ? `${names[index]}: ${end.reason.message}` : []));
}

/**
 * For `npm test`, which counts an engine as a test.
 * @throws Error with the engines that didn't finish
 */
function writeReport(faults: string[], names: string[]): void {
  mkdirSync(REPORTS, { recursive: true });
  const report = { passed: names.length - faults.length, failed: faults.length, faults };
  writeFileSync(`${REPORTS}/engines.json`, JSON.stringify(report, null, 2));
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

interface Walk {
  name: string;
  origin: string;
  folder: string;
  takesPictures: boolean;
}

/**
 * Walks in one engine.
 * @throws Error with where the walk stopped
 */
async function walkIn({ name, origin, folder, takesPictures }: Walk): Promise<void> {
  const engine = findEngine(name);
  const start = Date.now();
  const say = (page: string) => console.log(`${name}: ${page}, ${Math.round((Date.now() - start) / 1000)} s`);
  await within(name, await engine.open(), async (tab) => {
    const look = async (page: string) => {
      if (takesPictures) await takePictures(tab, `${name} ${page}`);
      say(page);
    };
    await walk({ tab, folder, look }, freshCopy(robin, name), origin);
    say(`walked to the end by ${await tab.run('return navigator.userAgent')}`);
  });
  await within(name, await engine.open({ isDark: true, isStill: true }), async (tab) => {
    await tab.goto(origin + robin.link);
    await until(tab, 'the form', `return document.getElementById('registration-personal_fname') !== null`);
    if (takesPictures) await takePicture(tab, `${name} dark`);
    const { ground, isStill } = await tab.run<Look>(LOOK);
    const isDark = (ground.match(/\d+/g) ?? []).slice(0, 3).every((part) => Number(part) < DARKEST);
    if (!isDark) throw new Error(`A dark page was asked for, its ground is ${ground}`);
    if (!isStill) throw new Error('The page does not hear that nothing should move');
    say('dark and still');
  });
}

/** A screenshot of the page's last state. */
async function within(name: string, tab: Tab, act: (tab: Tab) => Promise<void>): Promise<void> {
  try {
    await act(tab);
  } catch (cause) {
    const picture = await tab.picture().catch(() => undefined);
    if (picture) writeFileSync(path.join(PICTURES, `${name}-failed.png`), picture);
    throw cause;
  } finally {
    await tab.close();
  }
}

/** Dark backgrounds have every color component below this. */
const DARKEST = 80;

interface Look {
  ground: string;
  isStill: boolean;
}

const LOOK = `return {
  ground: getComputedStyle(document.body).backgroundColor,
  isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
}`;

async function takePictures(tab: Tab, page: string): Promise<void> {
  for (const width of WIDTHS) {
    await resize(tab, width, HEIGHT);
    await resize(tab, width, await tab.run<number>('scrollTo(0, 0); return document.documentElement.scrollHeight'));
    await takePicture(tab, `${page} ${width}`);
  }
  await resize(tab, WIDTH, HEIGHT);
}

/** Waits until the page is rendered at its new size. */
async function resize(tab: Tab, width: number, height: number): Promise<void> {
  await tab.resize(width, height);
  await until(tab, `a window of ${width} by ${height}`, DRAWN, width, height);
}

const DRAWN = `const size = [innerWidth, innerHeight].join();
  if (size !== [...arguments].join()) return false;
  requestAnimationFrame(() => requestAnimationFrame(() => document.body.setAttribute('data-engine-drawn', size)));
  return document.body.getAttribute('data-engine-drawn') === size`;

const RESTS = "return document.getAnimations().every(({ playState }) => playState !== 'running')";

/** Takes a screenshot once the page is still. */
async function takePicture(tab: Tab, name: string): Promise<void> {
  await until(tab, 'all that moves', RESTS);
  writeFileSync(path.join(PICTURES, `${name.replaceAll(' ', '-')}.png`), await tab.picture());
}

main(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
