import type { OfficeDocument } from '../../contract/office';
import { hasRole } from '../../model/section/documentTypes';

/** Files that are shown together: one file, or both sides of a license. */
export interface Sheet {
  key: number;
  title: string;
  files: OfficeDocument[];
  hasBothSides: boolean;
  /** True if an answer doesn't match a file, or if a file's figures don't add up or look edited. */
  differs: boolean;
}

const ORDER = ['identity', 'identityBack', 'source', 'proof'] as const;

/** Sorts documents by role, and groups the back of a license with its front. */
export function toSheets(documents: readonly OfficeDocument[]): Sheet[] {
  const rank = ({ document_id }: OfficeDocument) => {
    const at = ORDER.findIndex((role) => hasRole(role, document_id));
    return at < 0 ? ORDER.length : at;
  };
  const sorted = documents
    .map((document, index) => ({ document, index }))
    .sort((one, other) => rank(one.document) - rank(other.document) || one.index - other.index)
    .map(({ document }) => document);
  const sheets: Sheet[] = [];
  for (const file of sorted) {
    const front = hasRole('identityBack', file.document_id) && sheets.findLast(isOpenFront);
    if (front) Object.assign(front, { files: [...front.files, file], hasBothSides: true });
    else sheets.push({ key: file.id, title: titleOf(file), files: [file], hasBothSides: false, differs: false });
  }
  return sheets.map((sheet) => ({ ...sheet, title: numbered(sheet, sheets), differs: sheet.files.some(isDifferent) }));
}

const isOpenFront = ({ files, hasBothSides }: Sheet) =>
  !hasBothSides && hasRole('identity', files[0]?.document_id ?? 0);

const titleOf = ({ title, source }: OfficeDocument) => [title, source].filter(Boolean).join(', ');

const isDifferent = ({ values, contradictions }: OfficeDocument) =>
  contradictions.length > 0 || values.some(({ differs }) => differs);

function numbered({ key, title }: Sheet, all: readonly Sheet[]): string {
  const same = all.filter((one) => one.title === title);
  return same.length > 1 ? `${title} (${same.findIndex((one) => one.key === key) + 1})` : title;
}
