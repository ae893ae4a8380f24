import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type StartedProcess, startProcess } from '../support/startProcess';

/** Output of `npm run package`, used like an operator: moved elsewhere, without sources or packages nearby. */
let folder: string;
let data: string;
let server: StartedProcess;
let address: string;
const env = () => ({ PATH: process.env.PATH, NODE_ENV: 'development', DATA_DIR: data });
const run = promisify(execFile);

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'rental-package-'));
  data = mkdtempSync(path.join(tmpdir(), 'rental-package-data-'));
  // With BUILT_SERVER, the build stage has just run.
  const built = process.env.BUILT_SERVER ? ['--built'] : [];
  await run('npm', ['run', '-s', 'package', '--', '--to', folder, ...built]);
  server = startProcess({ DATA_DIR: data, PORT: '0', DEMO_OFFICE: 'on' }, folder);
  address = await server.until(/Listening on (http\S+)/);
  // Installs packages, and builds the app if no stage has done so.
}, 600_000);

afterAll(async () => {
  server?.child.kill();
  await server?.ended;
  for (const made of [folder, data]) rmSync(made, { recursive: true, force: true });
});

test('the folder has at most 300 MB, no source of the app and nothing secret', () => {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const bytes = names.reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
  expect(bytes / 1e6).toBeLessThan(300);
  const own = names.filter((name) => !name.startsWith('node_modules'));
  expect(own.filter((name) => /(^|\/)(\.env|\.git|data|src\/app|tests|e2e)(\/|$|\.)|\.key$/.test(name))).toEqual([]);
  expect(existsSync(path.join(folder, 'node_modules/vite'))).toBe(false);
});

test('the packaged server serves pages and records the three demo applications', async () => {
  const page = await (await fetch(`${address}/login`, { headers: { accept: 'text/html' } })).text();
  const [, script] = /<script[^>]+src="([^"]+)"/.exec(page) ?? [];
  expect((await fetch(`${address}${script}`)).status).toBe(200);
  const key = /^\S{30,}$/m.exec(await portal('apikey', 'add', 'demo'))?.[0];
  const office = async (call: string) =>
    (await (await fetch(`${address}/api/office/${call}`, { headers: { authorization: `Bearer ${key}` } })).json())
      .records;
  const list = await vi.waitUntil(
    async () => {
      const { applications } = await office('applications');
      return applications.length === 3 && applications;
    },
    { timeout: 400_000, interval: 500 },
  );
  for (const { id } of list) expect((await office(`applications/${id}/record`)).state).toBe('whole');
}, 600_000);

test('the packaged portal and schemas commands run without the sources', async () => {
  expect(await portal('subscriber', 'list')).toContain('Demo Homes');
  const { stdout } = await run(process.execPath, ['dist/server/schemas.js', 'lint'], { cwd: folder, env: env() });
  expect(stdout).toMatch(/\d+ files checked, no problems/);
});

async function portal(...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, ['dist/server/portal.js', ...args], { cwd: folder, env: env() });
  return stdout;
}

test('the image copies only existing files and starts the package’s server', () => {
  const lines = readFileSync('Dockerfile', 'utf8').split('\n');
  for (const line of lines.filter((one) => one.startsWith('COPY package')))
    for (const name of line.split(' ').slice(1, -1)) expect(existsSync(name), name).toBe(true);
  const [, script] = /^RUN npm run (\w+)/m.exec(lines.join('\n')) ?? [];
  expect(JSON.parse(readFileSync('package.json', 'utf8')).scripts).toHaveProperty(String(script));
  const [, started] = /^CMD \["node", "([^"]+)"\]$/m.exec(lines.join('\n')) ?? [];
  expect(existsSync(path.join(folder, String(started)))).toBe(true);
  expect(lines).toContain('USER node');
});
