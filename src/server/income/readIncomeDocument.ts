import type { DocumentReading } from '../../model/checks/reading';
import { seal } from '../crypto/seal';
import type { Deps } from '../deps';
import { readDocument } from '../documents/storeDocument';
import { judgeAgain } from './incomeChecks';
import { readingBound } from './openIncome';
import { readPdfText } from './readPdfText';
import { understandDocument } from './understandDocument';

/** A document of an application. */
export interface UploadedDocument {
  trn: string;
  id: number;
}

/** Reads a stored PDF, keeps what it says sealed, and judges the application's checks anew; a document that is gone says nothing. */
export async function readIncomeDocument(deps: Deps, { trn, id }: UploadedDocument): Promise<void> {
  const document = await deps.stores.documents.find(trn, id);
  if (!document) return;
  const reading = await readContent(await readDocument(deps, document, 'file'), trn, true);
  const sealed = seal(await deps.keyring.keyOf(trn), Buffer.from(JSON.stringify(reading)), readingBound(id));
  await deps.stores.checks.keepReading(id, trn, sealed, deps.clock());
  await judgeAgain(deps, trn);
}

/** What a PDF of `account` says, whatever is in it; patient reading is never turned away by a full queue. */
export async function readContent(content: Buffer, account: string, isPatient = false): Promise<DocumentReading> {
  const text = await readPdfText(content, account, isPatient);
  if ('problem' in text) return { problem: text.problem, pages: 0, hasText: false, stubs: [], statements: [] };
  return understandDocument(text);
}
