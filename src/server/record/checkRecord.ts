import type { FastifyInstance } from 'fastify';
import type { HandedIn, RecordPart } from '../../contract/payment';
import { payment, type RecordState, recordParts } from '../../contract/payment';
import type { Deps } from '../deps';
import { ticketUrl } from '../documents/documentStore';
import { readDocument } from '../documents/storeDocument';
import type { Forms } from '../forms/forms';
import { answer, routesOf } from '../http/routesOf';
import { type AuditEntry, type AuditStore, beforeFirst, canonical, entryHash, sha256 } from './auditStore';
import { describeRecord, type RecordBody, readBody, readDocumentBody, unsignedSteps } from './describeRecord';
import { readShown } from './shownParts';

export interface RecordCheck {
  entry: AuditEntry;
  /** None where the entry was changed. */
  body?: RecordBody;
  /** Of the PDF; none while it is being made. */
  document?: { blob_path: string; digest: string };
  /** Whether each part is still what was signed. */
  parts: Partial<Record<RecordPart, boolean>>;
  /** Those handed in, in the order of the record. */
  files: HandedIn[];
  isWhole: boolean;
}

type Needs = Pick<Deps, 'db' | 'stores' | 'keyring' | 'files'> & { forms: Pick<Forms, 'catalogue'> };

/** Compares a submitted application with its entry in the audit log; undefined when it has none. */
export async function checkRecord(deps: Needs, trn: string): Promise<RecordCheck | undefined> {
  const { audit } = deps.stores;
  const entry = await audit.find(trn, 'submitted');
  if (!entry) return undefined;
  const key = await deps.keyring.keyOf(trn);
  const body = readWhole(entry, key);
  const made = await audit.find(trn, 'document');
  const document = made && readDocumentBody(made);
  const isChained = (await fits(audit, entry)) && (!made || (await fits(audit, made)));
  const now = await describeRecord(deps.db, trn, key, unsignedSteps(deps.forms)).catch(() => undefined);
  const parts: RecordCheck['parts'] = {
    entry: body !== undefined && isChained && (!document || document.record === entry.hash),
    ...(body && (await compare(deps, trn, body, now))),
    ...(document && { document: (await digestOfFile(deps, document.blob_path)) === document.digest }),
  };
  const files = body ? await handedIn(deps, trn, body.documents) : [];
  const isWhole = Object.values(parts).every(Boolean) && files.every(({ state }) => state === 'unchanged');
  return { entry, body, document, parts, files, isWhole };
}

/** Each file of the record as it is stored now. They are read one after the other: an application may hold 150. */
async function handedIn(deps: Needs, trn: string, recorded: RecordBody['documents']): Promise<HandedIn[]> {
  const left = await deps.stores.documents.listWithDigests(trn);
  const take = (one: RecordBody['documents'][number], digest?: string) => {
    const at = left.findIndex((row) => isSamePlace(row, one) && (digest === undefined || row.digest === digest));
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  // What is whole finds its row first, so that a copy of the same name does not take its place.
  const rows = recorded.map((one) => take(one, one.digest));
  const files: HandedIn[] = [];
  for (const [index, one] of recorded.entries()) {
    const row = rows[index] ?? take(one);
    const isSame = row?.digest === one.digest && (await digestOfFile(deps, row.blob_path)) === one.digest;
    files.push({ name: one.name, state: row ? (isSame ? 'unchanged' : 'changed') : 'gone' });
  }
  return files;
}

type Place = Pick<RecordBody['documents'][number], 'document_id' | 'source_id' | 'name'>;

const isSamePlace = (row: Place, one: Place) =>
  row.document_id === one.document_id && row.source_id === one.source_id && row.name === one.name;

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
export async function checkChain(audit: AuditStore): Promise<{ count: number; brokenAt?: number }> {
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

/** Whether an entry is what its hash says, stands on the one before it, and bears the one after it. */
async function fits(audit: AuditStore, entry: AuditEntry): Promise<boolean> {
  const before = entry.seq === 1 ? beforeFirst : (await audit.at(entry.seq - 1))?.hash;
  const [next] = await audit.after(entry.seq, 1);
  return entryHash(entry) === entry.hash && before === entry.previous && (!next || next.previous === entry.hash);
}

/** Who, when, from where and what was paid. The documents are listed one by one. */
function details({ application, signed_at, ip, user_agent, payment }: RecordBody) {
  return { application, signed_at, ip, user_agent, payment };
}

async function digestOfSignature(deps: Needs, trn: string): Promise<string | undefined> {
  const consent = await deps.stores.payments.consentOf(trn);
  return consent && digestOfFile(deps, consent.signature);
}

/** Undefined for a file that is gone or does not open any more. */
async function digestOfFile(deps: Needs, blobPath: string): Promise<string | undefined> {
  const document = await deps.stores.documents.findByPath(blobPath);
  if (!document) return undefined;
  return readDocument(deps, document, 'file').then(sha256, () => undefined);
}

/** Whether the signed record is whole, and its PDF. */
export function recordRoutes(api: FastifyInstance, deps: Deps): void {
  routesOf(
    api,
    deps,
    payment,
  )('GET /record/:trn', async ({ applicant: { trn } }) => answer(await readRecord(deps, trn)));
}

/** How the record stands, part by part, with a ticket for its PDF. */
export async function readRecord(deps: Deps, trn: string): Promise<RecordState> {
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
    document: document ? ticketUrl(deps.tokenKey, { blob_path: document.blob_path, trn }, 'file', deps.clock()) : null,
  };
}

/** Every file of an application is read for it, so who asks meanwhile waits for the same check. */
const running = new Map<string, ReturnType<typeof checkRecord>>();

function checkOnce(deps: Deps, trn: string): ReturnType<typeof checkRecord> {
  const check = running.get(trn) ?? checkRecord(deps, trn).finally(() => running.delete(trn));
  running.set(trn, check);
  return check;
}
