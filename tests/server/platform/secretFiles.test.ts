import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/server/platform/config';
import { readSecretFiles, secretSettings } from '../../../src/server/platform/secretFiles';

describe('a secret in a file', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rental-test-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'secret');

  it.each(secretSettings)('is read for %s without the line end', (name) => {
    writeFileSync(file, 'postgres://db/secret\n');
    expect(readSecretFiles({ [`${name}_FILE`]: file })[name]).toBe('postgres://db/secret');
  });

  it('counts as set for production and for settings that belong together', () => {
    writeFileSync(file, 'smtp://mail.example\n');
    const names = ['DATABASE_URL', 'DATA_KEY', 'TOKEN_KEY', 'STRIPE_SECRET_KEY', 'SMTP_URL'];
    const environment = Object.fromEntries(names.map((name) => [`${name}_FILE`, file]));
    const config = readConfig({ NODE_ENV: 'production', STRIPE_PUBLISHABLE_KEY: 'pk', ...environment }, '/');
    expect(config).toMatchObject({ smtpUrl: 'smtp://mail.example', stripe: { secretKey: 'smtp://mail.example' } });
  });

  it.each([
    [{ DATA_KEY: 'a', DATA_KEY_FILE: file }, 'DATA_KEY and DATA_KEY_FILE are both set. Set only one of them.'],
    [{ TOKEN_KEY_FILE: `${file}.gone` }, `TOKEN_KEY_FILE names ${file}.gone, which can't be read (ENOENT)`],
    [{ SMTP_URL_FILE: folder }, "which can't be read (EISDIR)"],
  ])('is refused: %j', (environment, message) => {
    expect(() => readConfig(environment, '/')).toThrow(message);
  });

  it('is refused when its file is empty', () => {
    writeFileSync(file, '\n');
    expect(() => readConfig({ DATA_KEY_FILE: file }, '/')).toThrow(`DATA_KEY_FILE names ${file}, which is empty.`);
  });
});
