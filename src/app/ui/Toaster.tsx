import { Box } from '@chakra-ui/react/box';
import { CloseButton } from '@chakra-ui/react/button';
import { lazy, type RefObject, Suspense, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useMessages } from '../../messages/useMessages';
import { createQueue } from '../../model/createStore';
import { useToastSlot } from './ToastSlot';

// The sanitizer loads with the first formatted message.
const FormattedText = lazy(async () => ({ default: (await import('./RichText')).FormattedText }));

/** Mounted once, because a live region must exist before its first message. */
export function Toaster() {
  const messages = useMessages('shell').toast;
  const shown = useSyncExternalStore(toasts.subscribe, toasts.items);
  const slot = useToastSlot();
  const place = useFreePlace(shown.length > 0 && !slot);
  const region = useRef<HTMLElement>(null);
  useScrollTo(region, slot && shown.at(-1));
  const list = (
    <Box
      as="section"
      ref={region}
      aria-label={messages.region}
      data-toasts=""
      {...(!slot && FLOATING)}
      style={slot ? undefined : place}
    >
      <div role="status">{shown.filter(({ kind }) => kind !== 'error').map(drawToast(messages.close))}</div>
      <div role="alert">{shown.filter(({ kind }) => kind === 'error').map(drawToast(messages.close))}</div>
    </Box>
  );
  return slot ? createPortal(list, slot) : list;
}

/** Scrolls to a new toast in the page, except while someone types. */
function useScrollTo(region: RefObject<HTMLElement | null>, last: Toast | undefined): void {
  // Synchronizes with the browser's scroll position.
  useLayoutEffect(() => {
    if (last && !document.activeElement?.closest('.rp-field')) region.current?.scrollIntoView({ block: 'nearest' });
  }, [region, last]);
}

const drawToast = (closeLabel: string) => (toast: Toast) => (
  <Box key={toast.text} className="ap-toast" {...LOOK} borderInlineStartColor={EDGES[toast.kind]}>
    <Box as="p" paddingBlock="3" overflowWrap="anywhere">
      {toast.isFormatted ? drawFormatted(toast.text) : toast.text}
    </Box>
    <CloseButton size="xs" aria-label={closeLabel} onClick={() => toasts.remove(toast)} />
  </Box>
);

/** Returns the place for toasts: the bottom, or above the focused field if that's at the bottom. */
function useFreePlace(isShown: boolean): { top: string } | { bottom: string } {
  const [place, setPlace] = useState<{ top: string } | { bottom: string }>({ bottom: OFFSET });
  // Synchronizes with the browser's focus and scroll position.
  useLayoutEffect(() => {
    if (!isShown) return undefined;
    const update = () => {
      // If a toast moved under the pointer, a click on its close button would miss.
      if (!document.activeElement?.closest('[data-toasts]')) setPlace(findFreePlace());
    };
    update();
    document.addEventListener('focusin', update);
    window.addEventListener('scroll', update, { passive: true });
    return () => {
      document.removeEventListener('focusin', update);
      window.removeEventListener('scroll', update);
    };
  }, [isShown]);
  return place;
}

function findFreePlace(): { top: string } | { bottom: string } {
  const { activeElement } = document;
  const used = activeElement?.closest('.rp-field') ?? activeElement;
  if (!used || used.contains(document.getElementById('main'))) return { bottom: OFFSET };
  const { top, bottom } = used.getBoundingClientRect();
  if (bottom < window.innerHeight - ROOM || top > window.innerHeight) return { bottom: OFFSET };
  return top > ROOM ? { bottom: `${Math.round(window.innerHeight - top + 12)}px` } : { top: OFFSET };
}

/** Keeps toasts clear of the header and a step's buttons. */
const OFFSET = '5.5rem';

/** Pixels for the offset and a toast with three lines. */
const ROOM = 220;

const FLOATING = {
  position: 'fixed',
  zIndex: '40',
  insetInlineEnd: '4',
  width: 'min(26rem, calc(100vw - 2rem))',
  pointerEvents: 'none',
} as const;

const LOOK = {
  display: 'flex',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  gap: '3',
  marginBottom: '3',
  padding: '{spacing.2} {spacing.2} {spacing.2} {spacing.4}',
  border: '1px solid {colors.hair}',
  borderInlineStartWidth: '4px',
  borderRadius: 'control',
  bg: 'paper',
  boxShadow: '0 0.5rem 1.5rem rgb(15 23 33 / 0.18)',
  lineHeight: 'snug',
  pointerEvents: 'auto',
} as const;

const EDGES = { success: 'good', error: 'error', info: 'edge' } as const;

function drawFormatted(text: string) {
  return (
    <Suspense>
      <FormattedText html={text} />
    </Suspense>
  );
}

type ToastKind = 'success' | 'error' | 'info';

interface Toast {
  kind: ToastKind;
  text: string;
  /** True if the text may have basic formatting. */
  isFormatted?: boolean;
}

export const toasts = createQueue<Toast>();

const SHOWN_FOR = 8_000;

/** Shows a toast in place of the last one. Errors stay until closed. */
export function toast(kind: ToastKind, text: string, isFormatted = false): void {
  for (const old of toasts.items()) if (old.text === text || old.kind !== 'error') toasts.remove(old);
  const shown: Toast = { kind, text, isFormatted: isFormatted && /[<&]/.test(text) };
  toasts.add(shown);
  if (kind !== 'error') setTimeout(() => toasts.remove(shown), SHOWN_FOR);
}

export function dismissToasts(): void {
  for (const shown of toasts.items()) toasts.remove(shown);
}

export function dismissErrors(): void {
  for (const shown of toasts.items()) if (shown.kind === 'error') toasts.remove(shown);
}
