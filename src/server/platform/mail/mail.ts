import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { fillText } from '../../../model/messages/fillText';
import type { Config } from '../config';
import { PRIVATE_FILE, PRIVATE_FOLDER, restrictToUser } from '../db/lockFolder';
import { type Attachment, drawMail, type MailBranding, type MailContent } from './drawMail';

export interface Message extends MailContent {
  to: string;
  sender?: string;
  landlord?: string;
  replyTo?: string;
  attachments?: Attachment[];
}

export type FindMailBranding = (landlord: string) => Promise<MailBranding>;

export interface Mail {
  send(message: Message): Promise<void>;
}

const neverStopped = async () => false;

/**
 * Sends emails through SMTP_URL. Without SMTP_URL, writes .eml files to DATA_DIR/outbox. Skips addresses that had a
 * permanent bounce or a spam report.
 */
export function createMail(
  config: Config,
  findBranding?: FindMailBranding,
  isStopped: (address: string) => Promise<boolean> = neverStopped,
): Mail {
  const deliver = config.smtpUrl
    ? createSmtp(config.smtpUrl, config.mailFrom)
    : createOutbox(config.dataDir, config.mailFrom);
  return {
    async send(message) {
      const { to, subject, text, sender, landlord, replyTo, attachments = [] } = message;
      if (await isStopped(to)) return;
      const look = landlord ? await findBranding?.(landlord) : undefined;
      const { html, logo } = drawMail(message, look);
      await deliver({ to, subject, text, html, sender, replyTo, attachments: [...logo, ...attachments] });
    },
  };
}

type Deliver = (
  mail: Pick<Message, 'to' | 'subject' | 'text' | 'sender' | 'replyTo'> & { html: string; attachments: Attachment[] },
) => Promise<void>;

function createSmtp(url: string, from: string): Deliver {
  const transport = createTransport(url);
  return async ({ sender, ...mail }) => {
    await transport.sendMail({ from: withSender(from, sender), ...mail });
  };
}

/** Logs in to the email server. Sends nothing. */
export async function verifyMail(url: string): Promise<void> {
  const transport = createTransport({
    url,
    connectionTimeout: VERIFY_MS,
    greetingTimeout: VERIFY_MS,
    socketTimeout: VERIFY_MS,
  });
  await transport.verify().finally(() => transport.close());
}

const VERIFY_MS = 5000;

/** `('Portal <a@b.example>', 'Demo Homes')` → `{ name: 'Demo Homes', address: 'a@b.example' }` */
function withSender(from: string, sender: string | undefined) {
  const address = /<([^>]+)>\s*$/.exec(from)?.[1] ?? from;
  return sender ? { name: sender, address } : from;
}

/** Deletes an address's emails from the outbox, even emails that are still being written. */
export async function clearOutbox(dataDir: string, address: string): Promise<void> {
  for (let pass = 0; pass < MAX_PASSES && (await clearOnce(outboxFolder(dataDir), address)); pass += 1) await wait(20);
}

const MAX_PASSES = 25;

async function clearOnce(folder: string, address: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  let isChanging = false;
  for (const file of names.map((name) => path.join(folder, name))) {
    const mail = await readFile(file, 'utf8').catch(() => undefined);
    const isFound = mail !== undefined && isAddressedTo(address, mail);
    if (isFound) await rm(file, { force: true });
    if (mail === undefined || !TO_HEADER.test(mail) || (isFound && file.endsWith(PART))) isChanging = true;
  }
  return isChanging;
}

const PART = '.part';
const TO_HEADER = /^To: (.*)$/im;

const outboxFolder = (dataDir: string) => path.join(dataDir, 'outbox');

function isAddressedTo(address: string, mail: string): boolean {
  const [, to = ''] = TO_HEADER.exec(mail) ?? [];
  return to.trim().toLowerCase() === address.toLowerCase();
}

function createOutbox(dataDir: string, from: string): Deliver {
  const folder = outboxFolder(dataDir);
  restrictToUser(folder);
  const transport = createTransport({ streamTransport: true, buffer: true });
  return async ({ sender, ...mail }) => {
    const { message: raw } = await transport.sendMail({ from: withSender(from, sender), ...mail });
    // Private, because links in emails open accounts.
    await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
    const file = path.join(folder, `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomUUID()}.eml`);
    // Renamed when complete, so readers never see a partial email.
    await writeFile(`${file}${PART}`, raw as Buffer, { mode: PRIVATE_FILE });
    await rename(`${file}${PART}`, file);
  };
}

export interface MailText {
  subject: string;
  text: string;
  action?: string;
}

type Translations = Readonly<Record<string, string>>;
export type WrittenMail = Omit<Message, 'to'>;

/** `landlord`: the landlord's id, for the logo and color. Undefined for emails to staff. */
export type MailValues = Record<string, unknown> & { landlord: string | undefined };

export function writeMail(words: Translations | undefined, mail: MailText, values: MailValues): WrittenMail {
  const translate = createTranslator(words);
  const { subscriber: sender, landlord, link } = values;
  return {
    subject: translate(mail.subject, values),
    text: translate(mail.text, values),
    ...(typeof sender === 'string' && { sender }),
    ...(landlord && { landlord }),
    ...(mail.action && typeof link === 'string' && { action: { label: translate(mail.action, values), link } }),
  };
}

export const createTranslator =
  (words: Translations | undefined) =>
  (template: string, values: Record<string, unknown>): string =>
    fillText(words?.[template] ?? template, values);
