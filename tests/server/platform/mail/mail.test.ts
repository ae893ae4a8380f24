import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { SMTPServer } from 'smtp-server';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../../src/server/platform/config';
import { clearOutbox, createMail } from '../../../../src/server/platform/mail/mail';

const message = { to: 'josé@example.com', subject: 'Your application — 李', text: 'Hello José,\n\nall is well.' };

describe('mail', () => {
  it('is written to the outbox without a server', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'rental-test-'));
    await createMail(readConfig({ DATA_DIR: folder }, '/')).send(message);
    const [file, ...others] = readdirSync(path.join(folder, 'outbox'));
    expect(others).toEqual([]);
    expect(file).toMatch(/\.eml$/);
    expect(readFileSync(path.join(folder, 'outbox', file ?? ''), 'utf8')).toContain('Subject: ');
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['applications@portal.example', 'Demo Homes', 'Demo Homes <applications@portal.example>'],
    ['Portal <applications@portal.example>', 'Demo Homes', 'Demo Homes <applications@portal.example>'],
    ['Portal <applications@portal.example>', undefined, 'Portal <applications@portal.example>'],
  ])('is sent from %s with the name %s', async (MAIL_FROM, sender, from) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'rental-test-'));
    await createMail(readConfig({ DATA_DIR: folder, MAIL_FROM }, '/')).send({ ...message, sender });
    const [file = ''] = readdirSync(path.join(folder, 'outbox'));
    expect(readFileSync(path.join(folder, 'outbox', file), 'utf8')).toContain(`From: ${from}\r\n`);
    rmSync(folder, { recursive: true });
  });

  it("has plain text, and HTML with the landlord's logo and color", async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'rental-test-'));
    const findLook = async (name: string) => ({ name, accent: '#123456', logo: Buffer.from('png') });
    await createMail(readConfig({ DATA_DIR: folder }, '/'), findLook).send({ ...message, landlord: 'Demo Homes' });
    const [file = ''] = readdirSync(path.join(folder, 'outbox'));
    const mail = readFileSync(path.join(folder, 'outbox', file), 'utf8').replace(/=\r?\n/g, '');
    expect(mail.indexOf('text/plain')).toBeLessThan(mail.indexOf('text/html'));
    expect(mail).toContain('3px solid #123456');
    expect(mail).toContain('Content-ID: <logo>');
    rmSync(folder, { recursive: true });
  });

  it('writes outbox files only their owner can read, even in an open folder', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'rental-test-'));
    const outbox = path.join(folder, 'outbox');
    const config = readConfig({ DATA_DIR: folder }, '/');
    for (let n = 0; n < 2; n += 1) {
      await createMail(config).send(message);
      expect(statSync(outbox).mode & 0o777).toBe(0o700);
      for (const name of readdirSync(outbox)) expect(statSync(path.join(outbox, name)).mode & 0o777).toBe(0o600);
      chmodSync(outbox, 0o755);
    }
    rmSync(folder, { recursive: true });
  });

  it("is deleted from the outbox for one address, also while it's being written", async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'rental-test-'));
    const place = (name: string) => path.join(folder, 'outbox', name);
    mkdirSync(path.join(folder, 'outbox'));
    const mailTo = (address: string) => `From: a@example.com\nTo: ${address}\n\nHello`;
    for (const name of ['lies.eml', 'left.eml.part']) writeFileSync(place(name), mailTo('Ana@example.com'));
    writeFileSync(place('other.eml'), mailTo('bo@example.com'));
    writeFileSync(place('written.eml.part'), '');
    const clearing = clearOutbox(folder, 'ana@example.com');
    await new Promise((resolve) => setTimeout(resolve, 30));
    writeFileSync(place('written.eml.part'), mailTo('ana@example.com'));
    renameSync(place('written.eml.part'), place('written.eml'));
    await clearing;
    expect(readdirSync(path.join(folder, 'outbox'))).toEqual(['other.eml']);
    rmSync(folder, { recursive: true });
  });

  it('clearing the outbox also deletes an email written meanwhile', async () => {
    const left = await Promise.all(
      Array.from({ length: 80 }, async (_, index) => {
        const folder = mkdtempSync(path.join(os.tmpdir(), 'rental-test-'));
        const place = (name: string) => path.join(folder, 'outbox', name);
        mkdirSync(path.join(folder, 'outbox'));
        writeFileSync(place('written.eml.part'), '');
        const clearing = clearOutbox(folder, 'ana@example.com');
        await new Promise((resolve) => setTimeout(resolve, 15 + (index % 20)));
        writeFileSync(place('written.eml.part'), 'To: ana@example.com\n\nHello');
        await new Promise((resolve) => setTimeout(resolve, index % 3));
        // A faster cleanup may have removed the file.
        if (existsSync(place('written.eml.part'))) renameSync(place('written.eml.part'), place('written.eml'));
        await clearing;
        const names = readdirSync(path.join(folder, 'outbox'));
        rmSync(folder, { recursive: true });
        return names;
      }),
    );
    expect(left.flat()).toEqual([]);
  });

  it('is sent to the configured server', async () => {
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

  it("reports an error if the server can't be reached", async () => {
    await expect(createMail(readConfig({ SMTP_URL: 'smtp://127.0.0.1:1' }, '/')).send(message)).rejects.toThrow(
      'ECONNREFUSED',
    );
  });
});
