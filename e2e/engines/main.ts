import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import robin from '../../schemas/personas/robin-hale.json' with { type: 'json' };
import { REPORTS } from '../../tests/run/stage';
import { withNewEmail } from '../support/journey';
import { startOwnServer } from '../support/ownServer';
import { engines } from './browsers';
import { completeApplication } from './completeApplication';
import { waitUntil } from './controls';
import { install } from './install';
import { HEIGHT, type Tab, WIDTH } from './tab';

/** Folder for screenshots of every page (`--pictures`), or of the page where a run stopped. */
const PICTURES = 'test-results/engines';
const WIDTHS = [360, WIDTH];

/**
 * `npm run e2e:engines [-- firefox webkit --pictures]`: completes an application in other browser engines, from
 * the entry link to the page after payment. Prints a line for each page. Exits with 1 if an engine doesn't finish.
 */
async function main(args: readonly string[]): Promise<void> {
  const words = args.filter((word) => !word.startsWith('--'));
  const names = words.length > 0 ? words : Object.keys(engines);
  const takesPictures = args.includes('--pictures');
  install(names.flatMap((name) => findEngine(name).packages));
  mkdirSync(PICTURES, { recursive: true });
  const server = await startOwnServer();
  const folder = mkdtempSync(path.join(tmpdir(), 'engines-'));
  try {
    writeReport(await runInEach(names, { origin: server.address, folder, takesPictures }), names);
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function findEngine(name: string) {
  const engine = engines[name];
  if (!engine) throw new Error(`There's no such engine. Known engines: ${Object.keys(engines).join(', ')}`);
  return engine;
}

/** Returns a line for each engine that didn't finish. */
async function runInEach(names: string[], walk: Omit<Run, 'name'>): Promise<string[]> {
  const ends = await Promise.allSettled(names.map((name) => runIn({ ...walk, name })));
  return ends.flatMap((end, index) => (end.status === 'rejected' ? `${names[index]}: ${end.reason.message}` : []));
}

/**
 * Writes a report for `npm test`, which counts an engine as a test.
 * @throws Error with the engines that didn't finish
 */
function writeReport(failures: string[], names: string[]): void {
  mkdirSync(REPORTS, { recursive: true });
  const report = { passed: names.length - failures.length, failed: failures.length, faults: failures };
  writeFileSync(`${REPORTS}/engines.json`, JSON.stringify(report, null, 2));
  if (failures.length > 0) throw new Error(failures.join('\n'));
}

interface Run {
  name: string;
  origin: string;
  folder: string;
  takesPictures: boolean;
}

/**
 * Completes an application in one engine, then checks dark mode and reduced motion.
 * @throws Error with the page where it stopped
 */
async function runIn({ name, origin, folder, takesPictures }: Run): Promise<void> {
  const engine = findEngine(name);
  const start = Date.now();
  const log = (page: string) => console.log(`${name}: ${page}, ${Math.round((Date.now() - start) / 1000)} s`);
  await within(name, await engine.open(), async (tab) => {
    const capture = async (page: string) => {
      if (takesPictures) await takePictures(tab, `${name} ${page}`);
      log(page);
    };
    await completeApplication({ tab, folder, capture }, withNewEmail(robin, name), origin);
    log(`completed the application in ${await tab.run('return navigator.userAgent')}`);
  });
  await within(name, await engine.open({ isDark: true, hasReducedMotion: true }), async (tab) => {
    await tab.goto(origin + robin.link);
    await waitUntil(tab, 'the form', `return document.getElementById('registration-personal_fname') !== null`);
    if (takesPictures) await takePicture(tab, `${name} dark`);
    const { ground, hasReducedMotion } = await tab.run<Appearance>(READ_APPEARANCE);
    const isDark = (ground.match(/\d+/g) ?? []).slice(0, 3).every((part) => Number(part) < DARKEST);
    if (!isDark) throw new Error(`The page should be dark, but its background is ${ground}`);
    if (!hasReducedMotion) throw new Error("The page doesn't see prefers-reduced-motion");
    log('dark, with reduced motion');
  });
}

/** Runs `act` and closes the tab. Saves a screenshot if it fails. */
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

interface Appearance {
  ground: string;
  hasReducedMotion: boolean;
}

const READ_APPEARANCE = `return {
  ground: getComputedStyle(document.body).backgroundColor,
  hasReducedMotion: matchMedia('(prefers-reduced-motion: reduce)').matches,
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
  await waitUntil(tab, `a window of ${width} by ${height}`, IS_DRAWN, width, height);
}

const IS_DRAWN = `const size = [innerWidth, innerHeight].join();
  if (size !== [...arguments].join()) return false;
  requestAnimationFrame(() => requestAnimationFrame(() => document.body.setAttribute('data-engine-drawn', size)));
  return document.body.getAttribute('data-engine-drawn') === size`;

const IS_STILL = "return document.getAnimations().every(({ playState }) => playState !== 'running')";

/** Takes a screenshot once no animation is running. */
async function takePicture(tab: Tab, name: string): Promise<void> {
  await waitUntil(tab, 'animations to end', IS_STILL);
  writeFileSync(path.join(PICTURES, `${name.replaceAll(' ', '-')}.png`), await tab.picture());
}

main(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
