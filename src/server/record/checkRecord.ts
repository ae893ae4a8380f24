import type { Deps } from '../deps';
import { readDocument } from '../documents/storeDocument';
import { type AuditEntry, beforeFirst, createAuditStore, entryHash } from '../stores/auditStore';
import { createDocumentStore } from '../stores/documentStore';
import { createPaymentStore } from '../stores/paymentStore';
import { readBody, readDocumentBody } from './bodies';
import { canonical, sha256 } from './canonical';
import { describeRecord, type RecordBody } from './describeRecord';
import { readShown } from './shownParts';

export const recordParts = ['entry', 'answers', 'questions', 'terms', 'signature', 'details', 'document'] as const;

export type RecordPart = (typeof recordParts)[number];

export interface RecordCheck {
  entry: AuditEntry;
  /** None where the entry was changed. */
  body?: RecordBody;
  /** Of the PDF; none while it is being made. */
  document?: { blob_path: string; digest: string };
  /** Whether each part is still what was signed. */
  parts: Partial<Record<RecordPart, boolean>>;
  isWhole: boolean;
}

type Needs = Pick<Deps, 'db' | 'keyring' | 'files'>;

/** Compares a submitted application with its entry in the audit log; undefined when it has none. */
export async function checkRecord(deps: Needs, trn: string): Promise<RecordCheck | undefined> {
  const audit = createAuditStore(deps.db);
  const entry = await audit.find(trn, 'submitted');
  if (!entry) return undefined;
  const key = await deps.keyring.keyOf(trn);
  const body = readWhole(entry, key);
  const made = await audit.find(trn, 'document');
  const document = made && readDocumentBody(made);
  const now = await describeRecord(deps.db, trn, key).catch(() => undefined);
  const parts: RecordCheck['parts'] = {
    entry: body !== undefined && (await fits(deps, entry)) && (!made || (await fits(deps, made))),
    ...(body && (await compare(deps, trn, body, now))),
    ...(document && { document: (await digestOfFile(deps, document.blob_path)) === document.digest }),
  };
  return { entry, body, document, parts, isWhole: Object.values(parts).every(Boolean) };
}

async function compare(deps: Needs, trn: string, body: RecordBody, now?: RecordBody): Promise<RecordCheck['parts']> {
  return {
    answers: now?.answers === body.answers,
    questions: (await readShown(deps.db, body.questions)) !== undefined && now?.questions === body.questions,
    terms: (await readShown(deps.db, body.terms)) !== undefined && now?.terms === body.terms,
    signature: now?.signature === body.signature && (await digestOfSignature(deps, trn)) === body.signature,
    details: now !== undefined && canonical(details(now)) === canonical(details(body)),
  };
}

function readWhole(entry: AuditEntry, key: Buffer): RecordBody | undefined {
  try {
    return readBody(entry, key);
  } catch {
    // A changed entry does not open; its hash tells so.
    return undefined;
  }
}

/** Walks the whole log: the number of entries, and the first that does not fit, if any. */
export async function checkChain(deps: Pick<Deps, 'db'>): Promise<{ count: number; brokenAt?: number }> {
  const audit = createAuditStore(deps.db);
  let last: Pick<AuditEntry, 'seq' | 'hash'> = { seq: 0, hash: beforeFirst };
  for (;;) {
    const entries = await audit.after(last.seq, 500);
    for (const entry of entries) {
      if (entry.seq !== last.seq + 1 || entry.previous !== last.hash || entryHash(entry) !== entry.hash)
        return { count: entry.seq, brokenAt: entry.seq };
      last = entry;
    }
    if (entries.length === 0) return { count: last.seq };
  }
}

/** Whether an entry is what its hash says, and stands on the one before it. */
async function fits({ db }: Pick<Deps, 'db'>, entry: AuditEntry): Promise<boolean> {
  const before = entry.seq === 1 ? beforeFirst : (await createAuditStore(db).at(entry.seq - 1))?.hash;
  return entryHash(entry) === entry.hash && before === entry.previous;
}

/** Who, when, from where and what was paid. Documents may be deleted and added after the signing (spec 003 §2). */
function details({ application, signed_at, ip, user_agent, payment }: RecordBody) {
  return { application, signed_at, ip, user_agent, payment };
}

async function digestOfSignature(deps: Needs, trn: string): Promise<string | undefined> {
  const consent = await createPaymentStore(deps.db).consentOf(trn);
  return consent && digestOfFile(deps, consent.signature);
}

/** Undefined for a file that is gone or does not open any more. */
async function digestOfFile(deps: Needs, blobPath: string): Promise<string | undefined> {
  const document = await createDocumentStore(deps.db).findByPath(blobPath);
  if (!document) return undefined;
  return readDocument(deps as Deps, document, 'file').then(sha256, () => undefined);
}
