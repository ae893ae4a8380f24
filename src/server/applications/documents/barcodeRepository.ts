import type pg from 'pg';
import { idsOf } from '../../../model/section/documentTypes';
import { LIVE } from './documentRepository';

/** `sealed` is null if no barcode could be read. */
export interface BarcodeRow {
  document: number;
  sealed: Buffer | null;
}

export interface BarcodeRepository {
  /** An unreadable barcode never replaces a readable one. */
  save(barcode: { document: number; trn: string; sealed: Buffer | null; now: Date }): Promise<void>;
  isRead(document: number): Promise<boolean>;
  findLatest(trn: string): Promise<BarcodeRow | undefined>;
  countWaiting(trn: string): Promise<number>;
}

/** From this attempt on, reading a barcode no longer counts as in progress. Retries continue. */
const MAX_SHOWN_TRIES = 3;

export function createBarcodeRepository(db: pg.Pool): BarcodeRepository {
  return {
    async save({ document, trn, sealed, now }) {
      await db.query(
        `insert into barcode (document, trn, sealed, read_at)
         select id, trn, $3, $4 from document where id = $1 and trn = $2
         on conflict (document) do update set sealed = excluded.sealed, read_at = excluded.read_at
           where excluded.sealed is not null or barcode.sealed is null`,
        [document, trn, sealed, now],
      );
    },
    async isRead(document) {
      const { rowCount } = await db.query('select from barcode where document = $1 and sealed is not null', [document]);
      return rowCount === 1;
    },
    async findLatest(trn) {
      const { rows } = await db.query<BarcodeRow>(
        `select document::int, b.sealed from barcode b join document d on d.id = b.document
         where b.trn = $1 and d.${LIVE} order by document desc limit 1`,
        [trn],
      );
      return rows[0];
    },
    async countWaiting(trn) {
      const { rows } = await db.query<{ count: number }>(
        `select count(*)::int from document d where trn = $1 and document_id = any($2) and ${LIVE}
           and not exists (select from barcode b where b.document = d.id)
           and exists (select from job where kind = 'licence-barcode' and payload ->> 'id' = d.id::text and attempts < $3)`,
        [trn, idsOf('identityBack'), MAX_SHOWN_TRIES],
      );
      return rows[0]?.count ?? 0;
    },
  };
}
