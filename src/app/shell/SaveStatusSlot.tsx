import { type ReactNode, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useMedia } from '../ui/useMedia';

const ID = 'save-status';

/** Slot for the save status in the list of steps. */
export function SaveStatusSlot() {
  return <div id={ID} className="rp-frame__saved" />;
}

/** Moves the children to the list of steps on screens at least 1024 px wide. */
export function InSaveStatusSlot({ children }: { children: ReactNode }) {
  const isWide = useMedia('(min-width: 1024px)');
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => setSlot(document.getElementById(ID)), []);
  return isWide && slot ? createPortal(children, slot) : children;
}
