/** What a file of one document type may be. Sizes in bytes. */
export interface DocumentLimits {
  least: number;
  most: number;
  pdfOnly: boolean;
}

const USUAL: DocumentLimits = { least: 1, most: 10_485_760, pdfOnly: false };

// Spec 001 §9 (10 MB), 002 §5 and 003 §5 (PDF only; the supplemental proof's own bounds).
const LIMITS: Record<number, DocumentLimits> = {
  1: USUAL,
  2: USUAL,
  3: { ...USUAL, pdfOnly: true },
  4: USUAL,
  5: USUAL,
  6: { ...USUAL, pdfOnly: true },
  7: { ...USUAL, pdfOnly: true },
  10: USUAL,
  11: USUAL,
  13: USUAL,
  14: USUAL,
  15: { least: 1024, most: 3_072_000, pdfOnly: true },
};

/** No proof has more; each page costs whoever looks at it. */
export const MOST_PAGES = 200;

export const MOST_BYTES = USUAL.most;

/** The limits of a document type; undefined for a type that applicants do not upload. */
export function limitsOf(documentId: number): DocumentLimits | undefined {
  return LIMITS[documentId];
}
