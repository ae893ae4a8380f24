import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { getErrorCode } from '../../../model/answers/paths';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../db/lockFolder';

const VERSION = 1;
const NONCE = 12;
const TAG = 16;

/**
 * Encrypts with AES-256-GCM. Returns version (1 byte), nonce (12), tag (16) and ciphertext. `unseal` needs the same
 * `additionalData`.
 */
export function seal(key: Buffer, plain: Buffer, additionalData: string): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(additionalData));
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), text]);
}

/** Throws if the bytes, the key or `additionalData` changed. */
export function unseal(key: Buffer, sealed: Buffer, additionalData: string): Buffer {
  if (sealed[0] !== VERSION) throw new Error(`Encrypted data has the unknown version ${sealed[0]}`);
  const nonce = sealed.subarray(1, 1 + NONCE);
  const tag = sealed.subarray(1 + NONCE, 1 + NONCE + TAG);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(additionalData)).setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE + TAG)), decipher.final()]);
}

const DEFAULT_DATA = 'text';

export function sealText(text: string, key: Buffer, additionalData = DEFAULT_DATA): string {
  return seal(key, Buffer.from(text), additionalData).toString('base64');
}

export function openText(sealed: string, key: Buffer, additionalData = DEFAULT_DATA): string {
  return unseal(key, Buffer.from(sealed, 'base64'), additionalData).toString('utf8');
}

/**
 * Reads the first key, 32 bytes in base64 or hex. If `given` is undefined, reads the file `name`, and creates it on
 * first use. Throws if any key is too short.
 */
export function readKey(given: string | undefined, name: string, dataDir: string): Buffer {
  const [first] = readKeys(given, name, dataDir);
  if (!first) throw new Error(`${name} has no key`);
  return first;
}

/** Reads keys separated by commas or whitespace. The first key encrypts. All keys can decrypt. */
export function readKeys(given: string | undefined, name: string, dataDir: string): Buffer[] {
  const text = given ?? readOrCreate(path.join(dataDir, name));
  return text
    .trim()
    .split(/[\s,]+/)
    .map((one) => decodeKey(one, name));
}

export function addKey(name: string, dataDir: string): void {
  const file = path.join(dataDir, name);
  const all = [randomBytes(32).toString('base64'), readOrCreate(file).trim()].join('\n');
  writeFileSync(`${file}.new`, all, { mode: PRIVATE_FILE, flush: true });
  renameSync(`${file}.new`, file);
}

function decodeKey(text: string, name: string): Buffer {
  const bytes = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64');
  if (bytes.length < 32)
    throw new Error(`${name}: a key needs 32 bytes as base64 or hex, but this one has ${bytes.length}`);
  return bytes.subarray(0, 32);
}

function readOrCreate(file: string): string {
  if (!existsSync(file)) createKeyFile(file);
  return readFileSync(file, 'utf8');
}

/** Links the complete file, so that all processes use the same key and a crash leaves no empty file. */
function createKeyFile(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
  const beside = `${file}.${randomUUID()}`;
  writeFileSync(beside, randomBytes(32).toString('base64'), { mode: PRIVATE_FILE, flush: true });
  try {
    linkSync(beside, file);
  } catch (error) {
    if (getErrorCode(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(beside);
  }
}
