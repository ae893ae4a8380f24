import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

const run = promisify(execFile);

it('npm run package refuses to replace a checkout', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'checkout-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(path.join(folder, 'dist/server'), { recursive: true });
  await writeFile(path.join(folder, 'dist/server/main.js'), '');
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ scripts: { test: 'vitest' } }));
  const packaging = run('npx', ['tsx', 'src/tools/package.ts', '--built', '--to', folder]);
  await expect(packaging).rejects.toMatchObject({ stderr: expect.stringContaining('has other files') });
  expect(existsSync(path.join(folder, 'dist/server/main.js'))).toBe(true);
});
