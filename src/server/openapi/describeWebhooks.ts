import { webhookExample } from '../../contract/examples';
import { WebhookEvent } from '../../contract/webhooks';
import { webhookSettings } from '../features/webhooks/webhookSettings';
import { nameOperation } from './nameOperation';

/** Describes the events in schemas/office/webhooks.json. Their signatures follow Standard Webhooks. */
export function describeWebhooks(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(webhookSettings().events).map(([type, summary]) => [type, { post: describeEvent(type, summary) }]),
  );
}

const HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
  name,
  in: 'header',
  required: true,
  schema: { type: 'string' },
}));

function describeEvent(type: string, summary: string): object {
  const schema = {
    ...WebhookEvent,
    properties: { ...WebhookEvent.properties, type: { type: 'string', const: type } },
  };
  const example = { ...webhookExample, type };
  return {
    operationId: nameOperation('receive', type.split(/[._]/)),
    summary,
    tags: ['Webhooks'],
    security: [],
    parameters: HEADERS,
    requestBody: { required: true, content: { 'application/json': { schema, example } } },
    responses: {
      '2XX': { description: 'Received. After any response other than 2XX or 410, the event is sent again later.' },
      410: { description: 'Turns the webhook off. It no longer gets events.' },
    },
  };
}
