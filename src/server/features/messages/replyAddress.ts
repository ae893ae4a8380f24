import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Platform } from '../../platform/platform';

type ReplyDeps = Pick<Platform, 'config' | 'tokenKey'>;

/** Returns `reply+100042-<token>@in.example.com`. Undefined if replies are off. */
export function replyAddress({ config, tokenKey }: ReplyDeps, trn: string, number: string): string | undefined {
  const [local, domain] = config.mailReplies?.address.split('@') ?? [];
  return local && domain ? `${local}+${number}-${sign(tokenKey, trn)}@${domain}` : undefined;
}

export function findReplyToken(addresses: readonly string[]): { number: string; token: string } | undefined {
  for (const address of addresses) {
    const [, number = '', token = ''] = /\+(\d{1,18})-([0-9a-f]{32})@/i.exec(address) ?? [];
    if (token) return { number, token: token.toLowerCase() };
  }
  return undefined;
}

export function isReplyToken({ tokenKey }: Pick<ReplyDeps, 'tokenKey'>, trn: string, token: string): boolean {
  const [given, expected] = [Buffer.from(token), Buffer.from(sign(tokenKey, trn))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Hex, because email servers may change the case of letters. */
const sign = (key: Buffer, trn: string): string =>
  createHmac('sha256', key).update(`reply ${trn}`).digest('hex').slice(0, 32);
