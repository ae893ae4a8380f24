import { useSearchParams } from 'react-router-dom';
import type { PreviewRequest } from '../../contract/studio';
import { applicationTypes } from '../../model/entryPath';
import type { ApplicationType, Setting, SubscriberSettings } from '../../model/types';

/** What the panel shows. On narrow pages, `'form'` shows the form instead. */
export const panels = ['form', 'question', 'preview', 'publish', 'history'] as const;
export type PanelName = (typeof panels)[number];

export const studioViews = ['questions', 'texts', 'settings'] as const;
export type StudioView = (typeof studioViews)[number];

/** The Studio's state. Stored in the URL, so that it can be shared. */
export interface StudioPlace {
  view: StudioView;
  file: string | undefined;
  section: string;
  /** Key of the chosen question, such as 'address/[]/city'. */
  question: string | undefined;
  panel: PanelName;
  /** True while one subscriber's or sample's wording is edited. */
  isOwn: boolean;
  type: ApplicationType;
  language: string;
  /** The place that determines the law, such as 'us-nj', or '' for none. */
  law: string;
  /** Sample or subscriber for the first form, or '' for neither. */
  config: string;
  other: string | undefined;
  isPhone: boolean;
  /** Id of the saved version to open. */
  draft: string | undefined;
  /** The compared step, or '' for the first step that differs. Undefined without a comparison. */
  rehearsed: string | undefined;
  persona: string;
  isFrame: boolean;
  changed: Record<string, Setting>;
}

/** Returns the place, and a function that changes parts of it. Undefined removes a part. */
export function useStudioPlace(): [StudioPlace, (parts: Record<string, string | undefined>) => void] {
  const [params, setParams] = useSearchParams();
  const place: StudioPlace = {
    view: studioViews.find((view) => view === params.get('view')) ?? 'questions',
    file: params.get('file') ?? undefined,
    section: params.get('section') ?? 'address',
    question: params.get('question') ?? undefined,
    panel: panels.find((panel) => panel === params.get('panel')) ?? 'form',
    isOwn: params.has('own'),
    type: applicationTypes.find((type) => type === params.get('type')) ?? 'Property',
    language: params.get('language') ?? '',
    law: params.get('law') ?? '',
    config: params.get('config') ?? 'demo',
    other: params.get('with') ?? undefined,
    isPhone: params.has('phone'),
    draft: params.get('draft') ?? undefined,
    rehearsed: params.get('rehearse') ?? undefined,
    persona: params.get('as') ?? '',
    isFrame: params.has('frame'),
    changed: parseSettings(params.get('set') ?? ''),
  };
  const change = (parts: Record<string, string | undefined>) => {
    // The hook's parameters may be older than the URL.
    const next = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(parts)) {
      if (value === undefined) next.delete(name);
      else next.set(name, value);
    }
    setParams(next, { replace: true });
  };
  return [place, change];
}

/** `'MoveInDate:Hide,SSNCard:Required'` → `{ MoveInDate: 'Hide', SSNCard: 'Required' }`. Ignores other text. */
export function parseSettings(text: string): Record<string, Setting> {
  const pairs = text.split(',').map((pair) => pair.split(':'));
  const known = pairs.filter((pair): pair is [string, Setting] => /^(Hide|Required|Optional)$/.test(pair[1] ?? ''));
  return Object.fromEntries(known);
}

/** Reverses `parseSettings`. Undefined if there are no settings. */
export function formatSettings(settings: Record<string, Setting>): string | undefined {
  const pairs = Object.entries(settings).map(([key, setting]) => `${key}:${setting}`);
  return pairs.length ? pairs.join(',') : undefined;
}

/** Returns the request for a preview. `changed` overrides the subscriber's or sample's settings. */
export function previewRequest(
  { section, type, language, law }: StudioPlace,
  subscriberSettings: SubscriberSettings,
  changed: SubscriberSettings['settings'],
): PreviewRequest {
  return {
    section,
    applicationType: type,
    overlay: { ...subscriberSettings, settings: { ...subscriberSettings.settings, ...changed } },
    ...(language && { language }),
    ...(law && { place: law }),
  };
}
