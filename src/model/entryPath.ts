import { keysOf } from './answers/paths.ts';
import type { ApplicationType } from './types';

export interface Entry {
  type: ApplicationType;
  /** `['demo', 'harbor-view', '2']`: subscriber, property and floor. */
  place: string[];
  link: string;
  trn?: string;
}

/** Allowed numbers of segments, including the type. */
const COUNTS: Record<ApplicationType, { withTrn: number[]; open: number[] }> = {
  Office: { withTrn: [5], open: [4] },
  Agent: { withTrn: [5], open: [4] },
  Property: { withTrn: [5], open: [4] },
  Floor: { withTrn: [6], open: [5] },
  Unit: { withTrn: [6, 7], open: [] },
};

export const applicationTypes = keysOf(COUNTS);

/**
 * Parses an entry link (docs/spec/000.md, §2): `'/Property/demo/harbor-view/open'` →
 * `{ type: 'Property', place: ['demo', 'harbor-view'], link: 'open' }`. Undefined for other paths.
 */
export function parseEntryPath(pathname: string): Entry | undefined {
  const all = pathname.split('/').filter(Boolean);
  const segments = all[0] === 'identification' ? all.slice(1) : all;
  const type = segments[0];
  if (!isType(type)) return undefined;
  const rest = segments.slice(1).map(decode);
  if (COUNTS[type].withTrn.includes(segments.length))
    return { type, place: rest.slice(0, -2), link: rest.at(-2) ?? '', trn: rest.at(-1) };
  if (COUNTS[type].open.includes(segments.length)) return { type, place: rest.slice(0, -1), link: rest.at(-1) ?? '' };
  return undefined;
}

function isType(word: string | undefined): word is ApplicationType {
  return word !== undefined && Object.hasOwn(COUNTS, word);
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
