import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Config } from './config';
import { createForms, type Forms } from './forms';
import type { AddressBook } from './gateways/addresses';
import { createGoogleAddressBook } from './gateways/addressesGoogle';
import { createOfflineAddressBook } from './gateways/addressesOffline';
import { createFiles } from './gateways/createFiles';
import { createPayments } from './gateways/createPayments';
import type { FileStore } from './gateways/files';
import { createMail, type Mail } from './gateways/mail';
import type { PaymentGateway } from './gateways/payments';
import { readKey } from './keys';
import type { Clock } from './memory';
import { createNews, type NewsDesk } from './news';
import { createLimits, type Limits } from './rateLimit';
import { createSessions, type Sessions } from './sessions';
import { createDraftStore, type DraftStore } from './stores/draftStore';
import { createKeyring, dataKeys, type Keyring } from './stores/keyStore';

/** Everything a route may use; plain objects, made once per process. */
export interface Deps {
  config: Config;
  db: pg.Pool;
  clock: Clock;
  /** Where an operator reads what went wrong without stopping anything; the server's own once it is built. */
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** Signs and seals tokens. */
  tokenKey: Buffer;
  forms: Forms;
  limits: Limits;
  mail: Mail;
  sessions: Sessions;
  files: FileStore;
  payments: PaymentGateway;
  addresses: AddressBook;
  news: NewsDesk;
  drafts: DraftStore;
  /** The data keys of the applicants. */
  keyring: Keyring;
}

/** Builds them; `replaced` are the stand-ins of a test. */
export async function createDeps(config: Config, db: pg.Pool, replaced: Partial<Deps> = {}): Promise<Deps> {
  const clock = replaced.clock ?? (() => new Date());
  const news = replaced.news ?? createNews();
  const tokenKey = replaced.tokenKey ?? readKey(config.tokenKey, 'token.key', config.dataDir);
  return {
    config,
    db,
    clock,
    log: console,
    tokenKey,
    news,
    forms: await createForms(db, clock, news),
    limits: createLimits(db, clock, config.limitFactor),
    mail: createMail(config),
    sessions: createSessions(db, clock, tokenKey, news),
    files: createFiles(config),
    payments: replaced.payments ?? (await createPayments(config)),
    addresses: config.mapsKey ? createGoogleAddressBook(config.mapsKey) : createOfflineAddressBook(),
    drafts: createDraftStore(db),
    keyring: createKeyring(db, dataKeys(config)),
    ...replaced,
  };
}
