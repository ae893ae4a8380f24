import type { StepAnswers } from '../../model/body';
import { type DocumentType, documentTypes } from '../../model/documents';
import type { StoredDocument } from '../../model/formContext';
import { isRecord } from '../../model/paths';
import type { Overlay } from '../../model/types';

/**
 * Whether every proof that the subscriber's settings require is there: one of identity (with its back where step 1 asks for that),
 * the SSN's, and one for each source (spec 003 §4). `income` are the answers of step 3.
 */
export function hasRequiredDocuments(
  overlay: Overlay,
  documents: readonly StoredDocument[],
  income: StepAnswers,
): boolean {
  const required = documentTypes.filter(({ setting }) => setting && overlay.settings[setting] === 'Required');
  return required.every((type) =>
    // Any identity document will do, whichever the settings require.
    alternatives(type).some((one) => isShown(one, documents, income)),
  );
}

function alternatives(type: DocumentType): readonly DocumentType[] {
  return type.role === 'identity' ? documentTypes.filter(({ role }) => role === 'identity') : [type];
}

function isShown({ id, back, rows }: DocumentType, documents: readonly StoredDocument[], income: StepAnswers): boolean {
  const has = (type: number, source?: unknown) =>
    documents.some((one) => one.document_id === type && (source === undefined || one.source_id === Number(source)));
  if (!rows) return has(id) && (back === undefined || has(back));
  const sources = income[rows.section]?.[rows.list];
  return !Array.isArray(sources) || sources.every((row) => !isRecord(row) || has(id, row.id ?? Number.NaN));
}
