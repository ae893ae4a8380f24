import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { codeOf } from '../../model/paths';
import { ownFile, ownFolder } from '../db/lockFolder';

const VERSION = 1;
const NONCE = 12;
const TAG = 16;

/**
 * AES-256-GCM over `plain`; `bound` is what the ciphertext belongs to (a table, a row), so that it opens nowhere else.
 * Goes out: version (1 byte), nonce (12), tag (16), ciphertext.
 */
export function seal(key: Buffer, plain: Buffer, bound: string): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(bound));
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), text]);
}

/** Undoes `seal`. Throws when the bytes were changed, belong to another row or were sealed by another key. */
export function unseal(key: Buffer, sealed: Buffer, bound: string): Buffer {
  if (sealed[0] !== VERSION) throw new Error(`Sealed bytes of unknown version ${sealed[0]}`);
  const nonce = sealed.subarray(1, 1 + NONCE);
  const tag = sealed.subarray(1 + NONCE, 1 + NONCE + TAG);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(bound)).setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE + TAG)), decipher.final()]);
}

const BOUND = 'text';

/** Encrypts text that only this server may read again, as base64 (see `seal`). */
export function sealText(text: string, key: Buffer, bound = BOUND): string {
  return seal(key, Buffer.from(text), bound).toString('base64');
}

/** The text again. Throws when it was changed or another key sealed it. */
export function openText(sealed: string, key: Buffer, bound = BOUND): string {
  return unseal(key, Buffer.from(sealed, 'base64'), bound).toString('utf8');
}

/**
 * 32 secret bytes: the given base64 or hex text, else the file `name` in `dataDir`, which is made at first use.
 * Throws when the text holds fewer than 32 bytes.
 */
export function readKey(given: string | undefined, name: string, dataDir: string): Buffer {
  const [first] = readKeys(given, name, dataDir);
  if (!first) throw new Error(`${name}: there is no key`);
  return first;
}

/** The same for a list, one key after another by commas or lines: the first one seals, all of them open. */
export function readKeys(given: string | undefined, name: string, dataDir: string): Buffer[] {
  const text = given ?? readOrMake(path.join(dataDir, name));
  return text
    .trim()
    .split(/[\s,]+/)
    .map((one) => decodeKey(one, name));
}

/** Puts a new key before those in the file. */
export function addKey(name: string, dataDir: string): void {
  const file = path.join(dataDir, name);
  const all = [randomBytes(32).toString('base64'), readOrMake(file).trim()].join('\n');
  writeFileSync(`${file}.new`, all, { mode: ownFile, flush: true });
  renameSync(`${file}.new`, file);
}

function decodeKey(text: string, name: string): Buffer {
  const bytes = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64');
  if (bytes.length < 32) throw new Error(`${name}: a key is 32 bytes as base64 or hex, this one has ${bytes.length}`);
  return bytes.subarray(0, 32);
}

function readOrMake(file: string): string {
  if (!existsSync(file)) make(file);
  return readFileSync(file, 'utf8');
}

/** Written beside and linked into its place: processes that start together agree on one key, and who dies meanwhile leaves no empty file. */
function make(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: ownFolder });
  const beside = `${file}.${randomUUID()}`;
  writeFileSync(beside, randomBytes(32).toString('base64'), { mode: ownFile, flush: true });
  try {
    linkSync(beside, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(beside);
  }
}
