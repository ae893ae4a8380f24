import { createHash } from 'node:crypto';
import { messages } from '../../../messages/serverMessages';
import { hideAnswers } from '../../../model/answers/pii';
import { fillText } from '../../../model/messages/fillText';
import { translateAll } from '../../../model/messages/translate';
import { revealKinds } from '../../../model/office';
import { documentId, documentTypes } from '../../../model/section/documentTypes';
import { transaction } from '../../platform/db/transaction';
import type { ApplicationDeps } from '../applicationDeps';
import { lockApplication } from '../applicationRepository';
import { deleteDocument, readDocument, storeDocument } from '../documents/storeDocument';
import { appendEntry, createAuditRepository } from './auditRepository';
import { type DocumentEntry, readBody, readSignedAnswers, type SignedAnswers, unsignedSteps } from './describeRecord';
import type { RecordContent } from './drawRecord';
import { readHead } from './recordHead';
import { readConfirmedNotices, readQuestions } from './snapshotParts';
import { readSnapshot } from './snapshotRepository';

export async function createRecordDocument(deps: ApplicationDeps, trn: string): Promise<void> {
  const audit = deps.stores.audit;
  if (await audit.find(trn, 'document')) return;
  const content = await readContent(deps, trn);
  // Imported here, because the module is slow to load.
  const { drawRecord } = await import('./drawRecord');
  const pdf = await drawRecord(content);
  const name = fillText(content.texts.document.file, { ...content.body.application });
  const file = { content: pdf, mime: 'application/pdf', extension: 'pdf' };
  const stored = await storeDocument(deps, { trn, documentId: documentId('record'), sourceId: 0, name }, file);
  const digest = createHash('sha256').update(pdf).digest('hex');
  const body: DocumentEntry = { digest, blob_path: stored.blob_path, record: content.entry.hash };
  const isFirst = await recordDocumentEntry(deps, trn, body);
  if (!isFirst) await deleteDocument(deps, trn, stored.id);
}

export async function drawRedacted(deps: ApplicationDeps, trn: string): Promise<Buffer> {
  const content = await readContent(deps, trn);
  const { drawRecord } = await import('./drawRecord');
  return drawRecord({ ...content, answers: hideFacts(deps, content), isRedacted: true });
}

/** Masks answers that are sensitive now or were sensitive when they were signed. */
function hideFacts({ forms }: Pick<ApplicationDeps, 'forms'>, { answers, sections }: RecordContent): SignedAnswers {
  const hidden = structuredClone(answers);
  for (const { step, section, schema } of sections) {
    const answers = hidden[step]?.[section];
    if (!answers) continue;
    const today = forms.catalog.sectionNames.includes(section) ? [forms.catalog.section(section).schema] : [];
    hidden[step] = {
      ...hidden[step],
      [section]: [schema, ...today].reduce((left, one) => hideAnswers(one, left, revealKinds), answers),
    };
  }
  return hidden;
}

/** Returns false if another process recorded the document first. */
async function recordDocumentEntry(
  deps: Pick<ApplicationDeps, 'clock' | 'db'>,
  trn: string,
  body: DocumentEntry,
): Promise<boolean> {
  const at = deps.clock();
  return transaction(deps.db, async (client) => {
    await lockApplication(client, trn);
    if (await createAuditRepository(client).find(trn, 'document')) return false;
    await appendEntry(client, { at, kind: 'document', trn, body });
    return true;
  });
}

async function readContent(deps: ApplicationDeps, trn: string): Promise<RecordContent> {
  const key = await deps.keyring.keyOf(trn);
  const entry = await deps.stores.audit.find(trn, 'submitted');
  const consent = await deps.stores.payments.findConsent(trn);
  const signature = consent && (await deps.stores.documents.findByPath(consent.signature));
  if (!entry || !signature) throw new Error(`${trn} has no signed record to render`);
  const body = readBody(entry, key);
  const sections = await readQuestions(deps.db, body.questions);
  if (!sections) throw new Error(`The snapshot of the questions that ${trn} answered is missing or changed`);
  const language = sections[0]?.language ?? '';
  const texts = deps.forms.languages[language] ?? {};
  return {
    texts: translateAll(messages('record'), texts),
    documentTitles: Object.fromEntries(documentTypes().map(({ id, title }) => [id, texts[title] ?? title])),
    head: await readHead(deps.db, trn),
    language,
    entry,
    body,
    sections,
    answers: await readSignedAnswers(deps.db, trn, key, unsignedSteps(deps.forms)),
    terms: await readSnapshot(deps.db, body.terms),
    notices: await readConfirmedNotices(deps.db, body.notices),
    signature: await readDocument(deps, signature, 'file'),
  };
}
