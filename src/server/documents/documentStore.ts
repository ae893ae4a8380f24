import { createHmac, timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import { documentBounds, idsOf, isOf } from '../../model/documents';
import type { StoredDocument } from '../../model/formContext';
import { transaction } from '../db/transaction';
import { type OfficeEvent, queueOfficeEvent } from '../handover/officeEvents';
import { noteArrival } from '../office/officeStore';

/** A row of the document table; `StoredDocument` is what of it leaves the server. */
export interface DocumentRow extends StoredDocument {
  trn: string;
  has_thumbnail: boolean;
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
  /** Has what it says read in the background. */
  isRead: boolean;
  now: Date;
  /** The act it was uploaded in, where that was named. */
  act?: string;
}

export interface DocumentStore {
  list(trn: string): Promise<StoredDocument[]>;
  /** With the digest of each file as it was taken in. */
  listWithDigests(trn: string): Promise<(DocumentRow & { digest: string })[]>;
  find(trn: string, id: number): Promise<DocumentRow | undefined>;
  /** Whoever it belongs to; a ticket decides whether it may be seen. */
  findByPath(blobPath: string): Promise<DocumentRow | undefined>;
  findIn(trn: string, documentId: number, sourceId: number): Promise<DocumentRow[]>;
  /** The one of the same act where there is one. Undefined when the application has as many documents as it may have. */
  add(document: NewDocument): Promise<StoredDocument | undefined>;
  remove(trn: string, id: number): Promise<DocumentRow | undefined>;
  /** Which of these stored names a row stands for; a thumbnail's name is its document's with '.thumb'. */
  known(names: string[]): Promise<Set<string>>;
}

export const THUMBNAIL = '.thumb';

/** The columns that make a StoredDocument. */
export const documentColumns = `id, blob_path, name, size, mime as type, document_id, source_id,
  (select count(*)::int from income_check c where c.rule = 'duplicate' and c.document = document.id and c.outcome = 'failed' and not c.is_deleted) as "is_Duplicate"`;

/** The signature and the signed record are documents too, but not the applicant's files: neither listed nor deleted like them. */
const PROGRAM = idsOf('program');

const whole = `${documentColumns}, trn, has_thumbnail`;

export function createDocumentStore(db: pg.Pool): DocumentStore {
  const rowsOf = async (where: string, values: unknown[]) =>
    (await db.query<DocumentRow>(`select ${whole} from document where ${where} order by id`, values)).rows.map(withId);
  async function findOfAct({ trn, act }: NewDocument): Promise<StoredDocument | undefined> {
    const { rows } = await db.query<StoredDocument>(
      `select ${documentColumns} from document where trn = $1 and act = $2`,
      [trn, act ?? null],
    );
    return rows[0] && withId(rows[0]);
  }
  return {
    async list(trn) {
      const { rows } = await db.query<StoredDocument>(
        `select ${documentColumns} from document where trn = $1 and document_id <> all($2) order by id`,
        [trn, PROGRAM],
      );
      return rows.map(withId);
    },
    async listWithDigests(trn) {
      const { rows } = await db.query<DocumentRow & { digest: string }>(
        `select ${whole}, digest from document where trn = $1 and document_id <> all($2) order by id`,
        [trn, PROGRAM],
      );
      return rows.map(withId);
    },
    find: async (trn, id) => (await rowsOf('trn = $1 and id = $2 and document_id <> all($3)', [trn, id, PROGRAM]))[0],
    findByPath: async (blobPath) => (await rowsOf('blob_path = $1', [blobPath]))[0],
    findIn: (trn, documentId, sourceId) =>
      rowsOf('trn = $1 and document_id = $2 and source_id = $3', [trn, documentId, sourceId]),
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
        document.act ?? null,
        documentBounds.documents,
        isOf('identityBack', document.document_id),
      ];
      const write = async (client: pg.Pool | pg.PoolClient) => {
        const { rows } = await client.query<StoredDocument>(ADD, values);
        return rows[0] && withId(rows[0]);
      };
      const added = PROGRAM.includes(document.document_id)
        ? await write(db)
        : await transaction(db, async (client) => {
            const one = await write(client);
            if (one) await queueOfficeEvent(client, addedEvent(document, one.id));
            if (one) await noteArrival(client, document.trn);
            return one;
          });
      return added ?? findOfAct(document);
    },
    async remove(trn, id) {
      const { rows } = await db.query<DocumentRow>(
        `delete from document where trn = $1 and id = $2 returning ${whole}`,
        [trn, id],
      );
      return rows[0] && withId(rows[0]);
    },
    async known(names) {
      const originals = names.map((name) => name.replace(/\.thumb$/, ''));
      const { rows } = await db.query<{ blob_path: string }>(
        'select blob_path from document where blob_path = any($1)',
        [originals],
      );
      const paths = new Set(rows.map((row) => row.blob_path));
      return new Set(names.filter((name) => paths.has(name.replace(/\.thumb$/, ''))));
    },
  };
}

/** A new file as the landlord's system learns of it: not even by its name, which its owner chose. */
const addedEvent = ({ trn, document_id, source_id, now }: NewDocument, document: number): OfficeEvent => ({
  type: 'document.added',
  trn,
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

/** The driver gives a bigint as text. */
function withId<Row extends { id: number }>(row: Row): Row {
  return { ...row, id: Number(row.id) };
}

export type FileKind = 'file' | 'thumbnail';

const SECONDS = 120;

/** The address of one file, good for two minutes: the ticket is an HMAC over file, applicant, kind and expiry (security page). */
export function ticketUrl(key: Buffer, file: { blob_path: string; trn: string }, kind: FileKind, now: Date): string {
  const expires = Math.floor(now.getTime() / 1000) + SECONDS;
  const token = `${expires}.${kind}.${sign(key, file, kind, expires)}`;
  return `/api/files/${file.blob_path}?token=${token}`;
}

/** What a ticket opens, or undefined when it is not for this file, forged or expired. */
export function readTicket(
  key: Buffer,
  file: { blob_path: string; trn: string },
  token: string,
  now: Date,
): FileKind | undefined {
  const [, expires = '', kind = '', mac = ''] = /^(\d{1,12})\.(file|thumbnail)\.([\w-]{43})$/.exec(token) ?? [];
  if (kind !== 'file' && kind !== 'thumbnail') return undefined;
  if (Number(expires) * 1000 < now.getTime()) return undefined;
  const right = Buffer.from(sign(key, file, kind, Number(expires)));
  return timingSafeEqual(right, Buffer.from(mac)) ? kind : undefined;
}

function sign(key: Buffer, file: { blob_path: string; trn: string }, kind: FileKind, expires: number): string {
  return createHmac('sha256', key).update(`file ${file.blob_path} ${file.trn} ${kind} ${expires}`).digest('base64url');
}
