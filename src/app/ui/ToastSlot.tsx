import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { createQueue } from '../../model/createStore';
import { useMedia } from './useMedia';

/** `start`: near the heading, for the result of an action on the previous page. */
export type ToastPlace = 'start' | 'end';

const slots = createQueue<{ element: HTMLElement; place: ToastPlace }>();

/** A place for toasts on phones, because floating toasts would cover fields. The latest matching slot is used. */
export function ToastSlot({ place = 'end' }: { place?: ToastPlace }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!box.current) return undefined;
    const slot = { element: box.current, place };
    slots.add(slot);
    return () => slots.remove(slot);
  }, [place]);
  return <div ref={box} />;
}

/** Returns the slot for toasts, or undefined if toasts float. */
export function useToastSlot(place: ToastPlace): HTMLElement | undefined {
  const isPhone = useMedia('(max-width: 767px)');
  const all = useSyncExternalStore(slots.subscribe, slots.items);
  const last = all.findLast((slot) => slot.place === place) ?? all.at(-1);
  return isPhone ? last?.element : undefined;
}
