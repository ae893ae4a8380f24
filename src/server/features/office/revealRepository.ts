import type pg from 'pg';
import type { RevealKind } from '../../../model/office';
import type { Db } from '../../platform/db/transaction';

/** Returns the revealed kinds. `until` is the end of a kind's latest reveal. */
export async function findReveals(db: Db, trn: string, actor: string, now: Date) {
  const { rows } = await db.query<{ kind: RevealKind; until: Date }>(
    `select kind, max(until) as until from office_reveal, unnest(kinds) as kind
     where trn = $1 and actor = $2 and until > $3 group by kind order by kind`,
    [trn, actor, now],
  );
  return rows;
}

interface NewReveal {
  trn: string;
  actor: string;
  kinds: RevealKind[];
  until: Date;
}

export async function insertReveal(client: pg.PoolClient, { trn, actor, kinds, until }: NewReveal): Promise<void> {
  await client.query('insert into office_reveal (trn, actor, kinds, until) values ($1, $2, $3, $4)', [
    trn,
    actor,
    kinds,
    until,
  ]);
}

/** Returns false if the document was already opened during this reveal. */
export async function markOpened(
  client: pg.PoolClient,
  { trn, actor, document, now }: { trn: string; actor: string; document: number; now: Date },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update office_reveal set opened = opened || $4::bigint where $4 <> all(opened)
     and id = (select id from office_reveal where trn = $1 and actor = $2 and until > $3 order by until desc limit 1)`,
    [trn, actor, now, document],
  );
  return rowCount === 1;
}

export async function deleteReveals(db: Db, before: Date): Promise<void> {
  await db.query('delete from office_reveal where until < $1', [before]);
}
