import { customAlphabet } from 'nanoid';
import settings from '../../../schemas/office/webhooks.json';

import { makeSecret } from '../../server/handover/deliverEvents';
import { createWebhookSender } from '../../server/handover/webhookSender';
import type { WebhookRow } from '../../server/handover/webhookStore';
import { enqueue } from '../../server/jobs/jobs';
import { type Command, CommandError, type Given, type Portal, printRows, readDays, requireSubscriber } from './command';

const newId = customAlphabet('23456789abcdefghjkmnpqrstuvwxyz', 12);
const LAST = '50';

/** Where a subscriber's own system hears of its applications (docs/office.md). */
export const webhookCommands: Record<string, Command> = {
  'webhook add': {
    about: 'tells an address of every application that is handed in, and prints the secret that signs, once',
    places: ['subscriber', 'url'],
    run: add,
  },
  'webhook list': { about: 'the addresses of a subscriber, ended ones too', places: ['subscriber'], run: list },
  'webhook rotate': {
    about: `prints a new secret; the one before signs as well for ${settings.rotateHours} hours`,
    places: ['subscriber', 'url'],
    run: rotate,
  },
  'webhook remove': {
    about: 'ends it; what waits is not sent any more',
    places: ['subscriber', 'url'],
    run: remove,
  },
  'webhook deliveries': {
    about: `what was sent in the last ${settings.keepDays} days and what was answered, the newest first`,
    places: ['subscriber'],
    options: {
      last: { about: `how many, ${LAST} unless said` },
      again: { about: 'sends this event again, whatever was answered before' },
    },
    run: deliveries,
  },
};

const REFUSALS = {
  notAnAddress: 'an address begins with https:// and has no user name in it',
  notHttps: 'outside development an address begins with https://',
  inside: 'outside development no address may lead into the network of this server',
};

async function add(portal: Portal, given: Given): Promise<void> {
  const { id: subscriber } = await requireSubscriber(portal, given);
  const { url = '' } = given;
  const refusal = createWebhookSender({ allowsInside: !portal.config.production }).refusalOf(url);
  if (refusal) throw new CommandError(`'${url}': ${REFUSALS[refusal]}`);
  if (await portal.stores.webhooks.findAt(String(subscriber), url))
    throw new CommandError(`'${url}' gets its events already`);
  const webhook = { id: `wh_${newId()}`, subscriber_id: String(subscriber), url, created_at: new Date() };
  const { secret, sealed } = await makeSecret(portal.keyring, webhook);
  await portal.stores.webhooks.add({ ...webhook, secret: sealed });
  portal.print(secret);
  portal.print(`${url} gets its events from now on. The secret is shown this once.`);
}

async function list(portal: Portal, given: Given): Promise<void> {
  const { id } = await requireSubscriber(portal, given);
  const webhooks = await portal.stores.webhooks.list(String(id));
  const now = new Date();
  const rows = webhooks.map((one) => ({ state: stateOf(one, now), since: day(one.created_at), url: one.url }));
  printRows(portal, rows, 'No webhooks yet.');
}

function stateOf({ ended_at, previous_until }: WebhookRow, now: Date): string {
  if (ended_at) return `ended ${day(ended_at)}`;
  return previous_until && previous_until > now ? 'live, two secrets' : 'live';
}

async function rotate(portal: Portal, given: Given): Promise<void> {
  const webhook = await requireWebhook(portal, given);
  const { secret, sealed } = await makeSecret(portal.keyring, webhook);
  const until = new Date(Date.now() + settings.rotateHours * 3_600_000);
  await portal.stores.webhooks.rotate(webhook.id, sealed, until);
  portal.print(secret);
  portal.print(`The secret is shown this once. The one before signs as well until ${until.toISOString()}.`);
}

async function remove(portal: Portal, given: Given): Promise<void> {
  const webhook = await requireWebhook(portal, given);
  await portal.stores.webhooks.end(webhook.id, new Date());
  portal.print(`${webhook.url} gets no more events.`);
}

async function requireWebhook(portal: Portal, given: Given): Promise<WebhookRow> {
  const { id } = await requireSubscriber(portal, given);
  const found = await portal.stores.webhooks.findAt(String(id), given.url ?? '');
  if (found) return found;
  throw new CommandError(`There is no webhook '${given.url}'. See: npm run portal -- webhook list ${id}`);
}

async function deliveries(portal: Portal, given: Given): Promise<void> {
  const { id } = await requireSubscriber(portal, given);
  if (given.again !== undefined) return sendAgain(portal, String(id), given.again);
  const found = await portal.stores.webhooks.deliveries(String(id), readDays(given.last ?? LAST));
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
  printRows(portal, rows, 'Nothing was sent yet.');
}

async function sendAgain(portal: Portal, subscriber: string, event: string): Promise<void> {
  const waiting = await portal.stores.webhooks.sendAgain(subscriber, event, new Date());
  if (waiting.length === 0) throw new CommandError(`No live webhook of '${subscriber}' was sent '${event}'`);
  for (const one of waiting) await enqueue(portal.db, 'tell-office', one);
  portal.print(
    `The running app sends ${event} again, to ${waiting.length} ${waiting.length === 1 ? 'address' : 'addresses'}.`,
  );
}

const day = (at: Date) => at.toISOString().slice(0, 10);
