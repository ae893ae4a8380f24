import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findRoot } from '../../../../src/server/platform/config';
import { copyMigrated } from '../../../support/folders/databaseTemplate';
import { PROPERTY, registrationBody } from '../../../support/serverApplicants';
import { type StartedProcess, startProcess } from '../../../support/startProcess';

const MAX_MS = 10_000;
const HEAD = 'POST /api/users/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n';

describe('the shutdown of the process', { timeout: 120_000 }, () => {
  let folder: string;
  let server: StartedProcess;
  let port: number;

  beforeEach(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'rental-test-'));
    await copyMigrated(folder);
    server = startProcess({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'warn' });
    port = Number(await server.until(/Listening on http:\/\/127\.0\.0\.1:(\d+)/));
  }, 120_000);
  afterEach(() => {
    server.child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  /** Returns milliseconds until the process ends. Rejects an unclean exit. */
  const endsAfter = async (kill: () => void): Promise<number> => {
    const started = Date.now();
    kill();
    expect(await server.ended).toBe(0);
    return Date.now() - started;
  };

  it("doesn't wait for clients that never finish their requests", async () => {
    // An unfinished body, unfinished headers, a body sent byte by byte, and nothing.
    const sockets = [`${HEAD}\r\n{"a":`, HEAD, `${HEAD}\r\n{"a":"`, ''].map((text) => {
      const socket = net.connect(port, '127.0.0.1', () => socket.write(text));
      return socket.on('error', () => {});
    });
    const dribble = setInterval(() => sockets[2]?.write('a'), 200);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await endsAfter(() => server.child.kill('SIGTERM'))).toBeLessThan(MAX_MS);
    clearInterval(dribble);
  });

  it('responds to requests sent when the signal came, on old and new connections', async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 20 });
    const { token, trnid } = (await register(port)).records;
    const headers = { authorization: token, trn_id: trnid };
    const keep = (n: number, by?: http.Agent) =>
      send({ port, agent: by, method: 'PUT', path: `/api/drafts/${trnid}/address`, headers }, { answers: { n } });
    await Promise.all(Array.from({ length: 20 }, (_, n) => keep(n, agent).status));
    // Pauses the server, so all requests arrive before the signal even on a slow machine.
    server.child.kill('SIGSTOP');
    const requests = Array.from({ length: 40 }, (_, n) => keep(n, n % 2 ? agent : undefined));
    await Promise.all(requests.map(({ sent }) => sent));
    const ended = endsAfter(() => {
      server.child.kill('SIGTERM');
      server.child.kill('SIGCONT');
    });
    expect(new Set(await Promise.all(requests.map(({ status }) => status)))).toEqual(new Set([200]));
    expect(await ended).toBeLessThan(MAX_MS);
    agent.destroy();
  });

  it('runs once for two signals', async () => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write(`${HEAD}\r\n{`)).on('error', () => {});
    await new Promise((resolve) => socket.once('connect', resolve));
    const ms = await endsAfter(() => {
      server.child.kill('SIGINT');
      setTimeout(() => server.child.kill('SIGINT'), 100);
    });
    expect(ms).toBeLessThan(MAX_MS);
  });
});

describe('the process that started the server', { timeout: 120_000 }, () => {
  it.each(['SIGTERM', 'SIGKILL'] as const)('stops it on %s', async (signal) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'rental-test-'));
    await copyMigrated(folder);
    const script = `import(${JSON.stringify(path.join(findRoot(), 'src/tools/runServer.ts'))})
      .then(({ runServer }) => runServer(['--import', 'tsx', 'src/server/main.ts']))`;
    const env = { PATH: process.env.PATH, PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'warn' };
    const starter = spawn(process.execPath, ['--import', 'tsx', '-e', script], { cwd: findRoot(), env });
    let output = '';
    for (const stream of [starter.stdout, starter.stderr]) stream.on('data', (text) => (output += text));
    await expect.poll(() => /Listening on (http:\S+)/.exec(output)?.[1], { timeout: 60_000 }).toBeTruthy();
    const [, url = ''] = /Listening on (http:\S+)/.exec(output) ?? [];
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    starter.kill(signal);
    await expect
      .poll(
        () =>
          fetch(`${url}/healthz`).then(
            () => 'there',
            () => 'gone',
          ),
        { timeout: MAX_MS },
      )
      .toBe('gone');
    rmSync(folder, { recursive: true, force: true });
  });
});

async function register(port: number) {
  const answer = await fetch(`http://127.0.0.1:${port}/api/users/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', url: 'open', entry: PROPERTY },
    body: JSON.stringify(registrationBody()),
  });
  return (await answer.json()) as { records: { token: string; trnid: string } };
}

/** `sent` resolves when the system has the whole body. `status` rejects if the connection is reset. */
function send(options: http.RequestOptions, body: object): { sent: Promise<unknown>; status: Promise<unknown> } {
  const text = JSON.stringify(body);
  const headers = { ...options.headers, 'content-type': 'application/json', 'content-length': text.length };
  const request = http.request({ host: '127.0.0.1', ...options, headers });
  const status = new Promise((resolve, reject) => {
    request.once('error', reject);
    request.once('response', (answer) => answer.resume().once('end', () => resolve(answer.statusCode)));
  });
  const sent = once(request, 'finish');
  request.end(text);
  return { sent, status };
}
