import { Box } from '@chakra-ui/react/box';
import { CloseButton } from '@chakra-ui/react/button';
import {
  lazy,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { createPortal } from 'react-dom';
import { useMessages } from '../../messages/useMessages';
import { createQueue } from '../../model/createStore';
import { type ToastPlace, useToastSlot } from './ToastSlot';

// The sanitizer loads with the first formatted message.
const FormattedText = lazy(async () => ({ default: (await import('./RichText')).FormattedText }));

/** Must be mounted before the first message, because a live region announces only later changes. */
export function Toaster() {
  const messages = useMessages('shell').toast;
  const shown = useSyncExternalStore(toasts.subscribe, toasts.items);
  const slot = useToastSlot(shown.at(-1)?.place ?? 'end');
  const region = useRef<HTMLElement>(null);
  const place = useFreePlace(region, slot ? undefined : shown.at(-1));
  useScrollTo(region, slot && shown.at(-1));
  useRemoval(shown, slot !== undefined);
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

/** Scrolls to a new toast, except while someone types or reads errors. */
function useScrollTo(region: RefObject<HTMLElement | null>, last: Toast | undefined): void {
  useLayoutEffect(() => {
    if (last && !document.activeElement?.closest('.rp-field, .rp-summary'))
      region.current?.scrollIntoView({ block: 'nearest' });
  }, [region, last]);
}

/**
 * Removes toasts after 8 s, except errors. If toasts don't float, those near the heading also stay, because removing
 * them would move the page.
 */
function useRemoval(shown: readonly Toast[], isInPage: boolean): void {
  useEffect(() => {
    const removed = shown.filter(({ kind, place }) => kind !== 'error' && !(isInPage && place === 'start'));
    const timers = removed.map((one) => setTimeout(() => toasts.remove(one), one.until - Date.now()));
    return () => timers.forEach(clearTimeout);
  }, [shown, isInPage]);
}

const drawToast = (closeLabel: string) => (toast: Toast) => (
  <Box key={toast.text} className="ap-toast" {...STYLE} borderInlineStartColor={EDGES[toast.kind]}>
    <Box as="p" paddingBlock="3" overflowWrap="anywhere">
      {toast.isFormatted ? drawFormatted(toast.text) : toast.text}
    </Box>
    <CloseButton size="xs" aria-label={closeLabel} onClick={() => toasts.remove(toast)} />
  </Box>
);

/** Returns a place where toasts cover no control, heading or error summary, if there is one. */
function useFreePlace(region: RefObject<HTMLElement | null>, last: Toast | undefined): Place {
  const [place, setPlace] = useState<Place>(CORNER);
  // Synchronizes with focus, scroll position and layout.
  useLayoutEffect(() => {
    if (!last) return undefined;
    const update = () => {
      // If a toast moved under the pointer, a click on its close button would miss.
      if (region.current && !document.activeElement?.closest('[data-toasts]')) setPlace(findFreePlace(region.current));
    };
    update();
    // Layout changes fire no event.
    const timer = setInterval(update, 500);
    document.addEventListener('focusin', update);
    window.addEventListener('scroll', update, { passive: true });
    return () => {
      clearInterval(timer);
      document.removeEventListener('focusin', update);
      window.removeEventListener('scroll', update);
    };
  }, [region, last]);
  return place;
}

/** Pixels from the edges of the window. */
interface Place {
  bottom: number;
  insetInlineEnd?: number;
  insetInlineStart?: number;
}

/** Keeps toasts clear of the header and a step's buttons. */
const OFFSET = 88;
const EDGE = 16;
const STEP = 24;
const CORNER: Place = { bottom: OFFSET, insetInlineEnd: EDGE };

const USED = 'a[href], button, input, select, textarea, summary, h1, .rp-field, .rp-summary, .rp-accordion__heading';

function findFreePlace(region: HTMLElement): Place {
  const { width, height } = region.getBoundingClientRect();
  const used = findUsedBoxes();
  const room = window.innerHeight - height - OFFSET;
  const isRtl = getComputedStyle(document.documentElement).direction === 'rtl';
  for (const side of ['insetInlineEnd', 'insetInlineStart'] as const)
    for (let bottom = OFFSET; bottom <= room; bottom += STEP) {
      const isLeft = (side === 'insetInlineStart') !== isRtl;
      const left = isLeft ? EDGE : document.documentElement.clientWidth - EDGE - width;
      const top = window.innerHeight - bottom - height;
      const box = { left, top, right: left + width, bottom: top + height };
      if (used.every((other) => areApart(box, other))) return { bottom, [side]: EDGE };
    }
  return findPlaceBesideFocus();
}

type Edges = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

function findUsedBoxes(): Edges[] {
  const inView = (box: Edges) => box.bottom > box.top && box.bottom > 0 && box.top < window.innerHeight;
  return [...document.querySelectorAll(USED)]
    .filter((one) => !one.closest('[data-toasts]'))
    .map((one) => one.getBoundingClientRect())
    .filter(inView);
}

const areApart = (one: Edges, other: Edges): boolean =>
  one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;

/** Returns the corner of the window, or a higher place if the focused field is near the bottom. */
function findPlaceBesideFocus(): Place {
  const { activeElement } = document;
  const field = activeElement?.closest('.rp-field') ?? activeElement;
  if (!field || field.contains(document.getElementById('main'))) return CORNER;
  const { top, bottom } = field.getBoundingClientRect();
  if (bottom < window.innerHeight - TOAST_SPACE || top > window.innerHeight) return CORNER;
  return {
    ...CORNER,
    bottom: top > TOAST_SPACE ? Math.round(window.innerHeight - top + 12) : window.innerHeight - TOAST_SPACE,
  };
}

/** Pixels for the offset and three lines of text. */
const TOAST_SPACE = 220;

const FLOATING = {
  position: 'fixed',
  zIndex: '40',
  width: 'min(19rem, calc(100vw - 2rem))',
  pointerEvents: 'none',
  css: { '& .ap-toast': { boxShadow: '0 0.5rem 1.5rem rgb(15 23 33 / 0.18)' } },
} as const;

const STYLE = {
  display: 'flex',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  gap: '3',
  marginBottom: '3',
  padding: '{spacing.1} {spacing.2} {spacing.1} {spacing.4}',
  border: '1px solid {colors.hair}',
  borderInlineStartWidth: '4px',
  borderRadius: 'control',
  bg: 'paper',
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
  isFormatted: boolean;
  place: ToastPlace;
  /** In milliseconds since 1970. */
  until: number;
}

export const toasts = createQueue<Toast>();

const SHOWN_FOR = 8_000;

interface ToastOptions {
  isFormatted?: boolean;
  place?: ToastPlace;
}

/** Shows a toast and removes earlier ones, except errors with different text. */
export function toast(kind: ToastKind, text: string, { isFormatted = false, place = 'end' }: ToastOptions = {}): void {
  for (const old of toasts.items()) if (old.text === text || old.kind !== 'error') toasts.remove(old);
  const hasMarkup = isFormatted && /[<&]/.test(text);
  toasts.add({ kind, text, isFormatted: hasMarkup, place, until: Date.now() + SHOWN_FOR });
}

export function dismissToasts(): void {
  for (const shown of toasts.items()) toasts.remove(shown);
}

/** Removes toasts that aren't errors. */
export function dismissNotices(): void {
  for (const shown of toasts.items()) if (shown.kind !== 'error') toasts.remove(shown);
}

export function dismissErrors(): void {
  for (const shown of toasts.items()) if (shown.kind === 'error') toasts.remove(shown);
}
