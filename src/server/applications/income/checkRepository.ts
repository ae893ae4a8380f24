import type pg from 'pg';
import type { Outcome, PageProgress } from '../../../model/income/checks/documentChecks';
import { idsOf } from '../../../model/section/documentTypes';
import type { Answers } from '../../../model/types';
import { transaction } from '../../platform/db/transaction';
import { LIVE } from '../documents/documentRepository';
import type { RecordEvent } from '../domainEvents';

/** `sealed` is the encrypted reading. Null until the file has been read. */
export interface ReadFileRow {
  id: number;
  document_id: number;
  source_id: number;
  digest: string;
  created_at: string;
  allow_offer_letter: boolean;
  sealed: string | null;
}

export interface CheckRow {
  id: number;
  document_id: number;
  source_id: number;
  document: number;
  rule: string;
  outcome: Outcome;
  sealed: string;
  answer: string | null;
  is_deleted: boolean;
}

export interface StoredIncome {
  first_name: string;
  last_name: string;
  aliases: unknown;
  submitted_at: string | null;
  time_zone: string;
  employers: Answers;
  files: ReadFileRow[];
  sources: { document_id: number; source_id: number; allow_offer_letter: boolean }[];
  checks: CheckRow[];
  reading: number;
  progress: PageProgress[];
}

export interface IncomeSections {
  employers: string;
  person: string;
}

export type NewCheck = Omit<CheckRow, 'id' | 'answer' | 'is_deleted' | 'sealed'> & { sealed: Buffer };

export interface CheckRepository {
  find(trn: string, sections: IncomeSections): Promise<StoredIncome | undefined>;
  /** Starts reading page by page, unless reading has started. */
  beginPages(document: number, trn: string, pages: number, sealed: Buffer): Promise<void>;
  /** Returns undefined if no page is left. */
  findNextPage(document: number, trn: string): Promise<{ page: number; pages: number; sealed: Buffer } | undefined>;
  /** Saves a page and queues the next page. Ignores repeated calls. */
  savePage(document: number, trn: string, page: number, sealed: Buffer): Promise<void>;
  /** Saves a reading, unless one exists. A reading made during the upload (`isOwn`) replaces an existing one. */
  saveReading(document: number, trn: string, sealed: Buffer, now: Date, isOwn?: boolean): Promise<void>;
  /** `gone` lists the ids of results that no longer apply. */
  saveResults(trn: string, results: NewCheck[], gone: number[], now: Date): Promise<void>;
  /** Returns false for deleted and passed checks and, after submission, for answered checks. */
  answer(trn: string, id: number, sealed: Buffer): Promise<boolean>;
}

export function createCheckRepository(db: pg.Pool, recordEvent: RecordEvent): CheckRepository {
  return {
    async find(trn, { employers, person }) {
      const { rows } = await db.query<StoredIncome>({
        name: 'known-income',
        text: storedIncomeSql('$2', '$3', '$4'),
        values: [trn, idsOf('source'), employers, person],
      });
      return rows[0];
    },
    async beginPages(document, trn, pages, sealed) {
      await db.query(
        `with begun as (
           insert into document_reading (document, trn, state, sealed, page, pages)
           select id, trn, 'waiting', $3, 0, $4 from document where id = $1 and trn = $2
           on conflict (document) do update set sealed = excluded.sealed, page = 0, pages = excluded.pages
             where document_reading.state = 'waiting' and document_reading.page is null
           returning document, trn
         ) ${QUEUE_PAGE} from begun`,
        [document, trn, sealed, pages],
      );
    },
    async findNextPage(document, trn) {
      const { rows } = await db.query<{ page: number; pages: number; sealed: Buffer }>(
        `select page + 1 as page, pages, sealed from document_reading
         where document = $1 and trn = $2 and state = 'waiting' and page is not null`,
        [document, trn],
      );
      return rows[0];
    },
    async savePage(document, trn, page, sealed) {
      await db.query(
        `with kept as (
           update document_reading set page = $3, sealed = $4
           where document = $1 and trn = $2 and state = 'waiting' and page = $3 - 1 returning document, trn
         ) ${QUEUE_PAGE} from kept`,
        [document, trn, page, sealed],
      );
    },
    async saveReading(document, trn, sealed, now, isOwn = false) {
      await transaction(db, async (client) => {
        const { rowCount } = await client.query(
          `insert into document_reading (document, trn, state, sealed, read_at)
           select id, trn, 'read', $3, $4 from document where id = $1 and trn = $2
           on conflict (document) do update set state = 'read', sealed = excluded.sealed, read_at = excluded.read_at
             where document_reading.state = 'waiting' or $5`,
          [document, trn, sealed, now, isOwn],
        );
        if (rowCount !== 1) return;
        const data = { document: Number(document) };
        await recordEvent(client, { type: 'document.checked', applicationId: trn, now, data });
      });
    },
    async saveResults(trn, results, gone, now) {
      const column = (name: keyof NewCheck) => results.map((result) => result[name]);
      await db.query(SAVE_RESULTS, [
        trn,
        gone,
        now,
        column('document_id'),
        column('source_id'),
        column('document'),
        column('rule'),
        column('outcome'),
        column('sealed'),
      ]);
    },
    async answer(trn, id, sealed) {
      const { rowCount } = await db.query(
        `update income_check set answer = $3
         where trn = $1 and id = $2 and outcome <> 'passed' and not is_deleted
           and (answer is null or exists (select from application where trn = $1 and submitted_at is null))`,
        [trn, id, sealed],
      );
      return rowCount === 1;
    },
  };
}

