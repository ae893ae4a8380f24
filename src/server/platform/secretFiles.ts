import { readFileSync } from 'node:fs';

type Given = Record<string, string | undefined>;

/** Settings that can be read from a file: `DATA_KEY_FILE=/run/secrets/data_key`. */
export const secretSettings = [
  'DATABASE_URL',
  'DATABASE_LISTEN_URL',
  'DATA_KEY',
  'TOKEN_KEY',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'SMTP_URL',
  'MAIL_WEBHOOK_SECRET',
  'MAIL_INBOUND_SECRET',
  'MAPS_KEY',
  'OPERATOR_TOKEN',
  'METRICS_TOKEN',
] as const;

/** Throws if a secret is set twice, or if its file is unreadable or empty. */
export function readSecretFiles(given: Given): Given {
  const found = secretSettings.filter((name) => given[`${name}_FILE`]);
  return { ...given, ...Object.fromEntries(found.map((name) => [name, readSecret(given, name)])) };
}

function readSecret(given: Given, name: string): string {
  const file = String(given[`${name}_FILE`]);
  if (given[name]) throw new Error(`${name} and ${name}_FILE are both set. Set only one of them.`);
  const secret = readOrExplain(name, file).trim();
  if (!secret) throw new Error(`${name}_FILE names ${file}, which is empty. Write the secret into it.`);
  return secret;
}

function readOrExplain(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new Error(
      `${name}_FILE names ${file}, which can't be read (${code}). Check its path, and that this user may read it.`,
      { cause },
    );
  }
}
