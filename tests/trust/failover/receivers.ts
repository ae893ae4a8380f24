import { hash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { findRoot, readConfig } from '../../../src/server/platform/config';
import { openDatabase } from '../../../src/server/platform/db/database';
import { runCommand } from '../../../src/tools/portal/runCommand';
import { listenLocally } from '../../support/listenLocally';

export interface Receivers {
  /** The address of an SMTP server. */
  smtpUrl: string;
  /** The address of a landlord's system. */
  webhookUrl: string;
  counts(): { emails: number; events: number };
  /** Returns what arrived more than once. */
  repeated(): string[];
  close(): void;
}

/** Starts servers that count what they receive: emails by recipient, subject and body, and events by id. */
export async function startReceivers(): Promise<Receivers> {
  const emails = new Map<string, number>();
  const events = new Map<string, number>();
  const mail = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, { envelope }, done) {
      text(stream).then((message) => {
        const [head = '', body = ''] = message.split(/\r\n\r\n(.*)/s);
        const subject = /^Subject: (.*)$/m.exec(head)?.[1];
        count(emails, `email to ${envelope.rcptTo[0]?.address}: ${subject} ${hash('sha256', body).slice(0, 8)}`);
        done();
      }, done);
    },
  });
  await new Promise<void>((resolve) => mail.listen(0, '127.0.0.1', resolve));
  const web = await listenLocally(
    createServer((request, response) => {
      request.resume();
      count(events, `event ${request.headers['webhook-id']}`);
      response.writeHead(204).end();
    }),
  );
  const { port } = mail.server.address() as AddressInfo;
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    webhookUrl: `${web.address}/`,
    counts: () => ({ emails: emails.size, events: events.size }),
    repeated: () =>
      [...emails, ...events].filter(([, times]) => times > 1).map(([what, times]) => `${what} was sent ${times} times`),
    close() {
      mail.close();
      web.close();
    },
  };
}

/** Adds a webhook, with the data keys of `environment`. */
export async function addWebhook(environment: Record<string, string>, url: string): Promise<void> {
  const config = readConfig(environment, findRoot());
  const { db, close } = await openDatabase(config.databaseUrl, config.dataDir, config);
  const args = ['webhook', 'add', 'demo', url];
  const { code, error } = await runCommand({ db, config, cwd: config.dataDir }, args).finally(close);
  if (code !== 0) throw new Error(error);
}

function count(seen: Map<string, number>, what: string): void {
  seen.set(what, (seen.get(what) ?? 0) + 1);
}
