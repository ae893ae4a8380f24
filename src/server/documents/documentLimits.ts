import documents from '../../../schemas/documents.json';

/** What a file of one document type may be. Sizes in bytes. */
export interface DocumentLimits {
  least: number;
  most: number;
  pdfOnly: boolean;
}

const types = new Map<string, Partial<DocumentLimits>>(Object.entries(documents.types));

/** The limits of a document type (spec 001 §9, 002 §5, 003 §5); undefined for a type that applicants do not upload. */
export function limitsOf(documentId: number): DocumentLimits | undefined {
  const own = types.get(String(documentId));
  return own && { ...documents.usual, ...own };
}
