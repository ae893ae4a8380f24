// cspell:ignore displayfd
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Box, HEIGHT, type Preferences, strokePoints, type Tab, WIDTH } from './tab';

/**
 * Milliseconds until a browser that hasn't opened is closed and started again. Opening takes about 4 seconds on a busy
 * machine.
 */
const OPENING_MS = 60_000;

/** Controls WebKitGTK with its own driver, on a virtual screen. */
export async function openWebKit(preferences: Preferences = {}): Promise<Tab> {
  try {
    return await startWebKit(preferences);
  } catch (cause) {
    console.log(`webkit: didn't open, so it's started again (${cause instanceof Error ? cause.message : cause})`);
    return startWebKit(preferences);
  }
}

async function startWebKit({ isDark, hasReducedMotion }: Preferences): Promise<Tab> {
  const port = await freePort();
  const home = mkdtempSync(path.join(tmpdir(), 'engine-'));
  mkdirSync(path.join(home, 'gtk-3.0'));
  writeFileSync(
    path.join(home, 'gtk-3.0/settings.ini'),
    `[Settings]\ngtk-enable-animations=${hasReducedMotion ? 0 : 1}\n`,
  );
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', `${WIDTH}x${HEIGHT}x24`, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const running: ChildProcess[] = [screen];
  const end = async () => {
    await Promise.all(running.map(stop));
    rmSync(home, { recursive: true, force: true });
  };
  try {
    // Xvfb chooses a free display, because a closing one keeps its number for a while.
    const [display] = await once(screen.stdout, 'data', { signal: AbortSignal.timeout(OPENING_MS) });
    const webkit = { XDG_CONFIG_HOME: home, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' };
    const env = { ...process.env, ...webkit, DISPLAY: `:${String(display).trim()}` };
    running.push(spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' }));
    return await createTab(await answering(`http://127.0.0.1:${port}`), isDark, end);
  } catch (cause) {
    await end();
    throw cause;
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  const deadline = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await ended;
  clearTimeout(deadline);
}

async function createTab(call: Call, isDark: boolean | undefined, end: () => Promise<void>): Promise<Tab> {
  // Runs in full screen, because the browser's toolbar is wider than a phone.
  const args = ['--automation', '--full-screen', ...(isDark ? ['--dark-mode'] : [])];
  const browserOptions = { binary: miniBrowser(), args };
  const timeouts = { pageLoad: OPENING_MS };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions, timeouts } };
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
      const line = strokePoints(box).flatMap(([act, x, y]) => [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 20 },
        ...(act === 'move' ? [] : [{ type: act === 'down' ? 'pointerDown' : 'pointerUp', button: 0 }]),
      ]);
      await perform('pointer', { parameters: { pointerType: 'mouse' } }, line);
    },
    resize,
    picture: async () => Buffer.from(await call<string>('GET', `${at}/screenshot`), 'base64'),
    async close() {
      await call('DELETE', at).catch(() => undefined);
      await end();
    },
  };
}

/** Retries an action, because a page that is still moving can't be clicked. */
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

/** Returns a function that calls the driver, once the driver responds. */
async function answering(base: string): Promise<Call> {
  for (let tries = 0; tries < 100 && !(await fetch(`${base}/status`).catch(() => undefined))?.ok; tries++)
    await new Promise((resolve) => setTimeout(resolve, 200));
  return async <T>(method: string, address: string, body?: unknown) => {
    const answer = await fetch(base + address, {
      method,
      headers: { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      // Longer than a page may take to load, so that the driver's own error arrives first.
      signal: AbortSignal.timeout(OPENING_MS + 15_000),
    }).catch((cause) => {
      throw new Error(`${method} ${address}: ${cause.message}`, { cause });
    });
    const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${method} ${address}: ${value.error} ${value.message}`);
    return value;
  };
}

const MINI_BROWSER = /^webkit2gtk-4/;

function miniBrowser(): string {
  const libraries = readdirSync('/usr/lib').map((name) => path.join('/usr/lib', name));
  const folders = libraries.filter((folder) => existsSync(folder) && folder.includes('-linux-gnu'));
  const found = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => MINI_BROWSER.test(name))
      .map((name) => path.join(folder, name, 'MiniBrowser'))
      .filter(existsSync),
  );
  if (!found[0]) throw new Error("WebKitGTK's MiniBrowser isn't installed; install webkit2gtk-driver");
  return found[0];
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address ? address.port : 0;
}
