import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Config } from './config';
import type { Keyring } from './crypto/keyRepository';
import type { EventBus } from './db/events';
import type { Clock } from './db/memory';
import type { FileOwner } from './files/fileOwner';
import type { FileStore } from './files/fileStore';
import type { StoredFiles } from './files/storedFileRepository';
import type { VirusScanner } from './files/virusScan';
import type { IdempotencyRepository } from './http/idempotencyRepository';
import type { Limits } from './http/rateLimit';
import type { Mail } from './mail/mail';
import type { Sessions } from './sessions/sessions';

export interface Platform {
  config: Config;
  db: pg.Pool;
  stores: { idempotency: IdempotencyRepository; storedFiles: StoredFiles };
  clock: Clock;
  log: Pick<FastifyBaseLogger, 'warn'>;
  tokenKey: Buffer;
  limits: Limits;
  mail: Mail;
  sessions: Sessions;
  files: FileStore;
  fileOwner: FileOwner;
  scanner: VirusScanner;
  events: EventBus;
  keyring: Keyring;
}
