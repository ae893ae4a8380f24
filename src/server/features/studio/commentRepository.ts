import type { NewComment } from '../../../contract/studioComments';
import type { Db } from '../../platform/db/transaction';

export interface CommentRow {
  id: string;
  subscriber_id: string | null;
  section: string;
  field: string;
  version_id: string | null;
  text: string;
  person_id: string | null;
  author: string;
  written_at: Date;
  resolved_at: Date | null;
  resolved_by: string | null;
}

const MAX_SHOWN = 200;

/** Lists a section's comments, oldest first. If there are too many, leaves out resolved comments first. */
export async function listComments(db: Db, section: string, subscriber: string | null): Promise<CommentRow[]> {
  const { rows } = await db.query<CommentRow>(
    `select * from (
       select * from studio_comment where section = $1 and subscriber_id is not distinct from $2
       order by resolved_at is not null, id desc limit $3) shown
     order by id`,
    [section, subscriber, MAX_SHOWN],
  );
  return rows;
}

export async function findComment(db: Db, id: string): Promise<CommentRow | undefined> {
  const { rows } = await db.query<CommentRow>('select * from studio_comment where id::text = $1', [id]);
  return rows[0];
}

interface Writer {
  by: { id: string | null; author: string };
  now: Date;
  most: number;
}

/** Returns undefined if the section has too many open comments. */
export async function addComment(
  db: Db,
  { subscriber, section, field, version, text }: NewComment,
  { by, now, most }: Writer,
): Promise<CommentRow | undefined> {
  const { rows } = await db.query<CommentRow>(
    `insert into studio_comment (subscriber_id, section, field, version_id, text, person_id, author, written_at)
     select $1, $2, $3, $4, $5, $6, $7, $8
     where (select count(*) from studio_comment
            where section = $2 and subscriber_id is not distinct from $1 and resolved_at is null) < $9
     returning *`,
    [subscriber, section, field, version, text, by.id, by.author, now, most],
  );
  return rows[0];
}

/** Resolves a comment once. Returns undefined if it's already resolved. */
export async function resolveComment(
  db: Db,
  id: string,
  { by, now }: Pick<Writer, 'by' | 'now'>,
): Promise<CommentRow | undefined> {
  const { rows } = await db.query<CommentRow>(
    `update studio_comment set resolved_at = $2, resolved_by = $3
     where id::text = $1 and resolved_at is null returning *`,
    [id, now, by.author],
  );
  return rows[0];
}

export async function deleteResolved(db: Db, before: Date): Promise<void> {
  await db.query('delete from studio_comment where resolved_at < $1', [before]);
}
