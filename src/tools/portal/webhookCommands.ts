import { customAlphabet } from 'nanoid';
import { toIsoDate } from '../../model/format/dates';
import { createSecret } from '../../server/features/webhooks/deliverWebhooks';
import { createWebhookRepository, type WebhookRow } from '../../server/features/webhooks/webhookRepository';
import { createWebhookSender } from '../../server/features/webhooks/webhookSender';
import { webhookSettings } from '../../server/features/webhooks/webhookSettings';
import { enqueue } from '../../server/platform/jobs/jobRepository';
import {
  type Command,
  CommandError,
  type ParsedArguments,
  type Portal,
  printRows,
  readCount,
  requireSubscriber,
} from './command';

const newId = customAlphabet('23456789abcdefghjkmnpqrstuvwxyz', 12);
const LAST = '50';

export const webhookCommands: Record<string, Command> = {
  'webhook add': {
    about: 'Sends events of submitted applications to a URL. Prints the signing secret once.',
    places: ['subscriber', 'url'],
    run: add,
  },
  'webhook list': {
    about: 'Lists the webhooks of a subscriber, including removed ones.',
    places: ['subscriber'],
    run: list,
  },
  'webhook rotate': {
    about: `Prints a new signing secret. The old one works for ${webhookSettings().rotateHours} more hours.`,
    places: ['subscriber', 'url'],
    run: rotate,
  },
  'webhook remove': {
    about: "Removes a webhook. Waiting events aren't sent.",
    places: ['subscriber', 'url'],
    run: remove,
  },
  'webhook deliveries': {
    about: `Lists the deliveries of the last ${webhookSettings().keepDays} days with their responses, newest first.`,
    places: ['subscriber'],
    options: {
      last: { about: `how many to list (default ${LAST})` },
      again: { about: 'sends this event again' },
    },
    run: deliveries,
  },
};

const REFUSALS = {
  notAnAddress: 'Use an address that starts with https:// and has no user name.',
  notHttps: 'In production, the address must start with https://.',
  inside: "In production, the address can't point to this server's own network.",
};

async function add(portal: Portal, given: ParsedArguments): Promise<void> {
  const { id: subscriber } = await requireSubscriber(portal, given);
  const { url = '' } = given;
  const refusal = createWebhookSender({ allowPrivate: !portal.config.production }).findRefusal(url);
  if (refusal) throw new CommandError(`Can't use '${url}'. ${REFUSALS[refusal]}`);
  if (await createWebhookRepository(portal.db).findByUrl(String(subscriber), url))
    throw new CommandError(
      `'${url}' is already a webhook. For a new secret, run: npm run portal -- webhook rotate ${subscriber} ${url}`,
    );
  const webhook = { id: `wh_${newId()}`, subscriber_id: String(subscriber), url, created_at: new Date() };
  const { secret, sealed } = await createSecret(portal.keyring, webhook);
  await createWebhookRepository(portal.db).add({ ...webhook, secret: sealed });
  portal.print(secret);
  portal.print(`Events go to ${url} from now on. We show this secret only once: store it now.`);
}

async function list(portal: Portal, given: ParsedArguments): Promise<void> {
  const { id } = await requireSubscriber(portal, given);
  const webhooks = await createWebhookRepository(portal.db).list(String(id));
  const now = new Date();
  const rows = webhooks.map((one) => ({ state: stateOf(one, now), since: toIsoDate(one.created_at), url: one.url }));
  printRows(portal, rows, 'No webhooks yet.');
}

function stateOf({ ended_at, previous_until }: WebhookRow, now: Date): string {
  if (ended_at) return `ended ${toIsoDate(ended_at)}`;
  return previous_until && previous_until > now ? 'active, two secrets' : 'active';
}

async function rotate(portal: Portal, given: ParsedArguments): Promise<void> {
  const webhook = await requireWebhook(portal, given);
  const { secret, sealed } = await createSecret(portal.keyring, webhook);
  const until = new Date(Date.now() + webhookSettings().rotateHours * 3_600_000);
  await createWebhookRepository(portal.db).rotate(webhook.id, sealed, until);
  portal.print(secret);
  portal.print(`We show this secret only once: store it now. The old one works until ${until.toISOString()}.`);
}

async function remove(portal: Portal, given: ParsedArguments): Promise<void> {
  const webhook = await requireWebhook(portal, given);
  await createWebhookRepository(portal.db).end(webhook.id, new Date());
  portal.print(`Removed ${webhook.url}. It no longer gets events.`);
}

async function requireWebhook(portal: Portal, given: ParsedArguments): Promise<WebhookRow> {
  const { id } = await requireSubscriber(portal, given);
  const found = await createWebhookRepository(portal.db).findByUrl(String(id), given.url ?? '');
  if (found) return found;
  throw new CommandError(
    `There's no webhook '${given.url}'. To see the list, run: npm run portal -- webhook list ${id}`,
  );
}

async function deliveries(portal: Portal, given: ParsedArguments): Promise<void> {
  const { id } = await requireSubscriber(portal, given);
  if (given.again !== undefined) return sendAgain(portal, String(id), given.again);
  const found = await createWebhookRepository(portal.db).listDeliveries(
    String(id),
    readCount('last', given.last ?? LAST),
  );
  const rows = found.map(({ at, tried_at, status, answer, ...row }) => ({
    at: at.toISOString(),
    event: row.event,
    type: row.type,
    application: row.application,
    state: row.state,
    tries: row.attempts,
    tried: tried_at?.toISOString() ?? '',
    answer: [status ?? '', answer?.replace(/\s+/g, ' ').slice(0, 60) ?? ''].join(' ').trim(),
    url: row.url,
  }));
  printRows(portal, rows, 'No deliveries yet.');
}

async function sendAgain(portal: Portal, subscriber: string, event: string): Promise<void> {
  const waiting = await createWebhookRepository(portal.db).resend(subscriber, event, new Date());
  if (waiting.length === 0)
    throw new CommandError(
      `No active webhook of '${subscriber}' has event '${event}'. To see the deliveries, run: npm run portal -- webhook deliveries ${subscriber}`,
    );
  for (const one of waiting) await enqueue(portal.db, 'tell-office', one);
  portal.print(
    `The running app will send ${event} again to ${waiting.length} ${waiting.length === 1 ? 'address' : 'addresses'}.`,
  );
}
