import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openDatabase } from '../../src/server/platform/db/database';
import { runOnServer } from '../../src/server/platform/db/operatorSocket';
import type { AnyServer } from '../support/anyServer';
import { expectRecords, get } from '../support/fillSteps';
import type { TestApplicant } from '../support/serverApplicants';
import { searchBrowser } from './canaries/browserJourney';
import { BORN, NEXT_PASSWORD, SSN, secrets, traces } from './canaries/canaries';
import { createPatterns, type SearchPattern } from './canaries/forms';
import { completeOther, completeWithCanaries } from './canaries/journey';
import { useOffice } from './canaries/officeWalk';
import { findIn, findInFolder } from './canaries/search';
import type { Mode, Outcome, Suite } from './suite';
import { type BuiltServer, startBuilt } from './support/builtServer';
import { withFolder } from './support/folders';
import { remoteServer } from './support/remoteServer';
import { withBrowser } from './support/withBrowser';

const SECRETS = secrets.flatMap(createPatterns);
const TRACES = traces.flatMap(createPatterns);

/** No secret is stored, sent or logged in plain text, and nothing is left of an erased applicant. */
async function run(_mode: Mode): Promise<Outcome> {
  return withFolder(async (folder) => {
    const environment = { DATA_DIR: folder, LOG_LEVEL: 'trace', LIMIT_FACTOR: '50' };
    const first = await startBuilt(environment);
    const server = remoteServer(() => first.address);
    const beside = await completeOther(server);
    const zyx = await completeWithCanaries(server);
    const pdf = await recordOf(server, zyx);
    const handedOut = await withFolder((exported) => useOffice(server, folder, zyx, exported));
    const sought = [...SECRETS, ...handedOut];
    await changePassword(server, zyx, folder);
    const { found, blind } = await withBrowser((browser) => searchBrowser(browser, server, first.address, sought));
    await first.stop();
    const lying = [
      ...found,
      ...findInLog(first.said(), sought),
      ...findInFolder(folder, sought),
      ...findInMails(folder, sought),
    ];
    const left = await eraseAndSearch(await startBuilt(environment), folder, { zyx, beside, pdf, sought });
    return {
      n: sought.length + TRACES.length,
      figure: `${lying.length} unencrypted secrets, ${left.length} traces of an erased applicant`,
      failures: [...(await searcherFaults()), ...blind, ...lying, ...left],
    };
  });
}

/** Proves that the search works: it finds every planted form, and secrets that were encoded with other text. */
async function searcherFaults(): Promise<string[]> {
  return withFolder(async (folder) => {
    const missed = [...SECRETS, ...TRACES].filter((needle, index) => {
      const noise = randomBytes(20_000 + index);
      writeFileSync(path.join(folder, 'planted'), Buffer.concat([noise, needle.bytes, noise]));
      return !findInFolder(folder, [needle]).length;
    });
    const encoded = [Buffer.from(`xy${SSN}z`).toString('base64'), Buffer.from(`-${BORN}-`).toString('hex')];
    const unseen = encoded.filter((text) => !findIn(Buffer.from(text), SECRETS).length);
    return [...missed.map(({ name }) => name), ...unseen].map((name) => `the search misses ${name}`);
  });
}

function findInLog(log: string, sought: readonly SearchPattern[]): string[] {
  const found = findIn(Buffer.from(log), sought).map((name) => `log: ${name}`);
  return log.includes('/api/applicant/saveiddetail') ? found : [...found, "the log doesn't mention the saves"];
}

/** Searches emails with their quoted-printable lines joined, because a line break may split a secret. */
function findInMails(folder: string, sought: readonly SearchPattern[]): string[] {
  return findIn(Buffer.from(mailsIn(folder).join('\n')), sought).map((name) => `mail: ${name}`);
}

