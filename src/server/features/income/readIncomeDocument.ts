import type { DocumentReading } from '../../../model/income/checks/documentChecks';
import { checkRules } from '../../../model/income/checks/rules';
import { hasRole } from '../../../model/section/documentTypes';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import type { DocumentRow } from '../../applications/documents/documentRepository';
import { readDocument } from '../../applications/documents/storeDocument';
import { runIncomeChecks } from '../../applications/income/incomeChecks';
import { readingAdditionalData } from '../../applications/income/openIncome';
import { openText, seal } from '../../platform/crypto/seal';
import { analyzeDocument } from './analyzeDocument';
import { type PdfText, readPageText, readPdfText } from './readPdfText';

export interface UploadedDocument {
  trn: string;
  id: number;
}

/** Reads a PDF's text. Scans and photos for an income source are read later, one page at a time. */
export async function readIncomeDocument(deps: ApplicationDeps, { trn, id }: UploadedDocument): Promise<void> {
  const document = await deps.stores.documents.find(trn, id);
  if (!document) return;
  const content = await readDocument(deps, document, 'file');
  const isPhotograph = document.type !== PDF;
  const text = isPhotograph ? { count: 1, pages: [] } : await readPdfText(content, trn, { isQueued: true });
  const reading = toReading(text);
  if ('problem' in text || reading.problem || reading.hasText || !hasRole('source', document.document_id))
    return saveReading(deps, document, reading);
  const soFar = await sealReading(deps, document, { ...text, pages: [] });
  await deps.stores.checks.beginPages(id, trn, Math.min(text.count, checkRules().pictures.pages), soFar);
}

const PDF = 'application/pdf';

/** Reads one page per job, so that long documents don't delay other applicants. */
export async function readNextPage(deps: ApplicationDeps, { trn, id }: UploadedDocument): Promise<void> {
  const [document, next] = await Promise.all([
    deps.stores.documents.find(trn, id),
    deps.stores.checks.findNextPage(id, trn),
  ]);
  if (!document || !next) return;
  const key = await deps.keyring.keyOf(trn);
  const soFar: PdfText = JSON.parse(openText(next.sealed.toString('base64'), key, readingAdditionalData(id)));
  const content = await readDocument(deps, document, 'file');
  const found = await readPageText(content, trn, { mime: document.type, page: next.page });
  const isTooLarge = soFar.isTooLarge || ('problem' in found && found.problem === 'tooLarge');
  const text = { ...soFar, isTooLarge, pages: [...soFar.pages, 'problem' in found ? [] : found.lines] };
  if (next.page >= next.pages) return saveReading(deps, document, analyzePictures(text));
  await deps.stores.checks.savePage(id, trn, next.page, await sealReading(deps, document, text));
}

function analyzePictures(text: PdfText): DocumentReading {
  const reading = { ...analyzeDocument(text), isPicture: true };
  return !reading.hasText && text.isTooLarge ? { ...reading, problem: 'tooLarge' } : reading;
}

async function saveReading(
  deps: Pick<ApplicationDeps, 'stores' | 'clock' | 'keyring' | 'forms'>,
  document: DocumentRow,
  reading: DocumentReading,
): Promise<void> {
  const sealed = await sealReading(deps, document, reading);
  await deps.stores.checks.saveReading(document.id, document.trn, sealed, deps.clock());
  await runIncomeChecks(deps, document.trn);
}

async function sealReading(
  deps: Pick<ApplicationDeps, 'keyring'>,
  { trn, id }: UploadedDocument,
  content: DocumentReading | PdfText,
): Promise<Buffer> {
  return seal(await deps.keyring.keyOf(trn), Buffer.from(JSON.stringify(content)), readingAdditionalData(id));
}

export async function readContent(content: Buffer, account: string, password?: string): Promise<DocumentReading> {
  return toReading(await readPdfText(content, account, { password }));
}

/** Reads a file during its upload. Returns a function that saves the reading. */
export async function readOnArrival(
  deps: Pick<ApplicationDeps, 'stores' | 'clock' | 'keyring' | 'forms'>,
  content: Buffer,
  account: string,
  password?: string,
) {
  const reading = await readContent(content, account, password);
  return async (document: UploadedDocument): Promise<void> => {
    const sealed = await sealReading(deps, document, reading);
    await deps.stores.checks.saveReading(document.id, document.trn, sealed, deps.clock(), true);
  };
}

function toReading(text: Awaited<ReturnType<typeof readPdfText>>): DocumentReading {
  if ('problem' in text) return { problem: text.problem, pages: 0, hasText: false, stubs: [], statements: [] };
  return analyzeDocument(text);
}
