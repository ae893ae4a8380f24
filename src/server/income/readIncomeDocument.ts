import type { DocumentReading } from '../../model/checks/findings';
import { checkRules } from '../../model/checks/rules';
import { isOf } from '../../model/documents';
import { openText, seal } from '../crypto/seal';
import type { Deps } from '../deps';
import type { DocumentRow } from '../documents/documentStore';
import { readDocument } from '../documents/storeDocument';
import { judgeAgain } from './incomeChecks';
import { readingBound } from './openIncome';
import { type PdfText, readPageText, readPdfText } from './readPdfText';
import { understandDocument } from './understandDocument';

/** A document of an application. */
export interface UploadedDocument {
  trn: string;
  id: number;
}

/**
 * Reads a stored file, keeps what it says sealed, and judges the application's checks anew; of a scan or a photograph, the pages are read
 * one by one after it. A document that is gone says nothing.
 */
export async function readIncomeDocument(deps: Deps, { trn, id }: UploadedDocument): Promise<void> {
  const document = await deps.stores.documents.find(trn, id);
  if (!document) return;
  const content = await readDocument(deps, document, 'file');
  const isPhotograph = document.type !== PDF;
  const text = isPhotograph ? { count: 1, pages: [] } : await readPdfText(content, trn, { isPatient: true });
  const reading = understood(text);
  if ('problem' in text || reading.problem || reading.hasText || !isOf('source', document.document_id))
    return keep(deps, document, reading);
  const known = await sealReading(deps, document, { ...text, pages: [] });
  await deps.stores.checks.beginPages(id, trn, Math.min(text.count, checkRules.pictures.pages), known);
}

const PDF = 'application/pdf';

/**
 * Reads the next page of a document of pictures and has the one after it read; after the last one, keeps what the document says. Each page
 * is work of its own, so that a long document lets others have their turn, and a restart loses one page at most.
 */
export async function readNextPage(deps: Deps, { trn, id }: UploadedDocument): Promise<void> {
  const [document, next] = await Promise.all([deps.stores.documents.find(trn, id), deps.stores.checks.pageOf(id, trn)]);
  if (!document || !next) return;
  const key = await deps.keyring.keyOf(trn);
  const known: PdfText = JSON.parse(openText(next.sealed.toString('base64'), key, readingBound(id)));
  const content = await readDocument(deps, document, 'file');
  const found = await readPageText(content, trn, { mime: document.type, page: next.page });
  const text = { ...known, pages: [...known.pages, 'problem' in found ? [] : found.lines] };
  if (next.page >= next.pages) return keep(deps, document, { ...understandDocument(text), isPicture: true });
  await deps.stores.checks.keepPage(id, trn, next.page, await sealReading(deps, document, text));
}

async function keep(deps: Deps, document: DocumentRow, reading: DocumentReading): Promise<void> {
  const sealed = await sealReading(deps, document, reading);
  await deps.stores.checks.keepReading(document.id, document.trn, sealed, deps.clock());
  await judgeAgain(deps, document.trn);
}

async function sealReading(
  deps: Deps,
  { trn, id }: UploadedDocument,
  known: DocumentReading | PdfText,
): Promise<Buffer> {
  return seal(await deps.keyring.keyOf(trn), Buffer.from(JSON.stringify(known)), readingBound(id));
}

/** What a PDF of `account` says, whatever is in it. Throws the queue's refusals. */
export async function readContent(content: Buffer, account: string, password?: string): Promise<DocumentReading> {
  return understood(await readPdfText(content, account, { password }));
}

/** Keeps what a file said when it was uploaded: it is locked, and nobody can read it again without its password. */
export async function keepFirstReading(deps: Deps, document: UploadedDocument, reading: DocumentReading) {
  const sealed = await sealReading(deps, document, reading);
  await deps.stores.checks.keepReading(document.id, document.trn, sealed, deps.clock(), true);
}

function understood(text: Awaited<ReturnType<typeof readPdfText>>): DocumentReading {
  if ('problem' in text) return { problem: text.problem, pages: 0, hasText: false, stubs: [], statements: [] };
  return understandDocument(text);
}
