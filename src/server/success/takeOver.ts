import path from 'node:path';
import { nanoid } from 'nanoid';
import rules from '../../../schemas/takeover.json';
import { documentId, documentTypes } from '../../model/documents';
import { isRecord, keysOf, recordsIn } from '../../model/paths';
import { mapPii } from '../../model/pii';
import type { Answers, SchemaNode } from '../../model/types';
import type { Applicant } from '../auth/sessions';
import { sealAnswers } from '../crypto/sealedAnswers';
import type { Deps } from '../deps';
import type { DocumentRow } from '../documents/documentStore';
import { readDocument, storeDocument } from '../documents/storeDocument';
import { readApplication } from '../office/readApplication';
import { documentReferences, dropLostDocuments } from '../steps/documentReferences';
import { draftBound } from '../steps/openStep';
import { madeWith } from '../steps/stepStore';

type Rules = Record<string, { freshDays: number }>;

const DAY = 86_400_000;

/** The earlier application that is taken over from. */
export interface Earlier {
  trn: string;
  number: string;
  submittedAt: Date;
}

/**
 * Lays what is still fresh of an earlier application (schemas/takeover.json) into a new one as drafts, marked until they are confirmed.
 * No Social Security number is among it. Made again after it was cut off, it makes nothing twice.
 */
export async function takeOver(deps: Deps, from: Earlier, to: Applicant): Promise<void> {
  const { steps } = await readApplication(deps, from.trn);
  const savedAt = await whenSaved(deps, from.trn);
  const isFresh = (since: Date | undefined, rule?: { freshDays: number }) =>
    rule !== undefined && since !== undefined && deps.clock().getTime() - since.getTime() <= rule.freshDays * DAY;
  const documents = (await listDated(deps, from.trn)).filter(({ document_id, created_at }) =>
    isFresh(created_at, documentRule(document_id)),
  );
  const sectionRules: Rules = rules.sections;
  for (const { step, answers } of steps)
    for (const { section } of step.sections)
      if (answers[section] && isFresh(savedAt[step.id], sectionRules[section]))
        await takeSection(deps, { from, to, step: step.id, section, documents }, answers[section]);
}

interface Taken {
  from: Earlier;
  to: Applicant;
  step: string;
  section: string;
  documents: readonly DatedDocument[];
}

async function takeSection(deps: Deps, { from, to, step, section, documents }: Taken, earlier: Answers): Promise<void> {
  const { schema } = deps.forms.catalogue.section(section);
  const wholeSchema = () => schema;
  await takeSources(deps, to.trn, section, earlier);
  const files = await takeFiles(deps, to.trn, schema, earlier, documents);
  const asked = mapPii(schema, renamed(earlier, files), (value, kind) => (kind === 'ssn' ? undefined : value));
  const own = await deps.stores.documents.list(to.trn);
  const clear = dropLostDocuments({ [section]: asked }, wholeSchema, own)[section] ?? {};
  const [overlay, key] = await Promise.all([deps.forms.overlayOf(to.subscriberId), deps.keyring.keyOf(to.trn)]);
  await deps.stores.drafts.keep({
    trn: to.trn,
    step,
    section,
    data: sealAnswers(schema, clear, key, draftBound(to.trn, section)),
    now: deps.clock(),
    afterwards: false,
    revision: nanoid(),
    ...madeWith(deps, overlay),
  });
  await deps.db.query(
    'insert into taken_over (trn, section, number, submitted_at) values ($1, $2, $3, $4) on conflict do nothing',
    [to.trn, section, from.number, from.submittedAt],
  );
}

/** The places for files that the section's rows stand for. */
async function takeSources({ stores, clock }: Deps, trn: string, section: string, answers: Answers): Promise<void> {
  for (const { id: documentId, rows } of documentTypes) {
    if (rows?.section !== section) continue;
    for (const { id } of recordsIn(answers[rows.list])) {
      const wished = Number(id);
      const act = `takeover/${documentId}/${wished}`;
      if (wished > 0) await stores.sources.add({ trn, documentId, wished, offerLetter: false, now: clock(), act });
    }
  }
}

/** Copies the files that the answers name, each sealed anew with the new application's key: old names and the new ones. */
async function takeFiles(
  deps: Deps,
  trn: string,
  schema: SchemaNode,
  answers: Answers,
  documents: readonly DatedDocument[],
): Promise<Map<string, string>> {
  const named = new Set(documentReferences(schema, answers).map(({ blobPath }) => blobPath));
  const names = new Map<string, string>();
  for (const document of documents.filter(({ blob_path }) => named.has(blob_path))) {
    const { document_id: documentId, source_id: sourceId, name, blob_path, type: mime, has_thumbnail } = document;
    const content = await readDocument(deps, document, 'file');
    const thumbnail = has_thumbnail ? await readDocument(deps, document, 'thumbnail') : undefined;
    const extension = path.extname(blob_path).slice(1);
    const place = { trn, documentId, sourceId, name, act: `takeover/${trn}/${document.id}` };
    const stored = await storeDocument(deps, place, { content, mime, extension, thumbnail });
    names.set(blob_path, stored.blob_path);
  }
  return names;
}

/** The same answers with the files' new names. */
function renamed(value: Answers, names: ReadonlyMap<string, string>): Answers;
function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown;
function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return names.get(value) ?? value;
  if (Array.isArray(value)) return value.map((one) => renamed(one, names));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, renamed(inner, names)]));
}

function documentRule(id: number): { freshDays: number } | undefined {
  const name = keysOf(rules.documents).find((one) => documentId(one) === id);
  return name && rules.documents[name];
}

type DatedDocument = DocumentRow & { created_at: Date };

async function listDated({ db, stores }: Deps, trn: string): Promise<DatedDocument[]> {
  const { rows } = await db.query<{ id: number; created_at: Date }>(
    'select id::int, created_at from document where trn = $1',
    [trn],
  );
  const dates = new Map(rows.map(({ id, created_at }) => [id, created_at]));
  const documents = await stores.documents.listWithDigests(trn);
  return documents.flatMap((document) => {
    const created_at = dates.get(document.id);
    return created_at ? [{ ...document, created_at }] : [];
  });
}

async function whenSaved({ db }: Deps, trn: string): Promise<Record<string, Date>> {
  const { rows } = await db.query<{ step: string; saved_at: Date }>(
    'select step, saved_at from step_answer where trn = $1',
    [trn],
  );
  return Object.fromEntries(rows.map(({ step, saved_at }) => [step, saved_at]));
}
