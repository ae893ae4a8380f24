import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createForms, type Forms } from '../../../src/server/forms/forms';
import { watchSchemas } from '../../../src/server/forms/schemaWatch';
import { openServer } from '../../support/openServer';

const server = await openServer();

describe('watchSchemas', () => {
  let folder: string;
  let forms: Forms;
  let stop: () => void;
  const log = { info: vi.fn(), error: vi.fn() };

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'schemas-'));
    await cp(path.join(import.meta.dirname, '../../../schemas'), folder, { recursive: true });
    forms = await createForms(server.deps.stores.forms, () => new Date(), server.deps.events, folder);
    stop = watch();
  });

  afterEach(async () => {
    stop();
    vi.clearAllMocks();
    await rm(folder, { recursive: true });
  });

  const watch = () => watchSchemas(forms, log, { folder, every: 20 });

  async function edit(file: string, from: string, to: string): Promise<void> {
    const text = await readFile(path.join(folder, file), 'utf8');
    expect(text).toContain(from);
    // Replaces the file in one step, because a half-written file would be rejected.
    await writeFile(`${folder}.edited`, text.replace(from, to));
    await rename(`${folder}.edited`, path.join(folder, file));
  }

  const sayInSpanish = (word: string) =>
    edit('translations/es.json', '"texts": {', `"texts": { "${word}": "Su número",`);

  const titleNow = () => forms.getPlainSection('ssn', { settings: {} }).schema.title;

  it('loads a changed file without a restart, with a new version', async () => {
    const before = forms.schemaVersion;
    await sayInSpanish('Your number');
    await edit('ssn.schema.json', '"Social Security Number"', '"Your number"');
    await vi.waitFor(() => expect(titleNow()).toBe('Your number'), 40_000);
    expect(forms.schemaVersion).not.toBe(before);
    await vi.waitFor(() => expect(log.info).toHaveBeenCalledWith(expect.stringContaining(forms.schemaVersion)));
  });

  it('loads changes made between its start and its first check', async () => {
    stop();
    await sayInSpanish('Your number');
    await edit('ssn.schema.json', '"Social Security Number"', '"Your number"');
    stop = watch();
    await vi.waitFor(() => expect(titleNow()).toBe('Your number'), 10_000);
  });

  it.each([
    [
      'invalid JSON',
      '"title": "Social Security Number",',
      '"title": "Social Security Number"',
      'schemas/ssn.schema.json:4 not-json.',
    ],
    [
      'an unknown keyword',
      '"required"',
      '"requird"',
      "schemas/ssn.schema.json:5 unknown-keyword at /requird. 'requird' isn't known here. Did you mean 'required'?",
    ],
  ])('rejects %s with the reason, and keeps the last good files', async (_, from, to, reason) => {
    const before = forms.schemaVersion;
    await edit('ssn.schema.json', from, to);
    await vi.waitFor(() => expect(log.error).toHaveBeenCalledWith(expect.stringContaining(reason)), 40_000);
    expect(titleNow()).toBe('Social Security Number');
    expect(forms.schemaVersion).toBe(before);
  });

  it('continues after a rejected file is fixed', async () => {
    await edit('ssn.schema.json', '"required"', '"requird"');
    await vi.waitFor(() => expect(log.error).toHaveBeenCalled(), 40_000);
    await edit('ssn.schema.json', '"requird"', '"required"');
    await sayInSpanish('Your number');
    await edit('ssn.schema.json', '"Social Security Number"', '"Your number"');
    await vi.waitFor(() => expect(titleNow()).toBe('Your number'), 40_000);
  });

  it('logs a rejection once, not at every check', async () => {
    await edit('ssn.schema.json', '"required"', '"requird"');
    await vi.waitFor(() => expect(log.error).toHaveBeenCalled(), 40_000);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(log.error).toHaveBeenCalledTimes(1);
  });
});

describe('GET /api/forms/changes', () => {
  it('notifies an open page of reloaded files', async () => {
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const abort = new AbortController();
    const response = await fetch(`${address}/api/forms/changes`, { signal: abort.signal });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const read = async () => new TextDecoder().decode((await reader.read()).value);
    expect(await read()).toBe(': open\n\n');
    await server.deps.forms.reload();
    expect(await read()).toBe(`data: ${server.deps.forms.schemaVersion}\n\n`);
    abort.abort();
  });
});
