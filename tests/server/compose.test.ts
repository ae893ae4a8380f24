import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path, { matchesGlob } from 'node:path';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { type Config, findRoot, readConfig } from '../../src/server/platform/config';

const readRoot = (file: string) => readFileSync(path.join(findRoot(), file), 'utf8');
const read = (file: string) => readRoot(`docs/${file}`);

const compose = read('compose.yaml');
const variables = [...read('deploy.env.example').matchAll(/^([A-Z]\w*)=/gm)].map(([, name]) => String(name));
const filled = Object.fromEntries(variables.map((name) => [name, `sample-${name.toLowerCase()}`]));

/** Returns the environment of the app's processes, as in a filled-in `.env`. */
function appEnvironment(): Record<string, string> {
  const [, block = ''] = /^ {2}app:\n(?:.*\n)*? {4}environment:\n((?: {6}.*\n)+)/m.exec(compose) ?? [];
  const lines = [...block.matchAll(/^ {6}(\w+): (.+)$/gm)];
  return Object.fromEntries(lines.map(([, name, value = '']) => [name, value.replace(/\$\{(\w+)\}/g, fill)]));
}

const fill = (_: string, name: string): string => filled[name] ?? '';

const configOf = (environment: Record<string, string>): Config => readConfig(environment, findRoot());

