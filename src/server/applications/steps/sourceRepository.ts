import type pg from 'pg';
import type { SourcePlace } from '../../../contract/income';

export interface SourceRepository {
  /**
   * Adds a source with the preferred number, or with the first free number. Returns the number, or undefined if all
   * numbers are taken.
   */
  add(source: {
    trn: string;
    documentId: number;
    preferred?: number;
    offerLetter: boolean;
    now: Date;
    idempotencyKey?: string;
  }): Promise<number | undefined>;
  list(trn: string): Promise<SourcePlace[]>;
  allowOfferLetter(trn: string, documentId: number, sourceId: number, isAllowed: boolean): Promise<boolean>;
  remove(trn: string, documentId: number, sourceId: number): Promise<boolean>;
  exists(trn: string, documentId: number, sourceId: number): Promise<boolean>;
}

export const MAX_SOURCES = 3;

export const SOURCES = 'select document_id, source_id, allow_offer_letter from source where trn = $1 order by 1, 2';

export function createSourceRepository(db: pg.Pool): SourceRepository {
  return {
    async add({ trn, documentId, preferred, offerLetter, now, idempotencyKey }) {
      // If another call takes the number first, tries the next number.
      for (let attempt = 0; attempt <= MAX_SOURCES; attempt += 1) {
        const { rows } = await db.query<{ source_id: number | null; full: boolean }>(ADD, [
          trn,
          documentId,
          preferred ?? 0,
          offerLetter,
          now,
          idempotencyKey ?? null,
        ]);
        if (rows[0]?.source_id) return rows[0].source_id;
        if (rows[0]?.full) return undefined;
      }
      return undefined;
    },
    async list(trn) {
      const { rows } = await db.query<SourcePlace>(SOURCES, [trn]);
      return rows;
    },
    async allowOfferLetter(trn, documentId, sourceId, isAllowed) {
      const { rowCount } = await db.query(
        'update source set allow_offer_letter = $4 where trn = $1 and document_id = $2 and source_id = $3',
        [trn, documentId, sourceId, isAllowed],
      );
      return rowCount === 1;
    },
    async remove(trn, documentId, sourceId) {
      const { rowCount } = await db.query('delete from source where trn = $1 and document_id = $2 and source_id = $3', [
        trn,
        documentId,
        sourceId,
      ]);
      return rowCount === 1;
    },
    async exists(trn, documentId, sourceId) {
      const { rowCount } = await db.query('select from source where trn = $1 and document_id = $2 and source_id = $3', [
        trn,
        documentId,
        sourceId,
      ]);
      return rowCount === 1;
    },
  };
}

const ADD = `
  with known as (
    select source_id from source where trn = $1 and act = $6
  ), free as (
    select n from generate_series(1, ${MAX_SOURCES}) n
    where not exists (select from source where trn = $1 and document_id = $2 and source_id = n)
      and not exists (select from known)
    order by (n = $3) desc, n limit 1
  ), added as (
    insert into source (trn, document_id, source_id, allow_offer_letter, created_at, act)
    select $1, $2, n, $4, $5, $6 from free
    on conflict do nothing returning source_id
  )
  select coalesce((select source_id from known), (select source_id from added)) as source_id, not exists (select from free) as full`;
