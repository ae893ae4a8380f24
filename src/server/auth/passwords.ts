import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
let nobody: Promise<string> | undefined;

/** Argon2id, off the main thread. Never call it inside a transaction. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/** Whether the password is the one behind `stored`; takes as long when there is no such account. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  nobody ??= hashPassword(randomBytes(16).toString('hex'));
  return (await verify(stored ?? (await nobody), password)) && stored !== undefined;
}
