import { type RecordPart, type RecordState, recordParts, type SubmittedFile } from '../../../contract/payment';
import type { Forms } from '../../forms/forms';
import { isOutage } from '../../platform/db/outage';
import { StorageUnavailable } from '../../platform/http/storageErrors';
import type { ApplicationDeps } from '../applicationDeps';
import { type DocumentRow, ticketUrl } from '../documents/documentRepository';
import { readDocument } from '../documents/storeDocument';
import {
  type AuditChain,
  type AuditEntry,
  type AuditRepository,
  canonical,
  entryHash,
  FIRST_PREVIOUS,
  sha256,
} from './auditRepository';
import { describeRecord, readBody, readDocumentBody, unsignedSteps } from './describeRecord';
import type { RecordBody } from './recordRepository';
import { readSnapshot } from './snapshotRepository';

export interface RecordCheck {
  entry: AuditEntry;
  body?: RecordBody;
  /** Undefined until the PDF has been created. */
  document?: { blob_path: string; digest: string };
  parts: Partial<Record<RecordPart, boolean>>;
  files: SubmittedFile[];
  isWhole: boolean;
}

type RecordDeps = Pick<ApplicationDeps, 'db' | 'stores' | 'keyring' | 'files'> & { forms: Pick<Forms, 'catalog'> };

/** Checks that a signed record is unchanged. Returns undefined if there's no audit entry. */
export async function checkRecord(deps: RecordDeps, trn: string): Promise<RecordCheck | undefined> {
  const { audit } = deps.stores;
  const entry = await audit.find(trn, 'submitted');
  if (!entry) return undefined;
  const key = await deps.keyring.keyOf(trn);
  const body = readUnchanged(entry, key);
  const documentEntry = await audit.find(trn, 'document');
  const document = documentEntry && readDocumentBody(documentEntry);
  const isInChain = (await isChained(audit, entry)) && (!documentEntry || (await isChained(audit, documentEntry)));
  const current = await describeRecord(deps.db, trn, key, unsignedSteps(deps.forms)).catch(undefinedUnlessOutage);
  const parts: RecordCheck['parts'] = {
    entry: body !== undefined && isInChain && (!document || document.record === entry.hash),
    ...(body && (await compareParts(deps, trn, body, current))),
    ...(document && { document: (await digestOfFile(deps, document.blob_path)) === document.digest }),
  };
  const files = body ? await checkFiles(deps, trn, body.documents) : [];
  const isWhole =
    Object.values(parts).every(Boolean) && files.every(({ state }) => state === 'unchanged' || state === 'withdrawn');
  return { entry, body, document, parts, files, isWhole };
}

/** Rethrows outages, because an outage doesn't mean that the record was changed. */
function undefinedUnlessOutage(cause: Error): undefined {
  if (isOutage(cause)) throw cause;
}

/** Checks files one at a time, because an application can have many. */
async function checkFiles(deps: RecordDeps, trn: string, recorded: RecordBody['documents']): Promise<SubmittedFile[]> {
  const stored = await deps.stores.documents.listAll(trn);
  const remaining = stored.toSorted((one, other) => Number(one.withdrawn_at ?? 0) - Number(other.withdrawn_at ?? 0));
  const take = (one: RecordBody['documents'][number], digest?: string) => {
    const at = remaining.findIndex((row) => isSamePlace(row, one) && (digest === undefined || row.digest === digest));
    return at < 0 ? undefined : remaining.splice(at, 1)[0];
  };
  // Unchanged files come first, so that a changed file can't take an unchanged file's row.
  const rows = recorded.map((one) => take(one, one.digest));
  const files: SubmittedFile[] = [];
  for (const [index, one] of recorded.entries()) {
    const row = rows[index] ?? take(one);
    const isSame = row?.digest === one.digest && (await digestOfFile(deps, row.blob_path)) === one.digest;
    const state = isSame ? (row.withdrawn_at ? 'withdrawn' : 'unchanged') : row ? 'changed' : 'gone';
    files.push({ name: one.name, state });
  }
  return files;
}

type Place = Pick<RecordBody['documents'][number], 'document_id' | 'source_id' | 'name'>;

const isSamePlace = (row: Place, one: Place) =>
  row.document_id === one.document_id && row.source_id === one.source_id && row.name === one.name;

async function compareParts(
  deps: RecordDeps,
  trn: string,
  body: RecordBody,
  now?: RecordBody,
): Promise<RecordCheck['parts']> {
  return {
    answers: now?.answers === body.answers,
    questions: (await readSnapshot(deps.db, body.questions)) !== undefined && now?.questions === body.questions,
    terms: (await readSnapshot(deps.db, body.terms)) !== undefined && now?.terms === body.terms,
    ...(body.notices && { notices: await areNoticesWhole(deps, body.notices, now) }),
    signature: now?.signature === body.signature && (await digestOfSignature(deps, trn)) === body.signature,
    details: now !== undefined && canonical(details(now)) === canonical(details(body)),
  };
}

