import { createContext, useContext } from 'react';
import type { ScanKey, ScanState } from '../../api/scan';

/** What the pages of one scan share. */
export interface Scan {
  id: string;
  key: ScanKey;
  state: ScanState;
  /** A side was saved. */
  saved(documentId: number): void;
  /** The link has ended. */
  expire(): void;
  /** Opens another page of the scan. */
  go(page: string): void;
  /** What one page leaves for the next: the barcode's text, a picture taken by the camera page, and the document whose picture was sent without an answer. */
  carried: { barcode?: string; picture?: File; unanswered?: number };
}

export const ScanContext = createContext<Scan | undefined>(undefined);

/** The scan whose page this is. @throws Error outside ScanShell */
export function useScan(): Scan {
  const scan = useContext(ScanContext);
  if (!scan) throw new Error('useScan is called outside ScanShell.');
  return scan;
}
