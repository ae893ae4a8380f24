import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import robin from '../../schemas/personas/robin-hale.json' with { type: 'json' };
import { freshCopy } from '../support/journey';
import { startOwnServer } from '../support/ownServer';
import { engines, HEIGHT, install, type Tab, WIDTH } from './browsers';
import { until } from './controls';
import { walk } from './walk';

/** Pictures of every page (`--pictures`), and of a page that was not walked past. */
const PICTURES = 'test-results/engines';
const WIDTHS = [360, WIDTH];

/**
 * `npm run e2e:engines [-- firefox webkit --pictures]`: the built app walked from the entry link to the page after the payment in other
 * browsers' engines, a line for each page. Ends with 1 when one was not walked to the end.
 */
async function main(given: readonly string[]): Promise<void> {
  const names = given.filter((word) => !word.startsWith('--'));
  const takesPictures = given.includes('--pictures');
  mkdirSync(PICTURES, { recursive: true });
  const server = await startOwnServer();
  const folder = mkdtempSync(path.join(tmpdir(), 'engines-'));
  const failed: string[] = [];
  try {
    for (const name of names.length > 0 ? names : Object.keys(engines))
      await walkIn({ name, origin: server.address, folder, takesPictures }).catch((cause: Error) => {
        console.error(`${name}: ${cause.message}`);
        failed.push(name);
      });
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
  if (failed.length > 0) throw new Error(`Not walked to the end: ${failed.join(', ')}`);
}

interface Walk {
  name: string;
  origin: string;
  folder: string;
  takesPictures: boolean;
}

/** @throws Error (rejects) with where the walk ended */
async function walkIn({ name, origin, folder, takesPictures }: Walk): Promise<void> {
  const engine = engines[name];
  if (!engine) throw new Error(`There is no such engine; known are ${Object.keys(engines).join(', ')}`);
  install(engine.packages);
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

/** Of a page's last moment there is a picture. */
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

/** Each part of the color of a dark ground is below this. */
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

/** Until the page is drawn at its new size. */
async function resize(tab: Tab, width: number, height: number): Promise<void> {
  await tab.resize(width, height);
  await until(tab, `a window of ${width} by ${height}`, DRAWN, width, height);
}

const DRAWN = `const size = [innerWidth, innerHeight].join();
  if (size !== [...arguments].join()) return false;
  requestAnimationFrame(() => requestAnimationFrame(() => document.body.setAttribute('data-engine-drawn', size)));
  return document.body.getAttribute('data-engine-drawn') === size`;

const RESTS = "return document.getAnimations().every(({ playState }) => playState !== 'running')";

/** Of a page that has come to rest. */
async function takePicture(tab: Tab, name: string): Promise<void> {
  await until(tab, 'all that moves', RESTS);
  writeFileSync(path.join(PICTURES, `${name.replaceAll(' ', '-')}.png`), await tab.picture());
}

main(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
