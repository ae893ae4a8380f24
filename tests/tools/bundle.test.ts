import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bundle } from '../../src/tools/schemas/bundle';

describe('npm run schemas -- bundle', () => {
  let folder: string;
  const lines: string[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'bundle-'));
    lines.length = 0;
    vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(String(line)));
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await rm(folder, { recursive: true });
  });

  it('writes two files without our own keywords, and lists the remaining rules', async () => {
    expect(await bundle(['employers', '--to', folder])).toBe(0);
    const texts = await Promise.all(
      ['schema', 'ui'].map((kind) => readFile(path.join(folder, `employers.${kind}.json`), 'utf8')),
    );
    expect(JSON.parse(texts[0] ?? '').$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(texts.join('')).not.toMatch(/"x-|errorMessage|"\$ref/);
    expect(lines).toContain('  employer/[]/employment_end_date  x-after');
  });

  it('leaves out what the settings hide', async () => {
    const hasName = async (...args: string[]) => {
      lines.length = 0;
      await bundle(['employers', ...args]);
      return lines.join('').includes('"employer_name"');
    };
    expect([await hasName(), await hasName('--settings', 'lean')]).toEqual([true, false]);
  });

  it('rejects an unknown section and lists the known ones, and rejects unknown settings', async () => {
    await expect(bundle(['nothing'])).rejects.toThrow(/There's no section 'nothing'\. Use one of .*employers/);
    await expect(bundle(['employers', '--settings', 'nobody'])).rejects.toThrow(/There's no schemas\/configs\/nobody/);
  });
});
