import { nanoid } from 'nanoid';
import type pg from 'pg';
import { DAY_MS } from '../../../model/format/dates';
import type { ApplicationEvent } from '../../applications/domainEvents';
import type { Feature } from '../../applications/feature';
import { enqueue } from '../../platform/jobs/jobRepository';
import { deliverWebhooks } from './deliverWebhooks';
import { deleteEvents, insertEvent, lockReceivers } from './webhookRepository';
import type { WebhookDeps } from './webhookSender';
import { webhookSettings } from './webhookSettings';

const sent = [{ inTransaction: enqueueWebhook }];

export const webhooks = {
  subscriptions: {
    'application.submitted': sent,
    'application.status_changed': sent,
    'document.added': sent,
    'document.checked': sent,
    'document.withdrawn': sent,
    'household.completed': sent,
    'household.updated': sent,
    'message.received': sent,
    'payment.settled': sent,
    'secondary.completed': sent,
  } satisfies Record<keyof ReturnType<typeof webhookSettings>['events'], typeof sent>,
  jobs: { 'tell-office': { pool: 'webhooks', delay: 'webhook', run: deliverWebhooks } },
  deleteExpired: ({ db, clock }) => deleteEvents(db, new Date(clock().getTime() - webhookSettings().keepDays * DAY_MS)),
} satisfies Feature<WebhookDeps>;

/** Enqueues an event. Does nothing before submission. */
async function enqueueWebhook(
  client: pg.PoolClient,
  { type, applicationId, now, data }: ApplicationEvent,
): Promise<void> {
  const receivers = await lockReceivers(client, applicationId);
  if (!receivers || receivers.webhooks.length === 0) return;
  const { number, status, submitted_at, webhooks } = receivers;
  const named = {
    application: applicationId,
    number: String(number),
    status,
    submitted_at: submitted_at.toISOString(),
  };
  const body = JSON.stringify({ type, timestamp: now.toISOString(), data: { ...named, ...data } });
  await insertEvent(client, { id: `msg_${nanoid()}`, trn: applicationId, type, now, body, webhooks });
  for (const webhook of webhooks) await enqueue(client, 'tell-office', { trn: applicationId, webhook });
}
