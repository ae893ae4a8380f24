import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import envSchema from 'env-schema';
import { readSecretFiles } from './secretFiles';

export interface Config {
  production: boolean;
  port: number;
  host: string;
  dataDir: string;
  schemasDir: string;
  databaseUrl?: string;
  databasePooler: 'session' | 'transaction';
  /** For LISTEN, because LISTEN doesn't work through a pooler in transaction mode. */
  databaseListenUrl?: string;
  /** Without an endpoint, AWS is used. Without keys, the SDK's default credentials are used. */
  s3?: { endpoint?: string; bucket: string; accessKeyId?: string; secretAccessKey?: string; region: string };
  /** If `webhookSecret` is empty, Stripe's webhooks are refused. */
  stripe?: { secretKey: string; publishableKey: string; webhookSecret: string };
  /**
   * 'browser': the page confirms the payment, with 3-D Secure and wallets. 'server': the server charges a card token.
   */
  paymentConfirmation: 'browser' | 'server';
  smtpUrl?: string;
  mailFrom: string;
  /** If undefined, the email provider's reports are refused. */
  mailWebhookSecret?: string;
  /** If undefined, applicants can reply to messages only in the portal. */
  mailReplies?: { address: string; secret: string };
  /** ClamAV's `unix:/path` or `tcp://host:port`. If undefined, uploads aren't scanned. */
  clamavUrl?: string;
  /** If undefined, a key is generated in `dataDir`. */
  dataKey?: string;
  tokenKey?: string;
  mapsKey?: string;
  appUrl: string;
  logLevel: string;
  trustProxy?: string;
  /** Callers with this token can read the Studio without a login. Not needed in development. */
  operatorToken?: string;
  metricsToken?: string;
  tracesTo?: string;
  translateWidget?: string;
  predictionPages: boolean;
  demoOffice: boolean;
  limitFactor: number;
  /** If false, the server doesn't start while migrations are pending. */
  migrateOnStart: boolean;
}

interface Variables {
  NODE_ENV: string;
  PORT: number;
  HOST: string;
  DATA_DIR: string;
  LOG_LEVEL?: string;
  LIMIT_FACTOR: number;
  PAYMENT_CONFIRMATION: 'browser' | 'server';
  MIGRATE_ON_START: 'on' | 'off';
  DATABASE_POOLER: 'session' | 'transaction';
  [name: string]: string | number | undefined;
}

const needed = ['DATABASE_URL', 'DATA_KEY', 'TOKEN_KEY', 'STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'SMTP_URL'];

const schema = {
  type: 'object',
  properties: {
    NODE_ENV: { type: 'string', default: 'development' },
    PORT: { type: 'integer', minimum: 0, maximum: 65535, default: 3000 },
    HOST: { type: 'string', default: '127.0.0.1' },
    DATA_DIR: { type: 'string', default: 'data' },
    LOG_LEVEL: { enum: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] },
    LIMIT_FACTOR: { type: 'number', exclusiveMinimum: 0, default: 1 },
    PAYMENT_CONFIRMATION: { enum: ['browser', 'server'], default: 'browser' },
    MIGRATE_ON_START: { enum: ['on', 'off'], default: 'on' },
    DATABASE_POOLER: { enum: ['session', 'transaction'], default: 'session' },
  },
};

/** Empty variables count as unset. Throws if a variable is invalid, or if production lacks a required variable. */
export function readConfig(environment: Record<string, string | undefined>, root: string): Config {
  const given = readSecretFiles(Object.fromEntries(Object.entries(environment).filter(([, value]) => value)));
  const variables = envSchema<Variables>({ schema, data: given, env: false });
  const production = variables.NODE_ENV === 'production';
  if (production) assertRequired(given);
  return {
    production,
    port: variables.PORT,
    host: variables.HOST,
    dataDir: path.resolve(root, variables.DATA_DIR),
    schemasDir: readSchemasDir(given, root),
    databaseUrl: given.DATABASE_URL,
    databasePooler: variables.DATABASE_POOLER,
    databaseListenUrl: given.DATABASE_LISTEN_URL,
    s3: readS3(given),
    stripe: readStripe(given),
    paymentConfirmation: variables.PAYMENT_CONFIRMATION,
    smtpUrl: given.SMTP_URL,
    mailFrom: given.MAIL_FROM ?? 'Rental applications <applications@localhost>',
    mailWebhookSecret: given.MAIL_WEBHOOK_SECRET,
    mailReplies: readMailReplies(given),
    clamavUrl: given.CLAMAV_URL,
    dataKey: given.DATA_KEY,
    tokenKey: given.TOKEN_KEY,
    mapsKey: given.MAPS_KEY,
    appUrl: (given.APP_URL ?? `http://${variables.HOST}:${variables.PORT}`).replace(/\/$/, ''),
    logLevel: variables.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    trustProxy: given.TRUST_PROXY,
    operatorToken: given.OPERATOR_TOKEN,
    metricsToken: given.METRICS_TOKEN,
    tracesTo: given.OTEL_EXPORTER_OTLP_ENDPOINT,
    translateWidget: given.TRANSLATE_WIDGET && path.resolve(root, given.TRANSLATE_WIDGET),
    predictionPages: !production || given.PREDICTION_PAGES === 'on',
    demoOffice: !production && given.DEMO_OFFICE === 'on',
    limitFactor: variables.LIMIT_FACTOR,
    migrateOnStart: variables.MIGRATE_ON_START === 'on',
  };
}

