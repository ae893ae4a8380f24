import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Panel } from './panels';
import type { SectionController } from './sectionController';

interface Place {
  open: number;
  /** Closed by the applicant's own click. */
  isFolded: boolean;
  /** The panel was opened because something in it is wrong. */
  isRefused: boolean;
  /** Counts the times that this happened. */
  refusals: number;
}

export interface OpenPanel extends Place {
  /** Opens a panel, as far as the ones before it are right. */
  go(index: number): void;
  fold(): void;
  /** Opens a panel because of what is wrong in it; its forms show it, unless the server found it. */
  refuse(index: number, finder?: 'server'): void;
  /** What was refused is mended. */
  settle(): void;
}

interface Parts {
  panels: readonly Panel[];
  /** How many panels lie behind the applicant when the page opens. */
  behind: number;
  /** The anchor of a panel that stays open under the applicant's hands, though staff put a question before it. */
  inHands?: string;
  controller: SectionController;
  onRefuse(panel: Panel): void;
}

/**
 * Which panel is open, by the address (`#poi`); one that opens at a later panel by itself is given it. Panels open in order: when an earlier one is wrong, that one opens
 * instead and its messages show; the address is then replaced, not added to, so that Back is never a trap
 * (spec 001, section 2, and section 4, Sections in both steps).
 */
export function useOpenPanel({ panels, behind, inHands, controller, onRefuse }: Parts): OpenPanel {
  const { hash, key } = useLocation();
  const navigate = useNavigate();
  const home = useRef(Math.min(behind, panels.length - 1)).current;
  const stays = useRef(indexOf(panels, `#${inHands}`)).current;
  const [place, setPlace] = useState<Place>(() => ({
    open: stays ?? Math.min(indexOf(panels, hash) ?? home, home),
    isFolded: false,
    isRefused: false,
    refusals: 0,
  }));
  const enter = (index: number, replace = false) => navigate({ hash: panels[index]?.anchor }, { replace });
  const arrive = (wanted: number) => {
    const wrong = panels.slice(0, wanted).findIndex((panel) => !controller.isRight(panel));
    if (wrong < 0)
      setPlace((now) => ({ ...now, open: wanted, isFolded: false, isRefused: now.isRefused && now.open === wanted }));
    else refuse(wrong);
  };
  const refuse = (index: number, finder?: 'server') => {
    const panel = panels[index];
    if (panel && !finder) onRefuse(panel);
    setPlace((now) => ({ open: index, isFolded: false, isRefused: true, refusals: now.refusals + (finder ? 0 : 1) }));
    if ((indexOf(panels, hash) ?? home) !== index) enter(index, true);
  };
  const isFirst = useRef(true);
  // The address is changed by links, by Back and Forward, and by hand: then the key stays the one of a page just loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation is one arrival.
  useEffect(() => {
    const wanted = indexOf(panels, hash);
    const staysOpen = isFirst.current && stays !== undefined;
    if (staysOpen) isFirst.current = false;
    else if (wanted === undefined && home > 0) {
      // Where the address names a panel by now, the router is on its way there.
      if (indexOf(panels, window.location.hash) === undefined) enter(isFirst.current ? place.open : home, true);
    } else if (!isFirst.current) arrive(wanted ?? home);
    else if (wanted !== undefined && wanted !== place.open) arrive(wanted);
    isFirst.current = false;
  }, [key, hash]);
  return {
    ...place,
    go: (index) => (indexOf(panels, hash) === index ? arrive(index) : enter(index)),
    fold: () => setPlace((now) => ({ ...now, isFolded: true })),
    refuse,
    settle: () => setPlace((now) => ({ ...now, isRefused: false })),
  };
}

function indexOf(panels: readonly Panel[], hash: string): number | undefined {
  const index = panels.findIndex(({ anchor }) => `#${anchor}` === hash);
  return index < 0 ? undefined : index;
}
