import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router-dom';
import { isRecord } from '../../model/answers/paths';
import type { Path } from '../../model/types';
import type { SectionController } from './sectionController';

interface WantedField {
  section: string;
  path: Path;
}

/** Returns the state of a link to a field: `('address', '/address/0/city')` → `{ section: 'address', path: ['address', 0, 'city'] }` */
export function toField(section: string, key: string): WantedField {
  const parts = key.split('/').filter(Boolean);
  return { section, path: parts.map((part) => (/^\d+$/.test(part) ? Number(part) : part)) };
}

/** Focuses the field that the link to this page named, in its row. */
export function useWantedField({ focus }: SectionController): void {
  const { state, key } = useLocation();
  const focusWanted = useEffectEvent(() => isWanted(state) && focus(state.section, state.path));
  // Synchronizes with the browser's focus, after the page's heading took it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation is one arrival.
  useEffect(() => {
    const frame = requestAnimationFrame(focusWanted);
    return () => cancelAnimationFrame(frame);
  }, [key]);
}

function isWanted(state: unknown): state is WantedField {
  return isRecord(state) && typeof state.section === 'string' && Array.isArray(state.path);
}