/** Waits for the signed record and returns its PDF. */
async function recordOf(server: AnyServer, zyx: TestApplicant): Promise<Buffer> {
  for (let tries = 0; tries < 300; tries++) {
    const { document } = expectRecords(await get(server, zyx, `/api/record/${zyx.trn}`));
    if (document) return (await server.app.inject({ url: String(document) })).rawPayload;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('The signed record was never created');
}

async function changePassword(server: AnyServer, zyx: TestApplicant, folder: string): Promise<void> {
  const send = (url: string, payload: unknown) =>
    server.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(payload),
    });
  expectRecords(await send('/api/users/forgotPassword', { email: zyx.email }));
  const uid = await resetToken(folder, zyx.email);
  expectRecords(await send('/api/users/resetPassword', { uid, password: NEXT_PASSWORD }));
}

async function resetToken(folder: string, email: string): Promise<string> {
  for (let tries = 0; tries < 300; tries++) {
    const mails = mailsIn(folder).filter((mail) => mail.includes(email));
    const found = mails.map((mail) => /reset-password\/([\w-]{43})/.exec(mail)?.[1]).find(Boolean);
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('No email with a reset link arrived');
}

function mailsIn(folder: string): string[] {
  const outbox = path.join(folder, 'outbox');
  return readdirSync(outbox)
    .filter((name) => name.endsWith('.eml'))
    .map((name) =>
      readFileSync(path.join(outbox, name), 'utf8')
        .replace(/=\r?\n/g, '')
        .replaceAll('=3D', '='),
    );
}

interface Cast {
  zyx: TestApplicant;
  beside: TestApplicant;
  pdf: Buffer;
  /** Secrets in every form, including those issued to the office. */
  sought: readonly SearchPattern[];
}

/** Erases through the running server, then searches everywhere, before and after it stops. */
async function eraseAndSearch(
  running: BuiltServer,
  folder: string,
  { zyx, beside, pdf, sought }: Cast,
): Promise<string[]> {
  const needles = [
    ...sought,
    ...TRACES,
    ...createPatterns({ name: 'email', spellings: [zyx.email], guessable: false }),
  ];
  const before = findInFolder(folder, TRACES).length;
  const result = await runOnServer(folder, { args: ['erase', zyx.trn], cwd: folder });
  const found = [
    ...(before < 5 ? [`the search finds only ${before} traces before the erasure`] : []),
    ...(result?.code === 0 ? [] : [`erase returned ${JSON.stringify(result)}`]),
    ...findInFolder(folder, needles).map((hit) => `while the server runs: ${hit}`),
    ...(await findOtherDamage(running, folder, beside, pdf)),
  ];
  await running.stop();
  found.push(...findInFolder(folder, needles).map((hit) => `after it ended: ${hit}`));
  return [...found, ...(await leftInRows(folder, needles))];
}

/**
 * The other applicant can continue, the log of signed records is complete, and the erased applicant's record can still
 * be verified.
 */
async function findOtherDamage(running: BuiltServer, folder: string, beside: TestApplicant, pdf: Buffer) {
  const server = remoteServer(() => running.address);
  const { statusCode, body } = await get(server, beside, `/api/applicant/getidentification/${beside.trn}`);
  const verified = await withFolder(async (own) => {
    writeFileSync(path.join(own, 'record.pdf'), pdf);
    return runOnServer(folder, { args: ['verify', 'record.pdf'], cwd: own });
  });
  return [
    ...(statusCode === 200 && body.includes('1208 Barton Hills Dr') ? [] : [`the other applicant: ${statusCode}`]),
    ...(verified?.code === 0 ? [] : [`verify of the erased one's record: ${JSON.stringify(verified)}`]),
  ];
}

async function leftInRows(folder: string, needles: readonly SearchPattern[]): Promise<string[]> {
  const { db, close } = await openDatabase(undefined, folder);
  const { rows: tables } = await db.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace in ('public'::regnamespace, 'pg_catalog'::regnamespace)",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await db.query<{ text: string }>(`select t::text from ${name} t`);
    found.push(
      ...findIn(Buffer.from(rows.map(({ text }) => text).join('\n')), needles).map((hit) => `table ${name}: ${hit}`),
    );
  }
  await close();
  return found;
}

export default { name: 'secrets', run } satisfies Suite;
