import type { Db } from '../../platform/db/transaction';

interface Acknowledgment {
  trn: string;
  notice: string;
  digest: string;
  version: string;
  at: Date;
  ip: string;
}

interface AcknowledgmentRow {
  notice: string;
  version: string;
  at: Date;
}

/** Records a confirmed notice. Confirming it again has no effect unless its version changed. */
export async function saveAcknowledgment(db: Db, one: Acknowledgment): Promise<void> {
  await db.query(
    `insert into acknowledgment as a (trn, notice, digest, version, at, ip) values ($1, $2, $3, $4, $5, $6)
     on conflict (trn, notice) do update
       set digest = excluded.digest, version = excluded.version, at = excluded.at, ip = excluded.ip
       where a.version <> excluded.version`,
    [one.trn, one.notice, one.digest, one.version, one.at, one.ip],
  );
}

/** Records the signer's permission. Replaces the permission of an earlier attempt. */
export async function replaceAcknowledgment(db: Db, one: Acknowledgment): Promise<void> {
  await db.query(
    `insert into acknowledgment (trn, notice, digest, version, at, ip) values ($1, $2, $3, $4, $5, $6)
     on conflict (trn, notice) do update
       set digest = excluded.digest, version = excluded.version, at = excluded.at, ip = excluded.ip`,
    [one.trn, one.notice, one.digest, one.version, one.at, one.ip],
  );
}

export async function listAcknowledgments(db: Db, trn: string): Promise<AcknowledgmentRow[]> {
  const { rows } = await db.query<AcknowledgmentRow>('select notice, version, at from acknowledgment where trn = $1', [
    trn,
  ]);
  return rows;
}
