import { useState } from 'react';
import { useScan } from './scanContext';
import { refusedPage, type ScanPage } from './scanFlow';

/** Where to go instead of this page, judged once when it opens: what is saved on it later must not turn it away. */
export function useGuard(page: ScanPage, docId: number): string | undefined {
  const { id, state } = useScan();
  const [refused] = useState(() => refusedPage(page, docId, state));
  if (refused === undefined) return undefined;
  return refused ? `/scan/${id}/${refused}` : `/scan/${id}`;
}
