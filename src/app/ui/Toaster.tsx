import { lazy, Suspense, useSyncExternalStore } from 'react';
import texts from '../../../schemas/texts/shell.json';
import './toaster.css';
import { createQueue } from './createQueue';

// The cleaner is fetched with the first message that carries markup.
const FormattedText = lazy(async () => ({ default: (await import('./FormattedText')).FormattedText }));

/** Where toasts appear; mounted once, since a live region has to be there before its first message. */
export function Toaster() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.items);
  return (
    <section className="ap-toaster" aria-label={texts.toast.region}>
      <div role="status">{shown.filter(({ kind }) => kind !== 'error').map(drawToast)}</div>
      <div role="alert">{shown.filter(({ kind }) => kind === 'error').map(drawToast)}</div>
    </section>
  );
}

function drawToast(toast: Toast) {
  return (
    <div key={toast.text} className="ap-toast" data-kind={toast.kind}>
      <p>{toast.isFormatted ? drawFormatted(toast.text) : toast.text}</p>
      <button type="button" aria-label={texts.toast.close} onClick={() => toasts.remove(toast)}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M6 6l12 12M18 6L6 18" />
        </svg>
      </button>
    </div>
  );
}

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
