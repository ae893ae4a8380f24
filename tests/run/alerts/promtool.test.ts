import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Tests docs/alerts.yaml with Prometheus on made-up series. */
describe('promtool', () => {
  let folder = '';
  let promtool = 'promtool';
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'rental-promtool-'));
    if (spawnSync(promtool, ['--version']).status !== 0) promtool = unpack();
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Unpacks Debian's package without installing it, so nothing starts. */
  function unpack(): string {
    if (run('apt-get', 'download', 'prometheus').status !== 0) {
      const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
      run('env', ...sudo, 'apt-get', 'update');
      expect(run('apt-get', 'download', 'prometheus')).toMatchObject({ status: 0 });
    }
    const [name = ''] = readdirSync(folder).filter((file) => file.endsWith('.deb'));
    expect(run('dpkg', '-x', name, '.')).toMatchObject({ status: 0 });
    return path.join(folder, 'usr/bin/promtool');
  }
  const run = (command: string, ...args: string[]) => spawnSync(command, args, { cwd: folder, encoding: 'utf8' });

  it.each([
    ['accepts the rules', ['check', 'rules', path.resolve('docs/alerts.yaml')]],
    [
      'raises each alert in its test case, and none when nothing is wrong',
      ['test', 'rules', path.join(__dirname, 'rules.test.yaml')],
    ],
  ])('%s', (_what, args) => {
    const { status, stdout, stderr } = run(promtool, ...args);
    expect({ status, said: `${stdout}${stderr}` }).toMatchObject({
      status: 0,
      said: expect.stringContaining('SUCCESS'),
    });
  });
});
