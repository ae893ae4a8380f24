import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { publishReleaseFiles } from '../../../src/server/pages/releaseFiles';
import { createLocalFileStore } from '../../../src/server/platform/files/files';
import { runCommand } from '../../../src/tools/portal/runCommand';
import { makeFolder } from '../../support/folders/memoryFolder';
import { openServer } from '../../support/openServer';

const DAY = 86_400_000;
const now = new Date('2026-11-26T12:00:00Z');
const later = (days: number) => new Date(now.getTime() + days * DAY);

/** Creates a folder like the build's. */
function release(...names: string[]): string {
  const folder = path.join(makeFolder(), 'assets');
  mkdirSync(folder, { recursive: true });
  for (const name of names) writeFileSync(path.join(folder, name), `content of ${name}`);
  return folder;
}

describe('publishReleaseFiles', () => {
  const store = createLocalFileStore(path.join(makeFolder(), 'files'));
  const first = release('Old-12345678.js', 'Both-12345678.css', 'Old-12345678.js.br');
  const second = release('New-12345678.js', 'Both-12345678.css');
  const namesIn = async () => {
    const names: string[] = [];
    for await (const { name } of store.list()) names.push(name);
    return names.sort();
  };

  it('stores the files of a release once, without their compressed copies', async () => {
    expect(await publishReleaseFiles(store, now, first)).toBe(2);
    expect(await publishReleaseFiles(store, later(1), first)).toBe(0);
    expect(await namesIn()).toEqual(['release/Both-12345678.css', 'release/Old-12345678.js', 'release/list.json']);
  });

  it('keeps the files of another release for 30 days after that release last ran', async () => {
    await publishReleaseFiles(store, later(30), second);
    expect(await namesIn()).toContain('release/Old-12345678.js');
    await publishReleaseFiles(store, later(31), second);
    expect(await namesIn()).toEqual(['release/Both-12345678.css', 'release/New-12345678.js', 'release/list.json']);
  });

  it('stores nothing without a build', async () => {
    expect(await publishReleaseFiles(store, now, '/nowhere')).toBe(0);
  });
});

describe('GET /assets/:name', async () => {
  const server = await openServer();
  const { db, config } = server.deps;
  const publish = (folder: string) => runCommand({ db, config, cwd: config.dataDir }, ['files', 'publish', folder]);

  it('serves what another release has published', async () => {
    const folder = release('Page-abcdefgh.js');
    expect((await server.app.inject('/assets/Page-abcdefgh.js')).statusCode).toBe(404);
    expect((await publish(folder)).lines).toEqual(['Stored 1 file of this release, for pages that are still open.']);
    expect((await publish(folder)).lines).toEqual(["Nothing to do: this release's files are already in the store."]);
    const answer = await server.app.inject('/assets/Page-abcdefgh.js');
    expect(answer.body).toBe('content of Page-abcdefgh.js');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  it.each(['list.json', '..%2flist.json', 'Page.js', 'Page-abcdefgh.html'])('has nothing at %s', async (name) => {
    expect((await server.app.inject(`/assets/${name}`)).statusCode).toBe(404);
  });

  it('reports a missing folder', async () => {
    expect((await publish('nowhere')).error).toMatch(
      /^There's no folder .*nowhere\. Use the dist\/app\/assets folder of a release\.$/,
    );
  });
});
