import type pg from 'pg';

/** What is kept of a back side's barcode; `sealed` is null when none could be read. */
export interface BarcodeRow {
  document: number;
  sealed: Buffer | null;
}

export interface BarcodeStore {
  /** Keeps it as long as the document is there; nothing read takes the place of something. */
  keep(barcode: { document: number; trn: string; sealed: Buffer | null; now: Date }): Promise<void>;
  /** Whether something could be read on this document. */
  isRead(document: number): Promise<boolean>;
  /** That of the application's newest back side. */
  latest(trn: string): Promise<BarcodeRow | undefined>;
}

export function createBarcodeStore(db: pg.Pool): BarcodeStore {
  return {
    async keep({ document, trn, sealed, now }) {
      // The document may have been deleted while its barcode was being read.
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
    async latest(trn) {
      const { rows } = await db.query<BarcodeRow>(
        'select document, sealed from barcode where trn = $1 order by document desc limit 1',
        [trn],
      );
      const [row] = rows;
      return row && { ...row, document: Number(row.document) };
    },
  };
}
