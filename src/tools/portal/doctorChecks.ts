import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { messages } from '../../messages/serverMessages';
import { messageIn } from '../../model/answers/paths';
import { fillText } from '../../model/messages/fillText';
import { type Config, describeDatabase } from '../../server/platform/config';
import { createKeyring, dataKeys } from '../../server/platform/crypto/keyRepository';
import { openDatabase } from '../../server/platform/db/database';
import { pendingMigrations } from '../../server/platform/db/migrate';
import { runOnServer } from '../../server/platform/db/operatorSocket';
import { hasTable } from '../../server/platform/db/transaction';
import { createFiles } from '../../server/platform/files/files';
import { pingScanner } from '../../server/platform/files/virusScan';
import { verifyMail } from '../../server/platform/mail/mail';
import { readServer } from './operatorRepository';

/** `fix` is set if there's a problem. */
export interface Check {
  title: string;
  found: string;
  fix?: string;
}

const texts = () => messages('operator').doctor;

/** The oldest supported version: PostgreSQL 15. */
const OLDEST = 150_000;
/** In milliseconds. */
const MAX_CLOCK_DIFFERENCE = 2000;

export async function checkDatabase(config: Config): Promise<Check[]> {
  const { title, fix } = texts().database;
  try {
    const embedded = config.databaseUrl ? undefined : await describeUnopened(config);
    if (embedded) return [{ title, found: embedded }];
    const { db, close } = await openDatabase(config.databaseUrl, config.dataDir, config);
    return await Promise.all([checkServer(db, config), checkKeys(db, config), checkClock(db)]).finally(close);
  } catch (cause) {
    return [{ title, found: messageIn(cause), fix }];
  }
}

/** Describes an embedded database that a server has open, or that the first start will create. */
async function describeUnopened({ dataDir }: Config): Promise<string | undefined> {
  const { held, unmade } = texts().database;
  if (!existsSync(path.join(dataDir, 'pg'))) return fillText(unmade, { folder: dataDir });
  const answered = await runOnServer(dataDir, { args: ['migrate', '--dry-run'], cwd: dataDir });
  return answered && fillText(held, { folder: dataDir });
}

async function checkServer(db: pg.Pool, config: Config): Promise<Check> {
  const { title, found, old, pending, upToDate } = texts().database;
  const { version, version_number } = await readServer(db);
  const { length: count } = await pendingMigrations(db);
  const state = count ? fillText(pending, { count }) : upToDate;
  const check = { title, found: fillText(found, { database: describeDatabase(config), version, state }) };
  if (version_number < OLDEST) return { ...check, fix: old };
  return count && !config.migrateOnStart ? { ...check, fix: messages('operator').migrations.fix } : check;
}

/** Finds keys that stored data needs, but that the settings lack. */
async function checkKeys(db: pg.Pool, config: Config): Promise<Check> {
  const { title, found, unused, missing, fix } = texts().keys;
  const isUsed = await hasTable(db, 'subscriber_key');
  if (!isUsed || (!config.dataKey && !existsSync(path.join(config.dataDir, 'data.key'))))
    return { title, found: unused };
  const uses = await createKeyring(db, dataKeys(config)).countUses();
  const unknown = uses.filter(({ isKnown }) => !isKnown).map(({ id }) => id);
  if (unknown.length) return { title, found: fillText(missing, { ids: unknown.join(', ') }), fix };
  return { title, found: fillText(found, { count: uses.length }) };
}

async function checkClock(db: pg.Pool): Promise<Check> {
  const { title, found, fix } = texts().clock;
  const before = Date.now();
  const { now } = await readServer(db);
  const difference = Math.max(0, Math.abs(now.getTime() - (before + Date.now()) / 2) - (Date.now() - before));
  const check = { title, found: fillText(found, { seconds: (difference / 1000).toFixed(1) }) };
  return difference > MAX_CLOCK_DIFFERENCE ? { ...check, fix } : check;
}

/** Writes, reads and deletes a small file. */
export async function checkFiles(config: Config): Promise<Check> {
  const { title, found, changed, fix, bucketFix } = texts().files;
  const place = config.s3 ? `${config.s3.endpoint ?? 'S3'}/${config.s3.bucket}` : path.join(config.dataDir, 'files');
  try {
    const files = createFiles(config);
    const [name, content] = [`doctor/${randomUUID()}`, Buffer.from(randomUUID())];
    await files.write(name, content);
    const isSame = content.equals(await files.read(name));
    await files.remove(name);
    return isSame ? { title, found: fillText(found, { place }) } : { title, found: changed, fix };
  } catch (cause) {
    return { title, found: `${place}: ${messageIn(cause)}`, fix: config.s3 ? bucketFix : fix };
  }
}

/** Logs in to the email server. Sends nothing. */
export async function checkMail(config: Config): Promise<Check> {
  const { title, found, outbox, fix } = texts().mail;
  if (!config.smtpUrl) return { title, found: fillText(outbox, { folder: config.dataDir }) };
  try {
    await verifyMail(config.smtpUrl);
    return { title, found: fillText(found, { sender: config.mailFrom }) };
  } catch (cause) {
    return { title, found: messageIn(cause), fix };
  }
}

export async function checkScanner({ clamavUrl: url }: Pick<Config, 'clamavUrl'>): Promise<Check> {
  const { title, found, off, fix } = texts().scanner;
  if (!url) return { title, found: off };
  try {
    await pingScanner(url);
    return { title, found: fillText(found, { url }) };
  } catch (cause) {
    return { title, found: messageIn(cause), fix };
  }
}
