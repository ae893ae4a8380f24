import { Box } from '@chakra-ui/react/box';
import { CloseButton } from '@chakra-ui/react/button';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import texts from '../../../schemas/texts/shell.json';
import { createQueue } from '../../model/createStore';

// The cleaner is fetched with the first message that carries markup.
const FormattedText = lazy(async () => ({ default: (await import('./RichText')).FormattedText }));

/** Where toasts appear; mounted once, since a live region has to be there before its first message. */
export function Toaster() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.items);
  return (
    <Box as="section" aria-label={texts.toast.region} {...REGION} {...PLACES[freeHalf()]}>
      <div role="status">{shown.filter(({ kind }) => kind !== 'error').map(drawToast)}</div>
      <div role="alert">{shown.filter(({ kind }) => kind === 'error').map(drawToast)}</div>
    </Box>
  );
}

function drawToast(toast: Toast) {
  return (
    <Box key={toast.text} className="ap-toast" {...LOOK} borderInlineStartColor={EDGES[toast.kind]}>
      <Box as="p" paddingBlock="3" overflowWrap="anywhere">
        {toast.isFormatted ? drawFormatted(toast.text) : toast.text}
      </Box>
      <CloseButton size="xs" css={CROSS} aria-label={texts.toast.close} onClick={() => toasts.remove(toast)} />
    </Box>
  );
}

/** Where the focus is not: a message never lies over the field in use. */
function freeHalf(): keyof typeof PLACES {
  const { activeElement, body } = document;
  if (!activeElement || activeElement === body) return 'top';
  const { top, bottom } = activeElement.getBoundingClientRect();
  return (top + bottom) / 2 < window.innerHeight / 2 ? 'bottom' : 'top';
}

/** Clear of the header with its menu, and of the buttons below a step. */
const PLACES = { top: { top: '5.5rem' }, bottom: { bottom: '5.5rem' } } as const;

const REGION = {
  position: 'fixed',
  zIndex: '40',
  insetInlineEnd: '4',
  width: 'min(26rem, calc(100vw - 2rem))',
  pointerEvents: 'none',
} as const;

const CROSS = { '& svg': { width: '1.125rem', height: '1.125rem' } } as const;

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
  /** The text is the server's and may carry plain formatting. */
  isFormatted?: boolean;
}

export const toasts = createQueue<Toast>();

const SHOWN_FOR = 8_000;

/** Shows a short message at the edge of the page; it takes the place of the last one. An error stays until it is closed, the others leave by themselves. */
export function toast(kind: ToastKind, text: string, isFormatted = false): void {
  for (const old of toasts.items()) if (old.text === text || old.kind !== 'error') toasts.remove(old);
  const shown: Toast = { kind, text, isFormatted: isFormatted && /[<&]/.test(text) };
  toasts.add(shown);
  if (kind !== 'error') setTimeout(() => toasts.remove(shown), SHOWN_FOR);
}

/** Takes all messages away: what they spoke of has passed. */
export function dismissToasts(): void {
  for (const shown of toasts.items()) toasts.remove(shown);
}