describe('docs/compose.yaml', () => {
  const environment = appEnvironment();

  it('needs exactly the variables of deploy.env.example', () => {
    const wanted = new Set([...compose.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name));
    expect([...wanted].sort()).toEqual([...variables].sort());
  });

  it('sets everything that production needs', () => {
    expect(configOf(environment)).toMatchObject({ production: true, port: 3000, host: '0.0.0.0' });
    expect(configOf(environment).s3?.bucket).toBe('portal');
  });

  it.each(Object.entries(environment))('sets %s under a name that the server reads', (name, value) => {
    const other = /^\d+$/.test(value) ? String(Number(value) + 1) : `${value}x`;
    expect(configOf({ ...environment, [name]: other })).not.toEqual(configOf(environment));
  });

  it('uses only caddy, seaweedfs and postgres images, each with a pinned version', () => {
    const images = [...compose.matchAll(/^ +image: (.+)$/gm)].map(([, image]) => String(image));
    expect(images.map((image) => image.replace(/[:@].*/, '')).sort()).toEqual([
      'caddy',
      'chrislusf/seaweedfs',
      'postgres',
    ]);
    for (const image of images) expect(image).toMatch(/:\d+(\.\d+)+(@sha256:[0-9a-f]{64})?$/);
  });

  it('connects to its object store with the configured keys and bucket', () => {
    const [, store = ''] = /^ {2}objects:\n((?: {4}.*\n)+)/m.exec(compose) ?? [];
    expect(environment.S3_ENDPOINT).toBe('http://objects:8333');
    expect(store).toContain(`-bucket=${environment.S3_BUCKET} `);
    expect(store).toMatch(/AWS_ACCESS_KEY_ID: \$\{S3_ACCESS_KEY_ID\}/);
    expect(store).toMatch(/AWS_SECRET_ACCESS_KEY: \$\{S3_SECRET_ACCESS_KEY\}/);
  });

  it('shows metrics only with a token, and never through the balancer', () => {
    expect(configOf(environment).metricsToken).toBe('sample-metrics_token');
    const [, rules = ''] = /^ {6}:8080 \{\n((?: {8}.*\n)+?) {8}reverse_proxy/m.exec(compose) ?? [];
    expect(rules.trim().split(/\n\s*/)).toEqual(['@inside path /metrics /metrics/', 'respond @inside 404']);
  });

  it('connects to its database with a password in the format of deploy.env.example', () => {
    expect(read('deploy.env.example')).toMatch(/openssl rand -hex 32[\s\S]+POSTGRES_PASSWORD=\n/);
    const password = 'f0'.repeat(32);
    const [, address = ''] = /DATABASE_URL: (.+)/.exec(compose) ?? [];
    expect(new URL(address.replace(/\$\{\w+\}/, password)).password).toBe(password);
  });

  it("trusts only the balancer's address header", async () => {
    const app = Fastify({ trustProxy: configOf(environment).trustProxy });
    app.get('/', async ({ ip }) => ip);
    const headers = { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' };
    expect((await app.inject({ url: '/', headers, remoteAddress: '172.18.0.5' })).body).toBe('203.0.113.9');
    expect((await app.inject({ url: '/', headers, remoteAddress: '192.0.2.7' })).body).toBe('192.0.2.7');
    await app.close();
  });
});

/** True if git or Docker ignores the file or a folder above it. */
function isIgnored(list: string, name: string): boolean {
  const patterns = readRoot(list)
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  expect(patterns.filter((line) => line.startsWith('!'))).toEqual([]);
  const parts = name.split('/');
  const around = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  return patterns.some((pattern) => around.some((path) => matchesGlob(path, pattern)));
}

describe.each(['.gitignore', '.dockerignore'])('%s', (list) => {
  it.each(['.env', '.env.local', '.env.production', 'data/data.key', 'node_modules'])('excludes %s', (name) => {
    expect(isIgnored(list, name)).toBe(true);
  });

  it.each(['package.json', 'docs', 'schemas', 'src', 'index.html'])('accepts %s', (name) => {
    expect(isIgnored(list, name)).toBe(false);
  });
});

describe('Dockerfile', () => {
  const lines = readRoot('Dockerfile').replaceAll('\\\n', ' ').split('\n');
  const partsOf = (command: string) =>
    lines.filter((line) => line.startsWith(`${command} `)).map((line) => line.slice(command.length + 1).trim());

  it.each(['docs/.env', 'data.key', 'keys/token.key', 'tls/server.pem', '.npmrc', '.git/config'])(
    'copies no %s into the build stage',
    (name) => expect(isIgnored('.dockerignore', name)).toBe(true),
  );

  it('copies only the packaged folder into the final image', () => {
    const copied = partsOf('COPY').filter((parts) => parts.startsWith('--from'));
    expect(copied).toEqual(['--from=build /package /app']);
    expect(lines.lastIndexOf('COPY . .')).toBeLessThan(lines.findLastIndex((line) => line.startsWith('FROM ')));
  });

  it('copies only existing files that .dockerignore allows', () => {
    const own = partsOf('COPY').filter((parts) => !parts.startsWith('--from'));
    for (const name of own.flatMap((parts) => parts.split(' ').slice(0, -1))) {
      expect(existsSync(path.join(findRoot(), name)), name).toBe(true);
      expect(isIgnored('.dockerignore', name), name).toBe(false);
    }
  });

  it('uses one pinned Node 24 image', () => {
    const images = new Set(partsOf('FROM').map((from) => from.split(' ')[0]));
    expect([...images]).toEqual([expect.stringMatching(/^node:24\.\d+\.\d+-bookworm-slim$/)]);
  });

  it('sets variables that the server reads', () => {
    const settings = partsOf('ENV').flatMap((parts) => parts.split(' ').map((one) => one.split('=')));
    const all = { ...appEnvironment(), ...Object.fromEntries(settings) };
    expect(configOf(all)).toMatchObject({ production: true, host: '0.0.0.0', port: 3000, dataDir: '/data' });
    expect(settings.map(([name]) => name)).toEqual(['NODE_ENV', 'HOST', 'PORT', 'DATA_DIR']);
  });

  it('runs scripts that exist', () => {
    const { scripts } = JSON.parse(readRoot('package.json'));
    const run = partsOf('RUN').flatMap((command) => /npm run (\S+)/.exec(command)?.[1] ?? []);
    expect(run).toEqual(['package']);
    expect(scripts).toHaveProperty(run);
  });

  it.each(['ok', 'failing'])('reports a server that is %s', async (state) => {
    const [, script = ''] = /CMD \["node", "-e", "(.+)"\]$/m.exec(lines.join('\n')) ?? [];
    const app = Fastify();
    app.get('/healthz', (_, reply) => reply.code(state === 'ok' ? 200 : 503).send());
    const { port } = new URL(await app.listen({ port: 0 }));
    const child = spawn(process.execPath, ['-e', script], { env: { PATH: process.env.PATH, PORT: port } });
    const [code] = await once(child, 'exit');
    await app.close();
    expect(code).toBe(state === 'ok' ? 0 : 1);
  });
});
