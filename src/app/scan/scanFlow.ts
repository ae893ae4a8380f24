import type { ScanState } from '../../api/scan';

/** The one kind of document that has a back side with a barcode. */
export const LICENCE = 2;
/** The document type of a licence's back. */
export const BACK = 13;

export type ScanPage = 'front' | 'barcode' | 'back';

/** All that is wanted is there. */
export function isComplete({ front, back }: ScanState): boolean {
  return front.res && (front.document_typeid !== LICENCE || back.res);
}

/** A licence whose back side is still to come. */
export function wantsBack({ front, back }: ScanState): boolean {
  return front.res && front.document_typeid === LICENCE && !back.res;
}

/** Where a page may not be shown, the page below /scan/{id} to go to instead: '' is its start. */
export function refusedPage(page: ScanPage, docId: number, state: ScanState): string | undefined {
  if (page !== 'front') return wantsBack(state) ? undefined : '';
  if (state.front.res) return '';
  return state.types.includes(docId) ? undefined : 'menu';
}

/** The page after the front side (spec 003, section 2). */
export function afterFront(docId: number): string {
  return docId === LICENCE ? `back/${docId}` : 'success';
}
