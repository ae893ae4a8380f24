import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findRoot, readConfig } from '../../../src/server/platform/config';
import { readKey } from '../../../src/server/platform/crypto/seal';

describe('the configuration', () => {
  it('needs no settings to start', () => {
    expect(readConfig({}, '/home/app')).toMatchObject({
      production: false,
      port: 3000,
      host: '127.0.0.1',
      dataDir: '/home/app/data',
      appUrl: 'http://127.0.0.1:3000',
      databaseUrl: undefined,
      stripe: undefined,
      s3: undefined,
    });
  });

  it('lists everything that production lacks', () => {
    const start = () => readConfig({ NODE_ENV: 'production', DATABASE_URL: 'postgres://db/app', SMTP_URL: '' }, '/');
    expect(start).toThrow(
      'NODE_ENV=production needs DATA_KEY, TOKEN_KEY, STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, SMTP_URL',
    );
  });

  it.each([
    [{ PORT: 'http' }, /PORT/],
    [{ PORT: '70000' }, /PORT/],
    [{ STRIPE_SECRET_KEY: 'sk_test_1' }, /STRIPE_PUBLISHABLE_KEY/],
    [{ S3_ENDPOINT: 'http://s3' }, /S3_BUCKET/],
    [{ S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'key' }, /S3_SECRET_ACCESS_KEY/],
    [{ S3_BUCKET: 'b', S3_SECRET_ACCESS_KEY: 'secret' }, /S3_ACCESS_KEY_ID/],
  ])('refuses %j', (environment, message) => {
    expect(() => readConfig(environment, '/')).toThrow(message);
  });
});

describe('a key', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rental-test-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is created once, readable only by its owner', () => {
    const first = readKey(undefined, 'token.key', folder);
    expect(first).toHaveLength(32);
    expect(readKey(undefined, 'token.key', folder)).toEqual(first);
    expect(statSync(path.join(folder, 'token.key')).mode & 0o777).toBe(0o600);
    expect(readFileSync(path.join(folder, 'token.key'), 'utf8')).toBe(first.toString('base64'));
    expect(readdirSync(folder)).toEqual(['token.key']);
  });

  it("is accepted as hex or base64, and refused if it's too short", () => {
    const bytes = Buffer.alloc(32, 7);
    expect(readKey(bytes.toString('hex'), 'DATA_KEY', folder)).toEqual(bytes);
    expect(readKey(bytes.toString('base64'), 'DATA_KEY', folder)).toEqual(bytes);
    expect(() => readKey('abc', 'DATA_KEY', folder)).toThrow('DATA_KEY: a key needs 32 bytes');
  });
});

describe('findRoot', () => {
  it('finds the folder with package.json from below', () => {
    expect(findRoot(path.join(findRoot(), 'dist/server/main.js'))).toBe(findRoot());
  });
});
