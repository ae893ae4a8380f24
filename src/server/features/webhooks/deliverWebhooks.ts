import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Keyring } from '../../platform/crypto/keyRepository';
import { openText, seal } from '../../platform/crypto/seal';
import { retryDuringOutage } from '../../platform/db/outage';
import { enqueue, insertFailedJob } from '../../platform/jobs/jobRepository';
import { createWebhookRepository, type NextDelivery, type WebhookRow } from './webhookRepository';
import type { WebhookDeps, WebhookResponse } from './webhookSender';
import { webhookSettings } from './webhookSettings';

export interface DeliveryJob {
  trn: string;
  webhook: string;
  isRetry?: boolean;
  event?: string;
}

/** A run and its last delivery together must be shorter than the job's lease. */
const MAX_RUN_MS = 20_000;
const MAX_DELAY_SECONDS = 7000;
/** Shorter than the delivery's lease. */
const OUTAGE_MS = 20_000;

/**
 * Sends pending events (retries: schemas/office/webhooks.json). After a crash, an event may be sent again with the same
 * id.
 */
export async function deliverWebhooks(deps: WebhookDeps, job: DeliveryJob): Promise<void> {
  const { trn, webhook: id } = job;
  const webhooks = createWebhookRepository(deps.db);
  const webhook = await webhooks.find(id);
  if (!webhook || webhook.ended_at) return;
  // An operator can retry a failed event.
  if (job.event) await webhooks.reopen(id, job.event, deps.clock());
  const until = Date.now() + MAX_RUN_MS;
  while (Date.now() < until) {
    const next = await webhooks.takeNext(trn, id, deps.clock());
    if (!next) return waitForNext(deps, job);
    if (!(await sendNext(deps, webhook, trn, next))) return;
  }
  await enqueue(deps.db, 'tell-office', { trn, webhook: id });
}

/**
 * Checks again when the lease ends, because the sending process may have crashed. If `isRetry`, also checks again at
 * the next attempt's time.
 */
async function waitForNext(
  { db, clock }: Pick<WebhookDeps, 'db' | 'clock'>,
  { trn, webhook, isRetry }: DeliveryJob,
): Promise<void> {
  const first = await createWebhookRepository(db).findFirstWaiting(trn, webhook);
  const now = clock();
  if (!first || (first.next_at > now && !isRetry)) return;
  const until = first.next_at > now ? first.next_at : (first.leased_until ?? now);
  await enqueueRetry(db, trn, webhook, Math.max(1, (until.getTime() - now.getTime()) / 1000));
}

const enqueueRetry = (
  db: WebhookDeps['db'],
  trn: string,
  webhook: string,
  seconds: number,
  failed?: Pick<NextDelivery, 'event' | 'at'>,
) => {
  const job: DeliveryJob = { trn, webhook, isRetry: true, event: failed?.event };
  return enqueue(db, 'tell-office', job, Math.min(Math.ceil(seconds), MAX_DELAY_SECONDS), failed?.at);
};

/** Sends an event. Returns true if another event can follow. */
async function sendNext(deps: WebhookDeps, webhook: WebhookRow, trn: string, next: NextDelivery): Promise<boolean> {
  const webhooks = createWebhookRepository(deps.db);
  const headers = await signHeaders(deps, webhook, next);
  const response = await deps.webhooks.post(webhook.url, headers, next.body);
  const now = deps.clock();
  if (response.status === 410) {
    await webhooks.saveAttempt({ ...toAttempt(webhook, next, response, now), state: 'failed', nextAt: now });
    await webhooks.end(webhook.id, now);
    return false;
  }
  const isDone = response.status >= 200 && response.status < 300;
  const delay = isDone ? undefined : retryDelay(next.attempts);
  const nextAt = new Date(now.getTime() + (delay ?? 0) * 1000);
  const state = isDone ? 'delivered' : delay === undefined ? 'failed' : 'waiting';
  const attempt = toAttempt(webhook, next, response, now);
  // If the result isn't saved, the event is sent again when the lease ends.
  await retryDuringOutage(() => webhooks.saveAttempt({ ...attempt, state, nextAt }), OUTAGE_MS);
  const job: DeliveryJob = { trn, webhook: webhook.id, event: next.event };
  if (isDone) await webhooks.deleteRetries(job);
  else if (delay === undefined) await insertFailedJob(deps.db, 'tell-office', job, describeFailure(webhook, response));
  else await enqueueRetry(deps.db, trn, webhook.id, delay, next);
  return delay === undefined;
}

function describeFailure({ url }: WebhookRow, { status, text }: WebhookResponse): string {
  const { origin } = new URL(url);
  return status ? `${origin} responded with ${status}` : `The request to ${origin} failed: ${text}`;
}

function toAttempt({ id }: WebhookRow, { event }: NextDelivery, { status, text }: WebhookResponse, now: Date) {
  return { event, webhook: id, status: status || null, answer: text.replaceAll('\0', ''), now };
}

/** Returns seconds, with jitter. Undefined after the last attempt. */
export function retryDelay(attempts: number, random = Math.random): number | undefined {
  const seconds = webhookSettings().retryAfterSeconds[attempts - 1];
  return seconds && seconds * (1 + webhookSettings().jitter * (2 * random() - 1));
}

/** Signs with the old and new secrets during a rotation. */
async function signHeaders(
  { keyring, clock }: Pick<WebhookDeps, 'keyring' | 'clock'>,
  webhook: WebhookRow,
  { event, body }: NextDelivery,
) {
  const now = clock();
  const timestamp = Math.floor(now.getTime() / 1000);
  const key = await keyring.getSubscriberKey(webhook.subscriber_id);
  const isRotating = webhook.previous && webhook.previous_until && webhook.previous_until > now;
  const secrets = [webhook.secret, ...(isRotating && webhook.previous ? [webhook.previous] : [])];
  const signatures = secrets.map((sealed) => new Webhook(openSecret(key, webhook.id, sealed)).sign(event, now, body));
  return {
    'content-type': 'application/json',
    'user-agent': 'rental-application-portal',
    'webhook-id': event,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}

export async function createSecret(keyring: Keyring, { id, subscriber_id }: Pick<WebhookRow, 'id' | 'subscriber_id'>) {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  return {
    secret,
    sealed: seal(await keyring.getSubscriberKey(subscriber_id), Buffer.from(secret), secretAdditionalData(id)),
  };
}

const openSecret = (key: Buffer, id: string, sealed: Buffer) =>
  openText(sealed.toString('base64'), key, secretAdditionalData(id));

const secretAdditionalData = (id: string) => `webhook/${id}`;
