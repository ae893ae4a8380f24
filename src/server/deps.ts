import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { createSessions, type Sessions } from './auth/sessions';
import type { Config } from './config';
import { createKeyring, dataKeys, type Keyring } from './crypto/keyStore';
import { readKey } from './crypto/seal';
import { createEvents, type EventBus } from './db/events';
import type { Clock } from './db/memory';
import { createStores, type Stores } from './db/stores';
import { createFiles, type FileStore } from './documents/files';

import { type AddressBook, createGoogleAddressBook, createOfflineAddressBook } from './entry/addresses';

import { createForms, type Forms } from './forms/forms';
import { readBuilt, readProgram } from './forms/program';
import { createServedWords, type FindWords } from './forms/servedWords';
import { createWebhookSender, type WebhookSender } from './handover/webhookSender';
import { createLimits, type Limits } from './http/rateLimit';
import { createMail, type Mail } from './mail/mail';
import { createPayments, type PaymentGateway } from './payment/createPayments';

/** Everything a route may use; plain objects, made once per process. */
export interface Deps {
  config: Config;
  db: pg.Pool;
  stores: Stores;
  clock: Clock;
  /** Where an operator reads what went wrong without stopping anything; the server's own once it is built. */
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** Signs and seals tokens. */
  tokenKey: Buffer;
  forms: Forms;
  /** What pages say otherwise than their build. */
  words: FindWords;
  limits: Limits;
  mail: Mail;
  sessions: Sessions;
  files: FileStore;
  payments: PaymentGateway;
  addresses: AddressBook;
  webhooks: WebhookSender;
  events: EventBus;
  /** The data keys of the applicants. */
  keyring: Keyring;
}

/** Builds them; `replaced` are the stand-ins of a test. */
export async function createDeps(config: Config, db: pg.Pool, replaced: Partial<Deps> = {}): Promise<Deps> {
  const stores = replaced.stores ?? createStores(db);
  const clock = replaced.clock ?? (() => new Date());
  const events = replaced.events ?? createEvents();
  const built = readBuilt();
  const forms = replaced.forms ?? (await createForms(stores.forms, clock, events, undefined, readProgram(built)));
  const tokenKey = replaced.tokenKey ?? readKey(config.tokenKey, 'token.key', config.dataDir);
  return {
    config,
    db,
    stores,
    clock,
    log: console,
    tokenKey,
    events,
    forms,
    words: createServedWords(forms, built),
    limits: createLimits(db, clock, config.limitFactor),
    mail: createMail(config),
    sessions: createSessions(db, clock, tokenKey, events),
    files: createFiles(config),
    payments: replaced.payments ?? (await createPayments(config)),
    addresses: config.mapsKey ? createGoogleAddressBook(config.mapsKey) : createOfflineAddressBook(),
    keyring: createKeyring(db, dataKeys(config)),
    webhooks: createWebhookSender({ allowsInside: !config.production }),
    ...replaced,
  };
}
