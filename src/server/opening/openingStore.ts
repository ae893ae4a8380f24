import type pg from 'pg';
import { idsOf } from '../../model/documents';
import type { StoredDocument } from '../../model/formContext';
import type { Answers } from '../../model/types';
import type { Stores } from '../db/stores';
import { documentColumns } from '../documents/documentStore';
import { APPLICATION, type ApplicationRow } from '../entry/applicationStore';
import { LINK_OF_TRN, type LinkRow } from '../entry/linkStore';
import { type KnownIncome, knownIncome } from '../income/checkStore';
import type { StoredDraft } from '../steps/draftStore';
import type { KnownStep } from '../steps/stepStore';

/** What a page is about to ask of the stores. */
export interface PageWants {
  /** The steps that are read. */
  steps: string[];
  /** The sections whose drafts are read: the page's own, and those of its steps. */
  drafts: string[];
  barcode: boolean;
  income: boolean;
}

/**
 * The stores as they are for one look at one application: what `wants` names was read in a single statement, each table once, and is
 * given out in the place of the single statements. What is not among it, and a second look after a write, goes to the database.
 */
export async function lookOnce(db: pg.Pool, stores: Stores, trn: string, wants: PageWants): Promise<Stores> {
  const row = await readPage(db, trn, wants);
  const { link, steps, documents, drafts, barcode, income, fee_cents, ...application } = row ?? noPage;
  // Where there is a row it has every column; only what stands in for none has not.
  const found = row && (application as PageApplication);
  /** The same for every look at a step, by which it is opened once. */
  const known = new Map<string, KnownStep>();
  const done = Object.keys(steps).filter((step) => steps[step]?.complete);
  return {
    ...stores,
    applications: {
      ...stores.applications,
      find: async () => found,
      completeSteps: async () => done,
    },
    links: { ...stores.links, findByTrn: async () => link ?? undefined },
    steps: {
      ...stores.steps,
      known: async (_trn, step, sections) => {
        const before = known.get(step);
        if (!found || before) return before;
        const first: KnownStep = {
          stored: steps[step],
          ...draftsOf(sections, drafts),
          documents,
          registration: found.registration,
          application: { ...found, submitted: found.submitted_at !== null },
          complete: done,
          unconfirmed: found.taken_over.flatMap(({ section, confirmed }) =>
            sections.includes(section) && !confirmed ? section : [],
          ),
        };
        known.set(step, first);
        return first;
      },
    },
    drafts: { ...stores.drafts, find: async (_trn, section) => drafts[section] },
    barcodes: {
      ...stores.barcodes,
      latest: async () => (barcode ? { document: barcode.document, sealed: bytesOf(barcode.sealed) } : undefined),
    },
    licenceChoices: {
      ...stores.licenceChoices,
      find: async () => ({ name: barcode?.name ?? null, DOB: barcode?.DOB ?? null }),
    },
    checks: { ...stores.checks, known: once(income, stores.checks.known) },
    sources: { ...stores.sources, list: async () => income?.sources ?? [] },
    payments: { ...stores.payments, feeOf: async () => fee_cents },
  };
}

/** An application's own columns, of which `find` promises the first ones only. */
interface PageApplication extends ApplicationRow {
  registration: Record<string, unknown>;
  submitted_at: Date | null;
  floor_id: number | null;
  unit_id: number | null;
}

interface PageRow extends PageApplication {
  link: LinkRow | null;
  /** Of the steps that are not wanted there is no data. */
  steps: Record<string, NonNullable<KnownStep['stored']>>;
  documents: StoredDocument[];
  drafts: Record<string, StoredDraft & { data: Answers }>;
  barcode: {
    document: number;
    sealed: string | null;
    name: 'typed' | 'document' | null;
    DOB: 'typed' | 'document' | null;
  } | null;
  income: KnownIncome | null;
  fee_cents: number;
}

/** The application is gone. */
const noPage: Partial<PageRow> & Pick<PageRow, 'steps' | 'drafts' | 'documents'> = {
  steps: {},
  drafts: {},
  documents: [],
};

function draftsOf(sections: readonly string[], all: PageRow['drafts']): Pick<KnownStep, 'drafts' | 'draft_versions'> {
  const typed = sections.flatMap((section) => {
    const draft = all[section];
    return draft ? [[section, draft] as const] : [];
  });
  return {
    drafts: Object.fromEntries(typed.map(([section, { data }]) => [section, data])),
    draft_versions: Object.fromEntries(typed.map(([section, { schemaVersion }]) => [section, schemaVersion])),
  };
}

const bytesOf = (text: string | null) => (text === null ? null : Buffer.from(text, 'base64'));

/** The first call is given `first`; those after it ask. */
function once<T>(first: T | null | undefined, ask: (trn: string) => Promise<T | undefined>) {
  let left = first ?? undefined;
  return async (trn: string) => {
    const given = left;
    left = undefined;
    return given ?? ask(trn);
  };
}

async function readPage(db: pg.Pool, trn: string, wants: PageWants): Promise<PageRow | undefined> {
  const { steps, drafts, barcode, income } = wants;
  // One text, and so one prepared statement, for each kind of page.
  const name = ['page', barcode ? 'barcode' : '', income ? 'income' : ''].join('-');
  const values = [trn, steps, drafts, idsOf('program'), ...(income ? [idsOf('source')] : [])];
  const { rows } = await db.query<PageRow>({ name, text: statementOf(barcode, income), values });
  return rows[0];
}

// As `json`, not `jsonb`: what is read is only written out, never looked into.
const statementOf = (barcode: boolean, income: boolean) => `
  select ${APPLICATION.columns}, s.fee_cents,
    (select row_to_json(l) from (${LINK_OF_TRN}) l) as link,
    coalesce((select json_object_agg(step, json_build_object('data', case when step = any($2) then data end,
        'version', version, 'complete', complete, 'schema_version', schema_version, 'act', act))
      from step_answer where trn = $1), '{}') as steps,
    coalesce((select json_object_agg(section, json_build_object('data', data, 'revision', stamp, 'page', page, 'schemaVersion', schema_version))
      from draft where trn = $1 and section = any($3)), '{}') as drafts,
    coalesce((select json_agg(row_to_json(d) order by d.id) from (
      select ${documentColumns} from document where trn = $1 and document_id <> all($4)) d), '[]') as documents
    ${barcode ? `, (select row_to_json(b) from (${BARCODE}) b) as barcode` : ''}
    ${income ? `, (select row_to_json(i) from (${knownIncome('$5')}) i) as income` : ''}
  from ${APPLICATION.tables} where a.trn = $1`;

const BARCODE = `select document, encode(sealed, 'base64') as sealed, name_choice as name, dob_choice as "DOB"
  from barcode where trn = $1 order by document desc limit 1`;
