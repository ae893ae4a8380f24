import { createHash } from 'node:crypto';
import texts from '../../../schemas/texts/record.json';
import { documentId, documentTypes } from '../../model/documents';
import { fillText } from '../../model/fillText';
import { sayAll } from '../../model/translate';
import { transaction } from '../db/transaction';
import type { Deps } from '../deps';
import { dropDocument, readDocument, storeDocument } from '../documents/storeDocument';
import { appendEntry, createAuditStore } from './auditStore';
import { type DocumentBody, readBody, readSignedAnswers, unsignedSteps } from './describeRecord';
import type { RecordParts } from './drawRecord';
import { readHead } from './recordHead';
import { readQuestions, readShown } from './shownParts';

/** Makes the PDF of a submitted application, once, and enters its digest in the audit log. */
export async function keepRecordDocument(deps: Deps, trn: string): Promise<void> {
  const audit = deps.stores.audit;
  if (await audit.find(trn, 'document')) return;
  const parts = await partsOf(deps, trn);
  // Loading what draws takes a sixth of a second, which a start does without.
  const { drawRecord } = await import('./drawRecord');
  const content = await drawRecord(parts);
  const name = fillText(parts.words.document.file, { ...parts.body.application });
  const file = { content, mime: 'application/pdf', extension: 'pdf' };
  const stored = await storeDocument(deps, { trn, documentId: documentId('record'), sourceId: 0, name }, file);
  const digest = createHash('sha256').update(content).digest('hex');
  const body: DocumentBody = { digest, blob_path: stored.blob_path, record: parts.entry.hash };
  const isFirst = await enter(deps, trn, body);
  if (!isFirst) await dropDocument(deps, trn, stored.id);
}

/** False when another process was faster. */
async function enter(deps: Deps, trn: string, body: DocumentBody): Promise<boolean> {
  const at = deps.clock();
  return transaction(deps.db, async (client) => {
    // Both would wait here, and the second then sees the first's entry.
    await client.query('select from application where trn = $1 for update', [trn]);
    if (await createAuditStore(client).find(trn, 'document')) return false;
    await appendEntry(client, { at, kind: 'document', trn, body });
    return true;
  });
}

async function partsOf(deps: Deps, trn: string): Promise<RecordParts> {
  const key = await deps.keyring.keyOf(trn);
  const entry = await deps.stores.audit.find(trn, 'submitted');
  const consent = await deps.stores.payments.consentOf(trn);
  const picture = consent && (await deps.stores.documents.findByPath(consent.signature));
  if (!entry || !picture) throw new Error(`Nothing signed of ${trn} to draw`);
  const body = readBody(entry, key);
  const sections = await readQuestions(deps.db, body.questions);
  if (!sections) throw new Error(`The questions that ${trn} answered are not there as they were shown`);
  const language = sections[0]?.language ?? '';
  const words = deps.forms.languages[language] ?? {};
  return {
    words: sayAll(texts, words),
    kinds: Object.fromEntries(documentTypes.map(({ id, title }) => [id, words[title] ?? title])),
    head: await readHead(deps.db, trn),
    language,
    entry,
    body,
    sections,
    answers: await readSignedAnswers(deps.db, trn, key, unsignedSteps(deps.forms)),
    terms: await readShown(deps.db, body.terms),
    signature: await readDocument(deps, picture, 'file'),
  };
}
