import { useSearchParams } from 'react-router-dom';
import { applicationTypes } from '../../model/entryPath';
import type { ApplicationType, Setting } from '../../model/types';

/** What the Studio shows, as its address says it: it can be sent to a colleague. */
export interface StudioPlace {
  section: string;
  type: ApplicationType;
  language: string;
  /** The sample whose settings the first form has; '' for none. */
  config: string;
  /** The sample of the form next to it; undefined where nothing is compared. */
  other: string | undefined;
  isPhone: boolean;
  /** A kept version to begin with, by its number. */
  draft: string | undefined;
  /** Inside the phone's frame there is nothing but the form. */
  isFrame: boolean;
  /** Settings changed by hand. */
  changed: Record<string, Setting>;
}

/** The place in the address, and the function that changes parts of it; undefined takes a part away. */
export function useStudioPlace(): [StudioPlace, (parts: Record<string, string | undefined>) => void] {
  const [params, setParams] = useSearchParams();
  const place: StudioPlace = {
    section: params.get('section') ?? 'address',
    type: applicationTypes.find((type) => type === params.get('type')) ?? 'Property',
    language: params.get('lang') ?? '',
    config: params.get('config') ?? 'demo',
    other: params.get('with') ?? undefined,
    isPhone: params.has('phone'),
    draft: params.get('draft') ?? undefined,
    isFrame: params.has('frame'),
    changed: parseSettings(params.get('set') ?? ''),
  };
  const change = (parts: Record<string, string | undefined>) => {
    // The address itself: the parameters are those of the last drawing, without a change that was made since.
    const next = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(parts)) {
      if (value === undefined) next.delete(name);
      else next.set(name, value);
    }
    setParams(next, { replace: true });
  };
  return [place, change];
}

/** `'MoveInDate:Hide,SSNCard:Required'` → `{ MoveInDate: 'Hide', SSNCard: 'Required' }`; anything else is left out. */
export function parseSettings(text: string): Record<string, Setting> {
  const pairs = text.split(',').map((pair) => pair.split(':'));
  const known = pairs.filter((pair): pair is [string, Setting] => /^(Hide|Required|Optional)$/.test(pair[1] ?? ''));
  return Object.fromEntries(known);
}

/** The way back. */
export function formatSettings(settings: Record<string, Setting>): string | undefined {
  const pairs = Object.entries(settings).map(([key, setting]) => `${key}:${setting}`);
  return pairs.length ? pairs.join(',') : undefined;
}
