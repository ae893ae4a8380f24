import { documentType, documentTypes } from '../../section/documentTypes';
import type { IncomeChecks } from './documentChecks';
import { findFileStatus } from './fileStatus';
import { countNotes, isNoted, type StoredFile } from './notes';

export interface NoteCounts {
  /** Files and sources that need attention. */
  notes: number;
  /** Files that we couldn't read, so that a reviewer checks them. */
  unread: number;
  /** Files that have no checks yet, while files are being read. */
  reading: number;
}

/** Counts these sections' files. Document types without `rows` have no section, so their files have to be in `files`. */
export function countSectionNotes(
  checks: IncomeChecks,
  sections: readonly string[],
  files: readonly StoredFile[],
): NoteCounts {
  const rowsOf = (id: number) => documentType(id)?.rows;
  const types = documentTypes().filter(({ rows }) => rows && sections.includes(rows.section));
  const ofLists = types.reduce((count, { id }) => count + countNotes(checks, id), 0);
  const statusOf = (file: StoredFile) => findFileStatus(checks, file);
  const others = files.filter(({ document_id }) => !rowsOf(document_id)).map(statusOf);
  const inLists = files.filter(({ document_id }) => types.some(({ id }) => id === document_id)).map(statusOf);
  return {
    notes: ofLists + others.filter(isNoted).length,
    unread: others.filter((status) => status === 'unread').length,
    reading: [...inLists, ...others].filter((status) => status === 'reading').length,
  };
}
