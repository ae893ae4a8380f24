import { lazy, Suspense, useSyncExternalStore } from 'react';
import texts from '../../../schemas/texts/shell.json';
import { type Toast, toasts } from './toasts';
import './toaster.css';

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
