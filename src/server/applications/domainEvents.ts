import type pg from 'pg';
import { enqueueEach } from '../platform/jobs/jobRepository';

export interface AccountEvent {
  type: 'account.registered' | 'account.password_changed';
  accountId: string;
}

export interface ApplicationEvent {
  type:
    | 'application.assigned'
    | 'application.submitted'
    | 'application.status_changed'
    | 'decision.made'
    | 'document.added'
    | 'document.checked'
    | 'document.withdrawn'
    | 'household.completed'
    | 'household.updated'
    | 'message.received'
    | 'message.sent'
    | 'payment.disputed'
    | 'payment.refund_reported'
    | 'payment.settled'
    | 'secondary.completed';
  applicationId: string;
  now: Date;
  /** Ids, amounts, counts, statuses and times. Never answers. */
  data?: Record<string, string | number | boolean | null>;
}

type DomainEvent = AccountEvent | ApplicationEvent;

export type Subscriber = string | { inTransaction(client: pg.PoolClient, event: ApplicationEvent): Promise<void> };

export type Subscriptions = Partial<Record<DomainEvent['type'], readonly Subscriber[]>>;

/** Enqueues an event's jobs and calls its other handlers, in the caller's transaction. */
export type RecordEvent = (client: pg.PoolClient, event: DomainEvent) => Promise<void>;

export function createRecordEvent(all: readonly Subscriptions[]): RecordEvent {
  return async (client, event) => {
    const subscribers = all.flatMap((subscriptions) => subscriptions[event.type] ?? []);
    const kinds = subscribers.filter((one) => typeof one === 'string');
    await enqueueEach(client, kinds, toPayload(event));
    for (const one of subscribers)
      if (typeof one !== 'string' && 'applicationId' in event) await one.inTransaction(client, event);
  };
}

function toPayload(event: DomainEvent): Record<string, unknown> {
  return 'accountId' in event ? { accountId: event.accountId } : { trn: event.applicationId, ...event.data };
}
