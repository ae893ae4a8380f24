import path from 'node:path';
import { nanoid } from 'nanoid';
import { isRecord, keysOf, recordsIn } from '../../../model/answers/paths';
import { mapPii } from '../../../model/answers/pii';
import { DAY_MS } from '../../../model/format/dates';
import { withoutForbidden } from '../../../model/law/withoutForbidden';
import { documentId, documentTypes } from '../../../model/section/documentTypes';
import type { Answers, SchemaNode } from '../../../model/types';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { documentReferences, dropLostDocuments } from '../../applications/documents/documentReferences';
import type { DocumentRow } from '../../applications/documents/documentRepository';
import { readDocument, storeDocument } from '../../applications/documents/storeDocument';
import { readApplication } from '../../applications/readApplication';
import { sealAnswers } from '../../applications/sealedAnswers';
import { formsUsed } from '../../applications/steps/formsUsed';
import { draftAdditionalData } from '../../applications/steps/readStored';
import type { Applicant } from '../../platform/sessions/sessions';
import { copyRules } from './copyRules';
import { findUploadDates, markCopied } from './ownApplicationRepository';

type Rules = Record<string, { freshDays: number }>;

export interface EarlierApplication {
  trn: string;
  number: string;
  submittedAt: Date;
}

/** Copies recent answers as drafts (schemas/takeover.json), without SSNs. Idempotent. */
export async function copyAnswers(deps: ApplicationDeps, from: EarlierApplication, to: Applicant): Promise<void> {
  const { steps } = await readApplication(deps, from.trn);
  const isRecent = (since: Date | undefined, rule?: { freshDays: number }) =>
    rule !== undefined && since !== undefined && deps.clock().getTime() - since.getTime() <= rule.freshDays * DAY_MS;
  const documents = (await listDatedDocuments(deps, from.trn)).filter(({ document_id, created_at }) =>
    isRecent(created_at, documentRule(document_id)),
  );
  const sectionRules: Rules = copyRules().sections;
  for (const { step, answers, savedAt } of steps)
    for (const { section } of step.sections)
      if (answers[section] && isRecent(savedAt[section], sectionRules[section]))
        await copySection(deps, { from, to, step: step.id, section, documents }, answers[section]);
}

interface CopyContext {
  from: EarlierApplication;
  to: Applicant;
  step: string;
  section: string;
  documents: readonly DatedDocument[];
}

async function copySection(
  deps: ApplicationDeps,
  { from, to, step, section, documents }: CopyContext,
  earlier: Answers,
): Promise<void> {
  const fullSection = deps.forms.catalog.section(section);
  const { schema } = fullSection;
  await copySources(deps, to.trn, section, earlier);
  const files = await copyFiles(deps, to.trn, schema, earlier, documents);
  const copied = mapPii(schema, replacePaths(earlier, files), (value, kind) => (kind === 'ssn' ? undefined : value));
  const own = await deps.stores.documents.list(to.trn);
  const [settings, key] = await Promise.all([deps.forms.getSettings(to), deps.keyring.keyOf(to.trn)]);
  const found = dropLostDocuments({ [section]: copied }, () => fullSection, own)[section] ?? {};
  const clear = withoutForbidden(schema, found, settings);
  await deps.stores.drafts.save({
    trn: to.trn,
    step,
    section,
    data: sealAnswers(schema, clear, key, draftAdditionalData(to.trn, section)),
    now: deps.clock(),
    afterwards: false,
    revision: nanoid(),
    ...formsUsed(deps, settings),
  });
  await markCopied(deps.db, to.trn, section, from);
}

async function copySources(
  { stores, clock }: Pick<ApplicationDeps, 'stores' | 'clock'>,
  trn: string,
  section: string,
  answers: Answers,
): Promise<void> {
  for (const { id: documentId, rows } of documentTypes()) {
    if (rows?.section !== section) continue;
    for (const { id } of recordsIn(answers[rows.list])) {
      const preferred = Number(id);
      const idempotencyKey = `takeover/${documentId}/${preferred}`;
      if (preferred > 0)
        await stores.sources.add({ trn, documentId, preferred, offerLetter: false, now: clock(), idempotencyKey });
    }
  }
}

/** Copies files and encrypts them with the new application's key. Returns the new names by old name. */
async function copyFiles(
  deps: ApplicationDeps,
  trn: string,
  schema: SchemaNode,
  answers: Answers,
  documents: readonly DatedDocument[],
): Promise<Map<string, string>> {
  const usedPaths = new Set(documentReferences(schema, answers).map(({ blobPath }) => blobPath));
  const names = new Map<string, string>();
  for (const document of documents.filter(({ blob_path }) => usedPaths.has(blob_path))) {
    const { document_id: documentId, source_id: sourceId, name, blob_path, type: mime, has_thumbnail } = document;
    const content = await readDocument(deps, document, 'file');
    const thumbnail = has_thumbnail ? await readDocument(deps, document, 'thumbnail') : undefined;
    const extension = path.extname(blob_path).slice(1);
    const place = { trn, documentId, sourceId, name, idempotencyKey: `takeover/${trn}/${document.id}` };
    const stored = await storeDocument(deps, place, { content, mime, extension, thumbnail });
    names.set(blob_path, stored.blob_path);
  }
  return names;
}

function replacePaths(value: Answers, names: ReadonlyMap<string, string>): Answers;
function replacePaths(value: unknown, names: ReadonlyMap<string, string>): unknown;
function replacePaths(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return names.get(value) ?? value;
  if (Array.isArray(value)) return value.map((one) => replacePaths(one, names));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replacePaths(inner, names)]));
}

function documentRule(id: number): { freshDays: number } | undefined {
  const name = keysOf(copyRules().documents).find((one) => documentId(one) === id);
  return name && copyRules().documents[name];
}

type DatedDocument = DocumentRow & { created_at: Date };

async function listDatedDocuments(
  { db, stores }: Pick<ApplicationDeps, 'db' | 'stores'>,
  trn: string,
): Promise<DatedDocument[]> {
  const dates = await findUploadDates(db, trn);
  const documents = (await stores.documents.listAll(trn)).filter(({ withdrawn_at }) => withdrawn_at === null);
  return documents.flatMap((document) => {
    const created_at = dates.get(document.id);
    return created_at ? [{ ...document, created_at }] : [];
  });
}
