import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createVirusScanner, pingScanner, ScannerUnavailable } from '../../../../src/server/platform/files/virusScan';
import { installPackages } from '../../../support/installPackages';
import { upload } from '../../../support/multipart';
import { openServer } from '../../../support/openServer';
import { samplePdf, sampleStrip } from '../../../support/sampleFiles';
import { registerApplicant } from '../../../support/serverApplicants';

/** The harmless text that every scanner reports as a virus. Split, so this file isn't reported. */
const EICAR = `${'X5O!P%@AP[4\\PZX54(P^)7CC)7}$'}${'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'}`;

let folder: string;
let clamd: ChildProcess;
let clamavUrl: string;

/** Uses ClamAV with one signature of our own, because its database is 200 MB. */
beforeAll(async () => {
  installPackages(['clamav-daemon']);
  folder = mkdtempSync(path.join(tmpdir(), 'clamav-'));
  chmodSync(folder, 0o755);
  clamavUrl = `unix:${folder}/clamd.ctl`;
  writeFileSync(path.join(folder, 'own.ndb'), `Eicar-Test:0:*:${Buffer.from(EICAR).toString('hex')}\n`);
  writeFileSync(
    path.join(folder, 'clamd.conf'),
    [`LocalSocket ${folder}/clamd.ctl`, `DatabaseDirectory ${folder}`, 'Foreground yes', 'StreamMaxLength 1M', ''].join(
      '\n',
    ),
  );
  clamd = spawn('clamd', ['-c', path.join(folder, 'clamd.conf')], { stdio: 'ignore' });
  await vi.waitFor(() => pingScanner(clamavUrl), { timeout: 60_000, interval: 200 });
}, 300_000);

afterAll(async () => {
  const ended = once(clamd, 'close');
  clamd.kill();
  await ended;
  rmSync(folder, { recursive: true });
});

describe('the virus scanner', () => {
  it('distinguishes infected files from clean ones', async () => {
    const scanner = createVirusScanner({ clamavUrl });
    expect(await scanner.isInfected(Buffer.from(EICAR))).toBe(true);
    expect(await scanner.isInfected(await samplePdf())).toBe(false);
    expect(await scanner.isInfected(Buffer.alloc(0))).toBe(false);
  });

  it('accepts every file while it’s turned off', async () => {
    expect(await createVirusScanner({}).isInfected(Buffer.from(EICAR))).toBe(false);
  });

  it('is unavailable for a file that exceeds ClamAV’s limit', async () => {
    await expect(createVirusScanner({ clamavUrl }).isInfected(Buffer.alloc(2e6))).rejects.toThrow(ScannerUnavailable);
  });

  it('does not wait for a scanner that never answers', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as { port: number };
    const scanner = createVirusScanner({ clamavUrl: `tcp://127.0.0.1:${port}` }, 100);
    await expect(scanner.isInfected(Buffer.from('x'))).rejects.toThrow('no response within 100 ms');
    silent.close();
  });
});

describe('the upload call with a virus scanner', async () => {
  const server = await openServer();
  const send = async (content: Buffer, type = 2) =>
    upload(server, await registerApplicant(server), type, { name: 'scan.jpg', content });

  it('accepts a clean image, and explains why it refuses an infected one', async () => {
    server.deps.scanner = createVirusScanner({ clamavUrl });
    const strip = await sampleStrip();
    expect((await send(strip)).statusCode).toBe(200);
    const infected = await send(Buffer.concat([strip, Buffer.from(EICAR)]));
    expect(infected.statusCode).toBe(422);
    expect(infected.json()).toMatchObject({
      code: 'fileInfected',
      message: "This file may contain a virus, so we didn't save it. Choose another file, or scan your device.",
    });
  });

  it('accepts nothing while the scanner is unavailable, and tells clients when to retry', async () => {
    server.deps.scanner = createVirusScanner({ clamavUrl: 'tcp://127.0.0.1:1' });
    const answer = await send(await sampleStrip());
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('30');
    expect(answer.json().message).toBe(
      "We can't check files for viruses right now. Your file isn't saved. Try again in a minute.",
    );
  });
});
