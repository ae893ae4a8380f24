import { createHmac, timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import type { StoredDocument } from '../../../model/formContext';
import { documentBounds, documentId, hasRole, idsOf } from '../../../model/section/documentTypes';
import { transaction } from '../../platform/db/transaction';
import { hashToken } from '../../platform/sessions/tokenRepository';
import type { ApplicationEvent, RecordEvent } from '../domainEvents';

export interface DocumentRow extends StoredDocument {
  trn: string;
  has_thumbnail: boolean;
}

export interface StoredFile extends DocumentRow {
  digest: string;
  /** When the applicant deleted the document after submission. */
  withdrawn_at: Date | null;
}

export interface NewDocument {
  trn: string;
  document_id: number;
  source_id: number;
  name: string;
  blob_path: string;
  mime: string;
  size: number;
  digest: string;
  has_thumbnail: boolean;
  allow_offer_letter: boolean;
  /** True to read the document's text in the background. */
  isRead: boolean;
  now: Date;
  idempotencyKey?: string;
}

/** `listAll`, `findAny`, `findByPath` and `remove` include withdrawn documents. */
export interface DocumentRepository {
  list(trn: string): Promise<StoredDocument[]>;
  listAll(trn: string): Promise<StoredFile[]>;
  find(trn: string, id: number): Promise<DocumentRow | undefined>;
  findAny(trn: string, id: number): Promise<StoredFile | undefined>;
  /** Searches all applications, so check the ticket before sending the document. */
  findByPath(blobPath: string): Promise<DocumentRow | undefined>;
  findIn(trn: string, documentId: number, sourceId: number): Promise<DocumentRow[]>;
  /**
   * Returns the existing document if `idempotencyKey` was used before. Returns undefined if the application has the
   * maximum number of documents.
   */
  add(document: NewDocument): Promise<StoredDocument | 'canceled' | undefined>;
  /** Removes what was uploaded with `key`, as `removeOwn` does. A later `add` with this key returns 'canceled'. */
  cancelUpload(trn: string, key: string, now: Date): Promise<DocumentRow | 'withdrawn' | undefined>;
  remove(trn: string, id: number): Promise<DocumentRow | undefined>;
  removeOwn(trn: string, id: number, now: Date): Promise<DocumentRow | 'withdrawn' | undefined>;
}

export const THUMBNAIL = '.thumb';

export const documentColumns = `id::int, blob_path, name, size, mime as type, document_id, source_id,
  (select count(*)::int from income_check c where c.rule = 'duplicate' and c.document = document.id and c.outcome = 'failed' and not c.is_deleted) as "is_Duplicate"`;

/** Document types that applicants can't upload or delete, such as the signature. */
const PROGRAM = idsOf('program');

/** Files from the office. Applicants can open a file once it's sent. */
const FROM_OFFICE = documentId('officeMessage');
const MADE_HERE = PROGRAM.filter((id) => id !== FROM_OFFICE);
const sent = (fromOffice: string) =>
  `(document_id <> ${fromOffice} or exists (select from message_file f where f.document = document.id))`;

/** Excludes documents that the applicant deleted after submission. */
export const LIVE = 'withdrawn_at is null';

const columns = `${documentColumns}, trn, has_thumbnail`;

export function createDocumentRepository(db: pg.Pool, recordEvent: RecordEvent): DocumentRepository {
  const findRows = async (where: string, values: unknown[]) =>
    (await db.query<DocumentRow>(`select ${columns} from document where ${where} order by id`, values)).rows;
  const findFiles = async (where: string, values: unknown[]) =>
    (
      await db.query<StoredFile>(
        `select ${columns}, digest, withdrawn_at from document where ${where} order by id`,
        values,
      )
    ).rows;
  async function findByKey({ trn, idempotencyKey }: NewDocument): Promise<StoredDocument | undefined> {
    const { rows } = await db.query<StoredDocument>(
      `select ${documentColumns} from document where trn = $1 and act = $2`,
      [trn, idempotencyKey ?? null],
    );
    return rows[0];
  }
  return {
    async list(trn) {
      const { rows } = await db.query<StoredDocument>(
        `select ${documentColumns} from document where trn = $1 and document_id <> all($2) and ${LIVE} order by id`,
        [trn, PROGRAM],
      );
      return rows;
    },
    listAll: (trn) => findFiles(`trn = $1 and document_id <> all($2) and ${sent('$3')}`, [trn, MADE_HERE, FROM_OFFICE]),
    find: async (trn, id) =>
      (
        await findRows(`trn = $1 and id = $2 and document_id <> all($3) and ${sent('$4')} and ${LIVE}`, [
          trn,
          id,
          MADE_HERE,
          FROM_OFFICE,
        ])
      )[0],
    findAny: async (trn, id) =>
      (await findFiles('trn = $1 and id = $2 and document_id <> all($3)', [trn, id, MADE_HERE]))[0],
    findByPath: async (blobPath) => (await findRows('blob_path = $1', [blobPath]))[0],
    findIn: (trn, documentId, sourceId) =>
      findRows(`trn = $1 and document_id = $2 and source_id = $3 and ${LIVE}`, [trn, documentId, sourceId]),
    async add(document) {
      const values = [
        document.trn,
        document.document_id,
        document.source_id,
        document.name,
        document.blob_path,
        document.mime,
        document.size,
        document.digest,
        document.has_thumbnail,
        document.allow_offer_letter,
        document.now,
        document.isRead,
        document.idempotencyKey ?? null,
        documentBounds().documents,
        hasRole('identityBack', document.document_id),
      ];
      const write = async (client: pg.Pool | pg.PoolClient) => {
        const { rows } = await client.query<StoredDocument>(ADD, values);
        return rows[0];
      };
      const added = PROGRAM.includes(document.document_id)
        ? await write(db)
        : await transaction(db, async (client) => {
            await lockApplication(client, document.trn);
            if (await isCanceled(client, document)) return 'canceled' as const;
            const one = await write(client);
            if (one) await recordEvent(client, addedEvent(document, one.id));
            return one;
          });
      return added ?? findByKey(document);
    },
    async remove(trn, id) {
      const { rows } = await db.query<DocumentRow>(
        `delete from document where trn = $1 and id = $2 returning ${columns}`,
        [trn, id],
      );
      return rows[0];
    },
    cancelUpload: (trn, key, now) => transaction(db, (client) => cancelUpload(client, trn, key, now, recordEvent)),
    removeOwn: (trn, id, now) => transaction(db, (client) => removeOrWithdraw(client, trn, id, now, recordEvent)),
  };
}

/** Prevents submitting, adding a document and canceling an upload until the transaction ends. */
async function lockApplication(client: pg.PoolClient, trn: string): Promise<{ isSubmitted: boolean }> {
  const { rows } = await client.query<{ is_submitted: boolean }>(
    'select submitted_at is not null as is_submitted from application where trn = $1 for no key update',
    [trn],
  );
  return { isSubmitted: rows[0]?.is_submitted ?? false };
}

async function isCanceled(client: pg.PoolClient, { trn, idempotencyKey }: NewDocument): Promise<boolean> {
  const { rowCount } = await client.query('select from canceled_upload where trn = $1 and starts_with($2, key)', [
    trn,
    idempotencyKey ?? null,
  ]);
  return rowCount !== 0;
}

/** Locks the application first, so that the upload is either stored by now or refused later. */
async function cancelUpload(client: pg.PoolClient, trn: string, key: string, now: Date, recordEvent: RecordEvent) {
  await lockApplication(client, trn);
  const hash = hashToken(key);
  await client.query('insert into canceled_upload (trn, key) values ($1, $2) on conflict do nothing', [trn, hash]);
  const { rows } = await client.query<{ id: number }>(
    'select id::int from document where trn = $1 and starts_with(act, $2)',
    [trn, hash],
  );
  return rows[0] && removeOrWithdraw(client, trn, rows[0].id, now, recordEvent);
}

async function removeOrWithdraw(client: pg.PoolClient, trn: string, id: number, now: Date, recordEvent: RecordEvent) {
  const { isSubmitted } = await lockApplication(client, trn);
  const own = `where trn = $1 and id = $2 and document_id <> all($3) and ${LIVE}`;
  if (isSubmitted) {
    const withdrawn = await withdrawDocument(client, trn, id, now, own);
    if (!withdrawn) return undefined;
    const data = { document: id, ...withdrawn };
    await recordEvent(client, { type: 'document.withdrawn', applicationId: trn, now, data });
    return 'withdrawn' as const;
  }
  const removed = await client.query<DocumentRow>(`delete from document ${own} returning ${columns}`, [
    trn,
    id,
    PROGRAM,
  ]);
  return removed.rows[0];
}

async function withdrawDocument(client: pg.PoolClient, trn: string, id: number, now: Date, own: string) {
  const { rows } = await client.query<{ document_id: number; source_id: number }>(
    `update document set withdrawn_at = $4 ${own} returning document_id, source_id`,
    [trn, id, PROGRAM, now],
  );
  const [row] = rows;
  if (!row) return undefined;
  await client.query('update application_status set revision = revision + 1, changed_at = $2 where trn = $1', [
    trn,
    now,
  ]);
  return row;
}

/** Leaves out the file's name, because it may contain personal data. */
const addedEvent = ({ trn, document_id, source_id, now }: NewDocument, document: number): ApplicationEvent => ({
  type: 'document.added',
  applicationId: trn,
  now,
  data: { document, document_id, source_id },
});

const ADD = `
  with added as (
    insert into document (trn, document_id, source_id, name, blob_path, mime, size, digest, has_thumbnail, allow_offer_letter, created_at, act)
    select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $13
    where (select count(*) from document where trn = $1) < $14
    on conflict (act) do nothing returning *
  ), waiting as (
    insert into document_reading (document, trn, state) select id, trn, 'waiting' from added where $12
  ), queued as (
    insert into job (kind, payload) select 'read-document', jsonb_build_object('trn', trn, 'id', id) from added where $12
  ), looked as (
    insert into job (kind, payload) select 'licence-barcode', jsonb_build_object('trn', trn, 'id', id) from added where $15
  )
  select ${documentColumns} from added as document`;

/** `redacted` is the record with sensitive facts masked. */
export type FileKind = 'file' | 'thumbnail' | 'redacted';

export const TICKET_SECONDS = 120;

export function ticketUrl(key: Buffer, file: { blob_path: string; trn: string }, kind: FileKind, now: Date): string {
  const expires = Math.floor(now.getTime() / 1000) + TICKET_SECONDS;
  const token = `${expires}.${kind}.${sign(key, file, kind, expires)}`;
  return `/api/files/${file.blob_path}?token=${token}`;
}

/** Returns undefined if the ticket is forged, expired or for another file. */
export function readTicket(
  key: Buffer,
  file: { blob_path: string; trn: string },
  token: string,
  now: Date,
): FileKind | undefined {
  const [, expires = '', kind = '', mac = ''] =
    /^(\d{1,12})\.(file|thumbnail|redacted)\.([\w-]{43})$/.exec(token) ?? [];
  if (kind !== 'file' && kind !== 'thumbnail' && kind !== 'redacted') return undefined;
  if (Number(expires) * 1000 < now.getTime()) return undefined;
  const expected = Buffer.from(sign(key, file, kind, Number(expires)));
  return timingSafeEqual(expected, Buffer.from(mac)) ? kind : undefined;
}

function sign(key: Buffer, file: { blob_path: string; trn: string }, kind: FileKind, expires: number): string {
  return createHmac('sha256', key).update(`file ${file.blob_path} ${file.trn} ${kind} ${expires}`).digest('base64url');
}
