import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { codeOf } from '../../model/paths';
import { ownFile, ownFolder } from '../db/privateFolder';

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
