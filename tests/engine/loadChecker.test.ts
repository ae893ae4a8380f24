import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { loadChecker } from '../../src/engine/loadChecker';
import { resolveSection } from '../../src/model/section/resolveSection';
import { compileRules } from '../../src/schema-tools/compile';
import { validatorModule } from '../../src/server/forms/compiledSections';
import { MESSAGES, NO_SETTINGS, TODAY } from '../support/sampleSection';

const folder = mkdtempSync(path.join(tmpdir(), 'checker-'));
afterAll(() => rmSync(folder, { recursive: true }));

const schema = {
  type: 'object' as const,
  required: ['zip'],
  properties: { zip: { type: 'string' as const, pattern: '^\\d{5}$' } },
};
const plain = resolveSection({ name: 'sample', schema, ui: {} }, NO_SETTINGS, MESSAGES);
const file = path.join(folder, 'validator.mjs');
const section = { ...plain, validator: pathToFileURL(file).href };

describe('loadChecker', () => {
  it('rejects a missing module, and returns the checker of an existing one', async () => {
    await expect(loadChecker({ ...section, validator: `${section.validator}?missing` })).rejects.toThrow();
    writeFileSync(file, validatorModule(compileRules(plain)));
    const checker = await loadChecker(section);
    expect(checker.check({ zip: ' 78701 ' }, TODAY)).toEqual({ answers: { zip: '78701' }, errors: [] });
    expect(checker.check({}, TODAY).errors).toEqual([{ path: ['zip'], message: 'Required', keyword: 'required' }]);
  });

  it("loads a section's own module if the joined one isn't loaded within 8 seconds", async () => {
    const stalled = path.join(folder, 'stalled.mjs');
    writeFileSync(stalled, 'export default await new Promise(() => {});');
    vi.useFakeTimers();
    const loading = loadChecker({ ...section, name: 'stalled' }, pathToFileURL(stalled).href);
    await vi.advanceTimersByTimeAsync(8_000);
    vi.useRealTimers();
    expect((await loading).check({}, TODAY).errors).toHaveLength(1);
  });

  it("rejects a module that isn't loaded within 30 seconds, and loads it again on the next call", async () => {
    const code = validatorModule(compileRules(plain));
    const slow = `if (!import.meta.url.includes('again=1')) await new Promise(() => {});\n${code}\n//`;
    const own = { ...section, validator: `data:text/javascript,${encodeURIComponent(slow)}` };
    vi.useFakeTimers();
    const failed = expect(loadChecker(own)).rejects.toThrow('take too long');
    await vi.advanceTimersByTimeAsync(30_000);
    vi.useRealTimers();
    await failed;
    expect((await loadChecker(own)).check({}, TODAY).errors).toHaveLength(1);
  });

  it('fetches a module once', () => {
    expect(loadChecker(section)).toBe(loadChecker(section));
  });

  it('applies each section’s own conditions, even if their modules are the same', async () => {
    const shown = async (show: string[]) => {
      const rules = [{ at: '', test: 'validate', show, require: [] }];
      const { shape } = await loadChecker({ ...section, rules });
      return [...shape({}, TODAY).hidden];
    };
    expect([await shown(['city']), await shown(['state'])]).toEqual([['city'], ['state']]);
  });
});
