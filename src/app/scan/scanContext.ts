import { createContext, useContext, useState } from 'react';
import type { ScanKey, ScanState } from '../../contract/scan';
import { findBack } from '../../model/section/documentTypes';

export interface Scan {
  id: string;
  key: ScanKey;
  state: ScanState;
  saved(documentId: number): void;
  expire(): void;
  go(page: string): void;
  /** Values passed from page to page. `unanswered` is the type of a document that a failed call may have uploaded. */
  carried: { barcode?: string; picture?: File; unanswered?: number };
}

export const ScanContext = createContext<Scan | undefined>(undefined);

/** Returns the phone's scan. Throws outside ScanShell. */
export function useScan(): Scan {
  const scan = useContext(ScanContext);
  if (!scan) throw new Error('useScan is called outside ScanShell.');
  return scan;
}

export type ScanPage = 'front' | 'barcode' | 'back';

export function isComplete({ front, back }: Pick<ScanState, 'front' | 'back'>): boolean {
  return front.res && (back.res || findBack(front.document_typeid) === undefined);
}

export function wantsBack({ front, back }: ScanState): boolean {
  return front.res && findBack(front.document_typeid) !== undefined && !back.res;
}

/** Returns undefined if `page` may be opened, otherwise the page to open instead ('' is the start). */
export function refusedPage(page: ScanPage, docId: number, state: ScanState): string | undefined {
  if (page !== 'front') return wantsBack(state) ? undefined : '';
  if (state.front.res) return '';
  return state.types.includes(docId) ? undefined : 'menu';
}

/** Returns the page after the front's picture (docs/spec/003.md, §2). */
export function afterFront(docId: number): string {
  return findBack(docId) === undefined ? 'success' : `back/${docId}`;
}

/** Returns a path to redirect to, if any. Checks only when the page opens, because a save must not redirect. */
export function useGuard(page: ScanPage, docId: number): string | undefined {
  const { id, state } = useScan();
  const [refused] = useState(() => refusedPage(page, docId, state));
  if (refused === undefined) return undefined;
  return refused ? `/scan/${id}/${refused}` : `/scan/${id}`;
}
