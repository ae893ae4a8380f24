import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import texts from '../../../schemas/texts/server.json';
import { fillText } from '../../model/fillText';
import type { AccountRow } from '../auth/accountStore';
import type { Config } from '../config';
import { closeToOthers, ownFile, ownFolder } from '../db/lockFolder';
import type { Words } from '../forms/languages';

export interface Message {
  to: string;
  subject: string;
  text: string;
}

export interface Mail {
  send(message: Message): Promise<void>;
}

/** Mail by SMTP when SMTP_URL is set, else as .eml files in DATA_DIR/outbox. */
export function createMail(config: Config): Mail {
  return config.smtpUrl ? createSmtp(config.smtpUrl, config.mailFrom) : createOutbox(config.dataDir, config.mailFrom);
}

function createSmtp(url: string, from: string): Mail {
  const transport = createTransport(url);
  return {
    async send(message) {
      await transport.sendMail({ from, ...message });
    },
  };
}

/** Deletes what lies in the outbox for this address; what was sent by SMTP is out of reach. */
export async function clearOutbox(dataDir: string, address: string): Promise<void> {
  for (let turn = 0; turn < MOST_TURNS && (await clearOnce(outboxOf(dataDir), address)); turn += 1) await wait(20);
}

/** Half a second: what a process that died left empty is never written. */
const MOST_TURNS = 25;

/** True when a message was just being written or put in its place, so that one must look once more. */
async function clearOnce(folder: string, address: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  let isUnderWay = false;
  for (const file of names.map((name) => path.join(folder, name))) {
    const mail = await readFile(file, 'utf8').catch(() => undefined);
    const isFound = mail !== undefined && isTo(address, mail);
    if (isFound) await rm(file, { force: true });
    // One that was found before it had its own name may lie there by that name now.
    if (mail === undefined || !HAS_ADDRESS.test(mail) || (isFound && file.endsWith(PART))) isUnderWay = true;
  }
  return isUnderWay;
}

/** The end of a file's name while it is being written. */
const PART = '.part';
const HAS_ADDRESS = /^To: (.*)$/im;

const outboxOf = (dataDir: string) => path.join(dataDir, 'outbox');

function isTo(address: string, mail: string): boolean {
  const [, to = ''] = HAS_ADDRESS.exec(mail) ?? [];
  return to.trim().toLowerCase() === address.toLowerCase();
}

function createOutbox(dataDir: string, from: string): Mail {
  const folder = outboxOf(dataDir);
  closeToOthers(folder);
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(message) {
      const { message: raw } = await transport.sendMail({ from, ...message });
      // Links in messages open accounts.
      await mkdir(folder, { recursive: true, mode: ownFolder });
      const file = path.join(folder, `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomUUID()}.eml`);
      // Whoever reads the outbox never sees half a message.
      await writeFile(`${file}${PART}`, raw as Buffer, { mode: ownFile });
      await rename(`${file}${PART}`, file);
    },
  };
}

/** A mail as it stands in the files of texts, with places to fill. */
export interface MailText {
  subject: string;
  text: string;
}

/** A mail in the language of `words`, or of the files where that has none for it, its places filled. */
export function writeMail(words: Words | undefined, mail: MailText, values: Record<string, unknown>): MailText {
  const say = sayIn(words);
  return { subject: say(mail.subject, values), text: say(mail.text, values) };
}

const sayIn =
  (words: Words | undefined) =>
  (template: string, values: Record<string, unknown>): string =>
    fillText(words?.[template] ?? template, values);

/**
 * How a mail begins: `Hello Robin,` to an address that its owner has confirmed, and otherwise `Hello,`, for the name was typed by who
 * registered, which may be a stranger with an advertisement.
 */
export function greet(words: Words | undefined, account?: Pick<AccountRow, 'first_name' | 'confirmed_at'>): string {
  const { named, nameless } = texts.mail.greeting;
  return sayIn(words)(account?.confirmed_at ? named : nameless, { name: account?.first_name });
}

/** What any mail to the owner of an account may speak of; what they typed only once their address is confirmed. */
export function valuesOf(words: Words | undefined, account: AccountRow): Record<string, unknown> {
  const values = {
    number: account.application_number,
    subscriber: account.subscriber_name,
    property: account.property_name ?? undefined,
    support: account.support_email,
  };
  return { ...values, greeting: greet(words, account), login: sayLogin(words, account) };
}

function sayLogin(words: Words | undefined, { login, email, confirmed_at }: AccountRow): string {
  const { email: byEmail, username, chosen } = texts.mail.login;
  const isEmail = login === email.toLowerCase();
  return sayIn(words)(isEmail ? byEmail : confirmed_at ? username : chosen, { login });
}

/** One account among others of the same e-mail, with what `more` has for its places. */
export function sayAccount(words: Words | undefined, account: AccountRow, more: Record<string, unknown>): string {
  return sayIn(words)(texts.mail.account, { ...valuesOf(words, account), ...more });
}
