import { isIPv6 } from 'node:net';
import type pg from 'pg';
import type { Clock } from '../db/memory';
import { refuse } from './errors';

interface Limit {
  seconds: number;
  /** Tries per account (or application), from wherever they come. */
  account?: number;
  /** Tries per address, whomever they aim at. An IPv6 address counts with its /64, which is one subscriber's. */
  address?: number;
  /** Tries of one account from one address: what slows a guesser down and leaves the owner, who is elsewhere, alone. */
  pair?: number;
}

/** How often each thing may be tried (security page); the address of several people may try more than one of them. */
const limits = {
  login: { seconds: 60, pair: 5, address: 30 },
  // One address spends a fifth of what all may spend on an account: a single guesser never keeps its owner out.
  loginHour: { seconds: 3600, pair: 20, account: 100 },
  forgot: { seconds: 3600, pair: 5, address: 30 },
  // Over it nothing is refused: a mail of the same hour, its link still good, lies in the mailbox.
  forgotMail: { seconds: 3600, account: 20 },
  reset: { seconds: 3600, address: 10 },
  // The old password, guessed by who holds a session and nothing else.
  password: { seconds: 3600, account: 10, address: 60 },
  register: { seconds: 1200, address: 20 },
  payment: { seconds: 3600, account: 5, address: 30 },
  ssn: { seconds: 3600, account: 10, address: 60 },
  invitation: { seconds: 60, address: 20 },
  refresh: { seconds: 60, address: 300 },
  // A link by mail, and the six digits behind it.
  officeLogin: { seconds: 3600, pair: 5, account: 20, address: 30 },
  studioLogin: { seconds: 3600, pair: 5, account: 20, address: 30 },
  officeFactor: { seconds: 900, account: 10, address: 60 },
  // Thirty files and as many second tries, of several people at one address.
  upload: { seconds: 600, account: 60, address: 300 },
  // Every file of an application is opened for it.
  export: { seconds: 3600, account: 10, address: 60 },
  // Two questions a second, which is more than one who types asks.
  suggest: { seconds: 60, address: 120 },
} satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;

export interface Limits {
  /** Counts one try. Throws `tooMany` when the account, the address or the two together have had their share. */
  take(name: LimitName, who: { account?: string; address?: string }): Promise<void>;
  sweep(): Promise<void>;
}

/** Limits counted in the database, so that all processes share them and a restart forgets none. */
export function createLimits(db: pg.Pool, clock: Clock, factor: number): Limits {
  async function takeFrom(bucket: string, most: number, seconds: number): Promise<void> {
    const now = clock();
    const { hits, resets_at } = await count(db, bucket, now, seconds);
    if (hits > most * factor)
      throw refuse('tooMany', { retryAfter: Math.max(1, Math.ceil((resets_at.getTime() - now.getTime()) / 1000)) });
  }
  return {
    async take(name, who) {
      const limit: Limit = limits[name];
      const account = who.account?.trim().toLowerCase();
      const address = who.address && networkOf(who.address);
      // From narrow to wide: a try that was refused for one guesser counts for nobody else.
      if (limit.pair && account && address)
        await takeFrom(`${name}:of:${account}:at:${address}`, limit.pair, limit.seconds);
      if (limit.address && address) await takeFrom(`${name}:at:${address}`, limit.address, limit.seconds);
      if (limit.account && account) await takeFrom(`${name}:of:${account}`, limit.account, limit.seconds);
    },
    async sweep() {
      await db.query('delete from rate_limit where resets_at < $1', [clock()]);
    },
  };
}

/** An IPv4 address as it is, also where it stands in an IPv6 one; of an IPv6 address its first 64 bits: `2001:db8::1` → `2001:db8:0:0::/64`. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const [first = [], last = []] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean));
  const gap = tail === undefined ? [] : Array<string>(8 - first.length - last.length).fill('0');
  const groups = [...first, ...gap, ...last];
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  return isMapped ? groups.slice(6).map(bytesOf).join('.') : `${groups.slice(0, 4).join(':')}::/64`;
}

/** `'c000'` → `'192.0'`. */
function bytesOf(group: string): string {
  const value = Number.parseInt(group, 16);
  return `${value >> 8}.${value & 255}`;
}

/** How far the clocks of several processes may lie apart, in seconds. */
const SKEW = 60;

/** A window that ends later than any that begins now was begun by a clock that was ahead: it is void. */
async function count(
  db: pg.Pool,
  bucket: string,
  now: Date,
  seconds: number,
): Promise<{ hits: number; resets_at: Date }> {
  const after = (more: number) => new Date(now.getTime() + more * 1000);
  const { rows } = await db.query<{ hits: number; resets_at: Date }>(
    `insert into rate_limit (bucket, hits, resets_at) values ($1, 1, $3)
     on conflict (bucket) do update set
       hits = case when rate_limit.resets_at between $2 and $4 then rate_limit.hits + 1 else 1 end,
       resets_at = case when rate_limit.resets_at between $2 and $4 then least(rate_limit.resets_at, $3) else $3 end
     returning hits, resets_at`,
    [bucket, now, after(seconds), after(seconds + SKEW)],
  );
  const [row] = rows;
  if (!row) throw new Error(`rate_limit gave no row for '${bucket}'`);
  return row;
}
