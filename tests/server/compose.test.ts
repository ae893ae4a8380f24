import { readFileSync } from 'node:fs';
import path, { matchesGlob } from 'node:path';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { type Config, findRoot, readConfig } from '../../src/server/platform/config';

const readRoot = (file: string) => readFileSync(path.join(findRoot(), file), 'utf8');
const read = (file: string) => readRoot(`docs/${file}`);

const compose = read('compose.yaml');
const asked = [...read('deploy.env.example').matchAll(/^([A-Z]\w*)=/gm)].map(([, name]) => String(name));
const filled = Object.fromEntries(asked.map((name) => [name, `sample-${name.toLowerCase()}`]));

/** What the app's processes are started with, once `.env` is filled in. */
function appEnvironment(): Record<string, string> {
  const [, block = ''] = /^ {2}app:\n(?:.*\n)*? {4}environment:\n((?: {6}.*\n)+)/m.exec(compose) ?? [];
  const lines = [...block.matchAll(/^ {6}(\w+): (.+)$/gm)];
  return Object.fromEntries(lines.map(([, name, value = '']) => [name, value.replace(/\$\{(\w+)\}/g, fill)]));
}

const fill = (_: string, name: string): string => filled[name] ?? '';

const configOf = (environment: Record<string, string>): Config => readConfig(environment, findRoot());

describe('docs/compose.yaml', () => {
  const environment = appEnvironment();

  it('asks for what deploy.env.example holds, and for nothing else', () => {
    const wanted = new Set([...compose.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name));
    expect([...wanted].sort()).toEqual([...asked].sort());
  });

  it('gives a process all that production needs', () => {
    expect(configOf(environment)).toMatchObject({ production: true, port: 3000, host: '0.0.0.0' });
    expect(configOf(environment).s3?.bucket).toBe('portal');
  });

  it.each(Object.entries(environment))('gives %s a name that the server reads', (name, value) => {
    const other = /^\d+$/.test(value) ? String(Number(value) + 1) : `${value}x`;
    expect(configOf({ ...environment, [name]: other })).not.toEqual(configOf(environment));
  });

  it('pulls images that are published and pinned, and keeps nothing in one that was withdrawn', () => {
    const images = [...compose.matchAll(/^ +image: (.+)$/gm)].map(([, image]) => String(image));
    expect(images.map((image) => image.replace(/[:@].*/, '')).sort()).toEqual([
      'caddy',
      'chrislusf/seaweedfs',
      'postgres',
    ]);
    for (const image of images) expect(image).toMatch(/:\d+(\.\d+)*(@sha256:[0-9a-f]{64})?$/);
  });

  it('reaches its object store where that listens, with the keys and the bucket that it is given', () => {
    const [, store = ''] = /^ {2}objects:\n((?: {4}.*\n)+)/m.exec(compose) ?? [];
    expect(environment.S3_ENDPOINT).toBe('http://objects:8333');
    expect(store).toContain(`-bucket=${environment.S3_BUCKET} `);
    expect(store).toMatch(/AWS_ACCESS_KEY_ID: \$\{S3_ACCESS_KEY_ID\}/);
    expect(store).toMatch(/AWS_SECRET_ACCESS_KEY: \$\{S3_SECRET_ACCESS_KEY\}/);
  });

  it('shows its figures to nobody without a token', () => {
    expect(configOf(environment).metricsToken).toBe('sample-metrics_token');
  });

  it('has the balancer believed, and nobody before it', async () => {
    const app = Fastify({ trustProxy: configOf(environment).trustProxy });
    app.get('/', async ({ ip }) => ip);
    const headers = { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' };
    expect((await app.inject({ url: '/', headers, remoteAddress: '172.18.0.5' })).body).toBe('203.0.113.9');
    expect((await app.inject({ url: '/', headers, remoteAddress: '192.0.2.7' })).body).toBe('192.0.2.7');
    await app.close();
  });
});

/** Whether a file's pattern of names, as git and Docker read it, leaves this file at the root out. */
function isIgnored(list: string, name: string): boolean {
  const patterns = readRoot(list)
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  expect(patterns.filter((line) => line.startsWith('!'))).toEqual([]);
  return patterns.some((pattern) => matchesGlob(name, pattern));
}

describe.each(['.gitignore', '.dockerignore'])('%s', (list) => {
  it.each(['.env', '.env.local', '.env.production', 'data', 'node_modules'])('leaves out %s', (name) => {
    expect(isIgnored(list, name)).toBe(true);
  });

  it.each(['package.json', 'docs', 'schemas', 'src', 'index.html'])('takes %s', (name) => {
    expect(isIgnored(list, name)).toBe(false);
  });
});
