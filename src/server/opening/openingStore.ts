import type pg from 'pg';
import { idsOf } from '../../model/documents';
import type { Answers } from '../../model/types';
import type { Stores } from '../db/stores';
import { APPLICATION, type ApplicationRow } from '../entry/applicationStore';
import { LINK_OF_TRN, type LinkRow } from '../entry/linkStore';
import { type KnownIncome, knownIncome } from '../income/checkStore';
import type { StoredDraft } from '../steps/draftStore';
import { SOURCES } from '../steps/sourceStore';
import { type KnownStep, knownStep } from '../steps/stepStore';

/** What a page is about to ask of the stores. */
export interface PageWants {
  /** The steps that are read, each with its sections. */
  steps: { step: string; sections: string[] }[];
  /** The sections whose drafts are read. */
  drafts: string[];
  barcode: boolean;
  income: boolean;
}

/**
 * The stores as they are for one look at one application: what `wants` names was read in a single statement, and is given out in the
 * place of the single statements. What is not among it, and a second look after a write, goes to the database.
 */
export async function lookOnce(db: pg.Pool, stores: Stores, trn: string, wants: PageWants): Promise<Stores> {
  const row = await readPage(db, trn, wants);
  const { link, known, drafts, barcode, income, sources, fee_cents, done, ...application } = row ?? noPage;
  const found = row && (application as ApplicationRow);
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
      known: async (_trn, step) => withStored(known[step]),
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
    sources: { ...stores.sources, list: async () => sources ?? [] },
    payments: { ...stores.payments, feeOf: async () => fee_cents },
  };
}

interface PageRow extends ApplicationRow {
  link: LinkRow | null;
  known: Record<string, KnownStep>;
  drafts: Record<string, StoredDraft & { data: Answers }>;
  barcode: {
    document: number;
    sealed: string | null;
    name: 'typed' | 'document' | null;
    DOB: 'typed' | 'document' | null;
  } | null;
  income: KnownIncome | null;
  sources: { document_id: number; source_id: number; allow_offer_letter: boolean }[] | null;
  fee_cents: number;
  done: string[];
}

/** The application is gone. */
const noPage: Partial<PageRow> & Pick<PageRow, 'known' | 'drafts' | 'done'> = { known: {}, drafts: {}, done: [] };

function withStored(known: KnownStep | undefined): KnownStep | undefined {
  return known && { ...known, stored: known.stored ?? undefined };
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
  const { name, text } = statementOf(wants);
  const places = wants.steps.flatMap(({ step, sections }) => [step, sections]);
  const values = [trn, wants.drafts, idsOf('program'), ...(wants.income ? [idsOf('source')] : []), ...places];
  const { rows } = await db.query<PageRow>({ name, text, values });
  return rows[0];
}

/** One text, and so one prepared statement, for each kind of page. */
function statementOf({ steps, barcode, income }: PageWants): { name: string; text: string } {
  const name = ['page', steps.length, barcode ? 'barcode' : '', income ? 'income' : ''].join('-');
  const known = statements.get(name) ?? writeStatement(steps.length, barcode, income);
  statements.set(name, known);
  return { name, text: known };
}

const statements = new Map<string, string>();

function writeStatement(steps: number, barcode: boolean, income: boolean): string {
  const first = income ? 5 : 4;
  const each = Array.from({ length: steps }, (_, n) => {
    const [step, sections] = [`$${first + 2 * n}`, `$${first + 2 * n + 1}`];
    return `${step}::text, (select to_jsonb(k) from (${knownStep(step, `${sections}::text[]`, '$3')}) k)`;
  });
  return `
  select ${APPLICATION.columns}, s.fee_cents,
    (select to_jsonb(l) from (${LINK_OF_TRN}) l) as link,
    jsonb_build_object(${each.join(', ')}) as known,
    coalesce((select jsonb_object_agg(section, jsonb_build_object('data', data, 'revision', stamp, 'page', page, 'schemaVersion', schema_version))
      from draft where trn = $1 and section = any($2)), '{}') as drafts,
    array(select step from step_answer where trn = $1 and complete) as done
    ${barcode ? `, (select to_jsonb(b) from (${BARCODE}) b) as barcode` : ''}
    ${income ? `, (select to_jsonb(i) from (${knownIncome('$4')}) i) as income, (select jsonb_agg(p) from (${SOURCES}) p) as sources` : ''}
  from ${APPLICATION.tables} where a.trn = $1`;
}

const BARCODE = `select document, encode(sealed, 'base64') as sealed, name_choice as name, dob_choice as "DOB"
  from barcode where trn = $1 order by document desc limit 1`;