type Given = Record<string, string | undefined>;

/** Returns the full path of SCHEMAS_DIR (default: schemas/). Throws if SCHEMAS_DIR names a missing folder. */
export function readSchemasDir({ SCHEMAS_DIR }: Given, root: string): string {
  const folder = path.resolve(root, SCHEMAS_DIR || 'schemas');
  if (SCHEMAS_DIR && !existsSync(folder))
    throw new Error(`SCHEMAS_DIR names ${folder}, which doesn't exist. Set it to the folder of the form files.`);
  return folder;
}

function assertRequired(given: Given): void {
  const missing = needed.filter((name) => !given[name]);
  if (missing.length > 0)
    throw new Error(
      `NODE_ENV=production needs ${missing.join(', ')}. Set these variables (docs/settings.md), then start again.`,
    );
}

function readS3(given: Given): Config['s3'] {
  if (!given.S3_ENDPOINT && !given.S3_BUCKET) return undefined;
  if (given.S3_SECRET_ACCESS_KEY) requiredWith(given, 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY');
  if (given.S3_ACCESS_KEY_ID) requiredWith(given, 'S3_SECRET_ACCESS_KEY', 'S3_ACCESS_KEY_ID');
  return {
    endpoint: given.S3_ENDPOINT,
    bucket: requiredWith(given, 'S3_BUCKET', 'S3_ENDPOINT'),
    accessKeyId: given.S3_ACCESS_KEY_ID,
    secretAccessKey: given.S3_SECRET_ACCESS_KEY,
    region: given.S3_REGION ?? 'us-east-1',
  };
}

function readStripe(given: Given): Config['stripe'] {
  if (!given.STRIPE_SECRET_KEY && !given.STRIPE_PUBLISHABLE_KEY) return undefined;
  return {
    secretKey: requiredWith(given, 'STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'),
    publishableKey: requiredWith(given, 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_SECRET_KEY'),
    webhookSecret: given.STRIPE_WEBHOOK_SECRET ?? '',
  };
}

function readMailReplies(given: Given): Config['mailReplies'] {
  if (!given.MAIL_REPLY_TO && !given.MAIL_INBOUND_SECRET) return undefined;
  const address = requiredWith(given, 'MAIL_REPLY_TO', 'MAIL_INBOUND_SECRET');
  if (!/^[\w.-]{1,8}@[\w.-]+$/.test(address))
    throw new Error(`MAIL_REPLY_TO is '${address}'. Set it to an address with at most 8 characters before the @.`);
  return { address, secret: requiredWith(given, 'MAIL_INBOUND_SECRET', 'MAIL_REPLY_TO') };
}

function requiredWith(given: Given, name: string, because: string): string {
  const value = given[name];
  if (!value) throw new Error(`${because} is set, so ${name} is needed too. Set both, or neither.`);
  return value;
}

export function findRoot(from: string = fileURLToPath(import.meta.url)): string {
  const folder = path.dirname(from);
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  if (folder === from) throw new Error(`No package.json in a parent folder of ${fileURLToPath(import.meta.url)}`);
  return findRoot(folder);
}

/** Returns, for example, `'PostgreSQL db.example:5432/portal'` or `'PGlite in /srv/data'`. */
export function describeDatabase({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  if (!databaseUrl) return `PGlite in ${dataDir}`;
  const { host, pathname } = new URL(databaseUrl);
  return `PostgreSQL ${host}${pathname}`;
}
