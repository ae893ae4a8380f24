import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { SMTPServer } from 'smtp-server';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/server/config';
import { createMail } from '../../src/server/gateways/mail';

const message = { to: 'josé@example.com', subject: 'Your application — 李', text: 'Hello José,\n\nall is well.' };

describe('mail', () => {
  it('lies in the outbox where no server is set', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'rental-test-'));
    await createMail(readConfig({ DATA_DIR: folder }, '/')).send(message);
    const [file, ...others] = readdirSync(path.join(folder, 'outbox'));
    expect(others).toEqual([]);
    expect(file).toMatch(/\.eml$/);
    expect(readFileSync(path.join(folder, 'outbox', file ?? ''), 'utf8')).toContain('Subject: ');
    rmSync(folder, { recursive: true });
  });

  it('goes to the server that is set', async () => {
    const received: string[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _, done) {
        stream.on('data', (chunk) => received.push(String(chunk))).on('end', () => done());
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.server.address() as AddressInfo;
    await createMail(readConfig({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'office@example.com' }, '/')).send(
      message,
    );
    expect(received.join('')).toContain('From: office@example.com');
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });

  it('fails loudly when the server is not there', async () => {
    await expect(createMail(readConfig({ SMTP_URL: 'smtp://127.0.0.1:1' }, '/')).send(message)).rejects.toThrow(
      'ECONNREFUSED',
    );
  });
});
