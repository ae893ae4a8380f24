import { createContext, useContext, useState } from 'react';
import type { ScanKey, ScanState } from '../../contract/scan';
import { backOf } from '../../model/documents';

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

export type ScanPage = 'front' | 'barcode' | 'back';

/** All that is wanted is there. */
export function isComplete({ front, back }: ScanState): boolean {
  return front.res && (back.res || backOf(front.document_typeid) === undefined);
}

/** A front side, whose back is still to come. */
export function wantsBack({ front, back }: ScanState): boolean {
  return front.res && backOf(front.document_typeid) !== undefined && !back.res;
}

/** Where a page may not be shown, the page below /scan/{id} to go to instead: '' is its start. */
export function refusedPage(page: ScanPage, docId: number, state: ScanState): string | undefined {
  if (page !== 'front') return wantsBack(state) ? undefined : '';
  if (state.front.res) return '';
  return state.types.includes(docId) ? undefined : 'menu';
}

/** The page after the front side (spec 003, section 2). */
export function afterFront(docId: number): string {
  return backOf(docId) === undefined ? 'success' : `back/${docId}`;
}

/** Where to go instead of this page, judged once when it opens: what is saved on it later must not turn it away. */
export function useGuard(page: ScanPage, docId: number): string | undefined {
  const { id, state } = useScan();
  const [refused] = useState(() => refusedPage(page, docId, state));
  if (refused === undefined) return undefined;
  return refused ? `/scan/${id}/${refused}` : `/scan/${id}`;
}
