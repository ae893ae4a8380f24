import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { dismissNotices } from '../ui/Toaster';
import type { Panel } from './panels';
import type { SectionController } from './sectionController';

interface Place {
  anchor: string | undefined;
  isFolded: boolean;
  isRefused: boolean;
  refusals: number;
}

export interface OpenPanel extends Omit<Place, 'anchor'> {
  open: number;
  go(index: number): void;
  fold(): void;
  /** Opens the panel and shows its errors. Errors found by the server are already shown. */
  refuse(index: number, finder?: 'server'): void;
  accept(): void;
}

interface Parts {
  panels: readonly Panel[];
  behind: number;
  /** True if the step shows a review when the URL has no anchor. */
  hasReview: boolean;
  controller: SectionController;
  onRefuse(panel: Panel): void;
}

/** Keeps the open panel in the URL (`#poi`). If an earlier panel has errors, opens it instead (docs/spec/001.md). */
export function useOpenPanel({ panels, behind, hasReview, controller, onRefuse }: Parts): OpenPanel {
  const { hash, key } = useLocation();
  const navigate = useNavigate();
  const first = useRef(panels[Math.min(behind, panels.length - 1)]).current;
  const home = indexOf(panels, `#${first?.anchor}`) ?? 0;
  const [{ anchor, ...place }, setPlace] = useState<Place>(() => ({
    anchor: panels[Math.min(indexOf(panels, hash) ?? home, home)]?.anchor,
    isFolded: false,
    isRefused: false,
    refusals: 0,
  }));
  const open = indexOf(panels, `#${anchor}`) ?? home;
  const enter = (index: number, replace = false) => navigate({ hash: panels[index]?.anchor }, { replace });
  const arrive = (wanted: number) => {
    const wrong = panels.slice(0, wanted).findIndex((panel) => !controller.isValid(panel));
    const next = panels[wanted]?.anchor;
    if (wrong >= 0) return refuse(wrong);
    // The notices were about the previous panel.
    if (!isFirst.current && next !== anchor) dismissNotices();
    setPlace((now) => ({ ...now, anchor: next, isFolded: false, isRefused: now.isRefused && now.anchor === next }));
  };
  const refuse = (index: number, finder?: 'server') => {
    const panel = panels[index];
    dismissNotices();
    if (panel && !finder) onRefuse(panel);
    setPlace((now) => ({
      anchor: panel?.anchor,
      isFolded: false,
      isRefused: true,
      refusals: now.refusals + (finder ? 0 : 1),
    }));
    const unnamed = hasReview ? undefined : home;
    if ((indexOf(panels, hash) ?? unnamed) !== index) enter(index, true);
  };
  const isFirst = useRef(true);
  // Synchronizes with the URL. A new hash doesn't always come with a new key.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each navigation.
  useEffect(() => {
    const wanted = indexOf(panels, hash);
    if (wanted === undefined && hasReview) {
      setPlace((now) => ({ ...now, isRefused: false }));
    } else if (wanted === undefined && home > 0) {
      // If the URL already names a panel, the router is about to open it.
      if (indexOf(panels, window.location.hash) === undefined) enter(isFirst.current ? open : home, true);
    } else if (!isFirst.current) arrive(wanted ?? home);
    else if (wanted !== undefined && wanted !== open) arrive(wanted);
    isFirst.current = false;
  }, [key, hash]);
  return {
    ...place,
    open,
    go: (index) => (indexOf(panels, hash) === index ? arrive(index) : enter(index)),
    fold: () => setPlace((now) => ({ ...now, isFolded: true })),
    refuse,
    accept: () => setPlace((now) => ({ ...now, isRefused: false })),
  };
}

function indexOf(panels: readonly Panel[], hash: string): number | undefined {
  const index = panels.findIndex(({ anchor }) => `#${anchor}` === hash);
  return index < 0 ? undefined : index;
}
