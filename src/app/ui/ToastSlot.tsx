import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { createQueue } from '../../model/createStore';
import { useMedia } from './useMedia';

const slots = createQueue<HTMLElement>();

/** A place for toasts on phones, because floating toasts would cover fields. The latest slot is used. */
export function ToastSlot() {
  const place = useRef<HTMLDivElement>(null);
  // Synchronizes with the toaster outside the page.
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    slots.add(element);
    return () => slots.remove(element);
  }, []);
  return <div ref={place} />;
}

/** Returns the slot for toasts, or undefined if toasts float. */
export function useToastSlot(): HTMLElement | undefined {
  const isPhone = useMedia('(max-width: 767px)');
  const last = useSyncExternalStore(slots.subscribe, slots.items).at(-1);
  return isPhone ? last : undefined;
}
