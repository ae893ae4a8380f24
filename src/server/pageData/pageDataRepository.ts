import type pg from 'pg';
import type { StoredDocument } from '../../model/formContext';
import { idsOf } from '../../model/section/documentTypes';
import type { Answers } from '../../model/types';
import { APPLICATION, type ApplicationRow } from '../applications/applicationRepository';
import { documentColumns, LIVE } from '../applications/documents/documentRepository';
import { type IncomeSections, type StoredIncome, storedIncomeSql } from '../applications/income/checkRepository';
import { LINK_BY_TRN, type LinkRow } from '../applications/linkRepository';
import type { StoredDraft } from '../applications/steps/draftRepository';
import { needsCheck, type StepState, type StoredStep } from '../applications/steps/stepRepository';
import type { Stores } from '../deps';

export interface PageQuery {
  steps: string[];
  drafts: string[];
  /** Current and former names of the sections in `drafts`. */
  names: string[];
  /** Ids of all steps in the applicant's flows. */
  known: string[];
  checkedUnder: string;
  barcode: boolean;
  income?: IncomeSections;
}

interface Preloaded {
  stores: Stores;
  isUnchecked: boolean;
  renamed: string[];
}

/**
 * Reads a page's data with one statement. The returned repositories use this data. `checks.find` uses it only once,
 * because checks can change.
 */
export async function preloadRepositories(
  db: pg.Pool,
  stores: Stores,
  trn: string,
  query: PageQuery,
): Promise<Preloaded> {
  const row = await readPage(db, trn, query);
  const { link, steps, documents, drafts, barcode, income, fee_cents, ...application } = row ?? emptyPage;
  // The cast is safe, because only `emptyPage` lacks columns.
  const found = row && (application as PageApplication);
  const known = new Map<string, StepState>();
  const renamed = Object.keys(drafts).filter((name) => !query.drafts.includes(name));
  const isUnchecked = found?.submitted_at === null && steps.some(needsCheck);
  const preloaded: Stores = {
    ...stores,
    applications: { ...stores.applications, find: async () => found },
    links: { ...stores.links, findByTrn: async () => link ?? undefined },
    steps: {
      ...stores.steps,
      listRows: async () => steps,
      find: async (_trn, { step, sections, names }) => {
        const before = known.get(step);
        if (!found || before) return before;
        const first: StepState = {
          rows: steps,
          ...pickDrafts(sections, drafts),
          renamed: renamed.filter((name) => names.includes(name)),
          documents,
          registration: found.registration,
          application: { ...found, submitted: found.submitted_at !== null },
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
      findLatest: async () => (barcode ? { document: barcode.document, sealed: toBuffer(barcode.sealed) } : undefined),
    },
    licenseChoices: {
      ...stores.licenseChoices,
      find: async () => ({ name: barcode?.name ?? null, DOB: barcode?.DOB ?? null }),
    },
    checks: { ...stores.checks, find: firstThenFind(income, stores.checks.find) },
    sources: { ...stores.sources, list: async () => income?.sources ?? [] },
    payments: { ...stores.payments, findFee: async () => fee_cents },
  };
  return { stores: preloaded, isUnchecked, renamed };
}

interface PageApplication extends ApplicationRow {
  registration: Record<string, unknown>;
  submitted_at: Date | null;
  floor_id: number | null;
  unit_id: number | null;
}

interface PageRow extends PageApplication {
  link: LinkRow | null;
  steps: StoredStep[];
  documents: StoredDocument[];
  drafts: Record<string, StoredDraft & { data: Answers }>;
  barcode?: {
    document: number;
    sealed: string | null;
    name: 'typed' | 'document' | null;
    DOB: 'typed' | 'document' | null;
  } | null;
  income?: StoredIncome | null;
  fee_cents: number;
}

const emptyPage: Partial<PageRow> & Pick<PageRow, 'steps' | 'drafts' | 'documents'> = {
  steps: [],
  drafts: {},
  documents: [],
};

function pickDrafts(sections: readonly string[], all: PageRow['drafts']): Pick<StepState, 'drafts' | 'draft_versions'> {
  const typed = sections.flatMap((section) => {
    const draft = all[section];
    return draft ? [[section, draft] as const] : [];
  });
  return {
    drafts: Object.fromEntries(typed.map(([section, { data }]) => [section, data])),
    draft_versions: Object.fromEntries(typed.map(([section, { schemaVersion }]) => [section, schemaVersion])),
  };
}

const toBuffer = (text: string | null) => (text === null ? null : Buffer.from(text, 'base64'));

function firstThenFind<T, Args extends unknown[]>(
  first: T | null | undefined,
  find: (...args: Args) => Promise<T | undefined>,
) {
  let left = first ?? undefined;
  return async (...args: Args) => {
    const given = left;
    left = undefined;
    return given ?? find(...args);
  };
}

async function readPage(db: pg.Pool, trn: string, query: PageQuery): Promise<PageRow | undefined> {
  const { steps, names, known, checkedUnder, barcode, income } = query;
  const name = ['page', barcode ? 'barcode' : '', income ? 'income' : ''].join('-');
  const values = [
    trn,
    steps,
    names,
    idsOf('program'),
    known,
    checkedUnder,
    ...(income ? [idsOf('source'), income.employers, income.person] : []),
  ];
  const { rows } = await db.query<PageRow>({ name, text: buildStatement(barcode, income !== undefined), values });
  return rows[0];
}

// Uses `json` instead of `jsonb`, because the database only sends the result.
const buildStatement = (barcode: boolean, income: boolean) => `
  select ${APPLICATION.columns}, s.fee_cents,
    (select row_to_json(l) from (${LINK_BY_TRN}) l) as link,
    coalesce((select json_agg(json_build_object('step', step, 'version', version, 'complete', complete, 'schema_version', schema_version,
        'act', act, 'saved_at', saved_at, 'checked', checked is not distinct from $6, 'reopened', reopened,
        'sections', case when step = any($5) then '[]' else (select coalesce(json_agg(name), '[]') from jsonb_object_keys(data) name) end,
        'data', case when step = any($2) or data ?| $3 then data end) order by saved_at desc)
      from step_answer where trn = $1), '[]') as steps,
    coalesce((select json_object_agg(section, json_build_object('data', data, 'revision', stamp, 'page', page, 'schemaVersion', schema_version))
      from draft where trn = $1 and section = any($3)), '{}') as drafts,
    coalesce((select json_agg(row_to_json(d) order by d.id) from (
      select ${documentColumns} from document where trn = $1 and document_id <> all($4) and ${LIVE}) d), '[]') as documents
    ${barcode ? `, (select row_to_json(b) from (${BARCODE}) b) as barcode` : ''}
    ${income ? `, (select row_to_json(i) from (${storedIncomeSql('$7', '$8', '$9')}) i) as income` : ''}
  from ${APPLICATION.tables} where a.trn = $1`;

const BARCODE = `select document, encode(sealed, 'base64') as sealed, name_choice as name, dob_choice as "DOB"
  from barcode b where trn = $1 and exists (select from document d where d.id = b.document and d.${LIVE}) order by document desc limit 1`;
