import type pg from 'pg';
import type { Db } from '../../platform/db/transaction';

export interface MessageRow {
  id: number;
  at: Date;
  actor: 'person' | 'key' | 'applicant';
  by: string | null;
  sealed: string;
  by_email: boolean;
  read_at: Date | null;
}

export interface MessageFileRow {
  message: number;
  id: number;
  name: string;
  type: string;
  size: number;
}

export type Side = 'applicant' | 'office';

const MAX_LISTED = 500;

export async function listMessages(db: Db, trn: string): Promise<MessageRow[]> {
  const { rows } = await db.query<MessageRow>(
    `select m.id::int, m.at, m.actor, coalesce(nullif(p.name, ''), p.email) as by, m.sealed, m.by_email, m.read_at
     from message m left join office_person p on p.id = m.person_id where m.trn = $1 order by m.id desc limit ${MAX_LISTED}`,
    [trn],
  );
  return rows.reverse();
}

export async function listMessageFiles(db: Db, trn: string): Promise<MessageFileRow[]> {
  const { rows } = await db.query<MessageFileRow>(
    `select f.message::int, d.id::int, d.name, d.mime as type, d.size from message_file f join document d on d.id = f.document
     where d.trn = $1 and d.withdrawn_at is null order by d.id`,
    [trn],
  );
  return rows;
}

export interface NewMessage {
  trn: string;
  actor: MessageRow['actor'];
  personId: string | null;
  keyId: string | null;
  sealed: string;
  byEmail: boolean;
  idempotencyKey?: string;
  now: Date;
}

/** Returns the message's id, or undefined if `idempotencyKey` was used before. */
export async function insertMessage(client: pg.PoolClient, message: NewMessage): Promise<number | undefined> {
  const { rows } = await client.query<{ id: number }>(
    `insert into message (trn, at, actor, person_id, key_id, sealed, by_email, act) values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (act) where act is not null do nothing returning id::int`,
    [
      message.trn,
      message.now,
      message.actor,
      message.personId,
      message.keyId,
      message.sealed,
      message.byEmail,
      message.idempotencyKey ?? null,
    ],
  );
  return rows[0]?.id;
}

/** Returns how many files were attached. Skips files of other types and files that are already attached. */
export async function attachFiles(
  client: pg.PoolClient,
  { trn, message, documentId, files }: { trn: string; message: number; documentId: number; files: readonly number[] },
): Promise<number> {
  const { rowCount } = await client.query(
    `insert into message_file (document, message)
     select id, $2 from document where trn = $1 and document_id = $3 and id = any($4) and withdrawn_at is null
     on conflict (document) do nothing`,
    [trn, message, documentId, files],
  );
  return rowCount ?? 0;
}

/** Marks one side's messages as read, up to the id `last`. Returns how many were unread. */
export async function markMessagesRead(
  db: Db,
  { trn, from, last, now }: { trn: string; from: Side; last: number; now: Date },
): Promise<number> {
  const { rowCount } = await db.query(
    "update message set read_at = $3 where trn = $1 and id <= $2 and read_at is null and (actor = 'applicant') = $4",
    [trn, last, now, from === 'applicant'],
  );
  return rowCount ?? 0;
}

/** Marks an application as changed. Keeps its revision, so that a decision in progress isn't outdated. */
export async function touchApplication(client: pg.PoolClient, trn: string, now: Date): Promise<void> {
  await client.query('update application_status set changed_at = greatest(changed_at, $2) where trn = $1', [trn, now]);
}

/** Deletes the rows of unsent files that were uploaded before a date. Returns the files' names in the file store. */
export async function deleteUnsentFiles(db: Db, documentId: number, before: Date): Promise<string[]> {
  const { rows } = await db.query<{ blob_path: string; has_thumbnail: boolean }>(
    `delete from document d where document_id = $1 and created_at < $2
       and not exists (select from message_file f where f.document = d.id) returning blob_path, has_thumbnail`,
    [documentId, before],
  );
  return rows.flatMap(({ blob_path, has_thumbnail }) => [blob_path, ...(has_thumbnail ? [`${blob_path}.thumb`] : [])]);
}

/** Searches only the latest 500 messages. */
export async function findMessage(db: Db, trn: string, id: number): Promise<MessageRow | undefined> {
  return (await listMessages(db, trn)).find((message) => message.id === id);
}

/** Ignores applications that aren't submitted. */
export async function findTrnByNumber(db: Db, number: string): Promise<string | undefined> {
  const { rows } = await db.query<{ trn: string }>(
    'select trn from application where application_number = $1::bigint and submitted_at is not null',
    [number],
  );
  return rows[0]?.trn;
}
