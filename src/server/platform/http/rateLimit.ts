import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type pg from 'pg';
import type { Clock } from '../db/memory';
import { type LimitState, Refusal, refuse } from './errors';
import { countCall, deleteEnded, extend, isCounted, type Key } from './rateLimitRepository';

interface Limit {
  seconds: number;
  /** Per account. Doesn't apply to addresses trusted for the account (`trust`). */
  account?: number;
  address?: number;
  /** Per account and address. Slows down guessing without locking out the owner. */
  pair?: number;
}

const limits = {
  login: { seconds: 60, pair: 5, address: 30 },
  // One address can't use up the account's limit.
  loginHour: { seconds: 3600, pair: 20, account: 100 },
  forgot: { seconds: 3600, pair: 5, address: 30 },
  // Beyond this limit, no email is sent if earlier links work for at least 5 more minutes.
  forgotMail: { seconds: 3600, account: 20 },
  officeMail: { seconds: 3600, pair: 5, account: 20 },
  studioMail: { seconds: 3600, pair: 5, account: 20 },
  reset: { seconds: 3600, address: 10 },
  password: { seconds: 3600, account: 10, address: 60 },
  register: { seconds: 1200, address: 20 },
  payment: { seconds: 3600, account: 5, address: 30 },
  ssn: { seconds: 3600, account: 10, address: 60 },
  invitation: { seconds: 60, address: 20 },
  householdMail: { seconds: 3600, account: 20, address: 100 },
  refresh: { seconds: 60, address: 300 },
  officeLogin: { seconds: 3600, address: 30 },
  studioLogin: { seconds: 3600, address: 30 },
  studioComment: { seconds: 3600, account: 100 },
  // Stops scripts that collect sensitive data.
  reveal: { seconds: 3600, account: 30, address: 120 },
  officeFactor: { seconds: 900, account: 10, address: 60 },
  // Enough to upload thirty files twice.
  upload: { seconds: 600, account: 60, address: 300 },
  // Low, because an export opens every file.
  export: { seconds: 3600, account: 10, address: 60 },
  // Low, because each request emails the landlord's contact.
  accommodation: { seconds: 3600, account: 10, address: 60 },
  message: { seconds: 3600, account: 30, address: 120 },
  officeMessage: { seconds: 3600, account: 300 },
  // An email provider sends all replies from a few addresses.
  mailInbound: { seconds: 60, address: 600 },
  // Low, because the code has only four digits.
  pdfCode: { seconds: 900, account: 20, address: 200 },
  api: { seconds: 60, account: 600 },
  // More than anyone can type.
  suggest: { seconds: 60, address: 120 },
} satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;

interface Caller {
  account?: string;
  address?: string;
}

export interface Limits {
  /** Counts an attempt. Throws `tooMany`. Returns the account's remaining attempts, if they're limited. */
  take(name: LimitName, who: Caller): Promise<LimitState | undefined>;
  trust(account: string, address: string): Promise<void>;
  sweep(): Promise<void>;
}

const TRUST_SECONDS = 90 * 86_400;

/** All processes share the limits, and a restart doesn't reset them. */
export function createLimits(db: pg.Pool, clock: Clock, factor: number): Limits {
  async function takeFrom(key: Key, most: number, seconds: number): Promise<LimitState> {
    const now = clock();
    const { hits, resets_at } = await countCall(db, key, now, seconds);
    const reset = Math.max(1, Math.ceil((resets_at.getTime() - now.getTime()) / 1000));
    const state = { limit: most * factor, remaining: Math.max(0, most * factor - hits), reset };
    if (hits > most * factor) throw refuse('tooMany', { retryAfter: reset, limit: state });
    return state;
  }
  const isTrusted = (account: string, address: string) =>
    isCounted(db, createKey('trusted', 'pair', account, address), clock());
  return {
    async take(name, who) {
      const limit: Limit = limits[name];
      const account = who.account === undefined ? undefined : normalizeAccount(who.account);
      const address = who.address && toNetwork(who.address);
      // Checks the narrowest limit first, so a refused attempt doesn't count toward wider limits.
      if (limit.pair && account && address)
        await takeFrom(createKey(name, 'pair', account, address), limit.pair, limit.seconds);
      if (limit.address && address)
        await takeFrom(createKey(name, 'address', '', address), limit.address, limit.seconds);
      if (!limit.account || !account || (address && (await isTrusted(account, address)))) return undefined;
      return takeFrom(createKey(name, 'account', account, ''), limit.account, limit.seconds);
    },
    async trust(account, address) {
      const key = createKey('trusted', 'pair', normalizeAccount(account), toNetwork(address));
      await extend(db, key, new Date(clock().getTime() + TRUST_SECONDS * 1000));
    },
    async sweep() {
      await deleteEnded(db, clock());
    },
  };
}

export async function isOverLimit({ limits }: { limits: Limits }, name: LimitName, who: Caller): Promise<boolean> {
  try {
    await limits.take(name, who);
    return false;
  } catch (cause) {
    if (cause instanceof Refusal && cause.code === 'tooMany') return true;
    throw cause;
  }
}

function createKey(
  name: LimitName | 'trusted',
  kind: 'pair' | 'address' | 'account',
  account: string,
  address: string,
): Key {
  return { bucket: hashTuple(name, kind, account, address), owner: account ? ownerKey(account) : null };
}

export const ownerKey = (account: string): string => hashTuple('account', normalizeAccount(account));

const normalizeAccount = (typed: string): string => typed.trim().toLowerCase();

const hashTuple = (...parts: string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/** `2001:db8::1` → `2001:db8:0:0::/64` */
export function toNetwork(address: string): string {
  if (!isIPv6(address)) return address;
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const [first = [], last = []] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean));
  const gap = tail === undefined ? [] : Array<string>(8 - first.length - last.length).fill('0');
  const groups = [...first, ...gap, ...last];
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  return isMapped ? groups.slice(6).map(toBytes).join('.') : `${groups.slice(0, 4).join(':')}::/64`;
}

function toBytes(group: string): string {
  const value = Number.parseInt(group, 16);
  return `${value >> 8}.${value & 255}`;
}