async function areNoticesWhole(
  { db }: Pick<RecordDeps, 'db'>,
  notices: NonNullable<RecordBody['notices']>,
  now?: RecordBody,
): Promise<boolean> {
  for (const { digest } of notices) if ((await readSnapshot(db, digest)) === undefined) return false;
  return canonical(now?.notices) === canonical(notices);
}

function readUnchanged(entry: AuditEntry, key: Buffer): RecordBody | undefined {
  try {
    return readBody(entry, key);
  } catch {
    // Without a body, the check fails.
    return undefined;
  }
}

export async function checkChains(audit: AuditRepository): Promise<{ count: number; brokenAt?: number }> {
  let total = 0;
  for (const chain of await audit.listChains()) {
    const { count, brokenAt } = await checkChain(audit, chain);
    if (brokenAt) return { count: total + count, brokenAt };
    total += count;
  }
  return { count: total };
}

async function checkChain(audit: AuditRepository, chain: AuditChain): Promise<{ count: number; brokenAt?: number }> {
  let last: Pick<AuditEntry, 'seq' | 'hash'> = { seq: 0, hash: FIRST_PREVIOUS };
  for (;;) {
    const entries = await audit.listAfter(chain.subscriber_id, last.seq, 500);
    for (const entry of entries) {
      if (entry.seq !== last.seq + 1 || entry.previous !== last.hash || entryHash(entry) !== entry.hash)
        return { count: entry.seq, brokenAt: entry.seq };
      last = entry;
    }
    if (entries.length > 0) continue;
    // Detects whether the chain's last entries were deleted.
    const isWhole = chain.hash === null || (chain.seq === last.seq && chain.hash === last.hash);
    return { count: last.seq, brokenAt: isWhole ? undefined : last.seq + 1 };
  }
}

async function isChained(audit: AuditRepository, entry: AuditEntry): Promise<boolean> {
  const before = entry.seq === 1 ? FIRST_PREVIOUS : (await audit.findBySeq(entry.subscriber_id, entry.seq - 1))?.hash;
  const [next] = await audit.listAfter(entry.subscriber_id, entry.seq, 1);
  return entryHash(entry) === entry.hash && before === entry.previous && (!next || next.previous === entry.hash);
}

function details({ application, signed_at, ip, user_agent, payment }: RecordBody) {
  return { application, signed_at, ip, user_agent, payment };
}

async function digestOfSignature(deps: RecordDeps, trn: string): Promise<string | undefined> {
  const consent = await deps.stores.payments.findConsent(trn);
  return consent && digestOfFile(deps, consent.signature);
}

async function digestOfFile(deps: RecordDeps, blobPath: string): Promise<string | undefined> {
  const document = await deps.stores.documents.findByPath(blobPath);
  if (!document) return undefined;
  return readDocument(deps, document, 'file').then(sha256, (cause) => {
    if (cause instanceof StorageUnavailable) throw cause;
    return undefined;
  });
}

export async function recordDocument(
  { stores }: Pick<ApplicationDeps, 'stores'>,
  trn: string,
): Promise<DocumentRow | undefined> {
  const made = await stores.audit.find(trn, 'document');
  return made && stores.documents.findByPath(readDocumentBody(made).blob_path);
}

export async function readRecord(
  deps: ApplicationDeps,
  trn: string,
  kind: 'file' | 'redacted' = 'file',
): Promise<RecordState> {
  const check = await checkOnce(deps, trn);
  if (!check) return { state: 'missing', parts: [], files: [] };
  const { document, entry, parts, files, isWhole, body } = check;
  return {
    state: isWhole ? 'whole' : 'broken',
    parts: recordParts.flatMap((part) => {
      const whole = parts[part];
      return whole === undefined ? [] : [{ part, whole }];
    }),
    files,
    hash: entry.hash,
    signed_at: body?.signed_at ?? null,
    document: document ? ticketUrl(deps.tokenKey, { blob_path: document.blob_path, trn }, kind, deps.clock()) : null,
  };
}

/** Checks in progress, by trn. Concurrent calls share a check, because a check reads all files. */
const runningChecks = new Map<string, ReturnType<typeof checkRecord>>();

function checkOnce(deps: ApplicationDeps, trn: string): ReturnType<typeof checkRecord> {
  const check = runningChecks.get(trn) ?? checkRecord(deps, trn).finally(() => runningChecks.delete(trn));
  runningChecks.set(trn, check);
  return check;
}
