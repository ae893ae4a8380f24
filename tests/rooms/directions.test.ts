import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

interface Cruise {
  modules: { source: string }[];
  summary: { violations: { rule: { name: string } }[] };
}

const CONFIG = path.resolve('.dependency-cruiser.cjs');
const TOOL = path.resolve('node_modules/.bin/depcruise');

function cruise(folder: string, ...paths: string[]): Cruise {
  const args = [...paths, '--config', CONFIG, '--output-type', 'json'];
  try {
    return JSON.parse(execFileSync(TOOL, args, { cwd: folder, encoding: 'utf8', maxBuffer: 64e6 }));
  } catch (error) {
    // The tool exits with the number of its findings; they stand in its output all the same.
    return JSON.parse((error as { stdout: string }).stdout);
  }
}

function cruiseFiles(files: Record<string, string>): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'rooms-'));
  cpSync('tsconfig.json', path.join(folder, 'tsconfig.json'));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  const { summary } = cruise(folder, 'src', 'widgets');
  rmSync(folder, { recursive: true });
  return summary.violations.map((violation) => violation.rule.name);
}

const other = { 'src/app/page.ts': 'export const page = 1;', 'src/model/rule.ts': 'export const rule = 1;' };

describe('the tool that checks the import directions', () => {
  test('really reads the tree', () => {
    const sources = cruise('.', 'src', 'widgets').modules.map((module) => module.source);
    for (const room of ['src/model/', 'src/engine/', 'src/api/', 'src/app/', 'src/server/', 'widgets/'])
      expect(sources.filter((source) => source.startsWith(room)).length, room).toBeGreaterThan(5);
  }, 60_000);

  test.each([
    [
      'the model at the app',
      { 'src/model/bad.ts': "import { page } from '../app/page';\nexport const x = page;" },
      'model-looks-only-at-schemas',
    ],
    [
      'a widget at the app',
      { 'widgets/Bad.ts': "import { page } from '../src/app/page';\nexport const x = page;" },
      'widgets-looks-only-at-src/model-schemas',
    ],
    [
      'the server at the app',
      { 'src/server/bad.ts': "import { page } from '../app/page';\nexport const x = page;" },
      'server-looks-only-at-src/model-schemas',
    ],
  ])(
    'refuses %s',
    (_, bad, rule) => {
      expect(cruiseFiles({ ...other, 'widgets/index.ts': 'export {};', ...bad })).toContain(rule);
    },
    60_000,
  );

  test('lets the right way pass', () => {
    const good = { 'widgets/Good.ts': "import { rule } from '../src/model/rule';\nexport const x = rule;" };
    expect(cruiseFiles({ ...other, ...good })).toEqual([]);
  }, 60_000);
});
