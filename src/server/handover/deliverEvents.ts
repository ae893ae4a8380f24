import { createHmac, randomBytes } from 'node:crypto';
import settings from '../../../schemas/office/webhooks.json';
import type { Keyring } from '../crypto/keyStore';
import { openText, seal } from '../crypto/seal';
import type { Deps } from '../deps';
import { enqueue } from '../jobs/jobs';
import type { Answered } from './webhookSender';
import type { NextDelivery, WebhookRow } from './webhookStore';

/** One application's events for one webhook; `isRetry` of the job that a failed attempt left behind. */
export interface DeliveryJob {
  trn: string;
  webhook: string;
  isRetry?: boolean;
}

/** A job is done within its lease, so it leaves off in time for one last slow answer. */
const MOST_MS = 30_000;
/** What is due later than a job may be is looked at in between. */
const MOST_WAIT_SECONDS = 7000;

/**
 * The job that sends what waits, the oldest first and none before the one ahead of it has arrived. What fails is tried again over three days
 * (schemas/office/webhooks.json); 410 ends the webhook. Cut off after sending, it sends again: a receiver knows a repeated event by its id.
 */
export async function deliverEvents(deps: Deps, job: DeliveryJob): Promise<void> {
  const { trn, webhook: id } = job;
  const webhook = await deps.stores.webhooks.find(id);
  if (!webhook || webhook.ended_at) return;
  const until = Date.now() + MOST_MS;
  while (Date.now() < until) {
    const next = await deps.stores.webhooks.takeNext(trn, id, deps.clock());
    if (!next) return waitForNext(deps, job);
    if (!(await sendOne(deps, webhook, trn, next))) return;
  }
  await enqueue(deps.db, 'tell-office', { trn, webhook: id });
}

/**
 * Whom another process is at may be left behind by it, so it is looked at again then. For what failed, only the job of its retry waits on:
 * whoever comes with a newer event leaves the waiting to it.
 */
async function waitForNext({ db, stores, clock }: Deps, { trn, webhook, isRetry }: DeliveryJob): Promise<void> {
  const first = await stores.webhooks.firstWaiting(trn, webhook);
  const now = clock();
  if (!first || (first.next_at > now && !isRetry)) return;
  const until = first.next_at > now ? first.next_at : (first.leased_until ?? now);
  await enqueueRetry(db, trn, webhook, Math.max(1, (until.getTime() - now.getTime()) / 1000));
}

const enqueueRetry = (db: Deps['db'], trn: string, webhook: string, seconds: number) =>
  enqueue(db, 'tell-office', { trn, webhook, isRetry: true }, Math.min(Math.ceil(seconds), MOST_WAIT_SECONDS));

/** Whether the next one may be sent at once. */
async function sendOne(deps: Deps, webhook: WebhookRow, trn: string, next: NextDelivery): Promise<boolean> {
  const headers = await headersOf(deps, webhook, next);
  const answered = await deps.webhooks.post(webhook.url, headers, next.body);
  const now = deps.clock();
  if (answered.status === 410) {
    await deps.stores.webhooks.keep({ ...kept(webhook, next, answered, now), state: 'failed', nextAt: now });
    await deps.stores.webhooks.end(webhook.id, now);
    return false;
  }
  const isDone = answered.status >= 200 && answered.status < 300;
  const wait = isDone ? undefined : waitAfter(next.attempts);
  const nextAt = new Date(now.getTime() + (wait ?? 0) * 1000);
  const state = isDone ? 'delivered' : wait === undefined ? 'failed' : 'waiting';
  await deps.stores.webhooks.keep({ ...kept(webhook, next, answered, now), state, nextAt });
  if (wait !== undefined) await enqueueRetry(deps.db, trn, webhook.id, wait);
  return wait === undefined;
}

function kept({ id }: WebhookRow, { event }: NextDelivery, { status, text }: Answered, now: Date) {
  return { event, webhook: id, status: status || null, answer: text.replaceAll('\0', ''), now };
}

/** Seconds until the next attempt, a little more or less so that not all come at once; undefined after the last. */
export function waitAfter(attempts: number, random = Math.random): number | undefined {
  const seconds = settings.retryAfterSeconds[attempts - 1];
  return seconds && seconds * (1 + settings.jitter * (2 * random() - 1));
}

/** The headers of the Standard Webhooks conventions; while secrets change, there is a signature by each. */
async function headersOf({ keyring, clock }: Deps, webhook: WebhookRow, { event, body }: NextDelivery) {
  const now = clock();
  const at = Math.floor(now.getTime() / 1000);
  const key = await keyring.keyOfSubscriber(webhook.subscriber_id);
  const isRotating = webhook.previous && webhook.previous_until && webhook.previous_until > now;
  const secrets = [webhook.secret, ...(isRotating && webhook.previous ? [webhook.previous] : [])];
  const signatures = secrets.map((sealed) => sign(openSecret(key, webhook.id, sealed), `${event}.${at}.${body}`));
  return {
    'content-type': 'application/json',
    'user-agent': 'rental-application-portal',
    'webhook-id': event,
    'webhook-timestamp': String(at),
    'webhook-signature': signatures.join(' '),
  };
}

const PREFIX = 'whsec_';

/** A new secret as the receiver is given it, once, and as it is kept. */
export async function makeSecret(keyring: Keyring, { id, subscriber_id }: Pick<WebhookRow, 'id' | 'subscriber_id'>) {
  const secret = PREFIX + randomBytes(32).toString('base64');
  return { secret, sealed: seal(await keyring.keyOfSubscriber(subscriber_id), Buffer.from(secret), boundTo(id)) };
}

const openSecret = (key: Buffer, id: string, sealed: Buffer) => openText(sealed.toString('base64'), key, boundTo(id));

const boundTo = (id: string) => `webhook/${id}`;

function sign(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}