const QUEUE_PAGE = `insert into job (kind, payload) select 'read-page', jsonb_build_object('trn', trn, 'id', document)`;

/** From this attempt on, reading a file no longer counts as in progress. Retries continue. */
const MAX_SHOWN_TRIES = 10;

const UNREAD_NOW = `document_reading r where r.trn = a.trn and r.state = 'waiting' and exists (
      select from job where kind in ('read-document', 'read-page') and payload ->> 'id' = r.document::text and attempts < ${MAX_SHOWN_TRIES})`;

/** The arguments are SQL placeholders, such as `$2`. */
export const storedIncomeSql = (types: string, employers: string, person: string) => `
  select a.first_name, a.last_name, a.submitted_at::text, s.time_zone,
    coalesce(
      (select data from draft where trn = a.trn and section = ${employers}),
      (select data -> ${employers}::text from step_answer where trn = a.trn and data ? ${employers}::text order by saved_at desc limit 1),
      '{}') as employers,
    (select data -> ${person}::text -> 'Alias' from step_answer where trn = a.trn and data ? ${person}::text
      order by saved_at desc limit 1) as aliases,
    coalesce((select jsonb_agg(to_jsonb(f) order by f.id) from (
      select d.id, d.document_id, d.source_id, d.digest, d.created_at, d.allow_offer_letter, case r.state when 'read' then encode(r.sealed, 'base64') end as sealed
      from document d left join document_reading r on r.document = d.id
      where d.trn = a.trn and d.document_id = any(${types}) and d.${LIVE}) f), '[]') as files,
    coalesce((select jsonb_agg(to_jsonb(p) order by p.document_id, p.source_id) from (
      select document_id, source_id, allow_offer_letter from source where trn = a.trn) p), '[]') as sources,
    coalesce((select jsonb_agg(to_jsonb(c) order by c.id) from (
      select id, document_id, source_id, document, rule, outcome, encode(sealed, 'base64') as sealed, encode(answer, 'base64') as answer, is_deleted
      from income_check where trn = a.trn) c), '[]') as checks,
    (select count(*)::int from ${UNREAD_NOW}) as reading,
    coalesce((select jsonb_agg(jsonb_build_object('document', r.document, 'page', r.page + 1, 'pages', r.pages) order by r.document)
      from ${UNREAD_NOW} and r.page < r.pages), '[]') as progress
  from application a join subscriber s on s.id = a.subscriber_id where a.trn = $1`;

// Locks the application, so that checks save their results one at a time.
const SAVE_RESULTS = `
  with turn as materialized (
    select trn from application where trn = $1 for no key update
  ), gone as (
    update income_check c set is_deleted = true, judged_at = $3 from turn where c.trn = turn.trn and c.id = any($2)
  )
  insert into income_check (trn, document_id, source_id, document, rule, outcome, sealed, judged_at)
  select turn.trn, v.document_id, v.source_id, v.document, v.rule, v.outcome, v.sealed, $3
  from unnest($4::int[], $5::int[], $6::bigint[], $7::text[], $8::text[], $9::bytea[]) as v (document_id, source_id, document, rule, outcome, sealed) cross join turn
  on conflict (trn, document_id, source_id, document, rule) do update
    set outcome = excluded.outcome, sealed = excluded.sealed, judged_at = excluded.judged_at, is_deleted = false`;
