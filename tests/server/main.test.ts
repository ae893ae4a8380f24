import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { copyTemplate } from '../support/folders/databaseTemplate';
import { startProcess } from '../support/startProcess';

describe('the process', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rental-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('prints the demo links, serves, and shuts down on SIGTERM', async () => {
    await copyTemplate(folder);
    const server = startProcess({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'warn' });
    const address = await server.until(/Listening on (http:\/\/\S+) with PGlite/);
    const link = await server.until(/(\/Unit\/demo\/harbor-view\/204\/open\/\S+)/);
    expect(link).toMatch(/open\/[a-z2-9]{16}$/);
    const page = await fetch(`${address}/api/users/registrationpage`, {
      headers: { url: 'open', entry: link, trn_id: link.split('/').at(-1) ?? '' },
    });
    expect((await page.json()).records).toMatchObject({ application_type: 'Unit', DesiredUnitNumber: '204' });
    expect(openToOthers(folder)).toEqual([]);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  });

  it("doesn't start before its migrations ran if MIGRATE_ON_START is off", async () => {
    const empty = mkdtempSync(path.join(os.tmpdir(), 'rental-test-'));
    await copyTemplate(empty);
    const server = startProcess({ PORT: '0', DATA_DIR: empty, MIGRATE_ON_START: 'off' });
    expect(await server.ended).toBe(1);
    expect(server.said()).toMatch(
      /MIGRATE_ON_START is off, and the database needs these migrations: 001-platform\.sql, /,
    );
    rmSync(empty, { recursive: true });
  });

  it('names what production lacks, and does not start', async () => {
    const server = startProcess({ NODE_ENV: 'production', DATA_DIR: folder });
    expect(await server.ended).toBe(1);
    expect(server.said()).toContain('NODE_ENV=production needs DATABASE_URL, DATA_KEY, TOKEN_KEY');
  });
});

/** Lists files that other users could read if the data folder itself were open to them. */
function openToOthers(folder: string): string[] {
  return readdirSync(folder).filter((name) => statSync(path.join(folder, name)).mode & 0o077);
}
