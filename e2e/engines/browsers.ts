import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import puppeteer from 'puppeteer-core';

/** A browser page with the few actions of a person. Selectors are CSS. */
export interface Tab {
  goto(address: string): Promise<void>;
  /** Runs a function's body in the page. Returns its result as JSON. */
  run<T>(body: string, ...args: (string | number | boolean)[]): Promise<T>;
  click(selector: string): Promise<void>;
  /** Types into the focused element, key by key. */
  type(selector: string, text: string): Promise<void>;
  choose(selector: string, value: string): Promise<void>;
  upload(selector: string, file: string): Promise<void>;
  /** Presses Tab. */
  pressTab(): Promise<void>;
  /** Draws a line across an element with the pointer. */
  draw(selector: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** Takes a screenshot of the visible page as a PNG. */
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}

/** Preferences of the applicant's system. */
export interface Wishes {
  isDark?: boolean;
  isStill?: boolean;
}

/** Initial window size. */
export const WIDTH = 1280;
export const HEIGHT = 1000;

export const engines: Record<string, { packages: string[]; open(wishes?: Wishes): Promise<Tab> }> = {
  firefox: { packages: ['firefox-esr'], open: openFirefox },
  webkit: { packages: ['webkit2gtk-driver', 'xvfb'], open: openWebKit },
};

/** Controls Firefox with WebDriver BiDi. */
async function openFirefox({ isDark, isStill }: Wishes = {}): Promise<Tab> {
  const home = mkdtempSync(path.join(tmpdir(), 'engine-'));
  const browser = await puppeteer.launch({
    browser: 'firefox',
    protocol: 'webDriverBiDi',
    executablePath: '/usr/bin/firefox-esr',
    headless: true,
    env: { ...process.env, HOME: home },
    extraPrefsFirefox: {
      'ui.systemUsesDarkTheme': Number(isDark ?? 0),
      'ui.prefersReducedMotion': Number(isStill ?? 0),
      // Otherwise, a downloaded PDF opens in a new tab and the walk waits for a hidden page.
      'browser.download.open_pdf_attachments_inline': false,
      'browser.helperApps.neverAsk.saveToDisk': 'application/pdf',
      'pdfjs.disabled': true,
    },
    defaultViewport: { width: WIDTH, height: HEIGHT },
  });
  const page = await browser.newPage();
  const find = async (selector: string) => {
    const found = await page.$(selector);
    if (!found) throw new Error(`There is no ${selector} on the page`);
    return found;
  };
  return {
    goto: async (address) => void (await page.goto(address, { waitUntil: 'domcontentloaded' })),
    run: <T>(body: string, ...args: unknown[]) =>
      // A string, because the other engine accepts nothing else.
      page.evaluate(`(function () { ${body} }).apply(null, ${JSON.stringify(args)})`) as Promise<T>,
    click: async (selector) => (await find(selector)).click(),
    type: async (selector, text) => (await find(selector)).type(text),
    choose: async (selector, value) => void (await page.select(selector, value)),
    async upload(selector, file) {
      // Only a file input accepts files.
      const input = (await find(selector)) as Awaited<ReturnType<typeof page.$<'input'>>>;
      await input?.uploadFile(file);
    },
    pressTab: () => page.keyboard.press('Tab'),
    async draw(selector) {
      const box = await (await find(selector)).boundingBox();
      if (!box) throw new Error(`${selector} cannot be seen`);
      for (const [act, x, y] of lineAcross(box)) {
        await page.mouse.move(x, y);
        if (act !== 'move') await page.mouse[act]();
      }
    },
    resize: (width, height) => page.setViewport({ width, height }),
    picture: async () => Buffer.from(await page.screenshot()),
    async close() {
      await browser.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

const MINI_BROWSER = /^webkit2gtk-4/;

/** Controls WebKitGTK with its own driver, on a virtual screen. */
async function openWebKit({ isDark, isStill }: Wishes = {}): Promise<Tab> {
  const [port, screen] = [await freePort(), `:${90 + (process.pid % 400)}`];
  const home = mkdtempSync(path.join(tmpdir(), 'engine-'));
  mkdirSync(path.join(home, 'gtk-3.0'));
  writeFileSync(path.join(home, 'gtk-3.0/settings.ini'), `[Settings]\ngtk-enable-animations=${isStill ? 0 : 1}\n`);
  const webkit = { DISPLAY: screen, XDG_CONFIG_HOME: home, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' };
  const env = { ...process.env, ...webkit };
  const running = [
    spawn('Xvfb', [screen, '-screen', '0', `${WIDTH}x${HEIGHT}x24`, '-nolisten', 'tcp'], { stdio: 'ignore' }),
    spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' }),
  ];
  const end = () => {
    for (const child of running) child.kill();
    rmSync(home, { recursive: true, force: true });
  };
  try {
    return await drive(await answering(`http://127.0.0.1:${port}`), isDark, end);
  } catch (cause) {
    end();
    throw cause;
  }
}

async function drive(call: Call, isDark: boolean | undefined, end: () => void): Promise<Tab> {
  // Its toolbar is wider than a phone.
  const args = ['--automation', '--full-screen', ...(isDark ? ['--dark-mode'] : [])];
  const browserOptions = { binary: miniBrowser(), args };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions } };
  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', { capabilities });
  const at = `/session/${sessionId}`;
  const resize = (width: number, height: number) => call('POST', `${at}/window/rect`, { width, height });
  await resize(WIDTH, HEIGHT);
  const perform = (type: string, parameters: object, actions: object[]) =>
    call('POST', `${at}/actions`, { actions: [{ type, id: type, ...parameters, actions }] });
  const find = async (value: string) => {
    const found = await call<Record<string, string>>('POST', `${at}/element`, { using: 'css selector', value });
    return `${at}/element/${Object.values(found)[0]}`;
  };
  return {
    goto: (url) => call('POST', `${at}/url`, { url }),
    run: (script, ...args) => call('POST', `${at}/execute/sync`, { script, args }),
    click: (selector) =>
      again(selector, async () => {
        const script = 'document.querySelector(arguments[0]).scrollIntoView({ block: "center", behavior: "instant" })';
        await call('POST', `${at}/execute/sync`, { script, args: [selector] });
        await call('POST', `${await find(selector)}/click`, {});
      }),
    type: async (selector, text) => call('POST', `${await find(selector)}/value`, { text }),
    choose: async (selector, value) => call('POST', `${await find(`${selector} option[value="${value}"]`)}/click`, {}),
    upload: async (selector, file) => call('POST', `${await find(selector)}/value`, { text: file }),
    pressTab: () =>
      perform(
        'key',
        {},
        ['keyDown', 'keyUp'].map((type) => ({ type, value: '\uE004' })),
      ),
    async draw(selector) {
      const box = await call<Box>('GET', `${await find(selector)}/rect`);
      const line = lineAcross(box).flatMap(([act, x, y]) => [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 20 },
        ...(act === 'move' ? [] : [{ type: act === 'down' ? 'pointerDown' : 'pointerUp', button: 0 }]),
      ]);
      await perform('pointer', { parameters: { pointerType: 'mouse' } }, line);
    },
    resize,
    picture: async () => Buffer.from(await call<string>('GET', `${at}/screenshot`), 'base64'),
    async close() {
      await call('DELETE', at).catch(() => undefined);
      end();
    },
  };
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Returns pointer moves that draw a wave across a box. */
function lineAcross({ x, y, width, height }: Box): ['down' | 'move' | 'up', number, number][] {
  const at = (part: number) => [x + width * part, y + height * (0.5 + 0.2 * Math.sin(part * 12))] as const;
  const moves = Array.from({ length: 9 }, (_, step) => ['move', ...at(0.2 + step * 0.07)] as ['move', number, number]);
  return [['down', ...at(0.2)], ...moves, ['up', ...at(0.8)]];
}

/** A page that is still moving can't be clicked. */
async function again(what: string, act: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await act();
    } catch (cause) {
      if (tries === 20) throw new Error(`${what}: ${cause instanceof Error ? cause.message : cause}`);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

type Call = <T = void>(method: string, address: string, body?: unknown) => Promise<T>;

/** Returns a driver's calls, once it answers. */
async function answering(base: string): Promise<Call> {
  for (let tries = 0; tries < 100 && !(await fetch(`${base}/status`).catch(() => undefined))?.ok; tries++)
    await new Promise((resolve) => setTimeout(resolve, 200));
  return async <T>(method: string, address: string, body?: unknown) => {
    const answer = await fetch(base + address, {
      method,
      headers: { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${method} ${address}: ${value.error} ${value.message}`);
    return value;
  };
}

function miniBrowser(): string {
  const libraries = readdirSync('/usr/lib').map((name) => path.join('/usr/lib', name));
  const folders = libraries.filter((folder) => existsSync(folder) && folder.includes('-linux-gnu'));
  const found = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => MINI_BROWSER.test(name))
      .map((name) => path.join(folder, name, 'MiniBrowser'))
      .filter(existsSync),
  );
  if (!found[0]) throw new Error('WebKitGTK’s MiniBrowser is not here; install webkit2gtk-driver');
  return found[0];
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address ? address.port : 0;
}
