import { type ReactNode, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useMedia } from '../ui/useMedia';

const IDS = { next: 'save-status-next', side: 'save-status-side' };

/** Slot for the save status: next to the Next button, or in the list of steps on screens at least 1024 px wide. */
export function SaveStatusSlot({ place }: { place: keyof typeof IDS }) {
  return <div id={IDS[place]} className="rp-frame__saved" />;
}

export function InSaveStatusSlot({ children }: { children: ReactNode }) {
  const id = useMedia('(min-width: 1024px)') ? IDS.side : IDS.next;
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => setSlot(document.getElementById(id)), [id]);
  return slot ? createPortal(children, slot) : children;
}
