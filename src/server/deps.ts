import type pg from 'pg';
import { createFindMailBranding } from './applications/landlordLogo';
import { createRepositories } from './applications/repositories';
import { type FeatureDeps, recordEvent } from './features';
import { createGoogleAddressBook, createOfflineAddressBook } from './features/entry/addresses';
import { createPayments } from './features/payment/createPayments';
import { createWebhookSender } from './features/webhooks/webhookSender';
import { createFormRepository } from './forms/formRepository';
import { createForms } from './forms/forms';
import { readBuiltMessages, readProgram } from './forms/program';
import { createServedMessages } from './forms/servedMessages';
import type { Config } from './platform/config';
import { createKeyring, dataKeys } from './platform/crypto/keyRepository';
import { readKey } from './platform/crypto/seal';
import { createEvents } from './platform/db/events';
import { createFileOwner } from './platform/files/fileOwner';
import type { FileStore } from './platform/files/fileStore';
import { createFiles } from './platform/files/files';
import { recordFiles } from './platform/files/recordFiles';
import { createStoredFiles } from './platform/files/storedFileRepository';
import { createVirusScanner } from './platform/files/virusScan';
import { createIdempotencyRepository } from './platform/http/idempotencyRepository';
import { createLimits } from './platform/http/rateLimit';
import { createMail } from './platform/mail/mail';
import { isMailStopped } from './platform/mail/mailProblemRepository';
import { createSessions } from './platform/sessions/sessions';

export type Deps = FeatureDeps;

export type Stores = ReturnType<typeof createStores>;

export function createStores(db: pg.Pool) {
  return {
    ...createRepositories(db, recordEvent),
    forms: createFormRepository(db),
    idempotency: createIdempotencyRepository(db),
    storedFiles: createStoredFiles(db),
  };
}

type Replaced = Partial<Deps> & { fileStore?: FileStore };

export async function createDeps(
  config: Config,
  db: pg.Pool,
  { fileStore = createFiles(config), ...replaced }: Replaced = {},
): Promise<Deps> {
  const stores = replaced.stores ?? createStores(db);
  const clock = replaced.clock ?? (() => new Date());
  const events = replaced.events ?? createEvents();
  const built = readBuiltMessages();
  const forms =
    replaced.forms ?? (await createForms(stores.forms, clock, events, config.schemasDir, readProgram(built)));
  const fileOwner = createFileOwner(fileStore, stores.storedFiles);
  const tokenKey = replaced.tokenKey ?? readKey(config.tokenKey, 'token.key', config.dataDir);
  return {
    config,
    db,
    stores,
    recordEvent,
    clock,
    log: console,
    tokenKey,
    events,
    forms,
    findMessages: createServedMessages(forms, built),
    limits: createLimits(db, clock, config.limitFactor),
    mail: createMail(config, createFindMailBranding(stores.subscribers), (address) => isMailStopped(db, address)),
    sessions: createSessions(db, clock, tokenKey, events),
    files: recordFiles(fileStore, stores.storedFiles, fileOwner),
    fileOwner,
    scanner: createVirusScanner(config),
    payments: replaced.payments ?? (await createPayments(config)),
    addresses: config.mapsKey ? createGoogleAddressBook(config.mapsKey) : createOfflineAddressBook(),
    keyring: createKeyring(db, dataKeys(config)),
    webhooks: createWebhookSender({ allowPrivate: !config.production }),
    ...replaced,
  };
}
