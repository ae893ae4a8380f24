import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { makeFolder } from '../tests/support/folders/memoryFolder';
import { type OwnServer, startOwnServer } from './support/ownServer';

const run = promisify(execFile);
const node = (args: string[], env: Record<string, string>) =>
  run(process.execPath, args, { env: { ...process.env, ...env }, maxBuffer: 10_000_000 });

let folder = '';
let server: OwnServer | undefined;

test.afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a widget outside the repository is built, linted with its options, and rendered', async ({ page }) => {
  folder = makeFolder();
  const WIDGETS_DIR = path.join(folder, 'widgets');
  const app = path.join(folder, 'app');
  mkdirSync(WIDGETS_DIR);
  cpSync('tests/outsideWidget', WIDGETS_DIR, { recursive: true });
  const env = { WIDGETS_DIR, NODE_ENV: 'production' };
  await node(['node_modules/vite/bin/vite.js', 'build', '--outDir', app, '--emptyOutDir'], env);
  server = await startOwnServer(async (schemas) => {
    cpSync(app, path.join(schemas, '../dist/app'), { recursive: true });
    const file = path.join(schemas, 'registration-personal.ui.json');
    const ui = JSON.parse(await readFile(file, 'utf8'));
    const mname = { 'ui:widget': 'Stars', 'ui:autocomplete': 'off', 'ui:options': { most: 3 } };
    await writeFile(file, JSON.stringify({ ...ui, mname }));
    const { stdout } = await node(['--import', 'tsx', 'src/tools/schemas.ts', 'lint'], {
      WIDGETS_DIR,
      SCHEMAS_DIR: schemas,
    });
    expect(stdout).toContain('no problems');
  });
  expect(await server.heldBack()).toEqual([]);
  await page.goto(`${server.address}/Property/demo/harbor-view/open`);
  await page.getByText('★★★').click();
  await expect(page.getByLabel('★★★')).toBeChecked();
  await expect(page.getByLabel('★★★★')).toHaveCount(0);
});
