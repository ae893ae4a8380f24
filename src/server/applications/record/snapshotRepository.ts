import type pg from 'pg';
import { canonical, sha256 } from './auditRepository';

/** Returns undefined if the snapshot is missing or changed. */
export async function readSnapshot(db: pg.Pool, digest: string): Promise<unknown> {
  const { rows } = await db.query<{ content: string }>('select content from shown where digest = $1', [digest]);
  const content = rows[0]?.content;
  return content !== undefined && sha256(content) === digest ? JSON.parse(content) : undefined;
}

export async function saveSnapshotContent(db: pg.Pool, content: unknown): Promise<string> {
  const text = canonical(content);
  const digest = sha256(text);
  await db.query('insert into shown (digest, content) values ($1, $2) on conflict do nothing', [digest, text]);
  return digest;
}
